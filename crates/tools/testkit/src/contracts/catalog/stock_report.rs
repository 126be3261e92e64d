//! [`domain::catalog::ports::ProductSearch::stock_report`] by an index of products in the database.

use domain::catalog::product::Product;
use domain::catalog::product_query::{ProductQuery, ProductSort};
use domain::catalog::stock_alert::{Alerts, LISTED_ALERTS, StockAlert, StockReport};
use domain::shared::order_status::OrderStatus;

use crate::contracts::Shop;
use crate::contracts::reports::overview::{move_to, sell};
use crate::{moments, sample_products};

fn names(alerts: &Alerts<Product>) -> Vec<String> {
    alerts.listed.iter().map(|product| product.details.name.to_string()).collect()
}

/// The most urgent first; sales and cancellations change the lists.
pub async fn products_to_look_after_are_listed(shop: &Shop) {
    let user = shop.customer().await;
    let add = async |name: &str, units| shop.add(sample_products::with_stock(units, sample_products::product(name))).await;
    let (two, five, six) = (add("two", 2).await, add("five", 5).await, add("six", 6).await);
    let (slow, quick, plenty) = (add("slow", 10).await, add("quick", 10).await, add("plenty", 1_000).await);
    let of = |report: &StockReport<Product>| [&report.low, &report.out, &report.replenish].map(names);
    assert_eq!(of(&shop.search.stock_report().await), [vec!["two", "five"], vec![], vec![]]);

    // 8 left of `quick` at 2 in 30 days last 120 days; 2 left at 8 last 7.5.
    sell(shop, &user, moments::now(), &[(&quick, 2), (&plenty, 3)]).await;
    sell(shop, &user, moments::days_ago(30), &[(&slow, 7)]).await;
    assert_eq!(of(&shop.search.stock_report().await), [vec!["two", "slow", "five"], vec![], vec![]]);
    let most = sell(shop, &user, moments::days_ago(29), &[(&quick, 6), (&six, 1)]).await;
    let soon = shop.search.stock_report().await;
    assert_eq!(of(&soon)[2], ["quick"]);
    let alert = &soon.replenish.listed[0];
    assert_eq!((alert.stock.get(), alert.total_sales, soon.replenish.count, soon.low.count), (2, 8, 1, 5));
    move_to(shop, &most, OrderStatus::Cancelled).await;
    assert_eq!(of(&shop.search.stock_report().await), [vec!["two", "slow", "five"], vec![], vec![]]);

    sell(shop, &user, moments::now(), &[(&two, 2)]).await;
    sell(shop, &user, moments::now(), &[(&five, 5)]).await;
    sell(shop, &user, moments::now(), &[(&six, 5)]).await;
    let out = shop.search.stock_report().await;
    assert_eq!(of(&out), [vec!["six", "slow"], vec!["five", "two"], vec!["five", "two", "six"]]);
    assert_eq!((out.replenish.count, out.out.listed[0].total_sales, out.out.count), (3, 5, 2));
    assert_eq!((out.in_stock, out.total()), (2, 6));
}

/// The list of all products with an alert is of those that the dashboard counts.
pub async fn an_alert_leads_to_all_its_products(shop: &Shop) {
    let user = shop.customer().await;
    for (name, units, sold) in [
        ("out, sells", 9, 9),
        ("out, sold once", 1, 1),
        ("low, sells", 10, 8),
        ("low, lasts", 8, 3),
        ("plenty, sells", 200, 160),
        ("plenty, lasts", 200, 15),
    ] {
        let product = shop.add(sample_products::with_stock(units, sample_products::product(name))).await;
        sell(shop, &user, moments::now(), &[(&product, sold)]).await;
    }
    shop.add(sample_products::with_stock(0, sample_products::product("out, unasked"))).await;
    shop.add(sample_products::with_stock(3, sample_products::product("low, unasked"))).await;
    let alerts = shop.search.stock_report().await;
    for (alert, names, told) in [
        (StockAlert::Out, vec!["out, sells", "out, sold once", "out, unasked"], &alerts.out),
        (StockAlert::Low, vec!["low, lasts", "low, sells", "low, unasked"], &alerts.low),
        (StockAlert::Replenish, vec!["low, sells", "out, sells", "out, sold once", "plenty, sells"], &alerts.replenish),
    ] {
        let query = ProductQuery { alert: Some(alert), ..sample_products::catalogue(ProductSort::Name) };
        assert_eq!(shop.names(&query).await, names, "{alert:?}");
        let mut listed = self::names(told);
        listed.sort_unstable();
        assert_eq!((told.count, listed.iter().map(String::as_str).collect()), (u64::try_from(names.len()).unwrap(), names), "{alert:?}");
    }
}

/// The list is bounded, the count is not.
pub async fn every_alert_is_counted_where_few_are_listed(shop: &Shop) {
    let user = shop.customer().await;
    let most = LISTED_ALERTS;
    for n in 0..most + 3 {
        shop.add(sample_products::with_stock(0, sample_products::product("out"))).await;
        let low = shop.add(sample_products::with_stock(10, sample_products::product("low"))).await;
        sell(shop, &user, moments::now(), &[(&low, if n == 0 { 9 } else { 8 })]).await;
    }
    let alerts = shop.search.stock_report().await;
    for list in [&alerts.low, &alerts.out, &alerts.replenish] {
        assert_eq!((list.listed.len(), list.count), (most, u64::try_from(most).unwrap() + 3));
    }
    assert_eq!(alerts.low.listed[0].stock.get(), 1);
    assert_eq!(alerts.replenish.listed[0].stock.get(), 1, "1 left at 9 in 30 days");
}
