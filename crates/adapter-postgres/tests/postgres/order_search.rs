//! Searching orders finds and counts the same whichever way it is read, before and after the counts are folded.

use adapter_postgres::Postgres;
use domain::orders::order::{Order, OrderDraft};
use domain::orders::order_filters::OrderQuery;
use domain::shared::email::EmailAddress;
use domain::shared::order_status::OrderStatus;
use domain::shared::page::{PageAnswer, PageRequest};
use domain::shared::text::{RecipientName, SearchText};
use testkit::contracts::Shop;
use testkit::contracts::paging::walk;
use testkit::postgres::TestDatabase;
use testkit::{moments, sample_orders, sample_products};

struct Fixture {
    database: TestDatabase,
    postgres: Postgres,
    shop: Shop,
}

async fn fixture() -> Fixture {
    let database = TestDatabase::create().await;
    let postgres = database.postgres().await;
    Fixture { shop: Shop::of(postgres.clone()), postgres, database }
}

impl Fixture {
    /// The orders of a search, read page by page; every page says how many there are.
    async fn found(&self, text: &str, status: Option<OrderStatus>, limit: i64) -> Vec<Order> {
        walk(limit, |page: PageRequest| async move {
            let text = Some(SearchText::parse(text).unwrap());
            let query = OrderQuery { text, status, page, ..OrderQuery::default() };
            let PageAnswer::Page(page) = self.shop.order_reader.list(&query).await.unwrap() else { unreachable!("a cursor of this list") };
            page
        })
        .await
    }

    async fn contacts(&self) -> i64 {
        self.database.client().await.query_one("SELECT count(*) FROM order_contacts", &[]).await.unwrap().get(0)
    }
}

/// Two customers, of whom one orders under two names: most orders are the first one's, the oldest another's.
async fn orders_of(shop: &Shop) -> (EmailAddress, Vec<Order>) {
    let (often, seldom) = (shop.customer().await, shop.customer().await);
    let product = shop.add(sample_products::with_stock(1_000, sample_products::product("Rose"))).await;
    let mut orders = Vec::new();
    for n in 0..40 {
        let (user, name) = match n {
            0..4 => (&seldom, "Nimal Zoysa"),
            _ if n % 5 == 0 => (&often, "Kamala Perera"),
            _ => (&often, "Sunethra Perera"),
        };
        let mut draft = sample_orders::draft(user, &[(&product, 1)]);
        draft.shipping.name = RecipientName::parse(name).unwrap();
        // Some at the same moment.
        orders.push(shop.place(&OrderDraft { placed_at: moments::seconds_later(n / 3), ..draft }).await);
    }
    for order in orders.iter_mut().step_by(4) {
        shop.set_status(order, OrderStatus::Cancelled).await.unwrap();
        order.status = OrderStatus::Cancelled;
    }
    orders.sort_by_key(|order| std::cmp::Reverse((order.placed_at, order.id.clone())));
    (seldom.email, orders)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_search_lists_and_counts_what_there_is() {
    let fixture = fixture().await;
    let (seldom, orders) = orders_of(&fixture.shop).await;
    let number = orders[7].id.as_str().to_lowercase();
    let (part, middle, beginning) = (&number[4..8], &number[6..11], &number[1..6]);
    for folded in [false, true] {
        if folded {
            fixture.postgres.sum_up(moments::now(), &[]).await.unwrap();
            let client = fixture.database.client().await;
            let left: i64 = client.query_one("SELECT count(*) FROM order_contact_changes", &[]).await.unwrap().get(0);
            assert_eq!(left, 0);
        }
        for status in [None, Some(OrderStatus::Cancelled), Some(OrderStatus::Processing), Some(OrderStatus::Shipped)] {
            for text in
                ["perera", "kamala", "Nimal Z", "a p", "a", "ara-", seldom.as_str(), &number, part, middle, beginning, "7", "nobody"]
            {
                let folded_text = text.to_lowercase();
                let wanted = orders.iter().filter(|order| {
                    let by = format!("{} {}", order.shipping.name, order.email).to_lowercase();
                    by.contains(&folded_text) || order.id.as_str().to_lowercase().contains(&folded_text)
                });
                let wanted: Vec<&Order> = wanted.filter(|order| status.is_none_or(|status| order.status == status)).collect();
                for limit in [1, 3, 100] {
                    let found = fixture.found(text, status, limit).await;
                    assert_eq!(found.iter().collect::<Vec<_>>(), wanted, "{text:?} {status:?} {limit} folded: {folded}");
                }
            }
        }
        assert_eq!(fixture.postgres.check_invariants().await.unwrap(), []);
    }
    assert_eq!(fixture.contacts().await, 3, "a contact is kept once");
}

/// A page far down, whose rows lie behind many others, is answered too.
#[tokio::test(flavor = "multi_thread")]
async fn those_that_lie_together_at_the_end_are_found() {
    let fixture = fixture().await;
    let user = fixture.shop.customer().await;
    let product = fixture.shop.add(sample_products::with_stock(1_000, sample_products::product("Rose"))).await;
    for n in 0..60 {
        let mut draft = sample_orders::draft(&user, &[(&product, 1)]);
        draft.shipping.name = RecipientName::parse(if n < 20 { "Nimal Zoysa" } else { "Kamala Perera" }).unwrap();
        fixture.shop.place(&OrderDraft { placed_at: moments::seconds_later(n), ..draft }).await;
    }
    let found = fixture.found("zoysa", None, 1).await;
    assert_eq!(found.len(), 20);
    assert!(found.iter().all(|order| order.shipping.name.as_str() == "Nimal Zoysa"));
}
