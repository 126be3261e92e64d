//! Every order and filter against a plain recount: random catalogues, random queries, pages of any size.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use chrono::TimeDelta;
use domain::catalog::ports::ProductSearch as _;
use domain::catalog::product::{Prices, Product};
use domain::catalog::product_code::ProductCode;
use domain::catalog::product_query::{FacetQuery, FacetValue, ProductFacets, ProductFilter, ProductQuery, ProductSort};
use domain::catalog::stock_alert::{LOW_STOCK, StockAlert, replenish_within_days};
use domain::shared::ids::ProductId;
use domain::shared::money::Money;
use domain::shared::page::{PageLimit, PageRequest, TotalCount};
use domain::shared::text::Label;
use proptest::prelude::*;
use proptest::sample::select;
use search_text::fold;
use testkit::{moments, sample_products};
use uuid::Uuid;

use crate::shop::Shop;

const WORDS: [&str; 7] = ["Rose", "Rosewood", "Lip", "Balm", "Sun", "Screen", "Écran"];
const LABELS: [&str; 6] = ["Hela", "HELA", "hélà", "Sun Moon", "sun moon", "Zeta"];
const TEXTS: [&str; 12] =
    ["r", "ro", "ros", "rose", "lip", "lip balm", "lipbalm", "sun screen", "sunscren", "rose-balm", "ecran", "rosewod lip"];
pub(crate) const SORTS: [ProductSort; 6] = [
    ProductSort::Relevance,
    ProductSort::Newest,
    ProductSort::PriceUp,
    ProductSort::PriceDown,
    ProductSort::Name,
    ProductSort::Bestselling,
];

/// A day that is later for a greater upper half.
fn day_of(id: ProductId) -> i64 {
    i64::try_from(id.uuid().as_u64_pair().0).unwrap()
}

/// The three equal halves of ids are decided by the lower half.
fn id() -> impl Strategy<Value = ProductId> {
    (0_u64..3, 0_u64..12).prop_map(|(high, low)| ProductId::new(Uuid::from_u64_pair(high, low)))
}

prop_compose! {
    fn product()(
        id in id(),
        name in prop::collection::vec(select(&WORDS[..]), 1..4),
        brand in prop::option::of(select(&LABELS[..])),
        category in prop::option::of(select(&LABELS[..])),
        (price, last_price) in (1_i64..6).prop_flat_map(|price| (Just(price), 1..=price)),
        (stock, sales) in (0_i64..9, 0_u64..30),
        day in 0_i64..3,
    ) -> Product {
        let new = sample_products::product(&name.join(" "));
        let mut details = new.details;
        details.brand = brand.map(sample_products::label);
        details.category = category.map(sample_products::label);
        let cents = |cents| Money::from_cents(cents * 100).unwrap();
        details.prices = Prices::new(cents(price), Some(cents(last_price))).unwrap();
        let created_at = moments::now() + TimeDelta::days(day);
        let code = ProductCode::parse(&format!("X{}", id.uuid().simple())).unwrap();
        let stock = sample_products::stock(stock);
        Product { id, code, details, stock, total_sales: sales, version: 1, created_at, updated_at: created_at }
    }
}

prop_compose! {
    fn filter()(
        discounted in prop::option::weighted(0.2, any::<bool>()),
        in_stock in prop::option::weighted(0.2, any::<bool>()),
        min_price in prop::option::weighted(0.2, 0_i64..5),
        max_price in prop::option::weighted(0.2, 2_i64..7),
        category in prop::option::weighted(0.2, select(&LABELS[..])),
        brand in prop::option::weighted(0.2, select(&LABELS[..])),
    ) -> ProductFilter {
        let money = |rupees: i64| Money::from_cents(rupees * 100).unwrap();
        ProductFilter {
            discounted, in_stock, min_price: min_price.map(money), max_price: max_price.map(money),
            category: category.map(sample_products::label), brand: brand.map(sample_products::label),
        }
    }
}

fn alert() -> impl Strategy<Value = Option<StockAlert>> {
    prop::option::weighted(0.2, select(&[StockAlert::Out, StockAlert::Low, StockAlert::Replenish][..]))
}

fn key(label: &Option<Label>) -> Option<String> {
    label.as_ref().map(|label| fold(label.as_str()))
}

fn price(product: &Product) -> Money {
    product.details.prices.last_price()
}

fn is_discounted(product: &Product) -> bool {
    price(product) < product.details.prices.price()
}

fn passes(product: &Product, filter: &ProductFilter, alert: Option<StockAlert>) -> bool {
    let stock = product.stock.get();
    filter.discounted.is_none_or(|discounted| discounted == is_discounted(product))
        && filter.in_stock.is_none_or(|in_stock| in_stock == (stock > 0))
        && filter.min_price.is_none_or(|least| price(product) >= least)
        && filter.max_price.is_none_or(|most| price(product) <= most)
        && (filter.category.is_none() || key(&filter.category) == key(&product.details.category))
        && (filter.brand.is_none() || key(&filter.brand) == key(&product.details.brand))
        && match alert {
            Some(StockAlert::Out) => stock == 0,
            Some(StockAlert::Low) => (1..=LOW_STOCK).contains(&stock),
            Some(StockAlert::Replenish) => replenish_within_days(product.stock, product.total_sales).is_some(),
            None => true,
        }
}

fn sorted(mut products: Vec<Product>, sort: ProductSort) -> Vec<ProductId> {
    match sort {
        ProductSort::Relevance => {}
        ProductSort::Newest => products.sort_by_key(|p| Reverse((p.created_at, p.id))),
        ProductSort::PriceUp => products.sort_by_key(|p| (price(p), p.id)),
        ProductSort::PriceDown => products.sort_by_key(|p| Reverse((price(p), p.id))),
        ProductSort::Name => products.sort_by_key(|p| (fold(p.details.name.as_str()), p.id)),
        ProductSort::Bestselling => products.sort_by_key(|p| Reverse((p.total_sales, p.id))),
    }
    products.into_iter().map(|product| product.id).collect()
}

fn values(products: &[Product], label: fn(&Product) -> &Option<Label>) -> Vec<FacetValue> {
    let mut values: BTreeMap<String, FacetValue> = BTreeMap::new();
    for value in products.iter().filter_map(|product| label(product).clone()) {
        let counted = values.entry(fold(value.as_str())).or_insert_with(|| FacetValue { value: value.clone(), count: 0 });
        counted.count += 1;
        counted.value = counted.value.clone().min(value);
    }
    values.into_values().collect()
}

fn recounted(products: &[Product], filter: &ProductFilter) -> ProductFacets {
    let under = |filter: ProductFilter| products.iter().filter(|p| passes(p, &filter, None)).cloned().collect::<Vec<_>>();
    let count = |products: Vec<Product>| u32::try_from(products.len()).unwrap();
    let prices = under(ProductFilter { min_price: None, max_price: None, ..filter.clone() });
    let prices = prices.iter().map(price).min().zip(prices.iter().map(price).max());
    let stocked = under(ProductFilter { in_stock: None, ..filter.clone() }).into_iter().filter(|p| p.stock.get() > 0).collect();
    let reduced = under(ProductFilter { discounted: None, ..filter.clone() }).into_iter().filter(is_discounted).collect();
    ProductFacets {
        categories: values(&under(ProductFilter { category: None, ..filter.clone() }), |p| &p.details.category),
        brands: values(&under(ProductFilter { brand: None, ..filter.clone() }), |p| &p.details.brand),
        prices,
        in_stock: count(stocked),
        discounted: count(reduced),
        total: count(under(filter.clone())),
        exact: true,
    }
}

/// All products of a list, read in pages of this size, with its one total.
async fn walk(shop: &Shop, query: &ProductQuery, limit: i64) -> Vec<ProductId> {
    let (mut ids, mut after, mut totals) = (Vec::new(), None, Vec::new());
    loop {
        let page = PageRequest { limit: PageLimit::parse(limit).unwrap(), after };
        let found = shop.found(&ProductQuery { page, ..query.clone() }).await;
        assert!(found.ids.len() <= usize::try_from(limit).unwrap());
        totals.push(found.total);
        ids.extend(found.ids);
        after = found.next;
        if after.is_none() {
            let total = TotalCount::Exactly(u32::try_from(ids.len()).unwrap());
            assert!(totals.iter().all(|other| *other == total), "{totals:?} instead of {total:?}: {query:?}");
            return ids;
        }
    }
}

/// A shop whose index has several segments with deleted documents.
async fn shop_of(first: &[Product], second: &[Product], deleted: &[ProductId]) -> Shop {
    let shop = Shop::empty().await;
    for products in [first, second] {
        products.iter().for_each(|product| shop.catalogue.put(product.clone()));
        shop.catch_up().await;
    }
    deleted.iter().for_each(|id| shop.catalogue.delete(*id));
    shop.catch_up().await;
    // Orders come after the last commit.
    for (place, product) in shop.catalogue.products().into_iter().enumerate().filter(|(place, _)| place % 3 == 0) {
        shop.catalogue.set_level(product.id, i64::try_from(place % 7).unwrap(), product.total_sales + 1);
    }
    shop.catch_up().await;
    shop
}

async fn check(shop: &Shop, text: Option<&str>, filter: &ProductFilter, alert: Option<StockAlert>, limit: i64) {
    let all = text.map_or_else(|| sample_products::catalogue(ProductSort::Newest), sample_products::search);
    let all = ProductQuery { page: PageRequest::default(), ..all };
    let matching: Vec<Product> = walk(shop, &all, 500).await.into_iter().map(|id| shop.catalogue.product(id).unwrap()).collect();
    for sort in SORTS {
        let query = ProductQuery { filter: filter.clone(), alert, sort, ..all.clone() };
        let expected = sorted(matching.iter().filter(|product| passes(product, filter, alert)).cloned().collect(), sort);
        assert_eq!(walk(shop, &query, 500).await, expected, "{text:?}, {sort:?}, {filter:?}, {alert:?}");
        assert_eq!(walk(shop, &query, limit).await, expected, "{text:?}, {sort:?}, {limit} a page");
    }
    let facets = FacetQuery { text: all.text.clone(), filter: filter.clone() };
    assert_eq!(shop.index.facets(&facets).await.unwrap(), recounted(&matching, filter), "{text:?}, {filter:?}");
    if text.is_none() {
        assert_eq!(matching.len(), shop.catalogue.products().len());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    #[test]
    fn lists_and_facets_are_those_of_a_recount(
        first in prop::collection::vec(product(), 0..40),
        second in prop::collection::vec(product(), 0..12),
        deleted in prop::collection::vec(id(), 0..6),
        are_ids_by_age in any::<bool>(),
        queries in prop::collection::vec((prop::option::weighted(0.6, select(&TEXTS[..])), filter(), alert(), 1_i64..9), 4),
    ) {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        runtime.block_on(async {
            let added = |product: Product| match are_ids_by_age {
                true => Product { created_at: moments::now() + TimeDelta::days(day_of(product.id)), ..product },
                false => product,
            };
            let first: Vec<Product> = first.into_iter().map(added).collect();
            let second: Vec<Product> = second.into_iter().map(|product| added(Product { version: 2, ..product })).collect();
            let present: Vec<ProductId> = first.iter().chain(&second).map(|product| product.id).collect();
            let deleted: Vec<ProductId> = deleted.into_iter().filter(|id| present.contains(id)).collect();
            let shop = shop_of(&first, &second, &deleted).await;
            for (text, filter, alert, limit) in queries {
                check(&shop, text, &filter, alert, limit).await;
            }
        });
    }
}

/// Newest first: ids that differ in their lower half alone come in its order, also over the end of a page.
#[tokio::test]
async fn equal_upper_halves_of_ids_are_told_apart() {
    let shop = Shop::empty().await;
    for low in [5, 1, 9, 3, 7, u64::MAX, 0] {
        let id = ProductId::new(Uuid::from_u64_pair(8, low));
        shop.catalogue.add(domain::catalog::product::NewProduct { id, ..sample_products::product("Rose") });
        shop.catch_up().await;
    }
    let query = sample_products::search("rose");
    let lows = |ids: Vec<ProductId>| ids.into_iter().map(|id| id.uuid().as_u64_pair().1).collect::<Vec<_>>();
    for limit in [1, 2, 3, 500] {
        assert_eq!(lows(walk(&shop, &query, limit).await), [u64::MAX, 9, 7, 5, 3, 1, 0]);
        let cheapest = ProductQuery { sort: ProductSort::PriceUp, ..query.clone() };
        assert_eq!(lows(walk(&shop, &cheapest, limit).await), [0, 1, 3, 5, 7, 9, u64::MAX]);
    }
}
