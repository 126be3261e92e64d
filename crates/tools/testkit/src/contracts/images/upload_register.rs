//! The contract of [`domain::images::ports::UploadRegister`].

use std::sync::Arc;

use chrono::{DateTime, Utc};
use domain::accounts::ports::{RegisterUserError, UpdateProfileError};
use domain::accounts::user::{NewUser, ProfileChange};
use domain::catalog::product::{DetailsEdit, NewProduct};
use domain::catalog::product_change::{ProductChange, ProductError};
use domain::catalog::product_import::{Column, Import, ImportRow, ImportWatcher};
use domain::images::image::ImageName;
use domain::images::image::PicturePurpose::{self, Product, Profile};
use domain::images::ports::ReserveUploadOutcome::{self, NameTaken, Reserved};
use domain::images::upload::{NewUpload, NoRoom, Uploader};
use domain::shared::edit::Edit;
use domain::shared::text::PictureUrl;

use crate::contracts::Shop;
use crate::{moments, sample_orders, sample_products, sample_users, unique};

const MIB: u64 = 1 << 20;

/// A new upload, `second` seconds after [`moments::now`].
fn new(purpose: PicturePurpose, second: i64) -> NewUpload {
    let at = moments::seconds_later(second);
    NewUpload { name: ImageName::for_upload(at, &unique::tag()), purpose, by: Uploader::Stranger, bytes: 1, at }
}

/// Registers an upload, `second` seconds after [`moments::now`].
async fn upload(shop: &Shop, purpose: PicturePurpose, second: i64) -> ImageName {
    let new = new(purpose, second);
    assert_eq!(shop.uploads.reserve(&new).await.unwrap(), Reserved);
    new.name
}

fn later() -> DateTime<Utc> {
    moments::seconds_later(24 * 60 * 60)
}

async fn condemned(shop: &Shop) -> Vec<ImageName> {
    shop.uploads.condemn(later(), later(), 100).await.unwrap()
}

/// Marks all uploads that are not in use, and records that their files are deleted.
async fn swept(shop: &Shop) -> Vec<ImageName> {
    let names = condemned(shop).await;
    for name in &names {
        shop.uploads.deleted(name, later()).await.unwrap();
    }
    names
}

fn address(before: &str, name: &ImageName) -> PictureUrl {
    PictureUrl::parse(&format!("{before}{name}")).unwrap()
}

fn with_face(name: &ImageName) -> NewUser {
    NewUser { profile_picture: Some(address("/images/", name)), ..sample_users::customer() }
}

fn to_face(name: &ImageName) -> ProfileChange {
    ProfileChange { profile_picture: Some(address("/images/", name)), ..ProfileChange::default() }
}

fn showing(images: Vec<PictureUrl>) -> NewProduct {
    let plain = sample_products::product("Rose");
    NewProduct { details: domain::catalog::product::ProductDetails { images, ..plain.details }, ..plain }
}

/// Of several simultaneous reservations of a name, one succeeds. A swept name is free again.
pub async fn a_name_is_reserved_once(shop: &Shop) {
    let wanted = new(Profile, 0);
    let wanting = (0..8).map(|_| {
        let (shop, wanted) = (shop.clone(), wanted.clone());
        tokio::spawn(async move { shop.uploads.reserve(&wanted).await.unwrap() })
    });
    let got = futures_util::future::try_join_all(wanting).await.unwrap();
    assert_eq!((got.iter().filter(|got| **got == Reserved).count(), got.iter().filter(|got| **got == NameTaken).count()), (1, 7));
    shop.uploads.forget(&wanted.name).await.unwrap();
    assert_eq!(shop.uploads.reserve(&wanted).await.unwrap(), Reserved);
    assert_eq!(swept(shop).await, std::slice::from_ref(&wanted.name));
    assert_eq!(shop.uploads.reserve(&wanted).await.unwrap(), NameTaken);
}

/// At most `limit` uploads are marked, and they are returned again until their files are deleted.
pub async fn what_nothing_shows_is_condemned_oldest_first(shop: &Shop) {
    let (third, first) = (upload(shop, Profile, 30).await, upload(shop, Profile, 10).await);
    let second = upload(shop, Product, 20).await;
    let told = |second, limit| shop.uploads.condemn(moments::seconds_later(second), later(), limit);
    assert_eq!(told(10, 100).await.unwrap(), []);
    assert_eq!(told(30, 100).await.unwrap(), [first.clone(), second.clone()]);
    assert_eq!(told(40, 2).await.unwrap(), [first.clone(), second.clone()]);
    for name in [&first, &first] {
        shop.uploads.deleted(name, later()).await.unwrap();
    }
    assert_eq!(condemned(shop).await, [second, third]);
}

/// A picture in use is never marked, by whichever address it is served.
pub async fn what_something_shows_is_kept(shop: &Shop) {
    let (face, nobodys) = (upload(shop, Profile, 1).await, upload(shop, Product, 2).await);
    let (good, first, bought) = (upload(shop, Product, 3).await, upload(shop, Product, 4).await, upload(shop, Product, 5).await);
    let added = upload(shop, Product, 6).await;
    let user = shop.register(with_face(&face)).await;
    let elsewhere = |name: &ImageName| address("https://cdn.example/shop/", name);
    let edited = shop.add(showing(vec![address("/images/", &first), elsewhere(&good)])).await;
    let product = shop.add(showing(vec![elsewhere(&bought)])).await;
    let mut draft = sample_orders::draft(&user, &[(&product, 1)]);
    draft.placed_at = moments::seconds_later(60);
    shop.place(&draft).await;
    shop.products.delete(&product.code, &sample_users::actor(), moments::now()).await.unwrap();
    let change = with_images(vec![elsewhere(&added)]);
    shop.products.update(&edited.code, &change, &sample_users::actor(), moments::now()).await.unwrap();
    assert_eq!(swept(shop).await, std::slice::from_ref(&nobodys));
    assert_eq!(swept(shop).await, []);
}

/// A replaced picture, or one of a deleted user, is marked unless it is in use elsewhere.
pub async fn a_picture_let_go_of_is_condemned(shop: &Shop) {
    let (old, young, shared) = (upload(shop, Profile, 1).await, upload(shop, Profile, 2).await, upload(shop, Profile, 3).await);
    let user = shop.register(with_face(&old)).await;
    let (twin, other) = (shop.register(with_face(&shared)).await, shop.register(with_face(&shared)).await);
    let renamed = ProfileChange { first_name: Some(sample_users::name("Sanduni")), ..ProfileChange::default() };
    shop.users.update_profile(user.id, &renamed, None, moments::now()).await.unwrap();
    shop.users.update_profile(user.id, &to_face(&young), None, moments::now()).await.unwrap();
    assert_eq!(swept(shop).await, std::slice::from_ref(&old));
    for gone in [&twin.email, &user.email] {
        shop.users.delete(gone, &sample_users::actor(), moments::now()).await.unwrap();
    }
    assert_eq!(swept(shop).await, [young], "another shows the shared one");
    shop.users.delete(&other.email, &sample_users::actor(), moments::now()).await.unwrap();
    assert_eq!(swept(shop).await, [shared]);
}

/// Pictures of products are never released, because orders may show them, also when a user had taken them as a
/// profile picture.
pub async fn goods_are_not_let_go_of(shop: &Shop) {
    let (picture, face) = (upload(shop, Product, 1).await, upload(shop, Profile, 2).await);
    for name in [&picture, &face] {
        let user = shop.register(with_face(name)).await;
        let product = shop.add(showing(vec![address("/images/", name)])).await;
        shop.users.delete(&user.email, &sample_users::actor(), moments::now()).await.unwrap();
        shop.products.delete(&product.code, &sample_users::actor(), moments::now()).await.unwrap();
    }
    assert_eq!(condemned(shop).await, []);
}

/// A user or product that names a marked picture is refused and not written, whether or not its files are deleted.
/// Other addresses are no uploads.
pub async fn a_condemned_picture_is_not_taken(shop: &Shop) {
    let (user, product) = (shop.customer().await, shop.add(sample_products::product("Rose")).await);
    let (begun, done) = (upload(shop, Profile, 1).await, upload(shop, Profile, 2).await);
    assert_eq!(condemned(shop).await, [begun.clone(), done.clone()]);
    shop.uploads.deleted(&done, later()).await.unwrap();
    let (by, now) = (sample_users::actor(), moments::now());
    for name in [&begun, &done] {
        assert!(matches!(shop.users.create(&with_face(name)).await, Err(RegisterUserError::PictureGone)));
        let change = ProfileChange { first_name: Some(sample_users::name("Sanduni")), ..to_face(name) };
        let refused = shop.users.update_profile(user.id, &change, None, now).await;
        assert!(matches!(refused, Err(UpdateProfileError::PictureGone)));
        let refused = shop.users.update_profile_as_admin(user.id, &change, None, &by, now).await;
        assert!(matches!(refused, Err(UpdateProfileError::PictureGone)));
        let images = vec![address("/images/", name)];
        assert!(matches!(shop.products.create(&showing(images.clone()), &by).await, Err(ProductError::PictureGone)));
        let refused = shop.products.update(&product.code, &with_images(images), &by, now).await;
        assert!(matches!(refused, Err(ProductError::PictureGone)));
    }
    let given = |number, code, name| ImportRow {
        details: DetailsEdit { images: Edit::Set(vec![address("/images/", name)]), ..DetailsEdit::default() },
        ..ImportRow::of(number, code)
    };
    let rows = vec![ImportRow::of(2, shop.add(sample_products::product("Lily")).await.code), given(3, product.code.clone(), &done)];
    let import = Arc::new(Import::new(rows, || sample_products::product("Any").id));
    let watcher: ImportWatcher = Arc::new(|_| {});
    let Err(ProductError::ImportRefused(plan)) = shop.products.import(&import, &by, now, &watcher).await else { panic!("imported") };
    assert_eq!(plan.problems.iter().map(|p| (p.row, p.column)).collect::<Vec<_>>(), [(3, Some(Column::Images))]);
    assert_eq!(shop.user_directory.by_email(&user.email).await.unwrap(), Some(user));
    assert_eq!(shop.product(&product).await, Some(product));
    let never = ImageName::for_upload(now, &unique::tag());
    shop.register(with_face(&never)).await;
}

fn with_images(images: Vec<PictureUrl>) -> ProductChange {
    ProductChange { details: DetailsEdit { images: Edit::Set(images), ..DetailsEdit::default() }, ..ProductChange::default() }
}

async fn reserve(shop: &Shop, by: Uploader, bytes: u64) -> (ReserveUploadOutcome, ImageName) {
    let new = NewUpload { by, bytes, ..new(Profile, 1) };
    (shop.uploads.reserve(&new).await.unwrap(), new.name)
}

/// Uploads of others and uploads in use do not count; a sweep frees space.
pub async fn what_a_user_leaves_pending_is_bounded(shop: &Shop) {
    let (one, other, admin) = (shop.customer().await, shop.customer().await, shop.admin().await);
    let (own, others) = (Uploader::Customer(one.id), Uploader::Customer(other.id));
    let (got, shown) = reserve(shop, own, 30 * MIB).await;
    assert_eq!(got, Reserved);
    assert_eq!(reserve(shop, own, 30 * MIB).await.0, ReserveUploadOutcome::NoRoom(NoRoom::OfOwn));
    shop.users.update_profile(one.id, &to_face(&shown), None, moments::now()).await.unwrap();
    assert_eq!(reserve(shop, own, 30 * MIB).await.0, Reserved, "what is shown is not pending");
    assert_eq!(reserve(shop, own, 30 * MIB).await.0, ReserveUploadOutcome::NoRoom(NoRoom::OfOwn));
    assert_eq!(reserve(shop, others, 30 * MIB).await.0, Reserved);
    assert_eq!(reserve(shop, Uploader::Admin(admin.id), 300 * MIB).await.0, Reserved);
    assert_eq!(condemned(shop).await.len(), 3);
    assert_eq!(reserve(shop, own, 30 * MIB).await.0, ReserveUploadOutcome::NoRoom(NoRoom::OfOwn), "the files are still there");
    swept(shop).await;
    assert_eq!(reserve(shop, own, 30 * MIB).await.0, Reserved);
}

/// The bound holds for any number of accounts; administrators are exempt.
pub async fn what_everybody_leaves_pending_is_bounded(shop: &Shop) {
    let full = ReserveUploadOutcome::NoRoom(NoRoom::OfOthers);
    assert_eq!(reserve(shop, Uploader::Stranger, 240 * MIB).await.0, Reserved);
    assert_eq!(reserve(shop, Uploader::Stranger, 20 * MIB).await.0, full);
    for _ in 0..16 {
        assert_eq!(reserve(shop, Uploader::Customer(shop.customer().await.id), 48 * MIB).await.0, Reserved);
    }
    assert_eq!(reserve(shop, Uploader::Customer(shop.customer().await.id), 48 * MIB).await.0, full);
    assert_eq!(reserve(shop, Uploader::Admin(shop.admin().await.id), 48 * MIB).await.0, Reserved);
}

/// Simultaneous uploads keep to the bound.
pub async fn uploads_at_once_keep_to_the_bound(shop: &Shop) {
    let by = Uploader::Customer(shop.customer().await.id);
    let wanting = (0..8).map(|_| {
        let shop = shop.clone();
        tokio::spawn(async move { reserve(&shop, by, 20 * MIB).await.0 })
    });
    let got = futures_util::future::try_join_all(wanting).await.unwrap();
    assert_eq!(got.iter().filter(|got| **got == Reserved).count(), 2, "{got:?}");
}

/// Pending uploads of a deleted user stay until the sweep, as uploads without an account.
pub async fn a_deleted_user_uploads_nothing(shop: &Shop) {
    let user = shop.customer().await;
    let by = Uploader::Customer(user.id);
    let (got, name) = reserve(shop, by, MIB).await;
    assert_eq!(got, Reserved);
    shop.users.delete(&user.email, &sample_users::actor(), moments::now()).await.unwrap();
    assert_eq!(reserve(shop, by, MIB).await.0, ReserveUploadOutcome::UploaderGone);
    assert_eq!(condemned(shop).await, [name]);
}
