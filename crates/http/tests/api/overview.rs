//! The dashboard's one answer.

use domain::catalog::product::Product;
use domain::catalog::product_code::ProductCode;
use domain::catalog::stock_alert::{Alerts, StockReport};
use domain::reports::overview::{BestSeller, CustomerCounts, OrderCounts, OverviewFigures};
use domain::reports::sales_period::{DaySales, SalesPeriod};
use domain::shared::text::{PictureUrl, ProductName};
use serde_json::json;
use testkit::{sample_orders, sample_products};

use crate::people::customer;
use crate::products::kept;
use crate::shop::Shop;
use crate::wire::{By as _, get};

fn scarce(code: &str, stock: i64, total_sales: u64) -> Product {
    let mut product = kept(sample_products::with_stock(stock, sample_products::product("Rose water")));
    product.code = ProductCode::parse(code).unwrap();
    product.details.images = vec![PictureUrl::parse("/images/1-a.webp").unwrap()];
    Product { total_sales, ..product }
}

fn figures(period: &SalesPeriod) -> OverviewFigures {
    let days = period.days().len();
    let rose = kept(sample_products::product("Rose water"));
    OverviewFigures {
        orders: OrderCounts { processing: 3, shipped: 2, completed: 100_000, cancelled: 1 },
        customers: CustomerCounts { active: 20_000, blocked: 7, administrators: 2 },
        days: (1..=days).map(|n| DaySales { orders: u64::from(n == days), revenue_cents: if n == days { 250_050 } else { 0 } }).collect(),
        pending_refunds: 4,
        recent_orders: vec![sample_orders::draft(&customer().user, &[(&rose, 2)]).into_order()],
        best_sellers: vec![BestSeller {
            code: ProductCode::parse("BEST").unwrap(),
            name: ProductName::parse("Coconut oil").unwrap(),
            image: None,
            units: 12,
            revenue_cents: 1_200_050,
        }],
    }
}

fn shop() -> Shop {
    let mut shop = Shop::new();
    shop.overview.expect_figures().returning(|period| Ok(figures(period)));
    let products = [scarce("LOW", 2, 0), scarce("OUT", 0, 9), scarce("SOON", 2, 30)];
    let [low, out, soon] = products.each_ref().map(|product| vec![product.id]);
    let report = StockReport {
        in_stock: 9_000,
        low: Alerts { count: 600, listed: low },
        out: Alerts { count: 400, listed: out },
        replenish: Alerts { count: 1, listed: soon },
    };
    shop.search.expect_stock_report().returning(move || Ok(report.clone()));
    shop.products.expect_by_ids().returning(move |_, _| Ok(products.to_vec()));
    shop
}

#[actix_web::test]
async fn one_answer_has_everything_the_dashboard_shows() {
    let answer = shop().answer(get("/api/admin/overview?days=7").by("admin")).await;
    assert_eq!(answer.status, 200);
    assert!(answer.is_personal());
    let overview = answer.json();
    assert_eq!(overview["days"], 7);
    assert_eq!(overview["orders"], json!({"processing": 3, "shipped": 2, "completed": 100_000, "cancelled": 1, "total": 100_006}));
    assert_eq!(overview["customers"], json!({"active": 20_000, "blocked": 7, "administrators": 2, "total": 20_009}));
    assert_eq!(overview["products"], json!({"inStock": 9_000, "lowStock": 600, "outOfStock": 400, "total": 10_000}));
    let alert = |code: &str, stock, sales, days: Option<u64>| json!({"productId": code, "name": "Rose water", "image": "/images/1-a.webp", "stock": stock, "totalSales": sales, "days": days});
    assert_eq!(
        overview["alerts"],
        json!({
            "lowStock": {"count": 600, "products": [alert("LOW", 2, 0, None)]},
            "outOfStock": {"count": 400, "products": [alert("OUT", 0, 9, Some(0))]},
            "replenishment": {"count": 1, "products": [alert("SOON", 2, 30, Some(2))]},
        })
    );
    assert_eq!(overview["revenue"], json!({"totalRevenue": 2500.5, "transactionsToday": 1, "pendingRefunds": 4, "weeklyGrowth": 100}));
    assert_eq!(overview["recentOrders"][0]["total"], 2400);
    assert_eq!(
        overview["bestSellers"],
        json!([{"productId": "BEST", "name": "Coconut oil", "image": null, "units": 12, "revenue": 12000.5}])
    );
}

#[actix_web::test]
async fn the_line_has_a_point_for_each_day() {
    let shop = shop().open().await;
    for (query, days, first, last_before) in [
        ("?days=7", 7, "2026-02-26", "2026-02-25"),
        ("?days=30", 30, "2026-02-03", "2026-02-02"),
        ("", 30, "2026-02-03", "2026-02-02"),
        ("?days=", 30, "2026-02-03", "2026-02-02"),
        ("?days=90", 90, "2025-12-05", "2025-12-04"),
    ] {
        let sales = shop.answer(get(&format!("/api/admin/overview{query}")).by("admin")).await.json()["sales"].clone();
        let (points, before) = (sales["points"].as_array().unwrap(), sales["previousPoints"].as_array().unwrap());
        assert_eq!((points.len(), before.len()), (days, days), "{query}");
        assert_eq!((&points[0]["date"], &before[days - 1]["date"]), (&json!(first), &json!(last_before)), "{query}");
        assert_eq!(points[days - 1], json!({"date": "2026-03-04", "orders": 1, "revenue": 2500.5}), "{query}");
        assert_eq!((&sales["total"], &sales["previousTotal"], &sales["growth"]), (&json!(2500.5), &json!(0), &json!(100)), "{query}");
    }
}

#[actix_web::test]
async fn other_periods_are_refused() {
    let shop = shop().open().await;
    for days in ["0", "8", "-7", "07", "x", "30.0", "365"] {
        let answer = shop.answer(get(&format!("/api/admin/overview?days={days}")).by("admin")).await;
        assert_eq!(answer.field_errors(), [("days".to_owned(), "must be 7, 30 or 90".to_owned())], "{days}");
    }
}

#[actix_web::test]
async fn each_role_sees_its_own_figures() {
    let shop = shop().open().await;
    let all = ["alerts", "bestSellers", "customers", "orders", "products", "recentOrders", "revenue", "sales"];
    for (token, seen) in [
        ("admin", &all[..]),
        ("manager", &all[..]),
        ("fulfilment", &["alerts", "orders", "products", "recentOrders"]),
        ("support", &["orders", "recentOrders"]),
        ("content", &["products"]),
    ] {
        let overview = shop.answer(get("/api/admin/overview").by(token)).await.json();
        assert_eq!(overview["days"], 30);
        let shown: Vec<&str> = all.into_iter().filter(|part| !overview[*part].is_null()).collect();
        assert_eq!(shown, seen, "{token}");
        assert!(all.iter().all(|part| overview.as_object().unwrap().contains_key(*part)), "{token}");
    }
}
