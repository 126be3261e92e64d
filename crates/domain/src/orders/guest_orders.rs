//! Orders of guests: customers without an account, whose order is opened by a key that is mailed to them (contract-commerce, section 5).

use std::fmt;

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::accounts::actor::Actor;
use crate::accounts::session::Principal;
use crate::messages::outbox::NewMail;
use crate::orders::order::Order;
use crate::promotions::customer::CustomerIdentity;
use crate::shared::email::EmailAddress;
use crate::shared::error::feature_error;
use crate::shared::idempotency::KeyOwner;
use crate::shared::ids::UserId;
use crate::shared::order_id::OrderId;
use crate::shared::phone::PhoneNumber;
use crate::shared::ports::PortError;

/// Who places an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Buyer {
    User(Box<Principal>),
    /// A customer without a session, at this address.
    Guest(EmailAddress),
}

impl From<Principal> for Buyer {
    fn from(user: Principal) -> Self {
        Self::User(Box::new(user))
    }
}

impl Buyer {
    #[must_use]
    pub fn user_id(&self) -> Option<UserId> {
        match self {
            Self::User(who) => Some(who.user.id),
            Self::Guest(_) => None,
        }
    }

    #[must_use]
    pub const fn email(&self) -> &EmailAddress {
        match self {
            Self::User(who) => &who.user.email,
            Self::Guest(email) => email,
        }
    }

    /// The customer for promotions.
    #[must_use]
    pub fn identity(&self, phone: &PhoneNumber) -> CustomerIdentity {
        CustomerIdentity { user: self.user_id(), email: self.email().clone(), phone: Some(phone.clone()) }
    }

    /// The owner of the keys of their requests.
    #[must_use]
    pub fn key_owner(&self) -> KeyOwner {
        self.user_id().map_or_else(|| KeyOwner::Guest(self.email().clone()), KeyOwner::User)
    }

    /// Whether the limits of new customers may hold. Staff have a member of staff who answers for them. Anyone can give any address, so
    /// they hold for every guest.
    #[must_use]
    pub fn may_be_new(&self) -> bool {
        match self {
            Self::User(who) => !who.user.email_verified && !who.is_admin(),
            Self::Guest(_) => true,
        }
    }
}

/// Counts the times that the link of an order was revoked: keys of an earlier epoch open nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AccessEpoch(pub u32);

/// The key that opens a guest's order. Nothing stores it. `Debug` does not show it.
#[derive(Clone, PartialEq, Eq)]
pub struct AccessKey(String);

impl AccessKey {
    #[must_use]
    pub const fn new(key: String) -> Self {
        Self(key)
    }

    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }

    /// The link of the order. `public_url` is the shop's address without a trailing slash. The key is in the fragment, which browsers do
    /// not send to servers: programs that open the links of mails change nothing and learn nothing.
    #[must_use]
    pub fn link(&self, public_url: &str, order: &OrderId) -> String {
        format!("{public_url}/order/{}#key={}", order.as_str(), self.0)
    }
}

impl fmt::Debug for AccessKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AccessKey(…)")
    }
}

/// The holder of the key of a guest's order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyHolder {
    pub order: OrderId,
    /// The address that the order was placed with.
    pub email: EmailAddress,
}

/// How a guest's order is opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GuestAccess {
    pub order: OrderId,
    /// The address that it was placed with.
    pub email: EmailAddress,
    pub epoch: AccessEpoch,
}

/// Makes and checks the keys of guests' orders.
#[cfg_attr(feature = "mock", mockall::automock)]
pub trait AccessKeys: Send + Sync {
    /// The key of an order in an epoch, always the same.
    fn key_of(&self, order: &OrderId, epoch: AccessEpoch) -> AccessKey;

    /// Whether a text is that key. The time of the comparison does not depend on where they differ.
    fn is_key_of(&self, text: &str, order: &OrderId, epoch: AccessEpoch) -> bool;
}

feature_error! {
    /// Why the link of an order is not revoked.
    pub enum RevokeLinkError {
        NotFound => NotFound, "order.not_found", "There is no order with this number.";
        /// An account has the order.
        NoLink => Conflict, "order.no_link", "The order belongs to an account, so it has no link.";
    } port "Failed to revoke the link. Please try again."
}

/// Stores which orders are those of guests, and the epochs of their keys.
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait GuestOrders: Send + Sync {
    /// How this order is opened; `None` unless it is a guest's. One that an account got when it verified its address is no guest's any
    /// more, even after the account is deleted.
    async fn access(&self, order: &OrderId) -> Result<Option<GuestAccess>, PortError>;

    /// Begins a new epoch of the order's key, and queues `mail`, in one transaction with the entry of the audit log.
    ///
    /// # Errors
    /// [`RevokeLinkError`]; nothing is written then.
    async fn revoke(&self, order: &OrderId, mail: Option<NewMail>, by: &Actor, now: DateTime<Utc>) -> Result<(), RevokeLinkError>;

    /// Whether a blocked account has this address or telephone number: one of its orders, or of its saved addresses.
    async fn is_blocked<'a>(&self, email: &EmailAddress, phone: Option<&'a PhoneNumber>) -> Result<bool, PortError>;
}

/// How the asker says that an order is theirs: the address or the telephone number that it was placed with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Contact {
    Email(EmailAddress),
    Phone(PhoneNumber),
}

impl Contact {
    /// Reads an e-mail address or a telephone number.
    ///
    /// # Errors
    /// [`NotAContact`] when it is neither.
    pub fn parse(text: &str) -> Result<Self, NotAContact> {
        let email = EmailAddress::parse_known(text).map(Self::Email).ok();
        email.or_else(|| PhoneNumber::parse(text).map(Self::Phone).ok()).ok_or(NotAContact)
    }

    /// Whether the order was placed with it. Telephone numbers are compared by the digits that are the same in every spelling.
    #[must_use]
    pub fn is_of(&self, order: &Order) -> bool {
        match self {
            Self::Email(email) => order.email == *email,
            Self::Phone(phone) => phone.has_same_digits(&order.shipping.phone),
        }
    }
}

/// The text is neither an e-mail address nor a telephone number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("must be the e-mail address or the telephone number of the order")]
pub struct NotAContact;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::orders::samples::order;

    #[test]
    fn a_link_carries_the_key_behind_the_hash_and_debug_hides_it() {
        let (key, id) = (AccessKey::new("s3cret".to_owned()), OrderId::from_random(1));
        assert_eq!(key.link("https://shop.example", &id), format!("https://shop.example/order/{}#key=s3cret", id.as_str()));
        assert_eq!(format!("{key:?}"), "AccessKey(…)");
    }

    #[test]
    fn an_order_is_known_by_its_address_or_telephone_number_in_any_spelling() {
        let mut order = order();
        order.email = EmailAddress::parse("nimali@example.com").unwrap();
        order.shipping.phone = PhoneNumber::parse("+94 71 234 5678").unwrap();
        for (text, is_of) in [
            ("Nimali@Example.com", true),
            ("071-2345678", true),
            ("+94712345678", true),
            ("other@example.com", false),
            ("0712345679", false),
        ] {
            assert_eq!(Contact::parse(text).unwrap().is_of(&order), is_of, "{text}");
        }
        for text in ["", "nimali", "12"] {
            assert_eq!(Contact::parse(text), Err(NotAContact), "{text}");
        }
    }

    #[test]
    fn keys_of_requests_belong_to_the_address_of_a_guest() {
        let guest = Buyer::Guest(EmailAddress::parse("Nimali@Example.com").unwrap());
        assert_eq!(guest.key_owner().to_string(), "guest:nimali@example.com");
        assert!(guest.may_be_new() && guest.user_id().is_none());
    }
}
