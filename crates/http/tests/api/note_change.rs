//! Which requests start a new version of the catalogue.

use domain::accounts::ports::UpdatedUser;
use domain::reviews::{Rating, Review};
use domain::shared::edit::Saved;
use domain::shared::ids::ReviewId;
use domain::shared::text::ReviewComment;
use serde_json::json;
use testkit::{moments, sample_orders, sample_products};

use crate::people::customer;
use crate::products::kept;
use crate::shop::Shop;
use crate::wire::{By as _, get, post, put};

#[actix_web::test]
async fn an_edit_that_changed_nothing_leaves_everything_good() {
    let mut shop = Shop::new();
    let product = kept(sample_products::product("Rose water"));
    let order = sample_orders::draft(&customer().user, &[]).into_order();
    let review = Review {
        id: ReviewId::new(customer().user.id.uuid()),
        user_id: customer().user.id,
        name: "Nimali Perera".into(),
        email: customer().user.email,
        rating: Rating::parse(4).unwrap(),
        comment: ReviewComment::parse("Lovely").unwrap(),
        created_at: moments::now(),
        updated_at: moments::now(),
    };
    let user = customer().user;
    // The first time nothing changes, the second time something does.
    let mut of_product = vec![true, false];
    let mut of_order = vec![true, false];
    let changed = order.clone();
    let mut of_review = vec![true, false];
    let mut of_profile = vec![true, false];
    shop.products.expect_update().returning(move |_, _, _, _| Ok(Saved { value: product.clone(), is_changed: of_product.pop().unwrap() }));
    shop.orders.expect_change().returning(move |_, _, _, _| Ok(Saved { value: changed.clone(), is_changed: of_order.pop().unwrap() }));
    shop.reviews.expect_change().returning(move |_, _| Ok(Saved { value: review.clone(), is_changed: of_review.pop().unwrap() }));
    shop.users
        .expect_update_profile()
        .returning(move |_, _, _, _| Ok(UpdatedUser { user: user.clone(), is_shown: of_profile.pop().unwrap() }));
    let shop = shop.open().await;
    let price = json!({"productName": "Rose water", "price": 1, "lastPrice": 1});
    let words = json!({"reviewId": "00000000-0000-0000-0000-000000000007", "rating": 2, "comment": "Meh"});
    for (path, body, token) in [
        ("/api/products/update/ARA-1".to_owned(), price, "admin"),
        (format!("/api/orders/{}", order.id), json!({"notes": "Ring twice"}), "admin"),
        ("/api/reviews/update".to_owned(), words, "customer"),
        (format!("/api/users/update/{}", customer().user.email), json!({"firstName": "Nimali"}), "customer"),
    ] {
        let ask = || if token == "customer" && path.starts_with("/api/reviews") { post(&path, &body) } else { put(&path, &body) };
        for is_changed in [false, true] {
            let before = shop.catalogue_version.current();
            assert_eq!(shop.answer(ask().by(token)).await.status, 200, "{path}");
            assert_eq!(shop.catalogue_version.current() != before, is_changed, "{path}");
        }
    }
}

#[actix_web::test]
async fn no_spelling_of_an_address_makes_a_change_of_what_is_none() {
    let shop = Shop::new().open().await;
    let before = shop.catalogue_version.current();
    for path in ["/api/orders/%71uote", "/api/users/forgot-passwor%64", "/api/users/%6cogin"] {
        shop.answer(post(path, &json!({}))).await;
        assert_eq!(shop.catalogue_version.current(), before, "{path}");
    }
    assert_eq!(shop.answer(get("/%61pi/nope")).await.problem(404), "request.no_such_route");
}
