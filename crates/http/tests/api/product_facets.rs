//! What a list can be narrowed by.

use domain::catalog::product_query::{FacetQuery, FacetValue, ProductFacets, ProductFilter};
use serde_json::json;
use testkit::sample_products;

use crate::shop::Shop;
use crate::wire::get;

fn facets() -> ProductFacets {
    let value = |text, count| FacetValue { value: sample_products::label(text), count };
    ProductFacets {
        categories: vec![value("Hair", 1), value("Skin", 3)],
        brands: vec![value("Mal", 4)],
        prices: Some((sample_products::rupees(100), domain::shared::money::Money::from_cents(99_950).unwrap())),
        in_stock: 3,
        discounted: 2,
        total: 4,
        exact: true,
    }
}

#[actix_web::test]
async fn they_are_counted_under_search_and_filters() {
    let mut shop = Shop::new();
    shop.search
        .expect_facets()
        .withf(|q| {
            q.text.as_ref().unwrap().as_str() == "rose"
                && q.filter.in_stock == Some(true)
                && q.filter.discounted == Some(false)
                && q.filter.min_price.unwrap().cents() == 1_050
                && q.filter.max_price.unwrap().cents() == 200_000
                && q.filter.category.as_ref().unwrap().as_str() == "Skin"
                && q.filter.brand.as_ref().unwrap().as_str() == "Mal"
        })
        .returning(|_| Ok(facets()));
    let query = "q=rose&inStock=true&discounted=false&minPrice=10.5&maxPrice=2000&category=Skin&brand=Mal&sort=whatever&limit=0";
    let answer = shop.answer(get(&format!("/api/products/facets?{query}"))).await;
    let expected = json!({
        "categories": [{ "value": "Hair", "count": 1 }, { "value": "Skin", "count": 3 }], "brands": [{ "value": "Mal", "count": 4 }],
        "price": { "min": 100, "max": 999.5 }, "inStock": 3, "discounted": 2, "total": 4, "exact": true,
    });
    assert_eq!((answer.status, answer.json()), (200, expected));
    assert!(answer.header("etag").starts_with('"'), "{}", answer.header("etag"));
}

#[actix_web::test]
async fn an_empty_search_looks_at_everything() {
    let mut shop = Shop::new();
    shop.search
        .expect_facets()
        .withf(|q| *q == FacetQuery { text: None, filter: ProductFilter::default() })
        .returning(|_| Ok(ProductFacets { exact: true, ..ProductFacets::default() }));
    let shop = shop.open().await;
    for query in ["", "?q=", "?q=%20%20"] {
        let answer = shop.answer(get(&format!("/api/products/facets{query}"))).await;
        assert_eq!((answer.status, &answer.json()["price"]), (200, &json!(null)), "{query}");
    }
}

#[actix_web::test]
async fn wrong_parameters_are_named() {
    let shop = Shop::new().open().await;
    let long = format!("q={}", "x".repeat(101));
    for (query, fields) in [
        (long.as_str(), vec!["q"]),
        ("q=%00", vec!["q"]),
        ("inStock=yes&discounted=1", vec!["discounted", "inStock"]),
        ("minPrice=2&maxPrice=1", vec!["minPrice"]),
        ("brand=a%00b", vec!["brand"]),
    ] {
        assert_eq!(shop.answer(get(&format!("/api/products/facets?{query}"))).await.wrong_fields(), fields, "{query}");
    }
}
