//! The contract of [`domain::catalog::ports::ProductRepository`].

use domain::catalog::ports::{CreateProductOutcome, UpdateProductOutcome};
use domain::catalog::product::{Edit, NewProduct, Product, ProductChange, StockChange};
use domain::catalog::product_code::ProductCode;
use domain::catalog::weight::Weight;
use domain::shared::text::{AltName, Description, PictureUrl, ProductName};

use crate::contracts::Shop;
use crate::{moments, sample_products, sample_users};

/// Every field is stored unchanged.
pub async fn a_product_is_kept_with_everything(shop: &Shop) {
    for new in [
        sample_products::full_product(),
        sample_products::product("Plain Soap"),
        sample_products::with_stock(0, sample_products::product("Sold Out")),
    ] {
        let created = shop.add(new.clone()).await;
        let expected = Product::from(new);
        assert_eq!(created, expected);
        assert_eq!(shop.product(&created).await, Some(expected));
    }
}

/// A code is unique without case, and found in any case.
pub async fn a_code_is_taken_whatever_its_case(shop: &Shop) {
    let first = shop.add(NewProduct { code: ProductCode::parse("Rose-1").unwrap(), ..sample_products::product("Rose") }).await;
    let same = NewProduct { code: ProductCode::parse("rOSE-1").unwrap(), ..sample_products::product("Another") };
    assert_eq!(shop.products.create(&same, &sample_users::actor()).await.unwrap(), CreateProductOutcome::CodeTaken);
    let found = shop.catalogue.by_code(&same.code, moments::now()).await.unwrap().unwrap();
    assert_eq!((found.id, found.code.as_str()), (first.id, "Rose-1"));
    assert_eq!(shop.catalogue.by_code(&ProductCode::parse("rose-2").unwrap(), moments::now()).await.unwrap(), None);
}

/// The other simultaneous products are refused.
pub async fn two_products_at_once_with_one_code_make_one(shop: &Shop) {
    let code = sample_products::code();
    let attempts = (0..8).map(|_| {
        let (shop, product) = (shop.clone(), NewProduct { code: code.clone(), ..sample_products::product("Rose") });
        tokio::spawn(async move { shop.products.create(&product, &sample_users::actor()).await.unwrap() })
    });
    let answers = futures_util::future::try_join_all(attempts).await.unwrap();
    assert_eq!(answers.iter().filter(|a| matches!(a, CreateProductOutcome::Created(_))).count(), 1);
}

/// An edit writes the given fields, the version and the time.
pub async fn an_edit_changes_what_it_says(shop: &Shop) {
    let product = shop.add(sample_products::full_product()).await;
    let target = sample_products::product("Araliya Satin Lipstick").details;
    let change = ProductChange {
        name: target.name.clone(),
        alt_names: Some(vec![AltName::parse("Satin").unwrap()]),
        images: vec![PictureUrl::parse("/images/3-c.webp").unwrap()],
        description: Some(Description::parse("Shiny").unwrap()),
        prices: target.prices,
        stock: Some(StockChange { to: sample_products::stock(3), expected: Some(product.stock) }),
        expected_version: Some(1),
        ..sample_products::no_change(&product.details)
    };
    let later = moments::seconds_later(60);
    let expected = Product {
        details: change.clone().apply(product.details.clone()),
        stock: sample_products::stock(3),
        version: 2,
        updated_at: later,
        ..product.clone()
    };
    let answer = shop.products.update(&product.code, &change, &sample_users::actor(), later).await.unwrap();
    assert_eq!(answer, UpdateProductOutcome::Updated(expected.clone()));
    assert_eq!(shop.product(&product).await, Some(expected));
}

/// A form that is saved without a change writes neither version nor time.
pub async fn an_edit_to_what_is_there_writes_nothing(shop: &Shop) {
    let product = shop.add(sample_products::full_product()).await;
    let said = ProductChange {
        images: product.details.images.clone(),
        brand: product.details.brand.clone().map_or(Edit::Clear, Edit::Set),
        stock: Some(StockChange { to: product.stock, expected: Some(product.stock) }),
        expected_version: Some(1),
        ..sample_products::no_change(&product.details)
    };
    for change in [sample_products::no_change(&product.details), said] {
        let answer = shop.products.update(&product.code, &change, &sample_users::actor(), moments::seconds_later(60)).await.unwrap();
        assert_eq!(answer, UpdateProductOutcome::Unchanged(product.clone()));
    }
    assert_eq!(shop.product(&product).await, Some(product));
}

/// `Keep` keeps, `Set` sets and `Clear` clears a field; an edit without pictures keeps the present ones.
pub async fn optional_fields_are_kept_set_and_cleared(shop: &Shop) {
    let product = shop.add(sample_products::full_product()).await;
    let change = ProductChange {
        brand: Edit::Clear,
        category: Edit::Set(sample_products::label("Lips")),
        shade: Edit::Clear,
        weight: Edit::Clear,
        alt_names: Some(Vec::new()),
        ..sample_products::no_change(&product.details)
    };
    let changed = update(shop, &product, &change).await;
    assert_eq!((changed.details.brand, changed.details.shade, changed.details.weight), (None, None, None));
    let heavy = Weight::parse(2_500).unwrap();
    for weight in [Edit::Set(heavy), Edit::Set(Weight::parse(90).unwrap()), Edit::Clear] {
        let expected = weight.clone().apply(changed.details.weight);
        let change = ProductChange { weight, ..sample_products::no_change(&product.details) };
        assert_eq!(update(shop, &product, &change).await.details.weight, expected);
        assert_eq!(shop.product(&product).await.unwrap().details.weight, expected);
        let offers = shop.catalogue.offers(std::slice::from_ref(&product.code)).await.unwrap();
        assert_eq!(offers[0].weight, expected.unwrap_or_default(), "deliveries by weight count it");
    }
    assert_eq!((changed.details.category, changed.details.family), (Some(sample_products::label("Lips")), product.details.family));
    assert_eq!((changed.details.alt_names, changed.details.images), (Vec::new(), product.details.images));
}

/// The present product is returned, and nothing is written.
pub async fn an_edit_of_another_version_is_refused(shop: &Shop) {
    let product = shop.add(sample_products::product("Rose")).await;
    let current = update(shop, &product, &sample_products::renamed(&product.details)).await;
    let stale = ProductChange {
        name: ProductName::parse("Stale").unwrap(),
        expected_version: Some(1),
        ..sample_products::no_change(&product.details)
    };
    let answer = shop.products.update(&product.code, &stale, &sample_users::actor(), moments::now()).await.unwrap();
    assert_eq!(answer, UpdateProductOutcome::VersionConflict(current.clone()));
    assert_eq!(shop.product(&product).await, Some(current));
}

/// The present stock is returned, and nothing is written; without an expected stock the edit overwrites it.
pub async fn an_edit_of_another_stock_is_refused(shop: &Shop) {
    let product = shop.add(sample_products::product("Rose")).await;
    let to = |units, expected: Option<i64>| ProductChange {
        stock: Some(StockChange { to: sample_products::stock(units), expected: expected.map(sample_products::stock) }),
        ..sample_products::no_change(&product.details)
    };
    let answer = shop.products.update(&product.code, &to(50, Some(9)), &sample_users::actor(), moments::now()).await.unwrap();
    assert_eq!(answer, UpdateProductOutcome::StockChanged(sample_products::stock(10)));
    assert_eq!(shop.product(&product).await, Some(product.clone()));
    assert_eq!(update(shop, &product, &to(50, Some(10))).await.stock, sample_products::stock(50));
    assert_eq!(update(shop, &product, &to(0, None)).await.stock, sample_products::stock(0));
}

/// No two simultaneous edits get the same version.
pub async fn edits_at_once_are_all_counted(shop: &Shop) {
    let product = shop.add(sample_products::product("Rose")).await;
    let edits = (0..8).map(|_| {
        let (shop, product) = (shop.clone(), product.clone());
        tokio::spawn(async move { update(&shop, &product, &sample_products::renamed(&product.details)).await.version })
    });
    let mut versions = futures_util::future::try_join_all(edits).await.unwrap();
    versions.sort_unstable();
    assert_eq!(versions, (2..10).collect::<Vec<_>>());
}

/// A deleted product can be neither edited nor deleted again; its code is free.
pub async fn a_product_that_is_gone_cannot_change(shop: &Shop) {
    let product = shop.add(sample_products::product("Rose")).await;
    let by = sample_users::actor();
    assert!(shop.products.delete(&product.code, &by, moments::now()).await.unwrap());
    assert!(!shop.products.delete(&product.code, &by, moments::now()).await.unwrap());
    let change = sample_products::no_change(&product.details);
    assert_eq!(shop.products.update(&product.code, &change, &by, moments::now()).await.unwrap(), UpdateProductOutcome::NotFound);
    assert_eq!(shop.product(&product).await, None);
    let again = shop.add(NewProduct { code: product.code, ..sample_products::product("Rose again") }).await;
    assert_ne!(again.id, product.id);
}

async fn update(shop: &Shop, product: &Product, change: &ProductChange) -> Product {
    match shop.products.update(&product.code, change, &sample_users::actor(), moments::now()).await.unwrap() {
        UpdateProductOutcome::Updated(product) => product,
        other => panic!("not updated: {other:?}"),
    }
}
