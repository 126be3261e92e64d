//! The contract of [`domain::catalog::ports::ProductImporter`].

use std::sync::{Arc, Mutex};

use domain::catalog::ports::{ImportCounts, ImportProductsOutcome, ImportStep, ImportWatcher};
use domain::catalog::product::Product;
use domain::catalog::product_change::DetailsEdit;
use domain::catalog::product_code::ProductCode;
use domain::catalog::product_import::{Column, Import, ImportRow};
use domain::catalog::stock_movement::MovementReason;
use domain::catalog::weight::Weight;
use domain::orders::ports::PlaceOrderOutcome;
use domain::shared::edit::Edit;
use domain::shared::ids::ProductId;
use domain::shared::page::PageRequest;
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

async fn import(shop: &Shop, rows: Vec<ImportRow>) -> ImportProductsOutcome {
    shop.importer.import(&sheet(rows), &sample_users::actor(), moments::seconds_later(60), &unwatched()).await.unwrap()
}

async fn by_code(shop: &Shop, code: &ProductCode) -> Option<Product> {
    shop.catalogue.by_code(code, moments::now()).await.unwrap()
}

fn imported(created: usize, updated: usize, unchanged: usize) -> ImportProductsOutcome {
    ImportProductsOutcome::Imported(ImportCounts { created, updated, unchanged })
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
    assert_eq!(import(shop, vec![fresh.clone(), change, leave]).await, imported(1, 1, 1));
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
    assert_eq!(import(shop, vec![blank]).await, imported(0, 1, 0));
    assert_eq!(shop.product(&edited).await.unwrap().details.weight, None);
}

/// Imported products are found by their new names only.
pub async fn imported_products_are_found(shop: &Shop) {
    let product = shop.add(sample_products::full_product()).await;
    let renamed = ImportRow {
        details: DetailsEdit { name: Edit::Set(ProductName::parse("Sandalwood Ointment").unwrap()), ..DetailsEdit::default() },
        ..ImportRow::of(2, product.code.clone())
    };
    let row = new_row(3, "Pomegranate Scrub");
    import(shop, vec![renamed, row]).await;
    assert_eq!(shop.names(&sample_products::search("sandalw")).await, ["Sandalwood Ointment"]);
    assert_eq!(shop.names(&sample_products::search("pomegranat")).await, ["Pomegranate Scrub"]);
    assert_eq!(shop.names(&sample_products::search("pomegranite")).await, ["Pomegranate Scrub"], "typos are forgiven");
    // One word: of several, a search leaves out those that no product has.
    assert!(shop.names(&sample_products::search("velvet")).await.is_empty());
}

/// Problems are listed in the order of the rows, and nothing is written.
pub async fn one_problem_stops_the_whole_sheet(shop: &Shop) {
    let product = shop.add(sample_products::product("Rose")).await;
    let good = new_row(2, "Soap");
    let change = ImportRow { stock: Edit::Set(sample_products::stock(99)), ..ImportRow::of(3, product.code.clone()) };
    let mut bad = new_row(4, "Balm");
    bad.details.price = Edit::Keep;
    let ImportProductsOutcome::Refused(problems) = import(shop, vec![good.clone(), change, bad]).await else { panic!("imported") };
    assert_eq!(problems.iter().map(|p| (p.row, p.column)).collect::<Vec<_>>(), [(4, Some(Column::Price))]);
    assert_eq!(shop.product(&product).await, Some(product));
    assert_eq!(by_code(shop, &good.code).await, None);
}

/// A trial returns the answer of an import and writes nothing.
pub async fn checking_changes_nothing(shop: &Shop) {
    let product = shop.add(sample_products::product("Rose")).await;
    let row = new_row(2, "Soap");
    let change = ImportRow { stock: Edit::Set(sample_products::stock(99)), ..ImportRow::of(3, product.code.clone()) };
    let plan = shop.importer.check(&sheet(vec![row.clone(), change]), moments::now()).await.unwrap();
    assert_eq!(ImportCounts::from(&plan), ImportCounts { created: 1, updated: 1, unchanged: 0 });
    assert_eq!(plan.problems, []);
    assert_eq!(shop.product(&product).await, Some(product));
    assert_eq!(by_code(shop, &row.code).await, None);
}

/// Each movement has its actor.
pub async fn imported_stock_has_its_movements(shop: &Shop) {
    let product = shop.add(sample_products::product("Rose")).await;
    let row = new_row(2, "Soap");
    let change = ImportRow { stock: Edit::Set(sample_products::stock(25)), ..ImportRow::of(3, product.code.clone()) };
    let by = sample_users::actor();
    shop.importer.import(&sheet(vec![row.clone(), change]), &by, moments::now(), &unwatched()).await.unwrap();
    for (code, delta, after) in [(&row.code, 4, 4), (&product.code, 15, 25)] {
        let newest = shop.ledger.movements(code, &PageRequest::default()).await.unwrap().items.remove(0);
        assert_eq!((newest.reason, newest.delta, newest.stock_after), (MovementReason::Import, delta, sample_products::stock(after)));
        assert_eq!(newest.actor_email, by.email);
    }
}

/// Progress rises from nothing to the whole, and never falls.
pub async fn progress_is_told(shop: &Shop) {
    let rows: Vec<_> = (0..600).map(|n| new_row(n + 2, "Soap")).collect();
    let told = Arc::new(Mutex::new(Vec::new()));
    let sink = told.clone();
    let watcher: ImportWatcher = Arc::new(move |step| sink.lock().unwrap().push(step));
    let answer = shop.importer.import(&sheet(rows), &sample_users::actor(), moments::now(), &watcher).await.unwrap();
    assert_eq!(answer, imported(600, 0, 0));
    let steps: Vec<_> = told.lock().unwrap().clone();
    let done: Vec<_> =
        steps.iter().map(|s| if let ImportStep::Writing { done, total: 600 } = s { *done } else { panic!("{s:?}") }).collect();
    assert!(done.is_sorted() && done.len() >= 3 && done.first() == Some(&0) && done.last() == Some(&600), "{done:?}");
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
            assert_eq!(import(&shop, rows).await, imported(2, 12, 0));
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
        tokio::spawn(async move { import(&shop, vec![row]).await })
    });
    let answers = try_join_all(work).await.unwrap();
    assert_eq!(answers.iter().filter(|answer| **answer == imported(1, 0, 0)).count(), 1);
    assert_eq!(answers.iter().filter(|answer| **answer == imported(0, 0, 1)).count(), 3);
    assert_eq!(by_code(shop, &row.code).await.unwrap().stock, sample_products::stock(4));
}
