//! The mails about an order: which step is mailed, to which address, under which key.

use chrono::{DateTime, Utc};

use crate::messages::mail_message::{MailMessage, OrderStep, OrderSummary, SummaryItem, TotalPart};
use crate::messages::outbox::{DedupeKey, NewMail};
use crate::orders::order::{Order, OrderItem};
use crate::orders::order_id::OrderId;
use crate::orders::order_status::OrderStatus;
use crate::orders::quote::Quote;
use crate::payments::payment_method::PaymentMethod;
use crate::shared::email::EmailAddress;

/// The key of the mail that tells a customer that the order was placed. An order without this mail was placed by a release that
/// sent none; its steps are not mailed either (contract-commerce, section 2).
#[must_use]
pub fn placed_key(order: &OrderId) -> DedupeKey {
    DedupeKey::new("placed", order.as_str())
}

/// The data of an order as it is now, without parts of the total and tracking.
#[must_use]
pub fn summary_of(order: &Order) -> OrderSummary {
    let item = |item: &OrderItem| SummaryItem { name: item.name.clone(), quantity: item.quantity, price: item.price };
    OrderSummary {
        id: order.id.clone(),
        email: order.email.clone(),
        name: order.shipping.name.clone(),
        address: order.shipping.address.clone(),
        phone: order.shipping.phone.as_str().to_owned(),
        items: order.items.iter().map(item).collect(),
        parts: Vec::new(),
        total: order.total,
        payment: PaymentMethod::default(),
        tracking: None,
    }
}

/// The parts of a quote's total: the goods at full price, and the discount if there is one.
#[must_use]
pub fn parts_of(quote: &Quote) -> Vec<TotalPart> {
    if quote.discount.cents() == 0 {
        return Vec::new();
    }
    let part = |label: &str, cents| TotalPart { label: label.to_owned(), cents };
    vec![part("Subtotal", quote.labeled_total.cents()), part("Discount", -quote.discount.cents())]
}

/// The mails about a new order, to the customer and to the shop.
#[must_use]
pub fn placed(order: &Order, parts: &[TotalPart], shop: &EmailAddress) -> Vec<NewMail> {
    let summary = Box::new(OrderSummary { parts: parts.to_vec(), ..summary_of(order) });
    let for_customer = NewMail {
        key: placed_key(&order.id),
        to: order.email.clone(),
        message: MailMessage::Order(OrderStep::Placed, summary.clone()),
        at: order.placed_at,
    };
    let for_shop = NewMail {
        key: DedupeKey::new("order", order.id.as_str()),
        to: shop.clone(),
        message: MailMessage::Order(OrderStep::ForShop, summary),
        at: order.placed_at,
    };
    vec![for_customer, for_shop]
}

/// The mail about the step that brought `order` to its present status. `event` is the step's number in the order's history: an order
/// that is cancelled a second time is mailed a second time. Reinstating is not mailed.
#[must_use]
pub fn of_step(order: &Order, event: i64, now: DateTime<Utc>) -> Option<NewMail> {
    let step = match order.status {
        OrderStatus::Processing => return None,
        OrderStatus::Shipped => OrderStep::Shipped,
        OrderStatus::Completed => OrderStep::Delivered,
        OrderStatus::Cancelled => OrderStep::Cancelled,
    };
    let message = MailMessage::Order(step, Box::new(summary_of(order)));
    let key = DedupeKey::new(message.kind().as_str(), &format!("{}:{event}", order.id.as_str()));
    Some(NewMail { key, to: order.email.clone(), message, at: now })
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use uuid::Uuid;

    use super::*;
    use crate::orders::order::{OrderDraft, Shipping};
    use crate::orders::order_delivery::OrderDelivery;
    use crate::shared::ids::UserId;
    use crate::shared::money::Money;
    use crate::shared::phone::PhoneNumber;
    use crate::shared::text::{ProductName, RecipientName, ShippingAddress};

    fn order(status: OrderStatus) -> Order {
        let draft = OrderDraft {
            id: OrderId::parse("ARA-7K3M-Q9TX").unwrap(),
            user_id: UserId::new(Uuid::nil()),
            email: EmailAddress::parse("nimali@example.com").unwrap(),
            items: vec![OrderItem {
                product_id: None,
                code: crate::catalog::product_code::ProductCode::parse("rose").unwrap(),
                name: ProductName::parse("Rose water").unwrap(),
                image: None,
                price: Money::from_cents(150_000).unwrap(),
                quantity: crate::orders::quantity::Quantity::parse(2).unwrap(),
            }],
            shipping: Shipping {
                name: RecipientName::parse("Nimali").unwrap(),
                address: ShippingAddress::parse("1 Galle Road").unwrap(),
                phone: PhoneNumber::parse("0771234567").unwrap(),
            },
            total: Money::from_cents(300_000).unwrap(),
            placed_at: DateTime::UNIX_EPOCH,
            claim: None,
            delivery: OrderDelivery::default(),
            settings: None,
            customer_note: None,
            time_to_pay: None,
            mails: Vec::new(),
        };
        Order { status, ..draft.into_order() }
    }

    #[test]
    fn a_new_order_is_mailed_to_its_customer_and_to_the_shop() {
        let shop = EmailAddress::parse("hello@araliya.example").unwrap();
        let parts = [TotalPart { label: "Subtotal".to_owned(), cents: 300_000 }];
        let mails = placed(&order(OrderStatus::Processing), &parts, &shop);
        let told: Vec<_> = mails.iter().map(|mail| (mail.key.as_str(), mail.to.as_str())).collect();
        assert_eq!(told, [("placed:ARA-7K3M-Q9TX", "nimali@example.com"), ("order:ARA-7K3M-Q9TX", "hello@araliya.example")]);
        let MailMessage::Order(_, summary) = &mails[0].message else { panic!("another mail") };
        assert_eq!((summary.parts.as_slice(), summary.total.cents()), (parts.as_slice(), 300_000));
    }

    #[test]
    fn each_step_but_reinstating_is_mailed_under_a_key_of_its_own() {
        let key = |status| of_step(&order(status), 42, DateTime::UNIX_EPOCH).map(|mail| mail.key.as_str().to_owned());
        assert_eq!(key(OrderStatus::Processing), None);
        assert_eq!(key(OrderStatus::Shipped).unwrap(), "shipped:ARA-7K3M-Q9TX:42");
        assert_eq!(key(OrderStatus::Completed).unwrap(), "delivered:ARA-7K3M-Q9TX:42");
        assert_eq!(key(OrderStatus::Cancelled).unwrap(), "cancelled:ARA-7K3M-Q9TX:42");
    }
}
