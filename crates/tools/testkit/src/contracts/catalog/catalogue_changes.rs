//! The contract of [`domain::catalog::ports::ChangeFeed`] of one change after the other.

use std::sync::Arc;

use domain::accounts::user::ProfileChange;
use domain::catalog::ports::{CatalogueChange, ChangedProducts, FeedBatch, FeedCursor};
use domain::catalog::product::DetailsEdit;
use domain::catalog::product_change::{ProductChange, StockChange};
use domain::catalog::product_import::{Import, ImportRow};
use domain::catalog::stock_adjustment::{AdjustmentNote, StockAdjustment, StockDelta};
use domain::orders::order_edit::OrderEdit;
use domain::reviews::{NewReview, Rating};
use domain::shared::edit::Edit;
use domain::shared::ids::{ProductId, ReviewId};
use domain::shared::order_status::OrderStatus;
use domain::shared::text::{PictureUrl, ProductName, ReviewComment};

use crate::contracts::Shop;
use crate::{moments, sample_orders, sample_products, sample_users, unique};

/// Polls for changes, each time from the end of the last answer.
struct Watcher<'a> {
    shop: &'a Shop,
    cursor: FeedCursor,
}

impl<'a> Watcher<'a> {
    async fn new(shop: &'a Shop) -> Self {
        Self { shop, cursor: shop.changes.since(None).await.unwrap().cursor }
    }

    async fn batch(&mut self) -> FeedBatch {
        let batch = self.shop.changes.since(Some(&self.cursor)).await.unwrap();
        self.cursor = batch.cursor.clone();
        batch
    }

    async fn change(&mut self) -> Option<CatalogueChange> {
        self.batch().await.change
    }

    /// The products that were edited and those that were sold, each in the order of their ids.
    async fn products(&mut self) -> (Vec<ProductId>, Vec<ProductId>) {
        match self.batch().await.products {
            ChangedProducts::Known { mut edited, mut sold } => {
                edited.sort_unstable();
                sold.sort_unstable();
                (edited, sold)
            }
            ChangedProducts::Unknown => panic!("the store forgot its changes"),
        }
    }
}

/// A reader without a cursor, or with an invalid one, is told that everything changed.
pub async fn whoever_knows_nothing_is_told_of_everything(shop: &Shop) {
    for nothing in [None, Some(&FeedCursor("nonsense".to_owned()))] {
        let batch = shop.changes.since(nothing).await.unwrap();
        assert_eq!((batch.change, batch.products), (Some(CatalogueChange::Content), ChangedProducts::Unknown));
    }
}

/// An edit names its product, whatever the number of edits; a change of stock says so.
pub async fn an_edit_names_its_product(shop: &Shop) {
    let (by, now) = (sample_users::actor(), moments::now());
    let other = shop.add(sample_products::product("Lip balm")).await;
    let mut watcher = Watcher::new(shop).await;
    let product = shop.add(sample_products::product("Rose water")).await;
    assert_eq!(watcher.products().await, (vec![product.id], vec![]));
    for name in ["Rose oil", "Rose soap"] {
        let details = DetailsEdit { name: Edit::Set(ProductName::parse(name).unwrap()), ..DetailsEdit::default() };
        let change = ProductChange { details, ..ProductChange::default() };
        shop.products.update(&product.code, &change, &by, now).await.unwrap();
    }
    assert_eq!(watcher.products().await, (vec![product.id], vec![]));
    let stock = Some(StockChange { to: sample_products::stock(3), expected: None });
    let change = ProductChange { stock, ..ProductChange::default() };
    shop.products.update(&product.code, &change, &by, now).await.unwrap();
    assert_eq!(watcher.products().await, (vec![product.id], vec![product.id]));
    let note = AdjustmentNote::parse("Counted the shelf").unwrap();
    let adjustment = StockAdjustment { delta: StockDelta::parse(-1).unwrap(), note, expected: None };
    shop.products.adjust_stock(&other.code, &adjustment, &by, now).await.unwrap();
    assert_eq!(watcher.products().await, (vec![], vec![other.id]));
    shop.products.delete(&product.code, &by, now).await.unwrap();
    assert_eq!(watcher.products().await, (vec![product.id], vec![]));
    assert_eq!(watcher.products().await, (vec![], vec![]));
}

/// An order names the products that it takes from the shelf, and its cancellation those that it puts back.
pub async fn an_order_names_its_products(shop: &Shop) {
    let user = shop.customer().await;
    let (one, two) = (shop.add(sample_products::product("Rose water")).await, shop.add(sample_products::product("Lip balm")).await);
    shop.add(sample_products::product("Soap")).await;
    let mut watcher = Watcher::new(shop).await;
    let order = shop.place(&sample_orders::draft(&user, &[(&one, 3), (&two, 1)])).await;
    let mut both = vec![one.id, two.id];
    both.sort_unstable();
    assert_eq!(watcher.products().await, (vec![], both.clone()));
    shop.set_status(&order, OrderStatus::Cancelled).await.unwrap();
    assert_eq!(watcher.products().await, (vec![], both));
}

/// An import names the products that it adds and edits, and not those that it leaves alone.
pub async fn an_import_names_its_products(shop: &Shop) {
    let (product, same) = (shop.add(sample_products::product("Rose water")).await, shop.add(sample_products::product("Soap")).await);
    let named = |name| Edit::Set(ProductName::parse(name).unwrap());
    let (price, stock) = (Edit::Set(sample_products::rupees(500)), Edit::Set(sample_products::stock(4)));
    let rows = vec![
        ImportRow { details: DetailsEdit { name: named("Rose oil"), ..DetailsEdit::default() }, ..ImportRow::of(2, product.code.clone()) },
        ImportRow { details: DetailsEdit { name: named("Soap"), ..DetailsEdit::default() }, ..ImportRow::of(3, same.code.clone()) },
        ImportRow {
            details: DetailsEdit { name: named("Balm"), price, ..DetailsEdit::default() },
            stock,
            ..ImportRow::of(4, sample_products::code())
        },
    ];
    let sheet = Arc::new(Import::new(rows, || ProductId::new(unique::uuid())));
    let mut watcher = Watcher::new(shop).await;
    shop.products.import(&sheet, &sample_users::actor(), moments::seconds_later(60), &(Arc::new(|_| {}) as _)).await.unwrap();
    let (edited, sold) = watcher.products().await;
    assert!(edited.len() == 2 && edited.contains(&product.id) && !edited.contains(&same.id), "{edited:?}");
    assert_eq!(sold, []);
}

/// Reviews and the names under them belong to the public catalogue, but to no product.
pub async fn a_review_names_no_product(shop: &Shop) {
    let user = shop.customer().await;
    shop.add(sample_products::product("Rose water")).await;
    let mut watcher = Watcher::new(shop).await;
    let (comment, rating) = (ReviewComment::parse("Smells of rain.").unwrap(), Rating::parse(5).unwrap());
    let review = NewReview { id: ReviewId::new(unique::uuid()), user_id: user.id, rating, comment, created_at: moments::now() };
    shop.reviews.add(&review).await.unwrap();
    let batch = watcher.batch().await;
    assert_eq!((batch.change, batch.products), (Some(CatalogueChange::Content), ChangedProducts::none()));
    let batch = watcher.batch().await;
    assert_eq!((batch.change, batch.products), (None, ChangedProducts::none()));
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
    shop.set_status(&order, OrderStatus::Cancelled).await.unwrap();
    assert_eq!(watcher.change().await, Some(Stock));

    shop.products.update(&product.code, &sample_products::renamed(), &sample_users::actor(), moments::now()).await.unwrap();
    assert_eq!(watcher.change().await, Some(Content));
    let comment = ReviewComment::parse("Smells of rain.").unwrap();
    let rating = Rating::parse(5).unwrap();
    let review = NewReview { id: ReviewId::new(unique::uuid()), user_id: user.id, rating, comment, created_at: moments::now() };
    shop.reviews.add(&review).await.unwrap();
    assert_eq!(watcher.change().await, Some(Content));
    let renamed = ProfileChange { first_name: Some(sample_users::name("Kamala")), ..ProfileChange::default() };
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
    shop.products.update(&product.code, &ProductChange::default(), &by, now).await.unwrap();
    shop.edit(&order.id, &OrderEdit { status: Some(order.status), ..OrderEdit::default() }, &by, now).await.unwrap();
    shop.reviews.change(review.id, Box::new(|review| Ok(review.clone()))).await.unwrap();
    shop.reviews.delete(ReviewId::new(unique::uuid()), &by, now).await.unwrap_err();
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
