//! The pages of a search are together one list, whatever their size.

use std::collections::BTreeSet;

use domain::catalog::product::{NewProduct, Product};
use domain::catalog::product_code::ProductCode;
use domain::catalog::product_query::ProductQuery;
use domain::shared::ids::ProductId;
use domain::shared::page::{PageLimit, PageRequest, TotalCount};
use domain::shared::text::{AltName, Description};
use testkit::sample_products;
use uuid::Uuid;

use crate::shop::Shop;

const BRANDS: [&str; 3] = ["Hela", "Lip", "Sun Moon"];
const QUALITIES: [&str; 4] = ["Rose", "Rosewood", "Matte", "Sunscreen"];
const KINDS: [&str; 5] = ["Lip Balm", "Lipbalm", "Sun Screen", "Hair Mask", "Lipstick"];

const SEARCHES: [&str; 24] = [
    "h",
    "l",
    "s",
    "m 1",
    "ro",
    "sun",
    "lip",
    "lipb",
    "lipbalm",
    "rose",
    "rosew",
    "with",
    "hela",
    "hela r",
    "hela rose",
    "lip balm",
    "sun screen",
    "sunscreen h",
    "matte lip mask",
    "with rose",
    "made with",
    "lips mat",
    "p100",
    "sunscren",
];

/// Enough products for searches with hundreds of matches, many of which match alike.
fn fill(shop: &Shop) {
    let pick = |from: &[&'static str], number: usize| *from.get(number % from.len()).unwrap();
    for number in 0..260 {
        let (brand, quality, kind) = (pick(&BRANDS, number), pick(&QUALITIES, number / 3), pick(&KINDS, number / 7));
        let mut product = sample_products::product(&format!("{brand} {quality} {kind} {number}"));
        product.code = ProductCode::parse(&format!("P1{number:03}")).unwrap();
        product.details.alt_names = vec![AltName::parse(pick(&QUALITIES, number / 5)).unwrap()];
        product.details.brand = Some(sample_products::label(brand));
        let other = pick(&KINDS, number / 2);
        product.details.description = Description::parse(&format!("Made with {other} and rose, 50 ml of hela {number}.")).unwrap();
        shop.catalogue.add(product);
    }
}

/// All products a search finds, page by page, and the total that each page tells.
async fn walk(shop: &Shop, text: &str, limit: i64) -> (Vec<Product>, BTreeSet<u32>) {
    let (mut all, mut totals, mut after) = (Vec::new(), BTreeSet::new(), None);
    loop {
        let page = PageRequest { limit: PageLimit::parse(limit).unwrap(), after };
        let page = shop.products(&ProductQuery { page, ..sample_products::search(text) }).await;
        let TotalCount::Exactly(total) = page.total else { panic!("{text}: {:?}", page.total) };
        totals.insert(total);
        all.extend(page.items);
        after = page.next;
        if after.is_none() {
            return (all, totals);
        }
    }
}

fn names(products: &[Product]) -> Vec<&str> {
    products.iter().map(|product| product.details.name.as_str()).collect()
}

fn described(name: &str, description: &str) -> NewProduct {
    let mut product = sample_products::product(name);
    product.details.description = Description::parse(description).unwrap();
    product
}

fn numbered(name: &str, count: usize) -> impl Iterator<Item = NewProduct> {
    (0..count).map(move |number| sample_products::product(&format!("{name} {number}")))
}

/// A shop with such products, the oldest first.
async fn shop_with(products: Vec<NewProduct>) -> Shop {
    Shop::with((1..).zip(products).map(|(number, product)| NewProduct { id: ProductId::new(Uuid::from_u128(number)), ..product })).await
}

/// Whether pages of this size make the same list as one page of this number of products.
async fn assert_is_one_list(shop: &Shop, text: &str, limit: i64, count: usize) {
    let ((whole, _), (pieces, totals)) = (walk(shop, text, 500).await, walk(shop, text, limit).await);
    assert_eq!(names(&pieces), names(&whole), "{text}, {limit} a page");
    assert_eq!((whole.len(), totals), (count, BTreeSet::from([u32::try_from(count).unwrap()])), "{text}");
}

#[tokio::test]
async fn pages_of_any_size_make_the_same_list() {
    let shop = Shop::empty().await;
    fill(&shop);
    for text in SEARCHES {
        let (whole, _) = walk(&shop, text, 500).await;
        assert!(!whole.is_empty(), "{text}");
        for limit in [7, 40] {
            let (pieces, totals) = walk(&shop, text, limit).await;
            assert_eq!(names(&pieces), names(&whole), "{text}, {limit} a page");
            assert_eq!(totals, BTreeSet::from([u32::try_from(whole.len()).unwrap()]), "{text}");
        }
    }
}

#[tokio::test]
async fn a_number_behind_a_word_of_a_description_counts_alike_on_all_pages() {
    let description = |number| if number % 2 == 0 { "With rose, 50 ml." } else { "With rose water." };
    // Codes are searched too: a random one could begin with 50.
    let coded = |number| ProductCode::parse(&format!("SOAP-{number}")).unwrap();
    let soap = |number| NewProduct { code: coded(number), ..described(&format!("Soap {number}"), description(number)) };
    let shop = shop_with((0..30).map(soap).collect()).await;
    for text in ["rose", "ros", "with rose", "rose 50"] {
        let count = if text.contains("50") { 15 } else { 30 };
        assert_is_one_list(&shop, text, 7, count).await;
    }
}

/// The newest that match perfectly are not skipped for older ones that a shorter list brings to light.
#[tokio::test]
async fn a_list_too_long_to_be_walked_hides_no_perfect_match() {
    let products = numbered("Rose Serum", 60)
        .chain(numbered("Glow Rose Serum", 50))
        .chain(numbered("Glow Rose Oil", 600))
        .chain(numbered("Glow Serum Cream", 600));
    let shop = shop_with(products.collect()).await;
    assert_is_one_list(&shop, "rose serum", 24, 110).await;
}

/// More words than a search looks up: no page reads less than the others.
#[tokio::test]
async fn words_past_counting_are_read_by_all_pages() {
    let coded = |number| NewProduct { code: ProductCode::parse(&format!("SKU-{number:05}")).unwrap(), ..sample_products::product("Soap") };
    let shop = shop_with((1..=1_100).map(coded).collect()).await;
    for text in ["sku0", "sku", "soap sku0"] {
        let ((whole, _), (pieces, totals)) = (walk(&shop, text, 500).await, walk(&shop, text, 24).await);
        let codes = |products: &[Product]| products.iter().map(|product| product.code.as_str().to_owned()).collect::<Vec<_>>();
        assert_eq!(codes(&pieces), codes(&whole), "{text}");
        assert_eq!((codes(&whole).into_iter().collect::<BTreeSet<_>>().len(), totals.len()), (whole.len(), 1), "{text}");
        assert_eq!(whole.len(), 1_100, "{text}");
    }
}
