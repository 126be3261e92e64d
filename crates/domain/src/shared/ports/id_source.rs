//! Where new identifiers come from.

use uuid::Uuid;

use crate::shared::order_id::OrderId;
use crate::shared::order_prefix::OrderPrefix;

/// The only source of entropy.
#[cfg_attr(feature = "mock", mockall::automock)]
pub trait IdSource: Send + Sync {
    /// A new, unique, time-ordered identifier.
    fn uuid(&self) -> Uuid;

    /// A new order number with this prefix, not guessable.
    fn order_id(&self, prefix: OrderPrefix) -> OrderId;

    /// 256 random bits as URL-safe text, for links that open something.
    fn secret(&self) -> String;
}
