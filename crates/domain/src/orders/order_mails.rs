//! The mails about an order: which step is mailed, to which address, under which key.

use chrono::{DateTime, Utc};

use crate::messages::mail_message::{MailMessage, OrderStep, OrderSummary, SummaryItem, TotalPart, Tracking};
use crate::messages::outbox::{DedupeKey, NewMail};
use crate::orders::order::{Order, OrderItem};
use crate::orders::order_id::OrderId;
use crate::orders::order_status::OrderStatus;
use crate::shared::email::EmailAddress;

/// The key of the mail that tells a customer that the order was placed. An order without this mail was placed by a release that
/// sent none; its steps are not mailed either (contract-commerce, section 2).
#[must_use]
pub fn placed_key(order: &OrderId) -> DedupeKey {
    DedupeKey::new("placed", order.as_str())
}

/// The data of an order as it is now.
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
        parts: parts_of(order),
        total: order.total,
        payment: order.payment.method,
        tracking: tracking_of(order),
    }
}

/// The explanation of the total; empty where it is the goods alone.
fn parts_of(order: &Order) -> Vec<TotalPart> {
    let lines = order.explanation();
    if lines.len() < 2 {
        return Vec::new();
    }
    lines.into_iter().map(|line| TotalPart { label: line.label, cents: line.cents }).collect()
}

/// Where the parcel can be followed; `None` before the courier and the number are known.
fn tracking_of(order: &Order) -> Option<Tracking> {
    let parcel = &order.fulfilment.parcel;
    Some(Tracking {
        courier: parcel.courier.as_ref()?.as_str().to_owned(),
        number: parcel.tracking_number.as_ref()?.as_str().to_owned(),
        url: parcel.tracking_url.as_ref().map(|url| url.as_str().to_owned()),
    })
}

/// The mails about a new order, to the customer and to the shop.
#[must_use]
pub fn placed(order: &Order, shop: &EmailAddress) -> Vec<NewMail> {
    let summary = Box::new(summary_of(order));
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
    use crate::delivery::rate::Charge;
    use crate::orders::explanation::{ExplanationCode, ExplanationLine};
    use crate::orders::order::{OrderDraft, Shipping};
    use crate::orders::order_delivery::{OrderDelivery, OrderPricing};
    use crate::payments::order_payment::OrderPayment;
    use crate::payments::payment_method::PaymentMethod;
    use crate::shared::ids::UserId;
    use crate::shared::money::Money;
    use crate::shared::phone::PhoneNumber;
    use crate::shared::text::{CourierName, ProductName, RecipientName, ShippingAddress, TrackingNumber};

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
            confirm_above: None,
            mails: Vec::new(),
        };
        Order { status, ..draft.into_order() }
    }

    #[test]
    fn a_new_order_is_mailed_to_its_customer_and_to_the_shop() {
        let shop = EmailAddress::parse("hello@araliya.example").unwrap();
        let mails = placed(&order(OrderStatus::Processing), &shop);
        let told: Vec<_> = mails.iter().map(|mail| (mail.key.as_str(), mail.to.as_str())).collect();
        assert_eq!(told, [("placed:ARA-7K3M-Q9TX", "nimali@example.com"), ("order:ARA-7K3M-Q9TX", "hello@araliya.example")]);
        let MailMessage::Order(_, summary) = &mails[0].message else { panic!("another mail") };
        assert_eq!((summary.parts.len(), summary.total.cents(), summary.tracking.is_none()), (0, 300_000, true));
    }

    #[test]
    fn a_mail_explains_the_total_and_names_the_method_and_the_parcel() {
        let lines = vec![ExplanationLine::goods(320_000), ExplanationLine::new(ExplanationCode::Markdown, "Reduced: Rose water", -20_000)];
        let mut order = order(OrderStatus::Shipped);
        order.delivery.pricing = Some(OrderPricing {
            labeled_total: Money::from_cents(320_000).unwrap(),
            charge: Charge::NONE,
            payment_method: PaymentMethod::BankTransfer,
            payment_fee: Money::ZERO,
            explanation: lines,
        });
        order.payment = OrderPayment::by(PaymentMethod::BankTransfer, None);
        order.fulfilment.parcel.courier = CourierName::parse("Domex").ok();
        assert_eq!(summary_of(&order).tracking, None, "a parcel without a number cannot be followed");
        order.fulfilment.parcel.tracking_number = TrackingNumber::parse("D1").ok();
        let summary = summary_of(&order);
        let parts: Vec<_> = summary.parts.iter().map(|part| (part.label.as_str(), part.cents)).collect();
        assert_eq!(parts, [("Goods at full price", 320_000), ("Reduced: Rose water", -20_000)]);
        assert_eq!(summary.payment, PaymentMethod::BankTransfer);
        assert_eq!(summary.tracking, Some(Tracking { courier: "Domex".to_owned(), number: "D1".to_owned(), url: None }));
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
