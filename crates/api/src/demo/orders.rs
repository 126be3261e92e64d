//! Two months of demo orders in all four statuses, with a return.

use std::collections::HashMap;

use chrono::{DateTime, TimeDelta, Utc};
use domain::accounts::actor::Actor;
use domain::accounts::session::{Principal, Session};
use domain::accounts::user::User;
use domain::catalog::ports::ProductRepository as _;
use domain::catalog::product_code::ProductCode;
use domain::orders::order::{Order, OrderDraft, Shipping};
use domain::orders::order_edit::OrderEdit;
use domain::orders::order_settings::OrderSettings;
use domain::orders::ports::{OrderRepository as _, PlaceOrderOutcome};
use domain::orders::quote::{Cart, CartLine, Quote};
use domain::orders::returns::order_return::{Resolution, ReturnComment, ReturnReason};
use domain::orders::returns::request::{NewReturn, ReturnTerms};
use domain::setup::{SetupPart, SetupStep, SetupWatcher};
use domain::shared::calendar::ShopCalendar;
use domain::shared::edit::Edit;
use domain::shared::idempotency::{IdempotencyClaim, IdempotencyKey, RequestFingerprint};
use domain::shared::ids::SessionId;
use domain::shared::order_prefix::OrderPrefix;
use domain::shared::order_status::OrderStatus;
use domain::shared::phone::PhoneNumber;
use domain::shared::quantity::Quantity;
use domain::shared::text::{OrderNotes, PaymentId, RecipientName, ShippingAddress};

use crate::CommandError;
use crate::demo::catalogue::{DemoProduct, products};
use crate::demo::seeded_rng::SeededRng;
use crate::wiring::adapters::Adapters;

/// How many orders there are.
const ORDERS: u64 = 60;
/// The best sellers of the demo shop; they also give replenishment alerts.
const FAVOURITES: [&str; 8] =
    ["ARA-HAR-004", "ARA-EDP-005", "ARA-LIP-003", "ARA-SER-001", "ARA-HIL-001", "ARA-SUN-001", "ARA-BDY-003", "ARA-NAI-001"];
const ADDRESSES: [&str; 8] = [
    "14/2 Temple Road, Nugegoda",
    "8 Beach Lane, Matara",
    "221 Peradeniya Road, Kandy",
    "5 Hospital Street, Jaffna",
    "37 Lagoon View, Batticaloa",
    "90 Station Road, Kurunegala",
    "12 Hill Street, Nuwara Eliya",
    "66 Galle Road, Hikkaduwa",
];

#[derive(Clone, Debug)]
pub(crate) struct PastOrder {
    /// Its number among the demo orders; 0 is the newest.
    pub(crate) number: u64,
    pub(crate) customer: User,
    pub(crate) placed_at: DateTime<Utc>,
    pub(crate) status: OrderStatus,
    /// Product codes and quantities.
    pub(crate) lines: Vec<(String, i64)>,
}

impl PastOrder {
    /// Whether its units were restocked.
    fn is_cancelled(&self) -> bool {
        self.status == OrderStatus::Cancelled
    }
}

/// The orders of the 60 days before `now`, the same for every installation, oldest first.
///
/// # Errors
/// When the demo data is damaged.
pub(crate) fn history(now: DateTime<Utc>, customers: &[User]) -> Result<Vec<PastOrder>, CommandError> {
    let products = products()?;
    let mut rng = SeededRng(20_261_120);
    let mut orders = Vec::new();
    for number in (0..ORDERS).rev() {
        let placed_at = now - age_of(number, &mut rng);
        let status = status_of(number, now - placed_at);
        let customer = rng.pick(customers).ok_or("there are no demo customers")?.clone();
        let lines = basket(&products, status, &mut rng);
        orders.push(PastOrder { number, customer, placed_at, status, lines });
    }
    Ok(orders)
}

/// The units of each product that the orders take, by its code.
pub(crate) fn sold(history: &[PastOrder]) -> HashMap<&str, i64> {
    let mut sold = HashMap::new();
    for (code, quantity) in history.iter().filter(|order| !order.is_cancelled()).flat_map(|order| &order.lines) {
        *sold.entry(code.as_str()).or_default() += quantity;
    }
    sold
}

/// The newest six within hours, the others about one a day.
fn age_of(number: u64, rng: &mut SeededRng) -> TimeDelta {
    let n = i64::try_from(number).unwrap_or_default();
    if n < 6 { TimeDelta::minutes(9 + n * 31) } else { TimeDelta::hours(24 * n - 60) - TimeDelta::minutes(rng.up_to(600)) }
}

fn status_of(number: u64, age: TimeDelta) -> OrderStatus {
    match age.num_days() {
        _ if number % 9 == 4 => OrderStatus::Cancelled,
        0..=2 => OrderStatus::Processing,
        3..=9 => OrderStatus::Shipped,
        _ => OrderStatus::Completed,
    }
}

/// One to four products. A cancelled order has only products with much stock, so that it can be placed at any time.
fn basket(products: &[DemoProduct], status: OrderStatus, rng: &mut SeededRng) -> Vec<(String, i64)> {
    let plenty: Vec<&DemoProduct> = products.iter().filter(|p| p.stock > 20).collect();
    let mut lines: Vec<(String, i64)> = Vec::new();
    for _ in 0..=rng.up_to(3) {
        let favourite = rng.up_to(9) < 5 && status != OrderStatus::Cancelled;
        let code = if favourite { rng.pick(&FAVOURITES).copied() } else { rng.pick(&plenty).map(|p| p.product_id.as_str()) };
        let Some(code) = code else { continue };
        if lines.iter().all(|(known, _)| known != code) {
            lines.push((code.to_owned(), 1 + rng.up_to(2)));
        }
    }
    lines
}

/// Places the orders and changes them to their final status.
///
/// # Errors
/// When a port fails, or an order is refused.
pub(crate) async fn fill(
    adapters: &Adapters,
    prefix: OrderPrefix,
    history: &[PastOrder],
    watcher: &SetupWatcher,
) -> Result<(), CommandError> {
    let returned = history.iter().rev().find(|past| past.status == OrderStatus::Completed).map(|past| past.number);
    for (done, past) in history.iter().enumerate() {
        watcher(SetupStep { part: SetupPart::Orders, done, of: history.len() });
        let order = place(adapters, prefix, past).await?;
        let is_returned = Some(past.number) == returned;
        if order.status == OrderStatus::Processing && past.status != OrderStatus::Processing {
            let (now, usual) = (adapters.clock.now(), past.placed_at + TimeDelta::hours(20));
            let at = if is_returned { now - TimeDelta::days(2) } else { usual.min(now) };
            move_on(adapters, past, &order, at).await?;
        }
        if is_returned {
            request_return(adapters, past, &order).await?;
        }
    }
    Ok(())
}

/// A return of a unit that waits for the decision of staff. Its key requests it once.
async fn request_return(adapters: &Adapters, past: &PastOrder, order: &Order) -> Result<(), CommandError> {
    let (now, settings) = (adapters.clock.now() - TimeDelta::days(1), OrderSettings::default());
    let new = NewReturn {
        items: order.items.iter().take(1).map(|item| Ok((item.code.clone(), Quantity::parse(1)?))).collect::<Result<_, CommandError>>()?,
        reason: ReturnReason::Damaged,
        comment: Some(ReturnComment::parse("The cap was broken when the parcel came.")?),
        resolution: Resolution::Refund,
        has_account: false,
        key: Some(IdempotencyKey::parse("demo-return")?),
    };
    let terms = ReturnTerms { days: settings.return_days, changed_mind: settings.changed_mind, calendar: ShopCalendar::default() };
    let session = Session::begin(SessionId::new(adapters.ids.uuid()), &past.customer, now);
    let who = Principal { user: past.customer.clone(), session };
    let by = Actor::user(&past.customer, "demo".to_owned());
    let decide = Box::new(move |order: &Order| order.request_return(&new, &terms, &who, now));
    adapters.postgres.change(&order.id, &by, now, decide).await?;
    Ok(())
}

async fn place(adapters: &Adapters, prefix: OrderPrefix, past: &PastOrder) -> Result<Order, CommandError> {
    let mut lines = Vec::new();
    for (code, quantity) in &past.lines {
        lines.push(CartLine { code: ProductCode::parse(code)?, quantity: Quantity::parse(*quantity)? });
    }
    let cart = Cart::from_lines(lines)?;
    let codes: Vec<ProductCode> = cart.lines().iter().map(|l| l.code.clone()).collect();
    let quote = Quote::of(&cart, &adapters.postgres.offers(&codes).await?)?;
    let claim = IdempotencyClaim {
        key: IdempotencyKey::parse(&format!("demo-order-{}", past.number))?,
        fingerprint: RequestFingerprint(format!("demo order {}", past.number)),
    };
    let draft = OrderDraft::new(
        adapters.ids.order_id(prefix),
        (Some(past.customer.id), &past.customer.email),
        &quote,
        shipping(past)?,
        past.placed_at,
    );
    let draft = OrderDraft { claim: Some(claim), ..draft };
    match adapters.postgres.place(&draft).await? {
        PlaceOrderOutcome::Placed(order) | PlaceOrderOutcome::Replayed(order) => Ok(order),
        refused => Err(format!("demo order {} was refused: {refused:?}", past.number).into()),
    }
}

fn shipping(past: &PastOrder) -> Result<Shipping, CommandError> {
    let place = usize::try_from(past.number)? % ADDRESSES.len();
    Ok(Shipping {
        name: RecipientName::parse(&past.customer.name())?,
        address: ShippingAddress::parse(ADDRESSES.get(place).copied().unwrap_or("14/2 Temple Road, Nugegoda"))?,
        phone: PhoneNumber::parse(&format!("+94 77 55{:02} {:03}", past.number, past.number * 7 % 1000))?,
    })
}

async fn move_on(adapters: &Adapters, past: &PastOrder, order: &Order, now: DateTime<Utc>) -> Result<(), CommandError> {
    let by = Actor::operator("demo");
    let paid = !past.number.is_multiple_of(3);
    let note = match past.status {
        OrderStatus::Cancelled => "Cancelled at the customer's wish.",
        OrderStatus::Shipped => "Handed to the courier.",
        OrderStatus::Completed | OrderStatus::Processing => "",
    };
    let change = OrderEdit {
        status: Some(past.status),
        notes: Some(OrderNotes::parse(note)?),
        payment_id: if paid { Edit::Set(PaymentId::parse(&format!("PAY-{:06}", 410_000 + past.number * 37))?) } else { Edit::Keep },
        refunded: (past.is_cancelled() && paid && past.number.is_multiple_of(2)).then_some(true),
        ..OrderEdit::default()
    };
    let actor = by.clone();
    adapters.postgres.change(&order.id, &by, now, Box::new(move |order: &Order| order.edited(&change, &actor, now))).await?;
    Ok(())
}
