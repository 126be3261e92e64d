//! Simultaneous changes of products.

use domain::catalog::product::NewProduct;

use crate::contracts::Shop;
use crate::{moments, sample_products, sample_users};

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
                .value
                .version
        })
    });
    let mut versions = futures_util::future::try_join_all(edits).await.unwrap();
    versions.sort_unstable();
    assert_eq!(versions, (2..10).collect::<Vec<_>>());
}
