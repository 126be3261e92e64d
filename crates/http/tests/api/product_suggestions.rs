//! What a search box offers while a text is typed.

use domain::catalog::ports::FoundSuggestions;
use serde_json::json;
use testkit::sample_products;

use crate::products::kept;
use crate::shop::Shop;
use crate::wire::get;

/// A shop that suggests a product with pictures, one without, and one that was deleted since it was indexed.
fn suggesting() -> Shop {
    let mut shop = Shop::new();
    let rows = [kept(sample_products::full_product()), kept(sample_products::product("Rose water"))];
    let found = FoundSuggestions {
        products: vec![rows[0].id, sample_products::product("Gone").id, rows[1].id],
        brands: vec![sample_products::label("Pinibindu")],
        categories: vec![sample_products::label("Make-up"), sample_products::label("Mirrors")],
        corrected: Some("velvet lip".to_owned()),
    };
    shop.search.expect_suggest().withf(|text| text.as_str() == "velvt lip").once().returning(move |_| Ok(found.clone()));
    shop.products.expect_by_ids().returning(move |_, _| Ok(rows.iter().rev().cloned().collect()));
    shop
}

#[actix_web::test]
async fn products_brands_and_categories_are_suggested() {
    let shop = suggesting().open().await;
    shop.follower.catch_up().await.unwrap();
    for query in ["q=velvt%20lip", "q=velvt+lip&limit=50"] {
        let answer = shop.answer(get(&format!("/api/products/suggestions?{query}"))).await;
        let mut told = answer.json();
        let codes: Vec<_> = told["products"].as_array_mut().unwrap().iter_mut().map(|product| product["productId"].take()).collect();
        assert!(codes.len() == 2 && codes.iter().all(|code| code.as_str().unwrap().starts_with("T-")), "{codes:?}");
        let expected = json!({
            "products": [
                {"productId": null, "productName": "Araliya Velvet Lipstick", "image": "/images/1-a.webp", "lastPrice": 1999.5, "price": 2400},
                {"productId": null, "productName": "Rose water", "image": null, "lastPrice": 1200, "price": 1200},
            ],
            "brands": ["Pinibindu"], "categories": ["Make-up", "Mirrors"], "corrected": "velvet lip",
        });
        assert_eq!((answer.status, told), (200, expected));
        assert!(answer.header("etag").starts_with('"') && answer.header("cache-control") == "public, no-cache");
    }
    assert_eq!(shop.responses.counts().hits, 1);
}

#[actix_web::test]
async fn nothing_found_is_an_answer() {
    let mut shop = Shop::new();
    shop.search.expect_suggest().returning(|_| Ok(FoundSuggestions::default()));
    let answer = shop.answer(get("/api/products/suggestions?q=%E2%84%A2")).await;
    assert_eq!((answer.status, answer.json()), (200, json!({"products": [], "brands": [], "categories": [], "corrected": null})));
}

#[actix_web::test]
async fn a_text_of_1_to_100_characters_is_needed() {
    let shop = Shop::new().open().await;
    let long = format!("?q={}", "x".repeat(101));
    for query in ["", "?q=", "?q=%20%20", "?q=a%00", "?q=a&q=b", long.as_str()] {
        assert_eq!(shop.answer(get(&format!("/api/products/suggestions{query}"))).await.wrong_fields(), ["q"], "{query}");
    }
}
