//! Edits that keep the last price, on mocked ports.

use domain::catalog::ports::{MockProductCatalogue, MockProductRepository};
use domain::catalog::product::StockChange;
use domain::catalog::weight::Weight;
use domain::shared::edit::Edit;
use domain::shared::error::{ErrorKind, FeatureError as _};
use testkit::sample_products;

use super::*;
use crate::samples::{actor, admin, clock};

/// A product of 100 rupees that costs `last_price` now, in this version.
fn present(last_price: i64, version: i32) -> Product {
    let new =
        sample_products::priced(sample_products::rupees(100), sample_products::rupees(last_price), sample_products::product("Rose water"));
    Product { version, ..Product::from(new) }
}

/// A catalogue that returns these products one after the other, then always the last one.
fn showing(products: Vec<Product>) -> ShowProduct {
    let mut products: Vec<Product> = products.into_iter().rev().collect();
    let mut catalogue = MockProductCatalogue::new();
    catalogue.expect_by_code().returning(move |_, _| Ok(if products.len() > 1 { products.pop() } else { products.first().cloned() }));
    ShowProduct::new(Arc::new(catalogue), clock())
}

/// A store whose product has this version.
fn holding(version: i32) -> EditProduct {
    let mut products = MockProductRepository::new();
    products.expect_update().returning(move |_, change, _, _| {
        let product = present(100, version);
        if change.expected_version.is_some_and(|v| v != version) {
            return Ok(UpdateProductOutcome::VersionConflict(product));
        }
        Ok(UpdateProductOutcome::Updated(Product { details: change.clone().apply(product.details.clone()), ..product }))
    });
    EditProduct::new(Arc::new(products), clock())
}

async fn edit(products: &EditProduct, shown: &ShowProduct, price: i64, expected_version: Option<i32>) -> Result<Product, EditProductError> {
    let details = present(100, 1).details;
    let change = move |prices| ProductChange { prices, expected_version, ..sample_products::no_change(&details) };
    let edited =
        products.run_keeping_last_price(shown, &actor(&admin()), &sample_products::code(), sample_products::rupees(price), change).await?;
    Ok(edited.thing)
}

#[tokio::test]
async fn the_last_price_stays() {
    let edited = edit(&holding(1), &showing(vec![present(80, 1)]), 90, None).await.unwrap();
    assert_eq!(
        (edited.details.prices.price(), edited.details.prices.last_price()),
        (sample_products::rupees(90), sample_products::rupees(80))
    );
}

#[tokio::test]
async fn another_price_alone_begins_no_sale() {
    for price in [120, 90] {
        let edited = edit(&holding(1), &showing(vec![present(100, 1)]), price, None).await.unwrap();
        let prices = edited.details.prices;
        assert_eq!((prices.price(), prices.last_price()), (sample_products::rupees(price), sample_products::rupees(price)));
    }
}

#[tokio::test]
async fn a_price_below_the_last_price_is_refused() {
    let refused = edit(&holding(1), &showing(vec![present(80, 1)]), 79, None).await.unwrap_err();
    assert!(matches!(refused, EditProductError::Prices(PricesError::LastPriceAbovePrice)));
    assert_eq!(refused.kind(), ErrorKind::Invalid);
}

#[tokio::test]
async fn an_edit_in_between_is_taken_into_account() {
    let shown = showing(vec![present(80, 1), present(70, 2)]);
    let edited = edit(&holding(2), &shown, 90, None).await.unwrap();
    assert_eq!(edited.details.prices.last_price(), sample_products::rupees(70));
}

#[tokio::test]
async fn an_edit_that_names_its_version_is_refused_at_once() {
    let shown = showing(vec![present(80, 1), present(70, 2)]);
    let refused = edit(&holding(2), &shown, 90, Some(1)).await.unwrap_err();
    assert!(matches!(refused, EditProductError::VersionConflict(_)));
}

#[tokio::test]
async fn a_stale_edit_is_a_conflict_with_any_price() {
    // Read at 100 and 90; edited to 200 and 150 since.
    let new = sample_products::priced(sample_products::rupees(200), sample_products::rupees(150), sample_products::product("Rose water"));
    let edited = Product { details: new.details, ..present(90, 4) };
    let refused = edit(&holding(4), &showing(vec![edited.clone()]), 120, Some(3)).await.unwrap_err();
    assert!(matches!(refused, EditProductError::VersionConflict(shown) if *shown == edited));
}

#[tokio::test]
async fn a_product_that_never_rests_is_given_up_on() {
    let refused = edit(&holding(2), &showing(vec![present(80, 1)]), 90, None).await.unwrap_err();
    assert!(matches!(refused, EditProductError::VersionConflict(_)));
}

#[tokio::test]
async fn an_absent_product_is_not_found() {
    let mut catalogue = MockProductCatalogue::new();
    catalogue.expect_by_code().returning(|_, _| Ok(None));
    let shown = ShowProduct::new(Arc::new(catalogue), clock());
    assert!(matches!(edit(&holding(1), &shown, 90, None).await, Err(EditProductError::NotFound)));
}

#[tokio::test]
async fn a_description_keeps_price_and_stock() {
    let present = || present(80, 3);
    let (code, rupees) = (sample_products::code(), sample_products::rupees);
    let stock = |to: i64, expected: Option<i64>| {
        let parse = |units| Stock::parse(units).unwrap();
        Some(StockChange { to: parse(to), expected: expected.map(parse) })
    };
    let kept = i64::from(present().stock.get());
    for (price, last_price, stock, may) in [
        (100, None, None, true),
        (100, Some(80), None, true),
        (100, None, stock(kept, None), true),
        (100, Some(80), stock(kept + 9, Some(kept + 9)), true),
        (99, None, None, false),
        (100, Some(79), None, false),
        (100, Some(80), stock(kept + 1, None), false),
        (100, Some(80), stock(kept, Some(kept + 1)), false),
    ] {
        let details = present().details;
        let change = move |prices| ProductChange { prices, stock, ..sample_products::no_change(&details) };
        let wanted = (rupees(price), last_price.map(rupees));
        let edited = holding(3).run_describing(&showing(vec![present()]), &actor(&admin()), &code, wanted, change).await;
        match edited {
            Ok(edited) => assert!(may && edited.thing.details.prices == present().details.prices, "{price} {last_price:?} {stock:?}"),
            Err(refused) => assert!(!may && refused.code() == "auth.role_forbidden", "{price} {last_price:?} {stock:?}: {refused:?}"),
        }
    }
}

/// What deliveries cost follows from it.
#[tokio::test]
async fn a_description_keeps_the_weight() {
    let details = present(80, 1).details;
    let change =
        move |prices| ProductChange { prices, weight: Edit::Set(Weight::parse(1).unwrap()), ..sample_products::no_change(&details) };
    let (by, code, wanted) = (actor(&admin()), sample_products::code(), (sample_products::rupees(100), None));
    let refused = holding(2).run_describing(&showing(vec![present(80, 1)]), &by, &code, wanted, change).await.unwrap_err();
    assert_eq!(refused.code(), "auth.role_forbidden");
}

#[tokio::test]
async fn a_description_of_another_version_is_refused() {
    let details = present(80, 1).details;
    let change = move |prices| ProductChange { prices, expected_version: Some(1), ..sample_products::no_change(&details) };
    let (by, code, wanted) = (actor(&admin()), sample_products::code(), (sample_products::rupees(1), None));
    let refused = holding(2).run_describing(&showing(vec![present(80, 2)]), &by, &code, wanted, change).await.unwrap_err();
    assert_eq!(refused.code(), "product.version_conflict");
}
