//! The orders of a measured shop, over the last year.

use adapter_postgres::Postgres;
use chrono::TimeDelta;
use domain::catalog::ports::ProductCatalogue as _;
use domain::catalog::product_code::ProductCode;
use domain::orders::cart::{Cart, CartLine};
use domain::orders::order::{OrderDraft, Shipping};
use domain::orders::order_id::OrderId;
use domain::orders::ports::{OrderRepository as _, PlaceOrderOutcome};
use domain::orders::quantity::Quantity;
use domain::orders::quote::Quote;
use domain::shared::phone::PhoneNumber;
use domain::shared::ports::Clock as _;
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
const COPY: &str = "
CREATE TEMPORARY TABLE copies ON COMMIT DROP AS
SELECT o.id AS original, d.id, o.placed_at - random() * interval '360 days' AS placed_at, random() < 0.05 AS cancelled
FROM orders o
CROSS JOIN generate_series(1, $1::bigint) n
CROSS JOIN LATERAL (
    SELECT 'ARA-' || string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + get_byte(b, g) % 32, 1) || CASE g WHEN 3 THEN '-' ELSE '' END, '' ORDER BY g) AS id
    FROM sha256((o.id || n)::bytea) b, generate_series(0, 7) g
) d
";
const KEEP: &str = "
DELETE FROM copies a USING copies b WHERE a.id = b.id AND a.ctid < b.ctid;
DELETE FROM copies c USING orders o WHERE c.id = o.id;
INSERT INTO orders (id, user_id, email, status, placed_at, shipping_name, shipping_address, shipping_phone, total_cents, search_text)
SELECT c.id, o.user_id, o.email, CASE WHEN c.cancelled THEN 'cancelled' WHEN c.placed_at > now() - interval '3 days' THEN 'processing'
    WHEN c.placed_at > now() - interval '10 days' THEN 'shipped' ELSE 'completed' END,
    c.placed_at, o.shipping_name, o.shipping_address, o.shipping_phone, o.total_cents, o.search_text
FROM copies c JOIN orders o ON o.id = c.original;
INSERT INTO order_items (order_id, position, product_id, code, name, image, price_cents, quantity, placed_at, cancelled)
SELECT c.id, i.position, i.product_id, i.code, i.name, i.image, i.price_cents, i.quantity, c.placed_at, c.cancelled
FROM copies c JOIN order_items i ON i.order_id = c.original;
INSERT INTO order_events (order_id, at, to_status) SELECT id, placed_at, 'processing' FROM copies;
";

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
        let draft = OrderDraft {
            id: OrderId::from_random(self.number),
            user_id: self.customer.user.id,
            email: self.customer.user.email.clone(),
            items: OrderDraft::items_of(&quote),
            shipping: Shipping {
                name: RecipientName::parse(&self.customer.user.name())?,
                address: ShippingAddress::parse("14/2 Temple Road, Nugegoda")?,
                phone: PhoneNumber::parse("+94 77 555 0123")?,
            },
            total: quote.total,
            placed_at: MachineClock.now() - TimeDelta::days(self.days_ago),
            claim: None,
        };
        match postgres.place(&draft).await? {
            PlaceOrderOutcome::Placed(_) => Ok(()),
            refused => Err(format!("an order is refused: {refused:?}").into()),
        }
    }
}
