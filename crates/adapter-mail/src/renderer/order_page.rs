//! The words and figures of a mail about an order.

use chrono::{DateTime, Utc};
use domain::messages::mail_message::{OrderStep, OrderSummary, SummaryItem};
use domain::payments::payment_method::PaymentMethod;
use domain::shared::calendar::ShopCalendar;
use domain::shared::money::Money;
use domain::shared::ports::PortError;

/// The values of the templates `order.html` and `order.txt`.
pub(super) struct OrderPage<'a> {
    pub(super) order: &'a OrderSummary,
    pub(super) subject: String,
    pub(super) heading: &'static str,
    pub(super) sentences: Vec<String>,
    /// Words of the shop's staff to the customer, with their line breaks.
    pub(super) quote: Option<&'a str>,
    /// Sentences below the quote.
    pub(super) advice: Vec<String>,
    pub(super) items: Vec<Item<'a>>,
    pub(super) parts: Vec<Part<'a>>,
    pub(super) total: String,
    /// The words above name and address.
    pub(super) place: &'static str,
    pub(super) button: &'static str,
}

/// A line of the order.
pub(super) struct Item<'a> {
    pub(super) name: &'a str,
    pub(super) quantity: u32,
    pub(super) price: String,
    pub(super) total: String,
}

/// A part of the total.
pub(super) struct Part<'a> {
    pub(super) label: &'a str,
    pub(super) amount: String,
}

impl<'a> OrderPage<'a> {
    /// The page of a step, whose times are those of the shop's clocks.
    ///
    /// # Errors
    /// [`PortError`] (internal) when a line's total is out of range, which no stored order has.
    pub(super) fn of(step: OrderStep, order: &'a OrderSummary, calendar: ShopCalendar) -> Result<Self, PortError> {
        let (heading, button) = headings(step, order);
        Ok(Self {
            order,
            subject: subject(step, order),
            heading,
            sentences: sentences(step, order, calendar),
            quote: order.news.text.as_deref().filter(|_| matches!(step, OrderStep::Note | OrderStep::SlipRejected)),
            advice: if step == OrderStep::SlipRejected { after_rejection(order, calendar) } else { Vec::new() },
            items: order.items.iter().map(item_of).collect::<Result<_, _>>()?,
            parts: order.parts.iter().map(|part| Part { label: &part.label, amount: amount(part.cents) }).collect(),
            total: amount(order.total.cents()),
            place: if step == OrderStep::ReadyForPickup { "For" } else { "Delivery to" },
            button,
        })
    }
}

fn item_of(item: &SummaryItem) -> Result<Item<'_>, PortError> {
    let total = item.price.times(item.quantity).map_err(PortError::internal)?;
    Ok(Item { name: item.name.as_str(), quantity: item.quantity.get(), price: amount(item.price.cents()), total: amount(total.cents()) })
}

fn subject(step: OrderStep, order: &OrderSummary) -> String {
    let number = order.id.as_str();
    match step {
        OrderStep::Placed => format!("Thank you for your order {number}"),
        OrderStep::Reminder => format!("Please pay for your order {number}"),
        OrderStep::Paid if order.news.is_cancelled => format!("We received a payment for your cancelled order {number}"),
        OrderStep::Paid => format!("We received your payment for order {number}"),
        OrderStep::SlipRejected => format!("Please check the bank slip of your order {number}"),
        OrderStep::Expired => format!("Your order {number} was cancelled because it was not paid in time"),
        OrderStep::ReadyForPickup => format!("Your order {number} is ready for pick-up"),
        OrderStep::Shipped => format!("Your order {number} is on its way"),
        OrderStep::Delivered => format!("Your order {number} was delivered"),
        OrderStep::Cancelled => format!("Your order {number} was cancelled"),
        OrderStep::Refunded => format!("Your refund for order {number}"),
        OrderStep::Note => format!("A message about your order {number}"),
        OrderStep::ForShop => format!("New order {number}: {}", amount(order.total.cents())),
    }
}

/// The heading of a step's mail, and the label of its button.
const fn headings(step: OrderStep, order: &OrderSummary) -> (&'static str, &'static str) {
    match step {
        OrderStep::Placed => ("Thank you for your order", "See my orders"),
        OrderStep::Reminder => ("Your order waits for your payment", "Open the order"),
        OrderStep::Paid if order.news.is_cancelled => ("We received a payment for a cancelled order", "Open the order"),
        OrderStep::Paid => ("Thank you for your payment", "Open the order"),
        OrderStep::SlipRejected => ("We could not find your payment", "Open the order"),
        OrderStep::Expired => ("Your order was cancelled", "Open the order"),
        OrderStep::ReadyForPickup => ("Your order is ready", "Open the order"),
        OrderStep::Shipped => ("Your order is on its way", "See my orders"),
        OrderStep::Delivered => ("Your order was delivered", "See my orders"),
        OrderStep::Cancelled => ("Your order was cancelled", "See my orders"),
        OrderStep::Refunded => ("Your refund", "Open the order"),
        OrderStep::Note => ("A message about your order", "Open the order"),
        OrderStep::ForShop => ("A new order", "Open the order"),
    }
}

fn sentences(step: OrderStep, order: &OrderSummary, calendar: ShopCalendar) -> Vec<String> {
    let sentences: Vec<&str> = match step {
        OrderStep::Placed => return vec!["We have your order and prepare it now.".to_owned(), how_to_pay(order)],
        OrderStep::ForShop => return vec![format!("Customer: {}", order.email), format!("Payment: {}", payment_label(order.payment))],
        OrderStep::Reminder => return reminder(order, calendar),
        OrderStep::Paid => return paid(order),
        OrderStep::SlipRejected => vec!["We looked at your bank slip and could not find the payment."],
        OrderStep::Expired => vec!["We did not receive your payment in time, and cancelled the order. There is nothing to pay."],
        OrderStep::ReadyForPickup => return ready_for_pickup(order),
        OrderStep::Refunded => return refunded(order),
        OrderStep::Note => vec!["The shop writes about your order:"],
        OrderStep::Shipped if order.payment.is_prepaid() => vec!["We handed your parcel to the courier."],
        OrderStep::Shipped => vec!["We handed your parcel to the courier.", "Please have the amount ready in cash."],
        OrderStep::Delivered => vec!["We hope that you enjoy it. If something is wrong with it, please answer this mail."],
        OrderStep::Cancelled => return vec![cancelled(order)],
    };
    sentences.into_iter().map(str::to_owned).collect()
}

fn how_to_pay(order: &OrderSummary) -> String {
    let total = amount(order.total.cents());
    match order.payment {
        _ if order.total.cents() == 0 => "There is nothing to pay.".to_owned(),
        PaymentMethod::Cod => format!("You pay {total} in cash when the parcel arrives."),
        PaymentMethod::BankTransfer => {
            format!("Please transfer {total} to our bank account, and name the order's number. The page of the order shows the account.")
        }
        PaymentMethod::PayHere => format!("If you have not paid yet, please pay {total} on the page of the order."),
    }
}

/// What the customer has still to pay; the total where the mail does not say it.
fn due(order: &OrderSummary) -> String {
    amount(order.news.due.unwrap_or(order.total).cents())
}

/// An amount above 0 of the news.
fn above_zero(money: Option<Money>) -> Option<String> {
    money.filter(|money| *money > Money::ZERO).map(|money| amount(money.cents()))
}

fn reminder(order: &OrderSummary, calendar: ShopCalendar) -> Vec<String> {
    let transfer = format!(
        "Please transfer {} to our bank account, and name the order's number. The page of the order shows the account, and takes a picture \
         of the bank slip.",
        due(order)
    );
    let end = order.news.until.map(|until| format!("We keep the order for you until {}.", time_of(until, calendar)));
    [transfer].into_iter().chain(end).collect()
}

fn paid(order: &OrderSummary) -> Vec<String> {
    let news = &order.news;
    let came = news.amount.map(|came| format!("We received {}.", amount(came.cents())));
    let to_return = above_zero(news.to_return);
    let rest = match (news.is_cancelled, to_return, above_zero(news.due)) {
        (true, Some(back), _) => format!("The order was cancelled before the payment came. {back} comes back to you."),
        (true, None, _) => "The order is cancelled.".to_owned(),
        (false, Some(back), _) => format!("That is more than the order costs. {back} comes back to you."),
        (false, None, Some(due)) => format!("{due} is still to be paid."),
        (false, None, None) => "The order is paid. We prepare it now.".to_owned(),
    };
    came.into_iter().chain([rest]).collect()
}

fn after_rejection(order: &OrderSummary, calendar: ShopCalendar) -> Vec<String> {
    let ask = format!("{} is still to be paid. Please upload another slip on the page of the order, or answer this mail.", due(order));
    let end = order.news.until.map(|until| format!("We keep the order for you until {}.", time_of(until, calendar)));
    [ask].into_iter().chain(end).collect()
}

fn ready_for_pickup(order: &OrderSummary) -> Vec<String> {
    let waits = "Your order waits for you at the shop. Please bring its number.".to_owned();
    let due = above_zero(order.news.due).map(|due| format!("You pay {due} when you fetch it."));
    [waits].into_iter().chain(due).collect()
}

fn refunded(order: &OrderSummary) -> Vec<String> {
    let news = &order.news;
    let back = news.amount.map(|back| format!("We returned {} to you. Your bank may take some days to show it.", amount(back.cents())));
    let name = news.text.as_ref().map(|name| format!("Reference: {name}"));
    back.into_iter().chain(name).collect()
}

/// What comes back; a mail of a release before does not say how much.
fn cancelled(order: &OrderSummary) -> String {
    match (order.news.to_return, order.payment.is_prepaid()) {
        (Some(back), _) if back > Money::ZERO => format!("{} that you paid comes back to you.", amount(back.cents())),
        (None, true) => "Money that you have paid for it comes back to you.".to_owned(),
        _ => "There is nothing to pay.".to_owned(),
    }
}

/// A time as the shop's clocks show it: `Friday, 6 March 2026, 14:30`.
pub(super) fn time_of(at: DateTime<Utc>, calendar: ShopCalendar) -> String {
    format!("{}, {}", calendar.day_of(at).format("%A, %-d %B %Y"), calendar.time_of(at).format("%H:%M"))
}

const fn payment_label(method: PaymentMethod) -> &'static str {
    match method {
        PaymentMethod::Cod => "cash on delivery",
        PaymentMethod::BankTransfer => "bank transfer",
        PaymentMethod::PayHere => "PayHere",
    }
}

/// An amount as the shop shows it: `LKR. 4,500.00`.
pub(super) fn amount(cents: i64) -> String {
    let (sign, cents) = (if cents < 0 { "-" } else { "" }, cents.unsigned_abs());
    let rupees = (cents / 100).to_string();
    let digits = rupees.len();
    let mut grouped = String::new();
    for (place, digit) in rupees.chars().enumerate() {
        if place > 0 && (digits - place).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    format!("{sign}LKR. {grouped}.{:02}", cents % 100)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_that_of_the_shops_clocks() {
        let at = DateTime::from_timestamp(1_772_739_000, 0).unwrap();
        assert_eq!(at.to_rfc3339(), "2026-03-05T19:30:00+00:00");
        assert_eq!(time_of(at, ShopCalendar::parse("Asia/Colombo").unwrap()), "Friday, 6 March 2026, 01:00");
    }

    #[test]
    fn amounts_are_grouped_by_thousands() {
        for (cents, text) in [
            (0, "LKR. 0.00"),
            (5, "LKR. 0.05"),
            (99_900, "LKR. 999.00"),
            (100_000, "LKR. 1,000.00"),
            (450_050, "LKR. 4,500.50"),
            (100_000_000_000, "LKR. 1,000,000,000.00"),
            (-40_000, "-LKR. 400.00"),
            (i64::MIN, "-LKR. 92,233,720,368,547,758.08"),
        ] {
            assert_eq!(amount(cents), text);
        }
    }
}
