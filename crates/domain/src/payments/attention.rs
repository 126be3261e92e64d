//! What waits for staff because a payment did not go as it should (contract-commerce, section 2).

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::accounts::actor::Actor;
use crate::payments::attempt::AttemptId;
use crate::shared::error::feature_error;
use crate::shared::json::words;
use crate::shared::order_id::OrderId;
use crate::shared::page::{InvalidCursor, Page, PageRequest};
use crate::shared::text::Text;

/// Why staff closed an item.
pub type AttentionNote = Text<1, 500>;

words! {
    /// The kind of an item.
    pub enum AttentionKind or "must be unmatched, amountMismatch, duplicatePayment, latePayment, overpaid, lateSlip or chargeback" {
        /// The gateway spoke of an attempt that the shop does not know.
        Unmatched = "unmatched",
        /// Another amount or currency was paid than was asked for.
        AmountMismatch = "amountMismatch",
        /// An attempt was paid twice.
        DuplicatePayment = "duplicatePayment",
        /// Money came for a cancelled order.
        LatePayment = "latePayment",
        /// An order holds more than it costs.
        Overpaid = "overpaid",
        /// A bank slip came for an order whose time to pay was over.
        LateSlip = "lateSlip",
        /// The customer's bank took a payment back.
        Chargeback = "chargeback",
    }
}

/// An item that waits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attention {
    pub id: i64,
    pub at: DateTime<Utc>,
    pub kind: AttentionKind,
    /// The order, where one is known.
    pub order: Option<OrderId>,
    /// What happened, for staff.
    pub detail: String,
}

/// An item that a change of an order adds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewAttention {
    pub kind: AttentionKind,
    pub detail: String,
    pub repeat: Repeat,
}

/// An item that an order has, open or closed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownItem {
    pub kind: AttentionKind,
    pub detail: String,
    pub is_open: bool,
}

/// When an item is added to those that its order has, closed ones included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Repeat {
    Always,
    /// Unless there is an equal one.
    UnlessEqual,
    /// The same, and unless [`crate::payments::told_payment::ToldPayments::MOST`] that begin so are open: the numbers of payments may be
    /// invented.
    Bounded(&'static str),
    /// Unless one tells of the money of this attempt.
    UnlessTold(AttemptId),
}

feature_error! {
    /// Why a call about what waits for staff is refused, or fails.
    pub enum AttentionError {
        NotFound => NotFound, "attention.not_found", "There is no open item with this number.";
    } or InvalidCursor(InvalidCursor)
}

#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait AttentionList: Send + Sync {
    /// One page of what waits, of this order alone if one is given, newest first.
    async fn list<'a>(&self, order: Option<&'a OrderId>, page: &PageRequest) -> Result<Page<Attention>, AttentionError>;

    /// Closes an item with a note, with an audit entry.
    async fn close(&self, id: i64, note: &AttentionNote, by: &Actor, now: DateTime<Utc>) -> Result<(), AttentionError>;
}
