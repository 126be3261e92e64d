//! The contract of [`domain::catalog::ports::SearchSource`].

use std::collections::BTreeMap;

use domain::catalog::ports::{IdRange, ProductRevision, SearchableProduct, StockLevel};
use domain::catalog::product::Product;
use domain::orders::order::OrderDraft;
use domain::shared::ids::ProductId;
use domain::shared::order_status::OrderStatus;

use crate::contracts::Shop;
use crate::{moments, sample_orders, sample_products, sample_users, unique};

/// All revisions, read in pages of this many.
async fn revisions(shop: &Shop, limit: u32) -> Vec<ProductRevision> {
    revisions_in(shop, IdRange::default(), limit).await
}

async fn revisions_in(shop: &Shop, mut range: IdRange, limit: u32) -> Vec<ProductRevision> {
    let mut all: Vec<ProductRevision> = Vec::new();
    loop {
        range.after = all.last().map(|revision| revision.id).or(range.after);
        let page = shop.source.revisions(range, limit).await.unwrap();
        let is_last = page.len() < usize::try_from(limit).unwrap();
        all.extend(page);
        if is_last {
            return all;
        }
    }
}

/// What the revision of a product says.
fn revision_of(product: &Product) -> ProductRevision {
    ProductRevision { id: product.id, version: product.version, updated_at: product.updated_at, stock: product.stock.get() }
}

fn level_of(product: &Product) -> StockLevel {
    StockLevel { stock: product.stock.get(), sales: u32::try_from(product.total_sales).unwrap() }
}

/// The present state of a product.
async fn now(shop: &Shop, product: &Product) -> Product {
    shop.product(product).await.unwrap()
}

/// The id names the data, and stays whatever changes.
pub async fn a_catalogue_keeps_its_id(shop: &Shop) {
    let id = shop.source.catalogue_id().await.unwrap();
    assert!(!id.is_nil());
    shop.add(sample_products::product("Rose")).await;
    assert_eq!(shop.source.catalogue_id().await.unwrap(), id);
}

/// Pages of any size hold each product once, in the order of ids.
pub async fn revisions_are_paged_by_id(shop: &Shop) {
    assert_eq!(revisions(shop, 10).await, []);
    let mut expected = Vec::new();
    for name in ["Rose", "Soap", "Balm", "Oil", "Musk"] {
        expected.push(revision_of(&shop.add(sample_products::product(name)).await));
    }
    expected.sort_by_key(|revision| revision.id);
    for limit in [1, 2, 5, 10] {
        assert_eq!(revisions(shop, limit).await, expected, "pages of {limit}");
        let range = IdRange { after: Some(expected[0].id), until: Some(expected[3].id) };
        assert_eq!(revisions_in(shop, range, limit).await, expected[1..=3], "pages of {limit}");
    }
    for (range, rest) in [
        (IdRange { after: Some(expected[2].id), until: None }, &expected[3..]),
        (IdRange { after: None, until: Some(expected[2].id) }, &expected[..=2]),
        (IdRange { after: Some(expected[2].id), until: Some(expected[2].id) }, &[]),
    ] {
        assert_eq!(revisions_in(shop, range, 10).await, rest, "{range:?}");
    }
}

/// An edit changes version and moment, an order the stock alone.
pub async fn a_revision_is_the_products_present_one(shop: &Shop) {
    let (user, product) = (shop.customer().await, shop.add(sample_products::product("Rose")).await);
    let before = revisions(shop, 10).await;
    shop.place(&sample_orders::draft(&user, &[(&product, 3)])).await;
    let sold = revisions(shop, 10).await;
    assert_eq!(sold[0], ProductRevision { stock: 7, ..before[0] });
    let renamed = sample_products::renamed();
    shop.products.update(&product.code, &renamed, &sample_users::actor(), moments::seconds_later(60)).await.unwrap();
    assert_eq!(revisions(shop, 10).await, [revision_of(&now(shop, &product).await)]);
    assert_eq!(revisions(shop, 10).await[0], ProductRevision { version: 2, updated_at: moments::seconds_later(60), ..sold[0] });
    shop.products.delete(&product.code, &sample_users::actor(), moments::now()).await.unwrap();
    assert_eq!(revisions(shop, 10).await, []);
}

/// Products that do not exist are left out.
pub async fn products_are_those_of_the_catalogue(shop: &Shop) {
    let user = shop.customer().await;
    let (one, two) = (shop.add(sample_products::full_product()).await, shop.add(sample_products::product("Soap")).await);
    let gone = shop.add(sample_products::product("Balm")).await;
    shop.place(&sample_orders::draft(&user, &[(&one, 3)])).await;
    shop.products.delete(&gone.code, &sample_users::actor(), moments::now()).await.unwrap();
    let ids = [two.id, ProductId::new(unique::uuid()), one.id, gone.id];
    let mut read = shop.source.products(&ids).await.unwrap();
    read.sort_by_key(|product| product.id);
    let mut expected = [now(shop, &one).await, now(shop, &two).await];
    expected.sort_by_key(|product| product.id);
    assert_eq!(read, expected.iter().cloned().map(SearchableProduct::from).collect::<Vec<_>>());
    let levels: BTreeMap<_, _> = shop.source.levels(&ids, moments::now()).await.unwrap().into_iter().collect();
    assert_eq!(levels, expected.iter().map(|product| (product.id, level_of(product))).collect());
    assert_eq!(shop.source.products(&[]).await.unwrap(), []);
    assert_eq!(shop.source.levels(&[], moments::now()).await.unwrap(), []);
}

/// Sales are those of 30 days, without cancelled orders.
pub async fn sales_are_those_of_thirty_days(shop: &Shop) {
    let user = shop.customer().await;
    let (one, two) = (shop.add(sample_products::product("Rose")).await, shop.add(sample_products::product("Soap")).await);
    shop.add(sample_products::product("Balm")).await;
    for (days, units) in [(0, 1), (29, 2), (31, 4)] {
        let lines = [(&one, units)];
        shop.place(&OrderDraft { placed_at: moments::days_ago(days), ..sample_orders::draft(&user, &lines) }).await;
    }
    let order = shop.place(&sample_orders::draft(&user, &[(&one, 1), (&two, 2)])).await;
    let sales = async || -> BTreeMap<_, _> { shop.source.sales(moments::now()).await.unwrap().into_iter().collect() };
    assert_eq!(sales().await, BTreeMap::from([(one.id, 4), (two.id, 2)]));
    shop.set_status(&order, OrderStatus::Cancelled).await.unwrap();
    assert_eq!(sales().await, BTreeMap::from([(one.id, 3)]));
    let level = StockLevel { stock: now(shop, &one).await.stock.get(), sales: 3 };
    assert_eq!(shop.source.levels(&[one.id], moments::now()).await.unwrap(), [(one.id, level)]);
    assert!(revisions(shop, 10).await.iter().any(|revision| revision.id == one.id && revision.stock == level.stock));
}
