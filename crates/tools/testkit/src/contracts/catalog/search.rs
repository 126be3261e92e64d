//! The contract of searches in the catalogue ( `GET /api/products/search/{text}`).

use domain::catalog::product::NewProduct;
use domain::catalog::product_change::{DetailsEdit, ProductChange};
use domain::catalog::product_code::ProductCode;
use domain::catalog::product_query::{ProductFilter, ProductQuery, ProductSort};
use domain::shared::edit::Edit;
use domain::shared::page::{PageAnswer, PageLimit, PageRequest};
use domain::shared::text::{AltName, Description, ProductName};

use crate::contracts::Shop;
use crate::contracts::paging::walk;
use crate::{moments, sample_products, sample_users};

/// A product with something in each field.
fn described(code: &str, name: &str, alt_name: &str, brand: &str, description: &str) -> NewProduct {
    let mut product = NewProduct { code: ProductCode::parse(code).unwrap(), ..sample_products::product(name) };
    product.details.alt_names = vec![AltName::parse(alt_name).unwrap()];
    product.details.brand = Some(sample_products::label(brand));
    product.details.description = Description::parse(description).unwrap();
    product
}

async fn fill(shop: &Shop) {
    for product in [
        described("ARA-SUN-001", "Sunscreen SPF 50", "Hiru Guard", "Pinibindu", "Keeps the midday sun off, 100% mineral."),
        described("ARA-CRM-002", "Crème Brûlée Body Butter", "Kiri Cream", "L'Oréal", "Rich, with vanilla."),
        described("ARA-PER-003", "Araliya Eau de Parfum", "අරලිය සුවඳ", "Suwanda", "Opens after rain; a rose heart."),
        described("ARA-PER-004", "Rose Water", "ரோஜா நீர்", "Suwanda", "Distilled in Kandy."),
    ] {
        shop.add(product).await;
    }
}

async fn finds(shop: &Shop, text: &str, names: &[&str]) {
    assert_eq!(shop.names(&sample_products::search(text)).await, names, "{text}");
}

const SUN: &str = "Sunscreen SPF 50";
const CREAM: &str = "Crème Brûlée Body Butter";
const PERFUME: &str = "Araliya Eau de Parfum";
const ROSE: &str = "Rose Water";

/// A word is found by its beginning, as the customer types it.
pub async fn beginnings_of_words_are_found_in_every_field(shop: &Shop) {
    fill(shop).await;
    for (text, name) in [
        ("sunscr", SUN),
        ("spf", SUN),
        ("hiru", SUN),
        ("pinib", SUN),
        ("midd", SUN),
        ("ARA-SUN-001", SUN),
        ("ara-sun", SUN),
        ("sun-001", SUN),
        ("crm", CREAM),
        ("van", CREAM),
        ("loreal", CREAM),
        ("l'ore", CREAM),
        ("parf", PERFUME),
        ("kandy", ROSE),
    ] {
        finds(shop, text, &[name]).await;
    }
    finds(shop, "creen", &[]).await;
    finds(shop, "zzz", &[]).await;
}

/// Case and accents of text and query are ignored.
pub async fn case_and_accents_do_not_matter(shop: &Shop) {
    fill(shop).await;
    for text in ["creme brulee", "CRÈME", "cre\u{300}me", "BRULÉE", "L’OREAL", "ＣＲＥＭＥ"] {
        finds(shop, text, &[CREAM]).await;
    }
}

/// All words of the query must match, in any order and in any field.
pub async fn all_words_must_be_there(shop: &Shop) {
    fill(shop).await;
    finds(shop, "water rose", &[ROSE]).await;
    finds(shop, "suwanda kandy", &[ROSE]).await;
    finds(shop, "sunscreen vanilla", &[]).await;
    assert_eq!(shop.names(&sample_products::search("suwanda")).await.len(), 2);
}

/// One typo in words of four letters and more, two in words of eight and more; shorter words must match exactly.
pub async fn a_typo_is_forgiven_where_nothing_else_is_found(shop: &Shop) {
    fill(shop).await;
    for (text, name) in [
        ("sunscren", SUN),
        ("sunscreeen", SUN),
        ("snuscreen", SUN),
        ("zunscreen", SUN),
        ("sumscren", SUN),
        ("vanila", CREAM),
        ("parfun", PERFUME),
        ("araliay", PERFUME),
        ("sunscren spf", SUN),
        ("rsoe water", ROSE),
        ("sunzcr", SUN),
        ("හිරු අරලිs", ""),
        ("අරලිත", PERFUME),
    ] {
        let expected: &[&str] = if name.is_empty() { &[] } else { &[name] };
        finds(shop, text, expected).await;
    }
    finds(shop, "spg", &[]).await;
    shop.add(sample_products::product("Nose Strips")).await;
    finds(shop, "rose", &[ROSE, PERFUME]).await;
    finds(shop, "nose", &["Nose Strips"]).await;
}

/// A name counts more than a description, a whole word more than its beginning.
pub async fn the_best_match_comes_first(shop: &Shop) {
    fill(shop).await;
    finds(shop, "rose", &[ROSE, PERFUME]).await;
    shop.add(sample_products::product("Rosewood Oil")).await;
    finds(shop, "rose", &[ROSE, "Rosewood Oil", PERFUME]).await;
    finds(shop, "rosew", &["Rosewood Oil", ROSE]).await;
    finds(shop, "rosewa", &[ROSE]).await;
}

/// Punctuation is literal and no pattern.
pub async fn signs_are_searched_for_as_they_stand(shop: &Shop) {
    fill(shop).await;
    shop.add(NewProduct { code: ProductCode::parse("A_1").unwrap(), ..sample_products::product("Back\\slash .* Balm") }).await;
    shop.add(NewProduct { code: ProductCode::parse("AB1").unwrap(), ..sample_products::product("Plain 100 ml") }).await;
    let odd: &[&str] = &["Back\\slash .* Balm"];
    for (text, names) in [
        ("%", &[SUN][..]),
        ("100%", &[SUN]),
        ("_", odd),
        ("a_1", odd),
        ("\\", odd),
        (".*", odd),
        ("s%n", &[]),
        ("r_se", &[]),
        ("'; --", &[]),
        ("\"", &[]),
        ("*.", &[]),
        ("100", &["Plain 100 ml", SUN]),
    ] {
        finds(shop, text, names).await;
    }
}

/// Whole words, beginnings, and both ways of writing a vowel match.
pub async fn sinhala_and_tamil_are_found(shop: &Shop) {
    fill(shop).await;
    for (text, name) in [("අරලිය", PERFUME), ("සුවඳ අර", PERFUME), ("ரோஜா", ROSE), ("நீ", ROSE), ("ர\u{bc6}\u{bbe}ஜா", ROSE)]
    {
        finds(shop, text, &[name]).await;
    }
    // The brand Suwanda begins so too, but three letters of another script are found by their letters alone.
    finds(shop, "සුව", &[PERFUME]).await;
    for text in ["සුවඳ", "සිවඳ"] {
        finds(shop, text, &[PERFUME, ROSE]).await;
    }
    finds(shop, "ත", &[]).await;
}

/// Filters, pages and all sort orders work as in a list, also with typos.
pub async fn results_are_filtered_and_paged(shop: &Shop) {
    for index in 0..7 {
        let name = if index % 2 == 0 { "Sunscreen" } else { "Aloe Sunscreen" };
        shop.add(sample_products::with_stock(index % 3, sample_products::product(name))).await;
    }
    shop.add(sample_products::product("Soap")).await;
    for text in ["sunscreen", "sunscren"] {
        for sort in [ProductSort::Relevance, ProductSort::Newest, ProductSort::PriceUp, ProductSort::Name, ProductSort::Bestselling] {
            for limit in [1, 3, 7, 8] {
                let list =
                    |page: PageRequest| async move { shop.products(&ProductQuery { sort, page, ..sample_products::search(text) }).await };
                assert_eq!(walk(limit, list).await.len(), 7, "{text} {sort:?} {limit}");
            }
        }
        let in_stock = ProductFilter { in_stock: Some(true), ..ProductFilter::default() };
        assert_eq!(shop.names(&ProductQuery { filter: in_stock, ..sample_products::search(text) }).await.len(), 4);
        let page = PageRequest { limit: PageLimit::parse(1).unwrap(), after: None };
        let cursor = shop.products(&ProductQuery { page, ..sample_products::search(text) }).await.next;
        let other = ProductQuery { page: PageRequest { after: cursor, ..PageRequest::default() }, ..sample_products::search("soap") };
        assert!(matches!(shop.search.list(&other).await, PageAnswer::InvalidCursor));
    }
    let nothing = ProductFilter { in_stock: Some(false), min_price: Some(sample_products::rupees(9_999)), ..ProductFilter::default() };
    let query = ProductQuery { filter: nothing, ..sample_products::search("sunscreen") };
    assert!(shop.names(&query).await.is_empty());
    assert_eq!(shop.names(&sample_products::search("  ")).await.len(), 8, "no text lists everything");
}

/// The search index of a product follows its edits.
pub async fn an_edited_product_is_found_by_its_new_name_alone(shop: &Shop) {
    let product = shop.add(sample_products::product("Rose Water")).await;
    let details = DetailsEdit { name: Edit::Set(ProductName::parse("Jasmine Water").unwrap()), ..DetailsEdit::default() };
    let change = ProductChange { details, ..ProductChange::default() };
    assert!(shop.products.update(&product.code, &change, &sample_users::actor(), moments::now()).await.unwrap().is_changed);
    finds(shop, "jasmine", &["Jasmine Water"]).await;
    finds(shop, "rose", &[]).await;
    shop.products.delete(&product.code, &sample_users::actor(), moments::now()).await.unwrap();
    finds(shop, "jasmine", &[]).await;
    finds(shop, "jasmime", &[]).await;
}

/// Every text is answered without an error.
pub async fn no_text_breaks_it(shop: &Shop) {
    fill(shop).await;
    let long = "x".repeat(100);
    let many = "a b c d e f g h i j k l m n o p q r s t u v w x y z";
    for text in ["\u{10ffff}", "\u{1}", "\u{200d}", "🌸", "a\u{301}\u{301}", "''\"\"\\\\", "NULL", "$1", "{}", "(((", &long, many] {
        assert!(shop.products(&sample_products::search(text)).await.items.len() <= 4, "{text:?}");
    }
    let words = "l".repeat(64);
    let product = shop.add(described("LONG", &words, &words, &words, &format!("{words} ").repeat(76))).await;
    assert_eq!(shop.names(&sample_products::search(&words)).await, [product.details.name.as_str()]);
}
