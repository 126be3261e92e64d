//! Values for the tests of this feature.

use chrono::DateTime;
use uuid::Uuid;

use crate::accounts::session::{Principal, Session};
use crate::accounts::staff_role::StaffRole;
use crate::accounts::user::{User, UserType};
use crate::orders::order::{Order, OrderDraft, Shipping};
use crate::orders::order_delivery::OrderDelivery;
use crate::payments::ledger::Booked;
use crate::shared::email::EmailAddress;
use crate::shared::ids::{SessionId, UserId};
use crate::shared::language::Language;
use crate::shared::money::Money;
use crate::shared::order_id::OrderId;
use crate::shared::phone::PhoneNumber;
use crate::shared::text::{PersonName, RecipientName, ShippingAddress};

/// An order of user 1, of 300 cents, paid on delivery.
pub(super) fn draft() -> OrderDraft {
    OrderDraft {
        id: OrderId::from_random(7),
        user_id: Some(UserId::new(Uuid::from_u128(1))),
        email: EmailAddress::parse("nimali@example.com").unwrap(),
        items: Vec::new(),
        shipping: Shipping {
            name: RecipientName::parse("Nimali").unwrap(),
            address: ShippingAddress::parse("1 Galle Road").unwrap(),
            phone: PhoneNumber::parse("0771234567").unwrap(),
        },
        total: Money::from_cents(300).unwrap(),
        delivery: OrderDelivery::default(),
        settings: None,
        promotions: None,
        placed_at: DateTime::UNIX_EPOCH,
        claim: None,
        customer_note: None,
        time_to_pay: None,
        confirm_above: None,
        new_customer: None,
        mails: Vec::new(),
    }
}

pub(super) fn order() -> Order {
    draft().into_order()
}

pub(super) fn booked() -> Booked {
    Booked { by: None, at: DateTime::UNIX_EPOCH }
}

/// A session of this user, who is a customer where they have no role.
pub(super) fn user(number: u128, staff_role: Option<StaffRole>) -> Principal {
    let user = User {
        id: UserId::new(Uuid::from_u128(number)),
        email: EmailAddress::parse(&format!("user{number}@example.com")).unwrap(),
        first_name: PersonName::parse("Nimali").unwrap(),
        last_name: PersonName::parse("Perera").unwrap(),
        profile_picture: None,
        user_type: if staff_role.is_some() { UserType::Admin } else { UserType::Customer },
        staff_role,
        is_blocked: false,
        created_at: DateTime::UNIX_EPOCH,
        last_login: None,
        email_verified: false,
        language: Language::English,
    };
    Principal { session: Session::begin(SessionId::new(Uuid::from_u128(number)), &user, DateTime::UNIX_EPOCH), user }
}
