//! The orders of a measured shop, over the last year.

use adapter_postgres::Postgres;
use chrono::TimeDelta;
use domain::catalog::ports::ProductRepository as _;
use domain::catalog::product_code::ProductCode;
use domain::orders::order::{OrderDraft, Shipping};
use domain::orders::order_delivery::OrderDelivery;
use domain::orders::ports::{OrderRepository as _, PlaceOrderOutcome};
use domain::orders::quote::Quote;
use domain::orders::quote::{Cart, CartLine};
use domain::shared::order_id::OrderId;
use domain::shared::phone::PhoneNumber;
use domain::shared::ports::Clock as _;
use domain::shared::quantity::Quantity;
use domain::shared::text::{RecipientName, ShippingAddress};
use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};

use crate::accounts::SignedIn;
use crate::clock::MachineClock;
use crate::products::Item;
use crate::{Error, say, sql};

/// The number of orders that are placed one by one; the others are copies of them with other numbers and times.
const PLACED: u32 = 5_000;

/// Copies of all orders under new numbers, spread over a year; `$1` copies of each.
const COPY: &str = include_str!("history/copy.sql");
/// Writes the copies whose numbers are free, with their items and their first event.
const KEEP: &str = include_str!("history/keep.sql");

/// Adds about `count` orders of these customers. The copies take no stock.
///
/// # Errors
/// When the database fails, or an order is refused.
pub(crate) async fn fill(postgres: &Postgres, url: &str, items: &[Item], customers: &[SignedIn], count: u32) -> Result<(), Error> {
    say(&format!("making {count} orders"));
    let mut rng = StdRng::seed_from_u64(1_000_000);
    let drafts = customers.iter().cycle().take(usize::try_from(count.min(PLACED))?);
    let drafts = drafts.map(|customer| Plan::draw(items, customer, &mut rng)).collect::<Vec<_>>();
    stream::iter(drafts).map(|plan| plan.place(postgres)).buffer_unordered(8).try_collect::<()>().await?;
    let copies = i64::from(count / PLACED) - 1;
    if copies > 0 {
        let mut client = sql::connect(url).await?;
        let transaction = client.transaction().await?;
        transaction.execute("SET LOCAL work_mem = '256MB'", &[]).await?;
        transaction.execute(COPY, &[&copies]).await?;
        transaction.batch_execute(KEEP).await?;
        transaction.commit().await?;
    }
    Ok(())
}

/// An order to be placed.
struct Plan<'a> {
    customer: &'a SignedIn,
    lines: Vec<(&'a Item, i64)>,
    number: u64,
    days_ago: i64,
}

impl<'a> Plan<'a> {
    fn draw(items: &'a [Item], customer: &'a SignedIn, rng: &mut StdRng) -> Self {
        let many = rng.random_range(1..=4);
        let chosen: Vec<&Item> = items.sample(rng, many).collect();
        let lines = chosen.into_iter().map(|item| (item, rng.random_range(1..=3))).collect();
        Self { customer, lines, number: rng.random(), days_ago: rng.random_range(0..30) }
    }

    async fn place(self, postgres: &Postgres) -> Result<(), Error> {
        let mut lines = Vec::new();
        for (item, quantity) in &self.lines {
            lines.push(CartLine { code: ProductCode::parse(&item.code)?, quantity: Quantity::parse(*quantity)? });
        }
        let cart = Cart::from_lines(lines)?;
        let codes: Vec<ProductCode> = cart.lines().iter().map(|line| line.code.clone()).collect();
        let quote = Quote::of(&cart, &postgres.offers(&codes).await?)?;
        let shipping = Shipping {
            name: RecipientName::parse(&self.customer.user.name())?,
            address: ShippingAddress::parse("14/2 Temple Road, Nugegoda")?,
            phone: PhoneNumber::parse("+94 77 555 0123")?,
        };
        let placed_at = MachineClock.now() - TimeDelta::days(self.days_ago);
        let customer = &self.customer.user;
        let buyer = (Some(customer.id), &customer.email);
        let draft = OrderDraft::new(OrderId::from_random(self.number), buyer, &quote, shipping, placed_at);
        let draft = OrderDraft { delivery: OrderDelivery::default(), ..draft };
        match postgres.place(&draft).await? {
            PlaceOrderOutcome::Placed(_) => Ok(()),
            refused => Err(format!("an order is refused: {refused:?}").into()),
        }
    }
}
