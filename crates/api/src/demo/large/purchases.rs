//! Two years of orders.

use std::collections::HashSet;

use chrono::TimeDelta;
use domain::accounts::user::User;
use domain::orders::fulfilment::OrderFulfilment;
use domain::orders::order::{Order, OrderItem, Shipping, total_of};
use domain::orders::order_delivery::OrderDelivery;
use domain::orders::order_edit::OrderEdit;
use domain::orders::order_status::OrderStatus;
use domain::payments::ledger::Booked;
use domain::payments::order_payment::OrderPayment;
use domain::shared::edit::Edit;
use domain::shared::order_id::OrderId;
use domain::shared::phone::PhoneNumber;
use domain::shared::quantity::Quantity;
use domain::shared::text::{OrderNotes, PaymentId, RecipientName, ShippingAddress};

use super::planned_order::PlannedOrder;
use super::products::StockedProducts;
use super::{DAYS, LargeShop, favoured};
use crate::CommandError;
use crate::demo::orders::ADDRESSES;
use crate::demo::seeded_rng::SeededRng;
use crate::demo::state::DemoState;
use crate::wiring::adapters::Adapters;

/// The number of orders that are prepared and written at a time.
const AT_ONCE: usize = 5_000;

/// All orders, oldest first.
pub(super) fn plan(state: &DemoState, size: LargeShop, rng: &mut SeededRng) -> Vec<PlannedOrder> {
    let apart = TimeDelta::days(DAYS).num_seconds() * 1_000 / i64::from(size.orders);
    let mut numbers = HashSet::new();
    let order = |number: u32| {
        let age = TimeDelta::milliseconds(apart * i64::from(size.orders - number) - rng.up_to(apart - 1)) + TimeDelta::minutes(1);
        let mut bits = rng.roll();
        while !numbers.insert(bits << 24) {
            bits = rng.roll();
        }
        PlannedOrder {
            bits,
            customer: favoured(rng, size.customers),
            placed_at: state.started_at - age,
            status: status_of(age, rng),
            lines: basket(size.products, rng),
        }
    };
    (0..size.orders).map(order).collect()
}

fn status_of(age: TimeDelta, rng: &mut SeededRng) -> OrderStatus {
    match (age.num_days(), rng.up_to(99)) {
        (1.., 0..6) => OrderStatus::Cancelled,
        (..=2, _) => OrderStatus::Processing,
        (..=9, _) => OrderStatus::Shipped,
        _ => OrderStatus::Completed,
    }
}

/// One to four products, mostly one of each.
fn basket(products: u32, rng: &mut SeededRng) -> Vec<(u32, u32)> {
    let mut lines: Vec<(u32, u32)> = Vec::new();
    for _ in 0..=rng.up_to(3) {
        let product = favoured(rng, products);
        if lines.iter().all(|(known, _)| *known != product) {
            let units = if rng.up_to(9) < 7 { 1 } else { 2 + u32::try_from(rng.up_to(1)).unwrap_or_default() };
            lines.push((product, units));
        }
    }
    lines
}

/// Writes the orders.
pub(super) async fn fill(
    adapters: &Adapters,
    plans: &[PlannedOrder],
    stocked: &StockedProducts,
    customers: &[User],
) -> Result<(), CommandError> {
    for some in plans.chunks(AT_ONCE) {
        let orders = some.iter().map(|plan| order_of(plan, stocked, customers)).collect::<Result<Vec<Order>, _>>()?;
        adapters.postgres.load_orders(&orders).await?;
    }
    Ok(())
}

fn order_of(plan: &PlannedOrder, stocked: &StockedProducts, customers: &[User]) -> Result<Order, CommandError> {
    let customer = customers.get(usize::try_from(plan.customer)?).ok_or("there is no such customer")?;
    let mut items = Vec::new();
    for (place, units) in &plan.lines {
        let product = stocked.products.get(usize::try_from(*place)?).ok_or("there is no such product")?;
        items.push(OrderItem {
            product_id: Some(product.id),
            code: product.code.clone(),
            name: product.details.name.clone(),
            image: product.details.images.first().cloned(),
            price: product.details.prices.last_price(),
            quantity: Quantity::parse(i64::from(*units))?,
        });
    }
    let paid = plan.bits % 5 < 3;
    let is_cancelled = plan.status == OrderStatus::Cancelled;
    // One in a hundred of those that were paid and cancelled waits for its money.
    let waits = plan.bits % 1_000 < 10;
    let order = Order {
        id: OrderId::from_random(plan.bits),
        user_id: Some(customer.id),
        email: customer.email.clone(),
        status: plan.status,
        placed_at: plan.placed_at,
        total: total_of(&items)?,
        items,
        shipping: shipping(plan, customer)?,
        payment_id: None,
        refunded: false,
        delivery: OrderDelivery::default(),
        notes: OrderNotes::parse(if is_cancelled { "Cancelled at the customer's wish." } else { "" })?,
        fulfilment: OrderFulfilment::default(),
        payment: OrderPayment::default(),
    };
    let payment = OrderEdit {
        payment_id: if paid { Edit::Set(PaymentId::parse(&format!("PAY-{:06}", plan.bits % 1_000_000))?) } else { Edit::Keep },
        refunded: Some(is_cancelled && paid && !waits),
        ..OrderEdit::default()
    };
    Ok(payment.apply(order, &Booked { by: None, at: plan.placed_at })?)
}

fn shipping(plan: &PlannedOrder, customer: &User) -> Result<Shipping, CommandError> {
    let place = usize::try_from(plan.customer)? % ADDRESSES.len();
    Ok(Shipping {
        name: RecipientName::parse(&customer.name())?,
        address: ShippingAddress::parse(ADDRESSES.get(place).copied().unwrap_or("14/2 Temple Road, Nugegoda"))?,
        phone: PhoneNumber::parse(&format!("+94 77 {:07}", plan.customer % 10_000_000))?,
    })
}
