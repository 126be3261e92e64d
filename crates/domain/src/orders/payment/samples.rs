//! An order and notifications of its attempt, for the tests of its payment.

use chrono::DateTime;

use crate::orders::fulfilment::OrderFulfilment;
use crate::orders::order::{Order, Shipping};
use crate::orders::order_delivery::OrderDelivery;
use crate::orders::payment::gateway_news::Booking;
use crate::payments::gateway::Notification;
use crate::payments::order_payment::OrderPayment;
use crate::payments::samples::{attempt, cents};
use crate::shared::email::EmailAddress;
use crate::shared::order_id::OrderId;
use crate::shared::order_status::OrderStatus;
use crate::shared::phone::PhoneNumber;
use crate::shared::text::{OrderNotes, RecipientName, ShippingAddress};

/// An order of 1,234.50.
pub(super) fn order(status: OrderStatus) -> Order {
    Order {
        id: OrderId::from_random(1),
        user_id: None,
        email: EmailAddress::parse("nimali@example.com").unwrap(),
        status,
        placed_at: DateTime::UNIX_EPOCH,
        items: Vec::new(),
        shipping: Shipping {
            name: RecipientName::parse("Nimali Perera").unwrap(),
            address: ShippingAddress::parse("Kandy").unwrap(),
            phone: PhoneNumber::parse("0771234567").unwrap(),
        },
        payment_id: None,
        refunded: false,
        notes: OrderNotes::default(),
        total: cents(123_450),
        delivery: OrderDelivery::default(),
        fulfilment: OrderFulfilment::default(),
        payment: OrderPayment::default(),
        returns: Vec::new(),
    }
}

pub(super) fn notification(status_code: i32, amount: &str) -> Notification {
    Notification {
        order_id: attempt().id.to_string(),
        amount: amount.to_owned(),
        currency: "LKR".to_owned(),
        status_code,
        payment: None,
        means: None,
    }
}

/// The order and its attempt before the gateway tells of it.
pub(super) fn begun(status: OrderStatus) -> Booking {
    Booking { order: order(status), attempt: attempt(), alarm: None }
}
