//! The web app's pages as the server answers them: rendered where they can be, plain where they cannot.

use std::sync::atomic::Ordering;

use actix_web::test::TestRequest;
use domain::catalog::ports::{CatalogueChange, FoundProducts};
use domain::catalog::product_code::ProductCode;
use domain::shared::ids::ProductId;
use domain::shared::page::TotalCount;
use futures_util::future::join_all;
use serde_json::{Value, json};
use shop_http::pages::web_app::WebApp;
use testkit::sample_products;

use crate::products::kept;
use crate::shop::Shop;
use crate::site::{BUNDLE, Site, boot, seeds, stocked, title};

#[actix_web::test]
async fn a_public_page_is_rendered_with_the_data_it_shows() {
    let site = Site::open(stocked().0, Some(BUNDLE)).await;
    let page = site.get("/products?utm=1&q=&sort=price").await;
    assert_eq!((page.status, title(&page).as_str()), (200, "rendered"));
    assert_eq!(page.header("cache-control"), "public, no-cache");
    assert!(page.text().contains("<div id=\"root\"><h1>/products?sort=price</h1></div>"), "{}", page.text());
    assert_eq!(boot(&page)["ssr"], json!({ "url": "/products?sort=price" }));
    let seeds = seeds(&page);
    assert_eq!(seeds[0].0, json!(["shop"]));
    assert_eq!(seeds[0].1["openingHours"], "Monday to Friday, 9 AM to 6 PM");
    assert_eq!(seeds[1], (json!(["site"]), json!({ "origin": "https://araliya.example", "utcOffsets": [[1_577_836_800, 330]] })));
    assert_eq!(seeds[2].0, json!(["products", "list", { "sort": "price" }]));
    let first = &seeds[2].1["pages"][0];
    assert_eq!(first["items"][0]["description"], "", "cards do not show it");
    assert_eq!(
        (first["items"][0]["productName"].as_str(), &first["next"], &first["total"]),
        (Some("Rose Oil"), &json!("after-this"), &json!("25"))
    );
    assert_eq!(seeds[2].1["pageParams"], json!([null]));
    assert_eq!(seeds[3].0, json!(["products", "facets", {}]));
    assert_eq!(seeds[3].1["total"], 25);
}

#[actix_web::test]
async fn a_page_of_a_search_says_what_was_searched_for() {
    let site = Site::open(stocked().0, Some(BUNDLE)).await;
    for (path, corrected) in [("/products?q=rse", json!("ros%C3%A9")), ("/products", json!(null))] {
        let first = seeds(&site.get(path).await)[2].1["pages"][0].clone();
        assert_eq!((&first["items"][0]["productName"], &first["corrected"]), (&json!("Rose Oil"), &corrected), "{path}");
    }
}

#[actix_web::test]
async fn the_home_page_shows_deals_and_reviews() {
    let site = Site::open(stocked().0, Some(BUNDLE)).await;
    let keys: Vec<Value> = seeds(&site.get("/").await).into_iter().map(|(key, _)| key).collect();
    assert_eq!(keys[2..], [json!(["products", "some", { "discounted": true, "limit": 8 }]), json!(["reviews", "latest", 5])]);
}

#[actix_web::test]
async fn a_products_page_is_described_for_machines_and_safe_from_its_own_words() {
    let site = Site::open(stocked().0, Some(BUNDLE)).await;
    let page = site.get("/products/productinfo/ARA-1").await;
    let text = page.text();
    let described: Vec<Value> = text
        .split(r#"<script type="application/ld+json">"#)
        .skip(1)
        .map(|rest| serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap())
        .collect();
    assert_eq!(described[0]["@type"], "Product");
    assert_eq!(described[0]["name"], "Rose </script> Oil");
    assert_eq!(described[0]["offers"]["price"], "1200.00");
    assert_eq!(described[0]["offers"]["priceCurrency"], "LKR");
    assert_eq!(described[1]["@type"], "BreadcrumbList");
    assert_eq!(seeds(&page)[2].0, json!(["products", "detail", "ARA-1"]));
    assert!(!text.contains("Rose </script>"), "{text}");
}

#[actix_web::test]
async fn a_product_comes_with_its_shades() {
    let mut shop = Shop::new();
    let (open, mut other) = (kept(sample_products::full_product()), kept(sample_products::full_product()));
    other.code = ProductCode::parse("A-1").unwrap();
    let stranger = kept(sample_products::product("Velvet Lipstick Remover"));
    let (shown, found) = (open.clone(), vec![open.clone(), stranger, other]);
    shop.products.expect_by_code().returning(move |_, _| Ok(Some(shown.clone())));
    let ids: Vec<ProductId> = found.iter().map(|product| product.id).collect();
    shop.search
        .expect_find()
        .withf(|query| query.text.as_ref().is_some_and(|t| t.as_str() == "Velvet Lipstick"))
        .returning(move |_| Ok(FoundProducts { ids: ids.clone(), next: None, total: TotalCount::Exactly(3), corrected: None }));
    shop.products.expect_by_ids().returning(move |_, _| Ok(found.clone()));
    let site = Site::open(shop, Some(BUNDLE)).await;
    let seeds = seeds(&site.get(&format!("/products/productinfo/{}", open.code.as_str())).await);
    let (key, shades) = seeds.iter().find(|(key, _)| key[1] == "family").unwrap();
    assert_eq!(*key, json!(["products", "family", "Velvet Lipstick"]));
    let codes: Vec<&str> = shades.as_array().unwrap().iter().map(|shade| shade["productId"].as_str().unwrap()).collect();
    assert_eq!(codes, ["A-1", open.code.as_str()]);
}

#[actix_web::test]
async fn what_is_not_there_is_404_from_few_pages() {
    let site = Site::open(stocked().0, Some(BUNDLE)).await;
    for path in ["/nope", "/nope/either", "/index.html", "/products/productinfo/NONE", "/products/productinfo/a%20b"] {
        let page = site.get(path).await;
        assert_eq!((page.status, title(&page).as_str()), (404, "rendered"), "{path}");
    }
    assert_eq!(site.pages.counts().unwrap().rendered, 2);
    let admin = site.get("/admin/nope").await;
    assert_eq!((admin.status, title(&admin).as_str()), (404, "Page not found — Araliya"));
}

#[actix_web::test]
async fn pages_of_people_are_plain_with_their_titles() {
    let site = Site::open(Shop::new(), Some(BUNDLE)).await;
    for (path, title_of) in [("/cart", "Cart — Araliya"), ("/login", "Login — Araliya"), ("/admin/orders", "Admin Orders Page — Araliya")]
    {
        let page = site.get(path).await;
        assert_eq!((page.status, title(&page).as_str()), (200, title_of), "{path}");
        assert_eq!(page.header("cache-control"), "no-cache");
        assert_eq!(seeds(&page).len(), 2);
        assert!(boot(&page).get("ssr").is_none() && page.text().contains("<div id=\"root\"></div>"));
    }
}

#[actix_web::test]
async fn a_page_that_fails_goes_out_plain_with_its_data_and_is_not_tried_again_at_once() {
    let (shop, reads) = stocked();
    let site = Site::open(shop, Some(BUNDLE)).await;
    for (failures, path) in [(1, "/products?q=throw"), (2, "/products?q=odd"), (2, "/products?q=throw")] {
        let page = site.get(path).await;
        assert_eq!((page.status, title(&page).as_str()), (200, "Products — Araliya"), "{path}");
        assert_eq!(page.header("cache-control"), "no-store");
        assert!(boot(&page).get("ssr").is_none() && seeds(&page).len() == 4);
        let counts = site.pages.counts().unwrap();
        assert_eq!(counts.failed.iter().map(|(_, n)| n).sum::<u64>(), failures);
    }
    assert_eq!(reads.load(Ordering::SeqCst), 2);
}

#[actix_web::test]
async fn a_page_that_does_not_end_goes_out_plain_and_the_next_is_rendered() {
    let site = Site::open(stocked().0, Some(BUNDLE)).await;
    for (failures, path) in [(1, "/products?q=loop"), (2, "/products?q=hoard"), (3, "/products?q=never")] {
        let page = site.get(path).await;
        assert_eq!((page.status, title(&page).as_str()), (200, "Products — Araliya"), "{path}");
        assert!(boot(&page).get("ssr").is_none() && seeds(&page).len() == 4, "{path}");
        let counts = site.pages.counts().unwrap();
        assert_eq!(counts.failed.iter().map(|(_, n)| n).sum::<u64>(), failures, "{path}: {counts:?}");
        assert_eq!(title(&site.get(&format!("/products?q=good{failures}")).await), "rendered", "after {path}");
    }
}

#[actix_web::test]
async fn without_a_bundle_pages_are_plain_but_know_what_is_not_there() {
    for bundle in [None, Some("not JavaScript")] {
        let site = Site::open(stocked().0, bundle).await;
        for (path, status, title_of) in [
            ("/", 200, "Araliya — Cosmetics and perfumes, island-wide"),
            ("/contact", 200, "Contact — Araliya"),
            ("/products/productinfo/ARA-1", 200, "Rose &lt;/script&gt; Oil — Araliya"),
            ("/products/productinfo/NONE", 404, "Product not found — Araliya"),
            ("/nope", 404, "Page not found — Araliya"),
        ] {
            let page = site.get(path).await;
            assert_eq!((page.status, title(&page).as_str()), (status, title_of), "{path}");
        }
        assert!(site.pages.counts().is_none());
    }
}

#[actix_web::test]
async fn with_the_database_away_the_browser_asks_for_itself() {
    let site = Site::open(Shop::away().await, Some(BUNDLE)).await;
    for path in ["/", "/products", "/products/productinfo/ARA-1"] {
        let page = site.get(path).await;
        assert_eq!((page.status, page.header("cache-control")), (200, "no-store"), "{path}");
        assert_eq!(seeds(&page).len(), 2);
    }
    assert_eq!(site.get("/contact").await.status, 200);
    assert_eq!(site.get("/sitemap.xml").await.status, 503);
}

#[actix_web::test]
async fn what_the_api_would_refuse_is_left_to_it() {
    let site = Site::open(stocked().0, Some(BUNDLE)).await;
    for query in ["category=%00", "q=%00", "minPrice=1e3"] {
        let page = site.get(&format!("/products?{query}")).await;
        assert_eq!((page.status, title(&page).as_str()), (200, "Products — Araliya"), "{query}");
    }
}

#[actix_web::test]
async fn a_page_is_made_once_until_the_catalogue_changes() {
    let (shop, reads) = stocked();
    let site = Site::open(shop, Some(BUNDLE)).await;
    let pages = join_all((0..10).map(|_| site.get("/products"))).await;
    assert!(pages.iter().all(|page| page.body == pages[0].body));
    assert_eq!(site.get("/products?utm=2").await.body, pages[0].body);
    assert_eq!(reads.load(Ordering::SeqCst), 1);
    site.state.catalogue_version.advance(CatalogueChange::Content);
    site.get("/products").await;
    assert_eq!(reads.load(Ordering::SeqCst), 2);
}

#[actix_web::test]
async fn a_change_through_the_api_drops_the_pages() {
    let (mut shop, reads) = stocked();
    shop.reviews.expect_delete().times(1).returning(|_, _, _| Ok(()));
    let site = Site::open(shop, Some(BUNDLE)).await;
    site.get("/products").await;
    let delete = |who: &str| {
        let uri = "/api/reviews/delete/018f0000-0000-7000-8000-000000000001";
        TestRequest::delete().uri(uri).insert_header(("authorization", format!("Bearer {who}")))
    };
    assert_eq!((site.answer)(delete("customer")).await.status, 403);
    site.get("/products").await;
    assert_eq!(reads.load(Ordering::SeqCst), 1);
    assert_eq!((site.answer)(delete("admin")).await.status, 200);
    site.get("/products").await;
    assert_eq!(reads.load(Ordering::SeqCst), 2);
}

#[actix_web::test]
async fn whoever_asks_for_lists_too_fast_gets_plain_pages() {
    let (mut shop, reads) = stocked();
    shop.config.rate_limit_scale = 0.01;
    let site = Site::open(shop, Some(BUNDLE)).await;
    assert_eq!(title(&site.get("/products?q=a").await), "rendered");
    assert_eq!(title(&site.get("/products?q=b").await), "Products — Araliya");
    assert_eq!(title(&site.get("/products?q=a").await), "rendered", "what is there costs nothing");
    assert_eq!(title(&site.get("/products").await), "rendered", "and neither does a page of which there is one");
    assert_eq!(reads.load(Ordering::SeqCst), 2);
}

#[actix_web::test]
async fn whoever_asks_for_products_too_fast_gets_plain_pages() {
    let (mut shop, _) = stocked();
    shop.config.rate_limit_scale = 0.01;
    let site = Site::open(shop, Some(BUNDLE)).await;
    assert_eq!(title(&site.get("/products/productinfo/ARA-1").await), "rendered");
    for spelling in ["ara-1", "Ara-1", "NONE"] {
        let page = site.get(&format!("/products/productinfo/{spelling}")).await;
        assert_eq!(title(&page), "Product — Araliya", "{spelling}");
        assert_eq!(page.header("cache-control"), "no-store");
    }
    assert_eq!(title(&site.get("/products/productinfo/ARA-1").await), "rendered", "what is there costs nothing");
}

#[actix_web::test]
async fn who_has_the_page_already_is_told_so() {
    let site = Site::open(stocked().0, Some(BUNDLE)).await;
    let etag = site.get("/contact").await.header("etag").to_owned();
    let again = (site.answer)(TestRequest::get().uri("/contact").insert_header(("if-none-match", etag))).await;
    assert_eq!((again.status, again.body.len()), (304, 0));
}

#[actix_web::test]
async fn files_and_refusals_come_before_pages() {
    let site = Site::open(Shop::new(), Some(BUNDLE)).await;
    assert_eq!(site.get("/favicon.svg").await.text(), "<svg/>");
    let gone = site.get("/assets/gone.js").await;
    assert!(gone.status == 404 && !gone.text().contains("<html>"));
    assert_eq!(site.get("/api/nope").await.problem(404), "request.no_such_route");
    let written = (site.answer)(TestRequest::post().uri("/contact")).await;
    assert_eq!((written.problem(405).as_str(), written.header("allow")), ("request.method_not_allowed", "GET, HEAD"));
}

#[actix_web::test]
async fn without_a_build_there_is_no_page() {
    let site = Site::of(Shop::new(), WebApp::default()).await;
    let page = site.get("/").await;
    assert_eq!((page.status, page.text().as_str()), (503, "The web app has not been built."));
}
