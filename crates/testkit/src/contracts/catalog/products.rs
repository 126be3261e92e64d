//! What [`domain::catalog::ports::ProductRepository`] promises.

use domain::catalog::ports::{CreateProduct, UpdateProduct};
use domain::catalog::product::{Edit, NewProduct, Product, ProductChange, StockChange};
use domain::catalog::product_code::ProductCode;
use domain::shared::text::{AltName, Description, PictureUrl, ProductName};

use crate::contracts::Shop;
use crate::{goods, moments, people};

/// Nothing is lost or changed on the way.
pub async fn a_product_is_kept_with_everything(shop: &Shop) {
    for new in [goods::full_product(), goods::product("Plain Soap"), goods::with_stock(0, goods::product("Sold Out"))] {
        let created = shop.add(new.clone()).await;
        let expected = Product {
            id: new.id,
            code: new.code,
            details: new.details,
            stock: new.stock,
            total_sales: 0,
            version: 1,
            created_at: new.created_at,
            updated_at: new.created_at,
        };
        assert_eq!(created, expected);
        assert_eq!(shop.product(&created).await, Some(expected));
    }
}

/// And found whatever its case.
pub async fn a_code_is_taken_whatever_its_case(shop: &Shop) {
    let first = shop.add(NewProduct { code: ProductCode::parse("Rose-1").unwrap(), ..goods::product("Rose") }).await;
    let same = NewProduct { code: ProductCode::parse("rOSE-1").unwrap(), ..goods::product("Another") };
    assert_eq!(shop.products.create(&same, &people::actor()).await.unwrap(), CreateProduct::CodeTaken);
    let found = shop.catalogue.by_code(&same.code, moments::now()).await.unwrap().unwrap();
    assert_eq!((found.id, found.code.as_str()), (first.id, "Rose-1"));
    assert_eq!(shop.catalogue.by_code(&ProductCode::parse("rose-2").unwrap(), moments::now()).await.unwrap(), None);
}

/// The others are told it is taken.
pub async fn two_products_at_once_with_one_code_make_one(shop: &Shop) {
    let code = goods::code();
    let attempts = (0..8).map(|_| {
        let (shop, product) = (shop.clone(), NewProduct { code: code.clone(), ..goods::product("Rose") });
        tokio::spawn(async move { shop.products.create(&product, &people::actor()).await.unwrap() })
    });
    let answers = futures_util::future::try_join_all(attempts).await.unwrap();
    assert_eq!(answers.iter().filter(|a| matches!(a, CreateProduct::Created(_))).count(), 1);
}

/// Everything that is said, the version, and the moment.
pub async fn an_edit_changes_what_it_says(shop: &Shop) {
    let product = shop.add(goods::full_product()).await;
    let target = goods::product("Araliya Satin Lipstick").details;
    let change = ProductChange {
        name: target.name.clone(),
        alt_names: Some(vec![AltName::parse("Satin").unwrap()]),
        images: vec![PictureUrl::parse("/images/3-c.webp").unwrap()],
        description: Some(Description::parse("Shiny").unwrap()),
        prices: target.prices,
        stock: Some(StockChange { to: goods::stock(3), expected: Some(product.stock) }),
        expected_version: Some(1),
        ..goods::no_change(&product.details)
    };
    let later = moments::seconds_later(60);
    let expected = Product {
        details: change.clone().apply(product.details.clone()),
        stock: goods::stock(3),
        version: 2,
        updated_at: later,
        ..product.clone()
    };
    let answer = shop.products.update(&product.code, &change, &people::actor(), later).await.unwrap();
    assert_eq!(answer, UpdateProduct::Updated(expected.clone()));
    assert_eq!(shop.product(&product).await, Some(expected));
}

/// Neither a version nor a moment: as a form sends it that somebody saves without a change.
pub async fn an_edit_to_what_is_there_writes_nothing(shop: &Shop) {
    let product = shop.add(goods::full_product()).await;
    let said = ProductChange {
        images: product.details.images.clone(),
        brand: product.details.brand.clone().map_or(Edit::Clear, Edit::Set),
        stock: Some(StockChange { to: product.stock, expected: Some(product.stock) }),
        expected_version: Some(1),
        ..goods::no_change(&product.details)
    };
    for change in [goods::no_change(&product.details), said] {
        let answer = shop.products.update(&product.code, &change, &people::actor(), moments::seconds_later(60)).await.unwrap();
        assert_eq!(answer, UpdateProduct::Unchanged(product.clone()));
    }
    assert_eq!(shop.product(&product).await, Some(product));
}

/// Keep keeps, set sets, clear clears; no pictures keep the present ones.
pub async fn optional_fields_are_kept_set_and_cleared(shop: &Shop) {
    let product = shop.add(goods::full_product()).await;
    let change = ProductChange {
        brand: Edit::Clear,
        category: Edit::Set(goods::label("Lips")),
        shade: Edit::Clear,
        alt_names: Some(Vec::new()),
        ..goods::no_change(&product.details)
    };
    let changed = update(shop, &product, &change).await;
    assert_eq!((changed.details.brand, changed.details.shade), (None, None));
    assert_eq!((changed.details.category, changed.details.family), (Some(goods::label("Lips")), product.details.family));
    assert_eq!((changed.details.alt_names, changed.details.images), (Vec::new(), product.details.images));
}

/// With what it is now, and nothing changed.
pub async fn an_edit_of_another_version_is_refused(shop: &Shop) {
    let product = shop.add(goods::product("Rose")).await;
    let current = update(shop, &product, &goods::renamed(&product.details)).await;
    let stale =
        ProductChange { name: ProductName::parse("Stale").unwrap(), expected_version: Some(1), ..goods::no_change(&product.details) };
    let answer = shop.products.update(&product.code, &stale, &people::actor(), moments::now()).await.unwrap();
    assert_eq!(answer, UpdateProduct::VersionConflict(current.clone()));
    assert_eq!(shop.product(&product).await, Some(current));
}

/// With the present stock, and nothing changed; without an expected one the stock is overwritten.
pub async fn an_edit_of_another_stock_is_refused(shop: &Shop) {
    let product = shop.add(goods::product("Rose")).await;
    let to = |units, expected: Option<i64>| ProductChange {
        stock: Some(StockChange { to: goods::stock(units), expected: expected.map(goods::stock) }),
        ..goods::no_change(&product.details)
    };
    let answer = shop.products.update(&product.code, &to(50, Some(9)), &people::actor(), moments::now()).await.unwrap();
    assert_eq!(answer, UpdateProduct::StockChanged(goods::stock(10)));
    assert_eq!(shop.product(&product).await, Some(product.clone()));
    assert_eq!(update(shop, &product, &to(50, Some(10))).await.stock, goods::stock(50));
    assert_eq!(update(shop, &product, &to(0, None)).await.stock, goods::stock(0));
}

/// No two editors get the same version.
pub async fn edits_at_once_are_all_counted(shop: &Shop) {
    let product = shop.add(goods::product("Rose")).await;
    let edits = (0..8).map(|_| {
        let (shop, product) = (shop.clone(), product.clone());
        tokio::spawn(async move { update(&shop, &product, &goods::renamed(&product.details)).await.version })
    });
    let mut versions = futures_util::future::try_join_all(edits).await.unwrap();
    versions.sort_unstable();
    assert_eq!(versions, (2..10).collect::<Vec<_>>());
}

/// Neither edited nor deleted twice; its code is free again.
pub async fn a_product_that_is_gone_cannot_change(shop: &Shop) {
    let product = shop.add(goods::product("Rose")).await;
    let by = people::actor();
    assert!(shop.products.delete(&product.code, &by, moments::now()).await.unwrap());
    assert!(!shop.products.delete(&product.code, &by, moments::now()).await.unwrap());
    let change = goods::no_change(&product.details);
    assert_eq!(shop.products.update(&product.code, &change, &by, moments::now()).await.unwrap(), UpdateProduct::NotFound);
    assert_eq!(shop.product(&product).await, None);
    let again = shop.add(NewProduct { code: product.code, ..goods::product("Rose again") }).await;
    assert_ne!(again.id, product.id);
}

async fn update(shop: &Shop, product: &Product, change: &ProductChange) -> Product {
    match shop.products.update(&product.code, change, &people::actor(), moments::now()).await.unwrap() {
        UpdateProduct::Updated(product) => product,
        other => panic!("not updated: {other:?}"),
    }
}
