//! What rows are called in turns: by what all who may lock them know of them.

use domain::catalog::product_code::ProductCode;
use domain::orders::idempotency::IdempotencyKey;
use domain::orders::order_id::OrderId;
use domain::shared::email::EmailAddress;
use domain::shared::ids::{ReviewId, SessionId, UserId};

/// A product, whatever the case of its code.
pub(crate) fn product(code: &ProductCode) -> String {
    format!("product {}", code.folded())
}

/// An order.
pub(crate) fn order(id: &OrderId) -> String {
    format!("order {}", id.as_str())
}

/// What a customer's requests with one idempotency key wait for.
pub(crate) fn key(user: UserId, key: &IdempotencyKey) -> String {
    format!("key {user} {}", key.as_str())
}

/// A user.
pub(crate) fn user(id: UserId) -> String {
    format!("user {id}")
}

/// A session.
pub(crate) fn session(id: SessionId) -> String {
    format!("session {id}")
}

/// What is kept of an address: its account, its failed sign-ins.
pub(crate) fn address(email: &EmailAddress) -> String {
    format!("address {}", email.as_str())
}

/// All administrators, who are locked together.
pub(crate) fn admins() -> String {
    "admins".to_owned()
}

/// A link that resets a password, by the hash of its secret.
pub(crate) fn link(hash: &[u8]) -> String {
    format!("link {hash:02x?}")
}

/// A review.
pub(crate) fn review(id: ReviewId) -> String {
    format!("review {id}")
}

/// What uploads without an account wait for.
pub(crate) fn uploads() -> String {
    "uploads".to_owned()
}

/// The import that is going on.
pub(crate) fn import() -> String {
    "import".to_owned()
}
