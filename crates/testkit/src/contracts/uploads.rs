//! What [`domain::ports::UploadRegister`] promises.

use chrono::{DateTime, Utc};
use domain::image::ImageName;
use domain::image::PicturePurpose::{self, Product, Profile};
use domain::product::NewProduct;
use domain::text::PictureUrl;
use domain::user::{NewUser, ProfileChange};

use super::Shop;
use crate::{goods, moments, people, purchases, unique};

/// An upload of so many seconds after [`moments::now`].
async fn upload(shop: &Shop, purpose: PicturePurpose, second: i64) -> ImageName {
    let at = moments::seconds_later(second);
    let name = ImageName::for_upload(at, &unique::tag());
    assert!(shop.uploads.reserve(&name, purpose, at).await.unwrap());
    name
}

fn later() -> DateTime<Utc> {
    moments::seconds_later(24 * 60 * 60)
}

async fn unclaimed(shop: &Shop) -> Vec<ImageName> {
    shop.uploads.unclaimed(later(), 100).await.unwrap()
}

fn address(before: &str, name: &ImageName) -> PictureUrl {
    PictureUrl::parse(&format!("{before}{name}")).unwrap()
}

/// Of any number who want it at once, one gets it.
pub async fn a_name_is_reserved_once(shop: &Shop) {
    let name = ImageName::for_upload(moments::now(), &unique::tag());
    let wanting = (0..8).map(|_| {
        let (shop, name) = (shop.clone(), name.clone());
        tokio::spawn(async move { shop.uploads.reserve(&name, Profile, moments::now()).await.unwrap() })
    });
    let got = futures_util::future::try_join_all(wanting).await.unwrap();
    assert_eq!(got.iter().filter(|got| **got).count(), 1);
    shop.uploads.forget(&name).await.unwrap();
    assert!(shop.uploads.reserve(&name, Profile, moments::now()).await.unwrap());
}

/// Up to a limit, again and again until they are forgotten.
pub async fn what_nobody_took_is_told_oldest_first(shop: &Shop) {
    let (third, first) = (upload(shop, Profile, 30).await, upload(shop, Profile, 10).await);
    let second = upload(shop, Product, 20).await;
    let told = |second, limit| shop.uploads.unclaimed(moments::seconds_later(second), limit);
    assert_eq!(told(10, 100).await.unwrap(), []);
    assert_eq!(told(30, 100).await.unwrap(), [first.clone(), second.clone()]);
    assert_eq!(told(40, 2).await.unwrap(), [first.clone(), second.clone()]);
    for name in [&first, &first] {
        shop.uploads.forget(name).await.unwrap();
    }
    assert_eq!(unclaimed(shop).await, [second, third]);
}

/// Wherever pictures are served from, and for good.
pub async fn what_something_points_to_is_kept(shop: &Shop) {
    let (face, nobodys) = (upload(shop, Profile, 1).await, upload(shop, Product, 2).await);
    let (good, first, bought) = (upload(shop, Product, 3).await, upload(shop, Product, 4).await, upload(shop, Product, 5).await);
    let picture = Some(address("/images/", &face));
    let user = shop.register(NewUser { profile_picture: picture, ..people::customer() }).await;
    let showing = |images: Vec<PictureUrl>| {
        let plain = goods::product("Rose");
        NewProduct { details: domain::product::ProductDetails { images, ..plain.details }, ..plain }
    };
    let elsewhere = |name: &ImageName| address("https://cdn.example/shop/", name);
    shop.add(showing(vec![address("/images/", &first), elsewhere(&good)])).await;
    let product = shop.add(showing(vec![elsewhere(&bought)])).await;
    let mut draft = purchases::draft(&user, &[(&product, 1)]);
    draft.placed_at = moments::seconds_later(60);
    shop.place(&draft).await;
    shop.products.delete(&product.code, &people::actor(), moments::now()).await.unwrap();
    assert_eq!(unclaimed(shop).await, std::slice::from_ref(&nobodys));
    shop.uploads.forget(&nobodys).await.unwrap();
    assert_eq!(unclaimed(shop).await, []);
}

/// A face that was replaced, or whose owner is gone, unless it is still shown somewhere.
pub async fn a_picture_let_go_of_is_told(shop: &Shop) {
    let (old, new, shared) = (upload(shop, Profile, 1).await, upload(shop, Profile, 2).await, upload(shop, Profile, 3).await);
    let with = |name: &ImageName| NewUser { profile_picture: Some(address("/images/", name)), ..people::customer() };
    let user = shop.register(with(&old)).await;
    let (twin, _other) = (shop.register(with(&shared)).await, shop.register(with(&shared)).await);
    assert_eq!(unclaimed(shop).await, std::slice::from_ref(&new), "the others are settled");
    let renamed = ProfileChange { first_name: Some(people::name("Sanduni")), ..ProfileChange::default() };
    shop.users.update_profile(user.id, &renamed, None, moments::now()).await.unwrap();
    let change = ProfileChange { profile_picture: Some(address("/images/", &new)), ..ProfileChange::default() };
    shop.users.update_profile(user.id, &change, None, moments::now()).await.unwrap();
    assert_eq!(unclaimed(shop).await, std::slice::from_ref(&old));
    shop.uploads.forget(&old).await.unwrap();
    for gone in [&twin.email, &user.email] {
        shop.users.delete(gone, &people::actor(), moments::now()).await.unwrap();
    }
    assert_eq!(unclaimed(shop).await, [new]);
}

/// Whoever takes the picture of a product for a face and lets go of it takes it away from nobody: orders may show it for
/// ever.
pub async fn goods_are_not_let_go_of(shop: &Shop) {
    let picture = upload(shop, Product, 1).await;
    let shown = Some(address("/images/", &picture));
    let user = shop.register(NewUser { profile_picture: shown, ..people::customer() }).await;
    assert_eq!(unclaimed(shop).await, []);
    shop.users.delete(&user.email, &people::actor(), moments::now()).await.unwrap();
    assert_eq!(unclaimed(shop).await, []);
}
