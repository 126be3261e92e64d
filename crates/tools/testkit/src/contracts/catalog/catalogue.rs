//! Lists of the catalogue by an index of products in the database; searches are tested in `adapter-search`.

use std::cmp::Reverse;

use domain::catalog::product::{NewProduct, Product};
use domain::catalog::product_query::{ProductFilter, ProductQuery, ProductSort};
use domain::catalog::stock_alert::StockAlert;
use domain::shared::order_status::OrderStatus;
use domain::shared::page::{PageAnswer, PageRequest};

use crate::contracts::Shop;
use crate::contracts::paging::{each_list_takes_its_own_cursors, refuses_malformed_cursors, walk};
use crate::{moments, sample_orders, sample_products};

const SORTS: [ProductSort; 5] =
    [ProductSort::Newest, ProductSort::PriceUp, ProductSort::PriceDown, ProductSort::Name, ProductSort::Bestselling];

/// In every sort order and page size, also with many equal products.
pub async fn every_order_is_paged_without_gaps(shop: &Shop) {
    let user = shop.customer().await;
    for (name, rupees, second) in
        [("Rose", 500, 3), ("Rose", 500, 3), ("rose", 700, 3), ("Ámber", 500, 1), ("zinc", 200, 2), ("Musk", 900, 2), ("සුවඳ", 200, 9)]
    {
        let product = NewProduct { created_at: moments::seconds_later(second), ..sample_products::product(name) };
        let product = shop.add(sample_products::priced(sample_products::rupees(rupees), sample_products::rupees(rupees), product)).await;
        if second == 3 {
            shop.place(&sample_orders::draft(&user, &[(&product, rupees / 500)])).await;
        }
    }
    for sort in SORTS {
        for limit in [1, 2, 3, 7, 8] {
            let list = |page: PageRequest| async move { shop.products(&ProductQuery { page, ..sample_products::catalogue(sort) }).await };
            let products = walk(limit, list).await;
            assert_eq!(products.len(), 7, "{sort:?} {limit}");
            assert!(in_order(sort, &products), "{sort:?} {limit}");
        }
    }
    let names = shop.names(&sample_products::catalogue(ProductSort::Name)).await;
    assert_eq!((names[0].as_str(), names[6].as_str()), ("Ámber", "සුවඳ"));
}

fn in_order(sort: ProductSort, products: &[Product]) -> bool {
    match sort {
        ProductSort::Newest | ProductSort::Relevance => products.is_sorted_by_key(|p| Reverse((p.created_at, p.id))),
        ProductSort::PriceUp => products.is_sorted_by_key(|p| (p.details.prices.last_price(), p.id)),
        ProductSort::PriceDown => products.is_sorted_by_key(|p| Reverse((p.details.prices.last_price(), p.id))),
        ProductSort::Name => products.is_sorted_by_key(|p| (p.details.name.as_str().to_lowercase().replace('á', "a"), p.id)),
        ProductSort::Bestselling => products.is_sorted_by_key(|p| Reverse((p.total_sales, p.id))),
    }
}

/// Each filter alone, and all together.
pub async fn every_filter_holds(shop: &Shop) {
    for (name, price, last_price, units, brand, category) in [
        ("a", 100, 100, 1, "Pini", "Skin"),
        ("b", 200, 150, 0, "pini", "SKIN"),
        ("c", 300, 300, 2, "Mal", "Skin"),
        ("d", 400, 250, 0, "Mal", "Bath"),
    ] {
        let mut product = sample_products::with_stock(units, sample_products::product(name));
        product.details.brand = Some(sample_products::label(brand));
        product.details.category = Some(sample_products::label(category));
        shop.add(sample_products::priced(sample_products::rupees(price), sample_products::rupees(last_price), product)).await;
    }
    shop.add(sample_products::priced(sample_products::rupees(999), sample_products::rupees(999), sample_products::product("e"))).await;
    let filter = ProductFilter::default;
    for (wanted, names) in [
        (filter(), "abcde"),
        (ProductFilter { discounted: Some(true), ..filter() }, "bd"),
        (ProductFilter { discounted: Some(false), ..filter() }, "ace"),
        (ProductFilter { in_stock: Some(true), ..filter() }, "ace"),
        (ProductFilter { in_stock: Some(false), ..filter() }, "bd"),
        (ProductFilter { min_price: Some(sample_products::rupees(150)), ..filter() }, "bcde"),
        (ProductFilter { max_price: Some(sample_products::rupees(250)), ..filter() }, "abd"),
        (ProductFilter { min_price: Some(sample_products::rupees(150)), max_price: Some(sample_products::rupees(250)), ..filter() }, "bd"),
        (ProductFilter { brand: Some(sample_products::label("PINI")), ..filter() }, "ab"),
        (ProductFilter { category: Some(sample_products::label("skin")), ..filter() }, "abc"),
        (ProductFilter { category: Some(sample_products::label("ski")), ..filter() }, ""),
        (
            ProductFilter {
                category: Some(sample_products::label("skin")),
                in_stock: Some(true),
                brand: Some(sample_products::label("mal")),
                ..filter()
            },
            "c",
        ),
    ] {
        let query = ProductQuery { filter: wanted.clone(), ..sample_products::catalogue(ProductSort::Name) };
        assert_eq!(shop.names(&query).await.concat(), names, "{wanted:?}");
    }
}

/// With and without a filter and a text, in every sort order and page size, with an exact count.
pub async fn alerts_are_listed_as_the_catalogue_is(shop: &Shop) {
    let user = shop.customer().await;
    for (name, units, sold, second) in
        [("Rose a", 4, 4, 1), ("Rose b", 0, 0, 1), ("Rose c", 20, 19, 2), ("Rose d", 2, 0, 2), ("Musk e", 3, 0, 3), ("Musk f", 7, 7, 3)]
    {
        let mut product =
            NewProduct { created_at: moments::seconds_later(second), ..sample_products::with_stock(units, sample_products::product(name)) };
        product.details.brand = Some(sample_products::label(if second == 2 { "Mal" } else { "Pini" }));
        let product = shop.add(product).await;
        if sold > 0 {
            shop.place(&sample_orders::draft(&user, &[(&product, sold)])).await;
        }
    }
    shop.add(sample_products::product("Rose g")).await;
    let mal = ProductFilter { brand: Some(sample_products::label("mal")), ..ProductFilter::default() };
    for (alert, all, of_mal, roses) in
        [(StockAlert::Out, "abf", "", "ab"), (StockAlert::Low, "cde", "cd", "cd"), (StockAlert::Replenish, "acf", "c", "ac")]
    {
        for sort in SORTS {
            let plain = ProductQuery { alert: Some(alert), ..sample_products::catalogue(sort) };
            let filtered = ProductQuery { filter: mal.clone(), ..plain.clone() };
            let searched = ProductQuery { text: sample_products::search("rose").text, ..plain.clone() };
            for (query, names) in [(plain, all), (filtered, of_mal), (searched, roses)] {
                for limit in [1, 2, 3] {
                    let list = |page: PageRequest| async { shop.products(&ProductQuery { page, ..query.clone() }).await };
                    let products = walk(limit, list).await;
                    assert!(in_order(sort, &products), "{alert:?} {sort:?} {limit}");
                    let mut found: Vec<_> = products.iter().filter_map(|p| p.details.name.as_str().chars().last()).collect();
                    found.sort_unstable();
                    assert_eq!(found.into_iter().collect::<String>(), names, "{query:?} {limit}");
                }
            }
        }
    }
}

/// A cursor of one filter is refused by another.
pub async fn a_cursor_belongs_to_its_filter(shop: &Shop) {
    for name in ["Rose a", "Rose b", "Rose c"] {
        let mut product = sample_products::with_stock(3, sample_products::product(name));
        product.details.brand = Some(sample_products::label("Pini"));
        shop.add(sample_products::priced(sample_products::rupees(200), sample_products::rupees(100), product)).await;
    }
    let one = ProductFilter::default;
    let list = |query: ProductQuery, page| async move { shop.search.list(&ProductQuery { page, ..query }).await };
    for sort in SORTS {
        let plain = sample_products::catalogue(sort);
        let filtered = |filter| ProductQuery { filter, ..plain.clone() };
        let lists = [
            plain.clone(),
            filtered(ProductFilter { discounted: Some(true), ..one() }),
            filtered(ProductFilter { in_stock: Some(true), ..one() }),
            filtered(ProductFilter { min_price: Some(sample_products::rupees(50)), ..one() }),
            filtered(ProductFilter { max_price: Some(sample_products::rupees(300)), ..one() }),
            filtered(ProductFilter { brand: Some(sample_products::label("PINI")), ..one() }),
            ProductQuery { alert: Some(StockAlert::Low), ..plain.clone() },
            ProductQuery { text: sample_products::search("rose").text, ..plain.clone() },
            ProductQuery { text: sample_products::search("ros").text, ..plain.clone() },
        ];
        each_list_takes_its_own_cursors(&lists, list).await;
    }
}

/// A cursor of one sort order is refused by another.
pub async fn a_cursor_belongs_to_its_order(shop: &Shop) {
    for name in ["a", "b", "c"] {
        shop.add(sample_products::product(name)).await;
    }
    let first = |sort| PageRequest { limit: domain::shared::page::PageLimit::parse(1).unwrap(), ..sample_products::catalogue(sort).page };
    for sort in SORTS {
        let cursor = shop.products(&ProductQuery { page: first(sort), ..sample_products::catalogue(sort) }).await.next;
        for other in SORTS {
            let query = ProductQuery { page: PageRequest { after: cursor.clone(), ..first(other) }, ..sample_products::catalogue(other) };
            let answer = shop.search.list(&query).await;
            assert_eq!(matches!(answer, PageAnswer::Page(_)), sort == other, "{sort:?} {other:?}");
        }
        refuses_malformed_cursors(|page| async move { shop.search.list(&ProductQuery { page, ..sample_products::catalogue(sort) }).await })
            .await;
    }
}

/// The window is exact to the second.
pub async fn sales_count_thirty_days_without_cancelled_orders(shop: &Shop) {
    let user = shop.customer().await;
    let (sold, other) = (shop.add(sample_products::product("Sold")).await, shop.add(sample_products::product("Other")).await);
    let order = |units, placed_at| domain::orders::order::OrderDraft { placed_at, ..sample_orders::draft(&user, &[(&sold, units)]) };
    shop.place(&order(1, moments::days_ago(30))).await;
    shop.place(&order(2, moments::days_ago(29))).await;
    shop.place(&order(3, moments::now())).await;
    let cancelled = shop.place(&order(4, moments::now())).await;
    shop.set_status(&cancelled, OrderStatus::Cancelled).await.unwrap();
    assert_eq!(shop.product(&sold).await.unwrap().total_sales, 5);
    assert_eq!(shop.product(&other).await.unwrap().total_sales, 0);
    for sort in SORTS {
        let products = shop.products(&sample_products::catalogue(sort)).await.items;
        let sales = |code| products.iter().find(|p| p.code == code).unwrap().total_sales;
        assert_eq!((sales(sold.code.clone()), sales(other.code.clone())), (5, 0), "{sort:?}");
    }
    let best = shop.products(&sample_products::catalogue(ProductSort::Bestselling)).await;
    assert_eq!(best.items[0].code, sold.code);
}

/// Codes match in any case; unknown codes are left out.
pub async fn offers_are_those_asked_for(shop: &Shop) {
    let (first, second) = (shop.add(sample_products::full_product()).await, shop.add(sample_products::product("Plain")).await);
    shop.add(sample_products::product("Not asked for")).await;
    let lower = domain::catalog::product_code::ProductCode::parse(&first.code.as_str().to_lowercase()).unwrap();
    let mut offers = shop.products.offers(&[lower, sample_products::code(), second.code.clone()]).await.unwrap();
    offers.sort_by_key(|o| o.image.is_none());
    assert_eq!(offers.len(), 2);
    for (offer, product) in offers.iter().zip([first, second]) {
        assert_eq!((offer.product_id, &offer.code, &offer.name), (product.id, &product.code, &product.details.name));
        assert_eq!((offer.image.as_ref(), offer.prices), (product.details.images.first(), product.details.prices));
        assert_eq!((offer.stock, offer.weight), (product.stock, product.details.weight.unwrap_or_default()));
    }
    assert!(shop.products.offers(&[]).await.unwrap().is_empty());
}
