//! The contract of [`domain::catalog::ports::ProductRepository`].

use domain::catalog::product::{NewProduct, Product};
use domain::catalog::product_change::{DetailsEdit, ProductChange, ProductError, StockChange};
use domain::catalog::product_code::ProductCode;
use domain::shared::edit::{Edit, Edited};

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
    assert!(matches!(shop.products.create(&same, &sample_users::actor()).await, Err(ProductError::CodeTaken)));
    let found = shop.catalogue.by_code(&same.code, moments::now()).await.unwrap().unwrap();
    assert_eq!((found.id, found.code.as_str()), (first.id, "Rose-1"));
    assert_eq!(shop.catalogue.by_code(&ProductCode::parse("rose-2").unwrap(), moments::now()).await.unwrap(), None);
}

/// The other simultaneous products are refused.
pub async fn two_products_at_once_with_one_code_make_one(shop: &Shop) {
    let code = sample_products::code();
    let attempts = (0..8).map(|_| {
        let (shop, product) = (shop.clone(), NewProduct { code: code.clone(), ..sample_products::product("Rose") });
        tokio::spawn(async move { shop.products.create(&product, &sample_users::actor()).await.is_ok() })
    });
    let answers = futures_util::future::try_join_all(attempts).await.unwrap();
    assert_eq!(answers.into_iter().filter(|is_created| *is_created).count(), 1);
}

/// An edit writes every field, the version and the time; the same edit again writes nothing, and a refused one neither.
pub async fn an_edit_writes_all_it_decides(shop: &Shop) {
    let (full, plain) = (sample_products::full_product(), sample_products::product("Araliya Satin Lipstick"));
    let product = shop.add(full.clone()).await;
    for (version, target) in [(1, plain.details), (2, full.details)] {
        let details = DetailsEdit {
            name: Edit::Set(target.name.clone()),
            alt_names: Edit::Set(target.alt_names.clone()),
            images: Edit::Set(target.images.clone()),
            description: Edit::Set(target.description.clone()),
            price: Edit::Set(target.prices.price()),
            last_price: Edit::Set(target.prices.last_price()),
            brand: to(target.brand.clone()),
            category: to(target.category.clone()),
            family: to(target.family.clone()),
            shade_name: to(target.shade.clone().map(|shade| shade.name)),
            shade_hex: to(target.shade.clone().map(|shade| shade.hex)),
            weight: to(target.weight),
        };
        let later = moments::seconds_later(60 * i64::from(version));
        let stock = StockChange { to: sample_products::stock(10 + i64::from(version)), expected: None };
        let change = ProductChange { details, stock: Some(stock), ..ProductChange::default() };
        let expected = Product { details: target, stock: stock.to, version: version + 1, updated_at: later, ..product.clone() };
        for is_changed in [true, false] {
            let edited = shop.products.update(&product.code, &change, &sample_users::actor(), later).await.unwrap();
            assert_eq!(edited, Edited { thing: expected.clone(), is_changed });
        }
        let stale = ProductChange { expected_version: Some(version), ..sample_products::renamed() };
        let refused = shop.products.update(&product.code, &stale, &sample_users::actor(), moments::now()).await;
        assert!(matches!(refused, Err(ProductError::VersionConflict(present)) if *present == expected));
        assert_eq!(shop.product(&product).await.as_ref(), Some(&expected));
        let offers = shop.catalogue.offers(std::slice::from_ref(&product.code)).await.unwrap();
        assert_eq!(offers[0].weight, expected.details.weight.unwrap_or_default(), "deliveries by weight count it");
    }
}

fn to<T>(value: Option<T>) -> Edit<T> {
    value.map_or(Edit::Clear, Edit::Set)
}

/// No two simultaneous edits get the same version.
pub async fn edits_at_once_are_all_counted(shop: &Shop) {
    let product = shop.add(sample_products::product("Rose")).await;
    let edits = (0..8).map(|_| {
        let (shop, product) = (shop.clone(), product.clone());
        tokio::spawn(async move {
            shop.products
                .update(&product.code, &sample_products::renamed(), &sample_users::actor(), moments::now())
                .await
                .unwrap()
                .thing
                .version
        })
    });
    let mut versions = futures_util::future::try_join_all(edits).await.unwrap();
    versions.sort_unstable();
    assert_eq!(versions, (2..10).collect::<Vec<_>>());
}

/// A deleted product can be neither edited nor deleted again; its code is free.
pub async fn a_product_that_is_gone_cannot_change(shop: &Shop) {
    let product = shop.add(sample_products::product("Rose")).await;
    let by = sample_users::actor();
    shop.products.delete(&product.code, &by, moments::now()).await.unwrap();
    assert!(matches!(shop.products.delete(&product.code, &by, moments::now()).await, Err(ProductError::NotFound)));
    let edited = shop.products.update(&product.code, &sample_products::renamed(), &by, moments::now()).await;
    assert!(matches!(edited, Err(ProductError::NotFound)));
    assert_eq!(shop.product(&product).await, None);
    let again = shop.add(NewProduct { code: product.code, ..sample_products::product("Rose again") }).await;
    assert_ne!(again.id, product.id);
}
