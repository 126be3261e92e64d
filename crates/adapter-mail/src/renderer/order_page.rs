//! The words and figures of a mail about an order.

use domain::messages::mail_message::{OrderStep, OrderSummary, SummaryItem};
use domain::payments::payment_method::PaymentMethod;
use domain::shared::ports::PortError;

/// The values of the templates `order.html` and `order.txt`.
pub(super) struct OrderPage<'a> {
    pub(super) order: &'a OrderSummary,
    pub(super) subject: String,
    pub(super) heading: &'static str,
    pub(super) sentences: Vec<String>,
    pub(super) items: Vec<Item<'a>>,
    pub(super) parts: Vec<Part<'a>>,
    pub(super) total: String,
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
    /// The page of a step.
    ///
    /// # Errors
    /// [`PortError`] (internal) when a line's total is out of range, which no stored order has.
    pub(super) fn of(step: OrderStep, order: &'a OrderSummary) -> Result<Self, PortError> {
        let (heading, button) = headings(step);
        Ok(Self {
            order,
            subject: subject(step, order),
            heading,
            sentences: sentences(step, order),
            items: order.items.iter().map(item_of).collect::<Result<_, _>>()?,
            parts: order.parts.iter().map(|part| Part { label: &part.label, amount: amount(part.cents) }).collect(),
            total: amount(order.total.cents()),
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
        OrderStep::Shipped => format!("Your order {number} is on its way"),
        OrderStep::Delivered => format!("Your order {number} was delivered"),
        OrderStep::Cancelled => format!("Your order {number} was cancelled"),
        OrderStep::ForShop => format!("New order {number}: {}", amount(order.total.cents())),
    }
}

/// The heading of a step's mail, and the label of its button.
const fn headings(step: OrderStep) -> (&'static str, &'static str) {
    match step {
        OrderStep::Placed => ("Thank you for your order", "See my orders"),
        OrderStep::Shipped => ("Your order is on its way", "See my orders"),
        OrderStep::Delivered => ("Your order was delivered", "See my orders"),
        OrderStep::Cancelled => ("Your order was cancelled", "See my orders"),
        OrderStep::ForShop => ("A new order", "Open the order"),
    }
}

fn sentences(step: OrderStep, order: &OrderSummary) -> Vec<String> {
    let sentences: Vec<&str> = match step {
        OrderStep::Placed => return vec!["We have your order and prepare it now.".to_owned(), how_to_pay(order)],
        OrderStep::ForShop => return vec![format!("Customer: {}", order.email), format!("Payment: {}", payment_label(order.payment))],
        OrderStep::Shipped if order.payment.is_prepaid() => vec!["We handed your parcel to the courier."],
        OrderStep::Shipped => vec!["We handed your parcel to the courier.", "Please have the amount ready in cash."],
        OrderStep::Delivered => vec!["We hope that you enjoy it. If something is wrong with it, please answer this mail."],
        OrderStep::Cancelled if order.payment.is_prepaid() => vec!["Money that you have paid for it comes back to you."],
        OrderStep::Cancelled => vec!["There is nothing to pay."],
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
