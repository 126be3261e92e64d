//! The contract of [`domain::reports::overview::OverviewReader`].

use chrono::{DateTime, TimeDelta, Utc};
use domain::accounts::user::User;
use domain::catalog::product::Product;
use domain::orders::order::{Order, OrderDraft};
use domain::orders::order_edit::OrderEdit;
use domain::reports::overview::{CustomerCounts, OrderCounts, OverviewFigures};
use domain::reports::revenue::RevenueStats;
use domain::reports::sales_period::{DaySales, PeriodLength, SalesLine, SalesPeriod};
use domain::shared::calendar::ShopCalendar;
use domain::shared::edit::Edit;
use domain::shared::order_status::OrderStatus;
use domain::shared::text::PaymentId;

use crate::contracts::Shop;
use crate::{moments, sample_orders, sample_products, sample_users};

async fn figures(shop: &Shop) -> OverviewFigures {
    figures_of(shop, PeriodLength::Week).await
}

async fn figures_of(shop: &Shop, length: PeriodLength) -> OverviewFigures {
    let period = SalesPeriod::at(moments::now(), length, ShopCalendar::default());
    shop.overview.figures(&period).await.unwrap()
}

pub(crate) async fn move_to(shop: &Shop, order: &Order, status: OrderStatus) {
    shop.set_status(order, status).await.unwrap();
}

pub(crate) async fn sell(shop: &Shop, user: &User, at: DateTime<Utc>, lines: &[(&Product, i64)]) -> Order {
    shop.place(&OrderDraft { placed_at: at, ..sample_orders::draft(user, lines) }).await
}

/// Counts follow every change of users and orders.
pub async fn everything_is_counted_by_kind(shop: &Shop) {
    assert_eq!(figures(shop).await, OverviewFigures { days: vec![DaySales::default(); 14], ..OverviewFigures::default() });
    let (nimal, gone, blocked) = (shop.customer().await, shop.customer().await, shop.customer().await);
    shop.admin().await;
    shop.users.set_blocked(&blocked.email, true, &sample_users::actor(), moments::now()).await.unwrap();
    shop.users.delete(&gone.email, &sample_users::actor(), moments::now()).await.unwrap();
    let rose = shop.add(sample_products::with_stock(1_000, sample_products::product("Rose"))).await;
    let mut orders = Vec::new();
    for _ in 0..7 {
        orders.push(sell(shop, &nimal, moments::now(), &[(&rose, 1)]).await);
    }
    for (order, status) in orders.iter().zip([OrderStatus::Shipped, OrderStatus::Shipped, OrderStatus::Completed, OrderStatus::Cancelled]) {
        move_to(shop, order, status).await;
    }
    move_to(shop, &orders[1], OrderStatus::Processing).await;
    let figures = figures(shop).await;
    assert_eq!(figures.orders, OrderCounts { processing: 4, shipped: 1, completed: 1, cancelled: 1 });
    assert_eq!(figures.customers, CustomerCounts { active: 1, blocked: 1, administrators: 1 });
    let newest: Vec<_> = figures.recent_orders.iter().map(|order| order.id.clone()).collect();
    let mut expected: Vec<_> = orders.iter().map(|order| order.id.clone()).collect();
    expected.sort();
    expected.reverse();
    assert_eq!(newest, expected[..5]);
    assert_eq!(figures.recent_orders[0].items.len(), 1);
}

/// From the first instant of a day to the last, cancelled orders left out.
pub async fn takings_are_those_of_the_shops_days(shop: &Shop) {
    let user = shop.customer().await;
    let rose = shop.add(sample_products::with_stock(10_000, sample_products::product("Rose"))).await;
    let period = SalesPeriod::at(moments::now(), PeriodLength::Week, ShopCalendar::default());
    let instant = TimeDelta::microseconds(1);
    let days = period.days();
    for (at, units) in [
        (days[0].begins - instant, 1),
        (days[0].begins, 2),
        (days[0].ends - instant, 4),
        (days[6].ends - instant, 8),
        (days[7].begins, 16),
        (days[13].begins, 32),
        (moments::now(), 64),
    ] {
        sell(shop, &user, at, &[(&rose, units)]).await;
    }
    let cancelled = sell(shop, &user, days[7].begins, &[(&rose, 128)]).await;
    move_to(shop, &cancelled, OrderStatus::Cancelled).await;
    let mut expected = vec![DaySales::default(); 14];
    let rupees = |units: i64| units * 120_000;
    expected[0] = DaySales { orders: 2, revenue_cents: rupees(6) };
    expected[6] = DaySales { orders: 1, revenue_cents: rupees(8) };
    expected[7] = DaySales { orders: 1, revenue_cents: rupees(16) };
    expected[13] = DaySales { orders: 2, revenue_cents: rupees(96) };
    let figures = figures(shop).await;
    assert_eq!(figures.days, expected);
    let best = &figures.best_sellers[0];
    assert_eq!((best.units, best.revenue_cents), (112, rupees(112)));
    assert_eq!(figures_of(shop, PeriodLength::Month).await.best_sellers[0].units, 127);
}

/// By units, then by revenue; with their present names.
pub async fn the_best_sellers_come_first(shop: &Shop) {
    let user = shop.customer().await;
    let mut products = Vec::new();
    for n in 0..12 {
        let product = sample_products::priced(
            sample_products::rupees(100 + n),
            sample_products::rupees(100 + n),
            sample_products::product(&format!("Rose {n}")),
        );
        products.push(shop.add(sample_products::with_stock(1_000, product)).await);
    }
    for (n, product) in products.iter().enumerate() {
        // Two of each number.
        sell(shop, &user, moments::now(), &[(product, i64::try_from(n / 2 + 1).unwrap())]).await;
    }
    let cancelled = sell(shop, &user, moments::now(), &[(&products[0], 100)]).await;
    move_to(shop, &cancelled, OrderStatus::Cancelled).await;
    shop.products.delete(&products[11].code, &sample_users::actor(), moments::now()).await.unwrap();
    let best = figures(shop).await.best_sellers;
    let names: Vec<_> = best.iter().map(|p| p.name.as_str()).collect();
    assert_eq!(names, [10, 9, 8, 7, 6, 5, 4, 3, 2, 1].map(|n| format!("Rose {n}")));
    assert_eq!((best[0].units, best[0].revenue_cents), (6, 6 * 11_000));
}

/// Cancelled orders are left out; a refund is pending where a cancelled order was paid and not refunded.
pub async fn revenue_leaves_cancelled_orders_out(shop: &Shop) {
    let user = shop.customer().await;
    let rose = shop.add(sample_products::with_stock(1_000, sample_products::product("Rose"))).await;
    let period = SalesPeriod::at(moments::now(), PeriodLength::Week, ShopCalendar::default());
    let (today, week, week_before) = (period.days()[13].begins, period.days()[7].begins, period.days()[0].begins);
    let second = TimeDelta::seconds(1);
    let mut orders = Vec::new();
    for (at, units) in [
        (today, 1),
        (moments::now(), 2),
        (today - second, 4),
        (week, 8),
        (week - second, 16),
        (week_before, 32),
        (week_before - second, 64),
        (moments::now(), 128),
        (moments::now(), 256),
        (week_before - second, 1),
    ] {
        orders.push(sell(shop, &user, at, &[(&rose, units)]).await);
    }
    cancel(shop, &orders[7], None).await;
    cancel(shop, &orders[8], Some(("PAY-1", false))).await;
    cancel(shop, &orders[9], Some(("PAY-2", false))).await;
    cancel(shop, &orders[6], Some(("PAY-3", true))).await;
    let sums = shop.overview.revenue(&period).await.unwrap();
    let stats = RevenueStats::of(&SalesLine::of(&period, &sums.days), sums.pending_refunds);
    // 15 units in the last 7 days, 48 in the 7 days before.
    let expected =
        RevenueStats { total_revenue_cents: 3 * 120_000, transactions_today: 2, pending_refunds: 2, weekly_growth_basis_points: -6_875 };
    assert_eq!(stats, expected);
    let figures = figures(shop).await;
    assert_eq!((figures.days, figures.pending_refunds), (sums.days, sums.pending_refunds));
}

async fn cancel(shop: &Shop, order: &Order, payment: Option<(&str, bool)>) {
    let change = OrderEdit {
        status: Some(OrderStatus::Cancelled),
        payment_id: payment.map_or(Edit::Keep, |(id, _)| Edit::Set(PaymentId::parse(id).unwrap())),
        refunded: payment.map(|(_, refunded)| refunded),
        ..OrderEdit::default()
    };
    shop.edit(&order.id, &change, &sample_users::actor(), moments::now()).await.unwrap();
}
