//! The contract of [`domain::catalog::ports::CatalogueChanges`] of one change after the other.

use domain::accounts::user::ProfileChange;
use domain::catalog::ports::{CatalogueChange, CatalogueMark};
use domain::orders::order_change::OrderChange;
use domain::orders::order_status::OrderStatus;
use domain::reviews::rating::Rating;
use domain::reviews::review::NewReview;
use domain::shared::ids::ReviewId;
use domain::shared::text::{PictureUrl, ReviewComment};

use crate::contracts::Shop;
use crate::{moments, sample_orders, sample_products, sample_users, unique};

/// Polls for changes, each time from the end of the last answer.
struct Watcher<'a> {
    shop: &'a Shop,
    mark: CatalogueMark,
}

impl<'a> Watcher<'a> {
    async fn new(shop: &'a Shop) -> Self {
        Self { shop, mark: shop.changes.since(None).await.unwrap().mark }
    }

    async fn change(&mut self) -> Option<CatalogueChange> {
        let news = self.shop.changes.since(Some(&self.mark)).await.unwrap();
        self.mark = news.mark;
        news.change
    }
}

/// A reader without a mark, or with an invalid one, is told that everything changed.
pub async fn whoever_knows_nothing_is_told_of_everything(shop: &Shop) {
    for nothing in [None, Some(&CatalogueMark("nonsense".to_owned()))] {
        assert_eq!(shop.changes.since(nothing).await.unwrap().change, Some(CatalogueChange::Content));
    }
}

/// Each reader is told of each change once.
pub async fn every_kind_of_change_is_told_once(shop: &Shop) {
    use CatalogueChange::{Content, Stock};
    let (mut watcher, mut other) = (Watcher::new(shop).await, Watcher::new(shop).await);
    let product = shop.add(sample_products::product("Rose water")).await;
    assert_eq!((watcher.change().await, watcher.change().await), (Some(Content), None));

    let user = shop.customer().await;
    assert_eq!(watcher.change().await, None, "the catalogue does not show customers");
    let order = shop.place(&sample_orders::draft(&user, &[(&product, 3)])).await;
    assert_eq!((watcher.change().await, watcher.change().await), (Some(Stock), None));
    let cancelled = OrderChange { status: Some(OrderStatus::Cancelled), ..OrderChange::default() };
    shop.orders.update(&order.id, &cancelled, &sample_users::actor(), moments::now()).await.unwrap();
    assert_eq!(watcher.change().await, Some(Stock));

    shop.products.update(&product.code, &sample_products::renamed(&product.details), &sample_users::actor(), moments::now()).await.unwrap();
    assert_eq!(watcher.change().await, Some(Content));
    let comment = ReviewComment::parse("Smells of rain.").unwrap();
    let rating = Rating::parse(5).unwrap();
    let review = NewReview { id: ReviewId::new(unique::uuid()), user_id: user.id, rating, comment, created_at: moments::now() };
    shop.reviews.add(&review).await.unwrap();
    assert_eq!(watcher.change().await, Some(Content));
    let renamed =
        ProfileChange { first_name: Some(sample_users::name("Kamala")), last_name: None, profile_picture: None, password_hash: None };
    shop.users.update_profile(user.id, &renamed, None, moments::now()).await.unwrap();
    assert_eq!(watcher.change().await, Some(Content), "reviews show their authors' names");
    shop.products.delete(&product.code, &sample_users::actor(), moments::now()).await.unwrap();
    assert_eq!(watcher.change().await, Some(Content));

    assert_eq!((other.change().await, other.change().await), (Some(Content), None));
}

/// A repeated edit without a change is not reported.
pub async fn what_changes_nothing_is_not_told(shop: &Shop) {
    let (user, silent) = (shop.customer().await, shop.customer().await);
    let product = shop.add(sample_products::product("Rose water")).await;
    let order = shop.place(&sample_orders::draft(&user, &[(&product, 3)])).await;
    let (comment, rating) = (ReviewComment::parse("Smells of rain.").unwrap(), Rating::parse(5).unwrap());
    let review = NewReview { id: ReviewId::new(unique::uuid()), user_id: user.id, rating, comment, created_at: moments::now() };
    shop.reviews.add(&review).await.unwrap();
    let mut watcher = Watcher::new(shop).await;
    let (by, now) = (sample_users::actor(), moments::seconds_later(60));
    shop.products.update(&product.code, &sample_products::no_change(&product.details), &by, now).await.unwrap();
    shop.orders.update(&order.id, &OrderChange { status: Some(order.status), ..OrderChange::default() }, &by, now).await.unwrap();
    shop.reviews.update(review.id, user.id, review.rating, &review.comment, now).await.unwrap();
    shop.reviews.delete(ReviewId::new(unique::uuid()), &by, now).await.unwrap();
    let same = ProfileChange { first_name: Some(user.first_name.clone()), ..ProfileChange::default() };
    shop.users.update_profile(user.id, &same, None, now).await.unwrap();
    let picture = PictureUrl::parse("/images/1-me.webp").ok();
    shop.users.update_profile(user.id, &ProfileChange { profile_picture: picture, ..same }, None, now).await.unwrap();
    for blocked in [true, true, false] {
        shop.users.set_blocked(&silent.email, blocked, &by, now).await.unwrap();
    }
    shop.users.delete(&silent.email, &by, now).await.unwrap();
    assert_eq!(watcher.change().await, None);
    shop.users.delete(&user.email, &by, now).await.unwrap();
    assert_eq!(watcher.change().await, Some(CatalogueChange::Content), "the review is gone");
}

/// Changes of sessions are not reported.
pub async fn what_the_catalogue_does_not_show_is_not_told(shop: &Shop) {
    let user = shop.customer().await;
    let mut watcher = Watcher::new(shop).await;
    let session = shop.session(&user).await;
    assert!(shop.is_in(&session).await);
    shop.sessions.revoke(session.id, moments::now()).await.unwrap();
    assert_eq!(watcher.change().await, None);
}
