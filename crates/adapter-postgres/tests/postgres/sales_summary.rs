//! Summing up changes no figure, whatever happens before, after and meanwhile.

use std::collections::BTreeMap;

use adapter_postgres::Postgres;
use chrono::{DateTime, TimeDelta, Utc};
use domain::accounts::user::User;
use domain::catalog::ports::SearchSource as _;
use domain::catalog::product::Product;
use domain::orders::error::OrderError;
use domain::orders::order::{Order, OrderDraft};
use domain::reports::overview::OverviewFigures;
use domain::reports::overview::OverviewReader as _;
use domain::reports::sales_period::{PeriodLength, SalesPeriod};
use domain::shared::calendar::ShopCalendar;
use domain::shared::ids::ProductId;
use domain::shared::order_status::OrderStatus;
use testkit::contracts::Shop;
use testkit::postgres::TestDatabase;
use testkit::{moments, sample_orders, sample_products, sample_users};

const LENGTHS: [PeriodLength; 3] = [PeriodLength::Week, PeriodLength::Month, PeriodLength::Quarter];

struct Fixture {
    database: TestDatabase,
    postgres: Postgres,
    shop: Shop,
    user: User,
    products: Vec<Product>,
}

async fn fixture(products: usize) -> Fixture {
    let database = TestDatabase::create().await;
    let postgres = database.postgres().await;
    let shop = Shop::of(postgres.clone());
    let user = shop.customer().await;
    let mut on_shelf = Vec::new();
    for n in 0..products {
        on_shelf.push(shop.add(sample_products::with_stock(1_000, sample_products::product(&format!("Rose {n}")))).await);
    }
    Fixture { database, postgres, shop, user, products: on_shelf }
}

impl Fixture {
    async fn sum_up(&self, now: DateTime<Utc>) {
        let period = SalesPeriod::at(now, PeriodLength::Quarter, ShopCalendar::default());
        self.postgres.sum_up(now, period.days()).await.unwrap();
    }

    async fn figures(&self, now: DateTime<Utc>) -> Vec<OverviewFigures> {
        let mut figures = Vec::new();
        for length in LENGTHS {
            let period = SalesPeriod::at(now, length, ShopCalendar::default());
            figures.push(self.postgres.figures(&period).await.unwrap());
        }
        figures
    }

    /// The units of each product that has sales, as the index of products reads them: of all at once, and of each.
    async fn sales(&self, now: DateTime<Utc>) -> BTreeMap<ProductId, u32> {
        let all: BTreeMap<_, _> = self.postgres.sales(now).await.unwrap().into_iter().collect();
        let ids: Vec<ProductId> = self.products.iter().map(|product| product.id).collect();
        for (id, level) in self.postgres.levels(&ids, now).await.unwrap() {
            assert_eq!(level.sales, all.get(&id).copied().unwrap_or_default());
        }
        all
    }

    async fn is_in_order(&self) {
        assert_eq!(self.postgres.check_invariants().await.unwrap(), []);
    }

    async fn order(&self, lines: &[(usize, i64)], at: DateTime<Utc>) -> Order {
        let lines: Vec<_> = lines.iter().map(|(n, units)| (&self.products[*n], *units)).collect();
        self.shop.place(&OrderDraft { placed_at: at, ..sample_orders::draft(&self.user, &lines) }).await
    }

    async fn move_to(&self, order: &Order, status: OrderStatus) {
        let moved = self.shop.set_status(order, status).await;
        assert!(matches!(moved, Ok(_) | Err(OrderError::OutOfStock(_))), "{moved:?}");
    }

    /// As if nothing had ever been summed up.
    async fn forget_sums(&self) {
        let forget = "DELETE FROM product_sales; DELETE FROM sales_days; UPDATE sales_spans SET since = 'epoch', until = 'epoch'";
        self.database.client().await.batch_execute(forget).await.unwrap();
    }
}

/// The same numbers in every run.
struct Dice(u64);

impl Dice {
    fn up_to(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % (most + 1)
    }

    fn index(&mut self, length: usize) -> usize {
        usize::try_from(self.up_to(u64::try_from(length).unwrap() - 1)).unwrap()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn any_mix_of_changes_leaves_the_figures_as_they_are() {
    let fixture = fixture(15).await;
    let mut dice = Dice(20_261_121);
    let mut now = moments::days_ago(40);
    let mut orders = Vec::new();
    for round in 0..12 {
        for _ in 0..12 {
            match dice.up_to(5) {
                0 if !orders.is_empty() => fixture.move_to(&orders[dice.index(orders.len())], OrderStatus::Cancelled).await,
                1 if !orders.is_empty() => fixture.move_to(&orders[dice.index(orders.len())], OrderStatus::Shipped).await,
                _ => {
                    // Some are dated back by up to 100 days.
                    let back = if dice.up_to(2) == 0 { dice.up_to(100 * 24 * 60) } else { 0 };
                    let at = now - TimeDelta::minutes(i64::try_from(back).unwrap());
                    // Only the first ten are ever deleted from; a line of each half.
                    let lines = [(10 + dice.index(5), 1), (round.min(9) + dice.index(10 - round.min(9)), 2)];
                    orders.push(fixture.order(&lines, at).await);
                }
            }
        }
        if round < 9 {
            let gone = &fixture.products[round].code;
            fixture.shop.products.delete(gone, &sample_users::actor(), now).await.unwrap();
        }
        let before = (fixture.figures(now).await, fixture.sales(now).await);
        fixture.sum_up(now).await;
        assert_eq!((fixture.figures(now).await, fixture.sales(now).await), before, "round {round}");
        fixture.is_in_order().await;
        now += TimeDelta::hours(75);
    }
    let (summed, sold) = (fixture.figures(now).await, fixture.sales(now).await);
    fixture.forget_sums().await;
    assert_eq!((fixture.figures(now).await, fixture.sales(now).await), (summed.clone(), sold));
    assert!(summed.iter().all(|f| !f.best_sellers.is_empty() && f.days.iter().any(|day| day.orders > 0)));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn summing_up_while_orders_are_placed_and_cancelled_loses_none() {
    let fixture = fixture(4).await;
    let place = async |offset: usize| {
        for n in 0..25_i64 {
            let order = fixture.order(&[(offset, 1), (3, 1)], moments::now() + TimeDelta::minutes(n)).await;
            if n % 3 == 0 {
                fixture.move_to(&order, OrderStatus::Cancelled).await;
            }
        }
    };
    let sum_up = async || {
        for n in 0..25 {
            fixture.sum_up(moments::now() + TimeDelta::minutes(n)).await;
        }
    };
    tokio::join!(place(0), place(1), place(2), sum_up(), sum_up());
    fixture.is_in_order().await;
    let summed = fixture.figures(moments::now() + TimeDelta::minutes(30)).await;
    assert_eq!(summed[0].days.iter().map(|day| day.orders).sum::<u64>(), 48);
    assert_eq!(summed[0].best_sellers[0].units, 48);
}

#[tokio::test(flavor = "multi_thread")]
async fn another_zone_has_other_days() {
    let fixture = fixture(1).await;
    for hours in 0..60 {
        fixture.order(&[(0, 1)], moments::now() - TimeDelta::hours(hours)).await;
    }
    fixture.sum_up(moments::now()).await;
    for zone in ["UTC", "Asia/Tokyo"] {
        let period = SalesPeriod::at(moments::now(), PeriodLength::Week, ShopCalendar::parse(zone).unwrap());
        let read = async || fixture.postgres.figures(&period).await.unwrap();
        let before = read().await;
        fixture.postgres.sum_up(moments::now(), period.days()).await.unwrap();
        assert_eq!(read().await, before, "{zone}");
        fixture.is_in_order().await;
    }
}
