//! The contract of [`ProductCatalogue::facets`](domain::catalog::ports::ProductCatalogue::facets).

use domain::catalog::product::NewProduct;
use domain::catalog::product_query::{FacetQuery, FacetValue, ProductFacets, ProductFilter, ProductQuery, ProductSort};

use crate::contracts::Shop;
use crate::sample_products;

/// Four products of two categories and two brands, and one of neither.
async fn stock_up(shop: &Shop) {
    for (name, price, last_price, units, brand, category) in [
        ("Rose oil", 100, 100, 1, "Mal", "Hair"),
        ("Rose balm", 200, 150, 0, "Pini", "Skin"),
        ("Musk oil", 300, 300, 2, "Mal", "Skin"),
        ("Amber oil", 400, 250, 0, "Mal", "Skin"),
    ] {
        shop.add(labelled(brand, category, sample_products::with_stock(units, priced(price, last_price, name)))).await;
    }
    shop.add(priced(999, 999, "Gift")).await;
}

fn priced(price: i64, last_price: i64, name: &str) -> NewProduct {
    sample_products::priced(sample_products::rupees(price), sample_products::rupees(last_price), sample_products::product(name))
}

fn labelled(brand: &str, category: &str, mut product: NewProduct) -> NewProduct {
    product.details.brand = Some(sample_products::label(brand));
    product.details.category = Some(sample_products::label(category));
    product
}

async fn facets(shop: &Shop, text: &str, filter: ProductFilter) -> ProductFacets {
    let text = (!text.is_empty()).then(|| domain::shared::text::SearchText::parse(text).unwrap());
    shop.search.facets(&FacetQuery { text, filter }).await
}

fn told(values: &[FacetValue]) -> Vec<(&str, u32)> {
    values.iter().map(|v| (v.value.as_str(), v.count)).collect()
}

/// A facet's own filter does not narrow its counts.
pub async fn every_facet_counts_under_the_others(shop: &Shop) {
    assert_eq!(facets(shop, "", ProductFilter::default()).await, ProductFacets { exact: true, ..ProductFacets::default() });
    stock_up(shop).await;
    let all = facets(shop, "", ProductFilter::default()).await;
    assert_eq!((told(&all.categories), told(&all.brands)), (vec![("Hair", 1), ("Skin", 3)], vec![("Mal", 3), ("Pini", 1)]));
    assert_eq!((all.in_stock, all.discounted, all.total, all.exact), (3, 2, 5, true));
    assert_eq!(all.prices, Some((sample_products::rupees(100), sample_products::rupees(999))));

    let filter = ProductFilter {
        category: Some(sample_products::label("skin")),
        brand: Some(sample_products::label("MAL")),
        in_stock: Some(true),
        ..ProductFilter::default()
    };
    let some = facets(shop, "", filter).await;
    assert_eq!((told(&some.categories), told(&some.brands)), (vec![("Hair", 1), ("Skin", 1)], vec![("Mal", 1)]));
    assert_eq!((some.in_stock, some.discounted, some.total), (1, 0, 1));
    assert_eq!(some.prices, Some((sample_products::rupees(300), sample_products::rupees(300))));

    let filter = ProductFilter { max_price: Some(sample_products::rupees(200)), discounted: Some(true), ..ProductFilter::default() };
    let cheap = facets(shop, "", filter).await;
    assert_eq!((told(&cheap.categories), told(&cheap.brands)), (vec![("Skin", 1)], vec![("Pini", 1)]));
    assert_eq!((cheap.in_stock, cheap.discounted, cheap.total), (0, 1, 1));
    assert_eq!(cheap.prices, Some((sample_products::rupees(150), sample_products::rupees(250))));
}

/// Counts allow the same typos as the list.
pub async fn a_search_is_counted_as_it_is_listed(shop: &Shop) {
    stock_up(shop).await;
    for (text, brands, total) in
        [("oil", vec![("Mal", 3)], 3), ("rose", vec![("Mal", 1), ("Pini", 1)], 2), ("ambre", vec![("Mal", 1)], 1), ("xyzzy", vec![], 0)]
    {
        let found = facets(shop, text, ProductFilter::default()).await;
        assert_eq!((told(&found.brands), found.total), (brands, total), "{text}");
    }
    // The search finds something, the filter takes it away: that is no reason to look for other words.
    let filter = ProductFilter { min_price: Some(sample_products::rupees(900)), ..ProductFilter::default() };
    let none = facets(shop, "amber", filter).await;
    assert_eq!((none.total, none.prices), (0, Some((sample_products::rupees(250), sample_products::rupees(250)))));
}

/// Labels are compared without case, as in the filter.
pub async fn labels_that_differ_in_case_are_one(shop: &Shop) {
    for brand in ["Mal", "MAL", "mal", "M\u{e1}l"] {
        shop.add(labelled(brand, "Skin", sample_products::product("Soap"))).await;
    }
    assert_eq!(told(&facets(shop, "", ProductFilter::default()).await.brands), [("MAL", 4)]);
}

/// Under every filter, the count of a value equals the length of its list.
pub async fn counts_are_the_lengths_of_lists(shop: &Shop) {
    stock_up(shop).await;
    for filter in [
        ProductFilter::default(),
        ProductFilter { in_stock: Some(true), ..ProductFilter::default() },
        ProductFilter { discounted: Some(true), max_price: Some(sample_products::rupees(200)), ..ProductFilter::default() },
        ProductFilter {
            brand: Some(sample_products::label("Mal")),
            min_price: Some(sample_products::rupees(200)),
            ..ProductFilter::default()
        },
    ] {
        let facets = facets(shop, "", filter.clone()).await;
        let length = async |filter: ProductFilter| {
            let query = ProductQuery { filter, ..sample_products::catalogue(ProductSort::Newest) };
            u32::try_from(shop.products(&query).await.items.len()).unwrap()
        };
        for value in facets.categories {
            assert_eq!(length(ProductFilter { category: Some(value.value), ..filter.clone() }).await, value.count, "{filter:?}");
        }
        for value in facets.brands {
            assert_eq!(length(ProductFilter { brand: Some(value.value), ..filter.clone() }).await, value.count, "{filter:?}");
        }
        assert_eq!(length(ProductFilter { in_stock: Some(true), ..filter.clone() }).await, facets.in_stock);
        assert_eq!(length(ProductFilter { discounted: Some(true), ..filter.clone() }).await, facets.discounted);
        assert_eq!(length(filter).await, facets.total);
    }
}
