//! Reading the catalogue.

use std::sync::{Arc, Mutex};

use domain::catalog::ports::FoundProducts;
use domain::catalog::product::{NewProduct, Product};
use domain::catalog::product_query::{ProductFilter, ProductQuery, ProductSort};
use domain::shared::page::{Cursor, InvalidCursor, Page, TotalCount};
use domain::shared::ports::PortError;
use domain::shared::text::SearchText;
use serde_json::json;
use testkit::sample_products;

use crate::shop::Shop;
use crate::wire::get;

/// A product as the shop keeps it.
pub(crate) fn kept(new: NewProduct) -> Product {
    Product {
        id: new.id,
        code: new.code,
        details: new.details,
        stock: new.stock,
        total_sales: 12,
        version: 3,
        created_at: new.created_at,
        updated_at: new.created_at,
    }
}

#[actix_web::test]
async fn a_product_is_found_in_any_case_with_its_sales_and_times() {
    let product = kept(sample_products::product("Rose water"));
    let (id, code) = (product.id.to_string(), product.code.as_str().to_owned());
    let mut shop = Shop::new();
    shop.products.expect_by_code().returning(move |_, _| Ok(Some(product.clone())));
    let answer = shop.answer(get(&format!("/api/products/{}", code.to_lowercase()))).await;
    let expected = json!({
        "_id": id, "productId": code, "productName": "Rose water", "altNames": [], "images": [], "description": "", "price": 1200,
        "lastPrice": 1200, "stock": 10, "totalSales": 12, "version": 3, "createdAt": "2026-03-04T01:00:00Z", "updatedAt": "2026-03-04T01:00:00Z",
    });
    assert_eq!(answer.status, 200);
    for (field, value) in expected.as_object().unwrap() {
        assert_eq!(&answer.json()[field], value, "{field}");
    }
}

#[actix_web::test]
async fn an_absent_or_impossible_product_is_not_found() {
    let mut shop = Shop::new();
    shop.products.expect_by_code().returning(|_, _| Ok(None));
    let shop = shop.open().await;
    for code in ["SUN-50", "search", "-x", "a%20b", "%00", "%ff", "..%2f..%2fetc%2fpasswd"] {
        assert_eq!(shop.answer(get(&format!("/api/products/{code}"))).await.problem(404), "product.not_found", "{code}");
    }
}

#[actix_web::test]
async fn lists_are_filtered_sorted_and_paged() {
    let mut shop = Shop::new();
    lists(&mut shop, |q| {
        assert_eq!((q.sort, q.text.is_none(), q.page.limit.get()), (ProductSort::PriceDown, true, 24));
        assert_eq!((q.filter.discounted, q.filter.in_stock), (Some(true), Some(false)));
        assert_eq!([q.filter.min_price, q.filter.max_price].map(|price| price.unwrap().cents()), [1_050, 200_000]);
        assert_eq!([&q.filter.category, &q.filter.brand].map(|label| label.as_ref().unwrap().as_str()), ["Skin care", "Pinibindu"]);
        Page {
            items: vec![kept(sample_products::product("Rose water"))],
            next: Some(Cursor("next".into())),
            total: TotalCount::Exactly(9_999),
        }
    });
    let query = "sort=-price&discounted=true&inStock=false&minPrice=10.5&maxPrice=2000&category=Skin%20care&brand=Pinibindu&limit=24";
    let shop = shop.open().await;
    let answer = shop.answer(get(&format!("/api/products?{query}"))).await;
    assert_eq!((answer.status, answer.header("x-total-count")), (200, "9999"));
    assert!(
        answer.header("link").starts_with("</api/products?sort=-price&") && answer.header("link").ends_with("&after=next>; rel=\"next\"")
    );
    assert_eq!(answer.json()[0]["productName"], "Rose water");
}

/// Answers each list and search of the shop with a page.
pub(crate) fn lists(shop: &mut Shop, page: impl Fn(&ProductQuery) -> Page<Product> + Send + Sync + 'static) {
    let listed = Arc::new(Mutex::new(Vec::new()));
    let rows = listed.clone();
    shop.search.expect_find().returning(move |query| {
        let Page { items, next, total } = page(query);
        let ids = items.iter().map(|product| product.id).collect();
        listed.lock().unwrap().extend(items);
        Ok(FoundProducts { ids, next, total, corrected: None })
    });
    shop.products
        .expect_by_ids()
        .returning(move |ids, _| Ok(rows.lock().unwrap().iter().filter(|product| ids.contains(&product.id)).cloned().collect()));
}

/// A shop whose search finds one product, which is named after the query.
fn echoing(name: impl Fn(&ProductQuery) -> String + Send + Sync + 'static) -> Shop {
    let mut shop = Shop::new();
    lists(&mut shop, move |query| Page {
        items: vec![kept(sample_products::product(&name(query)))],
        next: Some(Cursor("next".into())),
        total: TotalCount::Exactly(2),
    });
    shop
}

#[actix_web::test]
async fn lists_are_narrowed_to_an_alert_with_and_without_a_text() {
    let shop = echoing(|query| {
        format!("{:?} {:?} {}", query.alert, query.text.as_ref().map(SearchText::as_str), query.filter == ProductFilter::default())
    });
    let shop = shop.open().await;
    for (address, name) in [
        ("/api/products?stock=out", "Some(Out) None true"),
        ("/api/products?stock=low", "Some(Low) None true"),
        ("/api/products?stock=replenish", "Some(Replenish) None true"),
        ("/api/products?stock=", "None None true"),
        ("/api/products/search/rose?stock=low", "Some(Low) Some(\"rose\") true"),
    ] {
        let answer = shop.answer(get(address)).await;
        assert_eq!((answer.status, &answer.json()[0]["productName"]), (200, &json!(name)), "{address}");
        let link = answer.header("link");
        assert_eq!(link.contains("stock="), !address.ends_with('='), "the next page is of the same list: {link}");
    }
    assert_eq!(shop.answer(get("/api/products?stock=low&stock=out")).await.wrong_fields(), ["stock"]);
}

#[actix_web::test]
async fn reads_carry_a_strong_etag() {
    let product = kept(sample_products::product("Rose water"));
    let mut shop = Shop::new();
    lists(&mut shop, move |_| Page { items: vec![product.clone()], next: None, total: TotalCount::Exactly(1) });
    let shop = shop.open().await;
    let first = shop.answer(get("/api/products")).await;
    let etag = first.header("etag");
    assert!(etag.starts_with('"') && etag.ends_with('"') && etag.len() > 20, "{etag}");
    assert_eq!(first.header("cache-control"), "public, no-cache");
    for known in [etag.to_owned(), format!("\"other\", {etag}"), "*".to_owned(), format!("W/{etag}")] {
        let again = shop.answer(get("/api/products").insert_header(("If-None-Match", known))).await;
        assert_eq!((again.status, again.body.len(), again.header("etag")), (304, 0, etag));
        assert_eq!(again.header("x-total-count"), "1");
    }
    let other = shop.answer(get("/api/products").insert_header(("If-None-Match", "\"other\""))).await;
    assert_eq!(other.status, 200);
}

#[actix_web::test]
async fn wrong_parameters_are_named() {
    let shop = Shop::new().open().await;
    for (query, fields) in [
        ("sort=cheapest", vec!["sort"]),
        ("sort=relevance", vec!["sort"]),
        ("discounted=1&inStock=yes", vec!["discounted", "inStock"]),
        ("minPrice=-1&maxPrice=1.005", vec!["maxPrice", "minPrice"]),
        ("minPrice=2&maxPrice=1", vec!["minPrice"]),
        ("minPrice=abc", vec!["minPrice"]),
        ("category=a%00b", vec!["category"]),
        ("stock=none", vec!["stock"]),
        ("stock=Low&inStock=0", vec!["inStock", "stock"]),
        ("limit=501", vec!["limit"]),
    ] {
        assert_eq!(shop.answer(get(&format!("/api/products?{query}"))).await.wrong_fields(), fields, "{query}");
    }
}

#[actix_web::test]
async fn the_text_of_a_search_is_data() {
    let shop = echoing(|query| {
        assert_eq!(query.sort, ProductSort::Relevance);
        query.text.as_ref().unwrap().as_str().to_owned()
    });
    let shop = shop.open().await;
    for (path, text) in [
        ("%25_%5C", "%_\\"),
        (".*", ".*"),
        ("%27%20OR%20%271%27=%271", "' OR '1'='1"),
        ("a%2Fb", "a/b"),
        ("c++", "c++"),
        ("%E0%B6%85%E0%B6%BB", "අර"),
        ("%252e", "%2e"),
    ] {
        let answer = shop.answer(get(&format!("/api/products/search/{path}"))).await;
        assert_eq!((answer.json()[0]["productName"].as_str(), answer.header("x-search-corrected")), (Some(text), ""), "{path}");
    }
    assert_eq!(shop.answer(get(&format!("/api/products/search/{}", "x".repeat(101)))).await.wrong_fields(), ["text"]);
    assert_eq!(shop.answer(get("/api/products/search/a%00")).await.wrong_fields(), ["text"]);
}

#[actix_web::test]
async fn a_foreign_cursor_and_a_search_without_an_index_are_refused() {
    let mut shop = Shop::new();
    shop.search.expect_find().once().returning(|_| Err(InvalidCursor.into()));
    shop.search.expect_find().once().returning(|_| Err(PortError::unavailable("the index is not built").into()));
    let shop = shop.open().await;
    let foreign = shop.answer(get("/api/products/search/rose?after=x")).await;
    assert_eq!((foreign.problem(422).as_str(), foreign.json()["errors"]["after"].is_array()), ("list.invalid_cursor", true));
    let refused = shop.answer(get("/api/products/search/rose")).await;
    assert_eq!((refused.problem(503).as_str(), refused.text().contains("index")), ("service.unavailable", false));
}
