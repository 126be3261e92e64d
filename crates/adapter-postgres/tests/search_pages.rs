//! The first page of a search is found in another way than the pages behind it: together they are one list.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::BTreeSet;

use domain::page::{PageLimit, PageRequest, TotalCount};
use domain::product::Product;
use domain::product_code::ProductCode;
use domain::product_query::ProductQuery;
use domain::text::{AltName, Description};
use testkit::contracts::Shop;
use testkit::goods;
use testkit::postgres::TestDatabase;

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
async fn fill(shop: &Shop) {
    let pick = |from: &[&'static str], number: usize| *from.get(number % from.len()).unwrap();
    for number in 0..260 {
        let (brand, quality, kind) = (pick(&BRANDS, number), pick(&QUALITIES, number / 3), pick(&KINDS, number / 7));
        let mut product = goods::product(&format!("{brand} {quality} {kind} {number}"));
        product.code = ProductCode::parse(&format!("P1{number:03}")).unwrap();
        product.details.alt_names = vec![AltName::parse(pick(&QUALITIES, number / 5)).unwrap()];
        product.details.brand = Some(goods::label(brand));
        let other = pick(&KINDS, number / 2);
        product.details.description = Description::parse(&format!("Made with {other} and rose, 50 ml of hela {number}.")).unwrap();
        shop.add(product).await;
    }
}

/// All products a search finds, page by page, and the total that each page tells.
async fn walk(shop: &Shop, text: &str, limit: i64) -> (Vec<Product>, BTreeSet<u32>) {
    let (mut all, mut totals, mut after) = (Vec::new(), BTreeSet::new(), None);
    loop {
        let page = PageRequest { limit: PageLimit::parse(limit).unwrap(), after };
        let page = shop.products(&ProductQuery { page, ..goods::search(text) }).await;
        let TotalCount::Exactly(total) = page.total else { panic!("{text}: {:?}", page.total) };
        totals.insert(total);
        all.extend(page.items);
        after = page.next;
        if after.is_none() {
            return (all, totals);
        }
    }
}

#[tokio::test]
async fn pages_of_any_size_make_the_same_list() {
    let database = TestDatabase::create().await;
    let shop = Shop::of(database.postgres().await);
    fill(&shop).await;
    for text in SEARCHES {
        let (whole, _) = walk(&shop, text, 500).await;
        assert!(!whole.is_empty(), "{text}");
        for limit in [7, 40] {
            let (pieces, totals) = walk(&shop, text, limit).await;
            let names = |products: &[Product]| products.iter().map(|p| p.details.name.as_str().to_owned()).collect::<Vec<_>>();
            assert_eq!(names(&pieces), names(&whole), "{text}, {limit} a page");
            assert_eq!(totals, BTreeSet::from([u32::try_from(whole.len()).unwrap()]), "{text}");
        }
    }
}
