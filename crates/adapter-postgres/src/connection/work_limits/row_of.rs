//! The names of rows in turns, made of data that every caller knows before it reads the row.

use domain::catalog::product_code::ProductCode;
use domain::messages::contact::ContactMessageId;
use domain::shared::email::EmailAddress;
use domain::shared::idempotency::{IdempotencyKey, KeyOwner};
use domain::shared::ids::{PromotionId, ReviewId, SessionId, UserId};
use domain::shared::order_id::OrderId;

/// A product, whatever the case of its code.
pub(crate) fn product(code: &ProductCode) -> String {
    format!("product {}", code.folded())
}

pub(crate) fn promotion(id: PromotionId) -> String {
    format!("promotion {id}")
}

pub(crate) fn order(id: &OrderId) -> String {
    format!("order {}", id.as_str())
}

/// The lock of a customer's requests with one idempotency key.
pub(crate) fn key(owner: &KeyOwner, key: &IdempotencyKey) -> String {
    format!("key {owner} {}", key.as_str())
}

pub(crate) fn user(id: UserId) -> String {
    format!("user {id}")
}

pub(crate) fn session(id: SessionId) -> String {
    format!("session {id}")
}

/// The rows of an e-mail address: its account, its login attempts.
pub(crate) fn address(email: &EmailAddress) -> String {
    format!("address {}", email.as_str())
}

/// All administrators, whose rows are locked together.
pub(crate) fn admins() -> String {
    "admins".to_owned()
}

/// A link that resets a password, by the hash of its secret.
pub(crate) fn link(hash: &[u8]) -> String {
    format!("link {hash:02x?}")
}

pub(crate) fn review(id: ReviewId) -> String {
    format!("review {id}")
}

pub(crate) fn message(id: ContactMessageId) -> String {
    format!("message {}", id.0)
}

/// The lock of uploads without an account.
pub(crate) fn uploads() -> String {
    "uploads".to_owned()
}

pub(crate) fn import() -> String {
    "import".to_owned()
}

/// The lock of all content.
pub(crate) fn content() -> String {
    "content".to_owned()
}

/// The lock of all settings.
pub(crate) fn settings() -> String {
    "settings".to_owned()
}
