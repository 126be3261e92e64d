//! Imports of [`domain::catalog::ports::ProductRepository`].

use std::sync::Arc;

use domain::catalog::product::{DetailsEdit, Product};
use domain::catalog::product_change::ProductError;
use domain::catalog::product_code::ProductCode;
use domain::catalog::product_import::{Import, ImportCounts, ImportRow, ImportWatcher};
use domain::catalog::weight::Weight;
use domain::orders::ports::PlaceOrderOutcome;
use domain::shared::edit::Edit;
use domain::shared::ids::ProductId;
use domain::shared::text::{Label, ProductName};
use futures_util::future::try_join_all;

use crate::contracts::Shop;
use crate::{moments, sample_orders, sample_products, sample_users, unique};

/// A row for a new product.
fn new_row(number: u32, name: &str) -> ImportRow {
    ImportRow {
        details: DetailsEdit {
            name: Edit::Set(ProductName::parse(name).unwrap()),
            price: Edit::Set(sample_products::rupees(500)),
            ..DetailsEdit::default()
        },
        stock: Edit::Set(sample_products::stock(4)),
        ..ImportRow::of(number, sample_products::code())
    }
}

fn sheet(rows: Vec<ImportRow>) -> Arc<Import> {
    Arc::new(Import::new(rows, || ProductId::new(unique::uuid())))
}

fn unwatched() -> ImportWatcher {
    Arc::new(|_| {})
}

async fn import(shop: &Shop, rows: Vec<ImportRow>) -> Result<ImportCounts, ProductError> {
    shop.products.import(&sheet(rows), &sample_users::actor(), moments::seconds_later(60), &unwatched()).await
}

async fn by_code(shop: &Shop, code: &ProductCode) -> Option<Product> {
    shop.products.by_code(code, moments::now()).await.unwrap()
}

fn imported(created: usize, updated: usize, unchanged: usize) -> ImportCounts {
    ImportCounts { created, updated, unchanged }
}

/// New rows are added and known ones edited, with ids in any case; rows without a change are not written.
pub async fn a_sheet_adds_edits_and_leaves_alone(shop: &Shop) {
    let (edited, same) = (shop.add(sample_products::full_product()).await, shop.add(sample_products::full_product()).await);
    let mut fresh = new_row(2, "Lotus Soap");
    fresh.details.weight = Edit::Set(Weight::parse(110).unwrap());
    let lower = ProductCode::parse(&edited.code.as_str().to_lowercase()).unwrap();
    let change = ImportRow {
        details: DetailsEdit {
            name: Edit::Set(ProductName::parse("Araliya Satin Lipstick").unwrap()),
            brand: Edit::Clear,
            weight: Edit::Set(Weight::parse(120).unwrap()),
            ..DetailsEdit::default()
        },
        stock: Edit::Set(sample_products::stock(3)),
        ..ImportRow::of(3, lower)
    };
    let leave = ImportRow {
        details: DetailsEdit { name: Edit::Set(same.details.name.clone()), ..DetailsEdit::default() },
        ..ImportRow::of(4, same.code.clone())
    };
    assert_eq!(import(shop, vec![fresh.clone(), change, leave]).await.unwrap(), imported(1, 1, 1));
    let added = by_code(shop, &fresh.code).await.unwrap();
    assert_eq!((added.details.name.as_str(), added.stock, added.version), ("Lotus Soap", sample_products::stock(4), 1));
    assert_eq!(added.details.weight.map(Weight::grams), Some(110));
    let after = shop.product(&edited).await.unwrap();
    assert_eq!((after.details.name.as_str(), after.details.brand.as_ref()), ("Araliya Satin Lipstick", None));
    assert_eq!((&after.details.images, &after.details.shade), (&edited.details.images, &edited.details.shade));
    assert_eq!(after.details.weight.map(Weight::grams), Some(120));
    assert_eq!((after.stock, after.version, after.updated_at), (sample_products::stock(3), 2, moments::seconds_later(60)));
    assert_eq!((after.id, after.code.as_str(), after.created_at), (edited.id, edited.code.as_str(), edited.created_at));
    assert_eq!(shop.product(&same).await, Some(same));
    let blank =
        ImportRow { details: DetailsEdit { weight: Edit::Clear, ..DetailsEdit::default() }, ..ImportRow::of(2, edited.code.clone()) };
    assert_eq!(import(shop, vec![blank]).await.unwrap(), imported(0, 1, 0));
    assert_eq!(shop.product(&edited).await.unwrap().details.weight, None);
}

/// Simultaneous imports, orders and edits have no deadlock and keep every invariant of the stock.
pub async fn importing_and_selling_at_once_lose_nothing(shop: &Shop) {
    let user = shop.customer().await;
    let mut products = Vec::new();
    for _ in 0..12 {
        products.push(shop.add(sample_products::with_stock(50, sample_products::product("Rose"))).await);
    }
    let selling = (0..24).map(|turn: usize| {
        let (shop, user, products) = (shop.clone(), user.clone(), products.clone());
        tokio::spawn(async move {
            let lines = [(&products[turn % 12], 1), (&products[(turn + 5) % 12], 2)];
            assert!(matches!(shop.orders.place(&sample_orders::draft(&user, &lines)).await.unwrap(), PlaceOrderOutcome::Placed(_)));
        })
    });
    // Each sheet was made at some moment: it changes the brand and says of the stock what it was then.
    let importing = (0..4).map(|turn| {
        let (shop, mut products) = (shop.clone(), products.clone());
        tokio::spawn(async move {
            if turn % 2 == 0 {
                products.reverse();
            }
            let brand = Label::parse(&format!("Brand {turn}")).unwrap();
            let row = |(number, product): (u32, &Product)| ImportRow {
                details: DetailsEdit { brand: Edit::Set(brand.clone()), ..DetailsEdit::default() },
                stock: Edit::Set(product.stock),
                expected_stock: Edit::Set(product.stock),
                ..ImportRow::of(number, product.code.clone())
            };
            let rows = (2..).zip(&products).map(row).chain([new_row(90, "Soap"), new_row(91, "Balm")]).collect();
            assert_eq!(import(&shop, rows).await.unwrap(), imported(2, 12, 0));
        })
    });
    let (sold, brought) = tokio::join!(try_join_all(selling), try_join_all(importing));
    sold.unwrap();
    brought.unwrap();
    for product in &products {
        assert_eq!(shop.stock(product).await, 44, "two of each line: 2 × 1 and 2 × 2 units went");
    }
}

/// Both imports end, and one product exists.
pub async fn two_sheets_with_one_new_product_make_one(shop: &Shop) {
    let row = new_row(2, "Soap");
    let work = (0..4).map(|_| {
        let (shop, row) = (shop.clone(), row.clone());
        tokio::spawn(async move { import(&shop, vec![row]).await.unwrap() })
    });
    let answers = try_join_all(work).await.unwrap();
    assert_eq!(answers.iter().filter(|answer| **answer == imported(1, 0, 0)).count(), 1);
    assert_eq!(answers.iter().filter(|answer| **answer == imported(0, 0, 1)).count(), 3);
    assert_eq!(by_code(shop, &row.code).await.unwrap().stock, sample_products::stock(4));
}
