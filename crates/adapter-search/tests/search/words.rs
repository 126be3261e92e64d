//! Synonyms, words that are left out, corrected texts and suggestions.

use domain::catalog::ports::{FoundSuggestions, ProductSearch as _};
use domain::catalog::product::NewProduct;
use domain::catalog::product_query::{FacetQuery, ProductFilter, ProductQuery, ProductSort};
use domain::shared::text::{Description, SearchText};
use testkit::sample_products;

use crate::search_table;
use crate::shop::Shop;

async fn demo() -> Shop {
    let shop = Shop::empty().await;
    search_table::fill(&shop);
    shop.catch_up().await;
    shop
}

/// The codes that a text finds and the text that was answered.
async fn found(shop: &Shop, text: &str) -> (Vec<String>, Option<String>) {
    let page = shop.products(&sample_products::search(text)).await;
    (page.items.iter().map(|product| product.code.as_str().trim_start_matches("ARA-").to_owned()).collect(), page.corrected)
}

async fn names(shop: &Shop, text: &str) -> Vec<String> {
    shop.products(&sample_products::search(text)).await.items.iter().map(|product| product.details.name.as_str().to_owned()).collect()
}

fn described(name: &str, description: &str) -> NewProduct {
    let mut product = sample_products::product(name);
    product.details.description = Description::parse(description).unwrap();
    product
}

fn branded(name: &str, brand: &str, category: &str) -> NewProduct {
    let mut product = sample_products::product(name);
    product.details.brand = Some(sample_products::label(brand));
    product.details.category = Some(sample_products::label(category));
    product
}

#[tokio::test]
async fn synonyms_are_found_behind_the_words_themselves() {
    let shop =
        Shop::with(["Hand Lotion", "Night Cream", "Moisturiser", "Moisturiserette", "Nail Polish", "Soap"].map(sample_products::product))
            .await;
    assert_eq!(names(&shop, "moisturiser").await.first().unwrap(), "Moisturiser");
    assert_eq!(names(&shop, "moisturiser").await.get(1).unwrap(), "Moisturiserette", "a beginning counts more than a synonym");
    for text in ["moisturiser", "moisturizer", "Moisturising", "moisturizing", "moisturisers"] {
        let found = names(&shop, text).await;
        assert!(["Hand Lotion", "Night Cream"].iter().all(|name| found.iter().any(|found| found == name)), "{text}: {found:?}");
        assert!(!found.iter().any(|name| name == "Soap"), "{text}");
    }
    assert_eq!(names(&shop, "nail varnish").await, ["Nail Polish"], "two words stand for two others");
    assert_eq!(names(&shop, "nail lacquers").await, ["Nail Polish"]);
    assert!(shop.products(&sample_products::search("nail varnish")).await.corrected.is_none());
}

#[tokio::test]
async fn synonyms_find_what_the_demo_shop_has() {
    let shop = demo().await;
    for (text, code) in [("kohl", "EYE-004"), ("kajal", "EYE-004"), ("sunblock", "SUN-001"), ("nail varnish", "NAI-002")] {
        let (codes, corrected) = found(&shop, text).await;
        assert!(codes.iter().any(|found| found == code), "{text}: {codes:?}");
        assert_eq!(corrected, None, "{text}");
    }
    let (codes, _) = found(&shop, "moisturizer").await;
    assert!(codes.len() > 3, "{codes:?}");
}

#[tokio::test]
async fn words_that_no_product_has_are_left_out_last() {
    let shop = demo().await;
    let (codes, corrected) = found(&shop, "perfume for women").await;
    assert!(codes.iter().any(|code| code.starts_with("EDP")), "{codes:?}");
    assert_eq!(corrected.as_deref(), Some("perfume"), "'for' joins nothing any more");
    // What is left must say more than what is dropped, and signs are never dropped.
    for text in ["sunscreen lawnmower", "oil lawnmower", "sunscreen ~~"] {
        assert_eq!(found(&shop, text).await, (Vec::new(), None), "{text}");
    }
    let facets = FacetQuery { text: Some(SearchText::parse("perfume for women").unwrap()), filter: ProductFilter::default() };
    let total = shop.index.facets(&facets).await.unwrap().total;
    assert_eq!(usize::try_from(total).unwrap(), codes.len());
}

#[tokio::test]
async fn a_word_of_deleted_products_alone_is_unknown() {
    let shop = Shop::with(["Jasmine Perfume", "Women"].map(sample_products::product)).await;
    assert!(found(&shop, "perfume women").await.0.is_empty(), "both are known, never together");
    let women = shop.catalogue.products().into_iter().find(|product| product.details.name.as_str() == "Women").unwrap();
    shop.catalogue.delete(women.id);
    assert_eq!(names(&shop, "perfume women").await, ["Jasmine Perfume"]);
}

#[tokio::test]
async fn a_mistyped_word_is_corrected_to_one_of_the_best_match() {
    let shop = demo().await;
    for (typed, corrected) in [
        ("sunscren", Some("sunscreen")),
        ("perfmue oil", Some("perfume oil")),
        ("red lipstik", Some("red lipstick")),
        ("sunxcr", Some("suncream")),
        ("KOHAMBA", Some("kohomba")),
        ("sunscreen", None),
        ("sun-screen", None),
        ("bath-salts", None),
        ("lipbalm", None),
        ("xylophone", None),
    ] {
        let (codes, answered) = found(&shop, typed).await;
        assert_eq!(answered.as_deref(), corrected, "{typed}: {codes:?}");
        if let Some(corrected) = corrected {
            assert_eq!(found(&shop, corrected).await.0.first(), codes.first(), "the corrected text finds the same first");
        }
    }
}

#[tokio::test]
async fn filters_do_not_make_a_search_tolerant() {
    let shop = Shop::with(["Rose Soap", "Nose Spray"].map(sample_products::product)).await;
    let none = ProductFilter { in_stock: Some(false), ..ProductFilter::default() };
    let found = shop.found(&ProductQuery { filter: none, ..sample_products::search("rose") }).await;
    assert_eq!((found.ids.len(), found.corrected), (0, None));
}

#[tokio::test]
async fn a_text_without_words_stands_for_the_whole_catalogue() {
    let shop = Shop::with(["Rose Soap", "Nose Spray"].map(sample_products::product)).await;
    let (listed, all) = (shop.found(&sample_products::search("\u{200b}")).await, sample_products::catalogue(ProductSort::Newest));
    assert_eq!((listed.ids.len(), listed), (2, shop.found(&ProductQuery { page: sample_products::search("x").page, ..all }).await));
    let query = FacetQuery { text: Some(SearchText::parse("\u{200b}").unwrap()), filter: ProductFilter::default() };
    assert_eq!(shop.index.facets(&query).await.unwrap().total, 2);
    assert_eq!(shop.index.suggest(&SearchText::parse("\u{200b}").unwrap()).await.unwrap(), FoundSuggestions::default());
}

#[tokio::test]
async fn a_word_is_found_by_its_beginning_and_not_within() {
    let shop = Shop::with(["Sunscreen", "Rosewood Oil", "Rose"].map(sample_products::product)).await;
    assert_eq!(names(&shop, "sunscr").await, ["Sunscreen"]);
    assert!(names(&shop, "creen").await.is_empty());
    assert_eq!(names(&shop, "rose").await, ["Rose", "Rosewood Oil"], "a whole word counts more than a beginning");
}

#[tokio::test]
async fn every_text_is_answered() {
    let words = "l".repeat(64);
    let shop = Shop::with(["Rose Soap", words.as_str()].map(|name| described(name, &format!("{words} ").repeat(76)))).await;
    let (long, many) = ("x".repeat(100), "a b c d e f g h i j k l m n o p q r s t u v w x y z");
    for text in ["\u{10ffff}", "\u{1}", "\u{200d}", "🌸", "a\u{301}\u{301}", "''\"\"\\\\", "NULL", "$1", "{}", "(((", &long, many] {
        shop.outcome(&sample_products::search(text)).await.unwrap();
    }
    assert_eq!(names(&shop, &words).await.first(), Some(&words));
}

async fn suggested(shop: &Shop, text: &str) -> (Vec<String>, Vec<String>, Vec<String>, Option<String>) {
    if shop.index.find(&sample_products::search("x")).await.is_err() {
        shop.catch_up().await;
    }
    let found = shop.index.suggest(&SearchText::parse(text).unwrap()).await.unwrap();
    let name = |id| shop.catalogue.product(id).unwrap().details.name.as_str().to_owned();
    let texts = |labels: Vec<domain::shared::text::Label>| labels.iter().map(|label| label.as_str().to_owned()).collect();
    (found.products.into_iter().map(name).collect(), texts(found.brands), texts(found.categories), found.corrected)
}

#[tokio::test]
async fn suggestions_are_products_brands_and_categories() {
    let shop = Shop::with([
        branded("Rose Soap", "Sun Moon", "Bath & Body"),
        branded("Rose Oil", "sun moon", "Bath & body"),
        branded("Rose Cream", "Sunny", "Body Care"),
        branded("Lip Balm", "Sunshine", "Lips"),
        branded("Lip Gloss", "Sunrise", "Lips"),
        described("Towel", "Soft"),
    ])
    .await;
    let (products, brands, categories, corrected) = suggested(&shop, "su").await;
    assert_eq!((products.len(), corrected), (5, None));
    assert_eq!(brands, ["Sun Moon", "Sunny", "Sunrise"], "most products first, then by name, three at most");
    assert!(categories.is_empty());
    assert_eq!(suggested(&shop, "bod").await.2, ["Bath & Body", "Body Care"]);
    assert_eq!(suggested(&shop, "bod bat").await.2, ["Bath & Body"], "every word begins a word of the label");
    assert_eq!(suggested(&shop, "moon su").await.1, ["Sun Moon"]);
    let (products, brands, _, corrected) = suggested(&shop, "sunnny").await;
    assert_eq!((products.first().map(String::as_str), corrected.as_deref()), (Some("Rose Cream"), Some("sunny")));
    assert_eq!(brands, ["Sunny"], "the corrected text finds the brand");
    assert_eq!(suggested(&shop, "zzzz").await, (Vec::new(), Vec::new(), Vec::new(), None));
}
