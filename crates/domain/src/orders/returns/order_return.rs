//! A return and its parts.

use chrono::{DateTime, TimeDelta, Utc};

use crate::shared::idempotency::IdempotencyKey;
use crate::shared::ids::PhotoId;
use crate::shared::json::words;
use crate::shared::money::Money;
use crate::shared::text::{MultilineText, Text};

/// The most photos of a return.
pub const MAX_PHOTOS: usize = 5;
/// The most returns of an order, with those that were withdrawn or rejected.
pub const MAX_RETURNS: usize = 20;
/// The age of an order at which the photos of its returns are deleted.
pub const PHOTOS_KEPT: TimeDelta = TimeDelta::days(400);
/// The time after the last step of a return at which its bank account is deleted.
pub const ACCOUNT_KEPT: TimeDelta = TimeDelta::days(90);

/// The customer's words about a return.
pub type ReturnComment = MultilineText<1, 500>;
/// Why a return was approved or rejected, for the customer.
pub type DecisionReason = MultilineText<1, 500>;

words! {
    /// Why goods come back.
    pub enum ReturnReason or "must be damaged, wrongItem, notAsDescribed, expired or changedMind" {
        Damaged = "damaged",
        WrongItem = "wrongItem",
        NotAsDescribed = "notAsDescribed",
        Expired = "expired",
        ChangedMind = "changedMind",
    }
}

impl ReturnReason {
    /// Whether the shop is at fault, so that it bears the delivery too.
    #[must_use]
    pub const fn is_fault_of_shop(self) -> bool {
        !matches!(self, Self::ChangedMind)
    }
}

words! {
    /// The state of a return.
    pub enum ReturnState or "must be requested, approved, rejected, withdrawn or received" {
        /// It waits for the decision of staff.
        Requested = "requested",
        /// The shop waits for the goods.
        Approved = "approved",
        Rejected = "rejected",
        /// The customer keeps the goods.
        Withdrawn = "withdrawn",
        /// The goods came back and are credited.
        Received = "received",
    }
}

impl ReturnState {
    /// Whether something is still to be done.
    #[must_use]
    pub const fn is_open(self) -> bool {
        matches!(self, Self::Requested | Self::Approved)
    }
}

words! {
    /// What the customer wants for the goods.
    pub enum Resolution or "must be refund or exchange" {
        Refund = "refund",
        /// The same goods again.
        Exchange = "exchange",
    }
}

words! {
    /// A step of a return in the history of its order.
    pub enum ReturnStep {
        Requested = "returnRequested",
        Approved = "returnApproved",
        Rejected = "returnRejected",
        Withdrawn = "returnWithdrawn",
        Received = "returnReceived",
    }
}

/// The customer's bank account for a refund.
#[derive(Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct BankAccount {
    pub bank: Text<1, 100>,
    pub branch: Option<Text<1, 100>>,
    /// The name of its holder.
    pub name: Text<1, 100>,
    pub number: Text<1, 40>,
}

/// It is shown in no log.
impl std::fmt::Debug for BankAccount {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("BankAccount(…)")
    }
}

/// A return of units of an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Return {
    /// Its number within the order, from 1.
    pub number: u32,
    pub state: ReturnState,
    pub reason: ReturnReason,
    pub comment: Option<ReturnComment>,
    pub resolution: Resolution,
    /// Whether staff requested it for the customer.
    pub is_by_staff: bool,
    /// At least one, in the order of the order's items.
    pub items: Vec<ReturnItem>,
    pub photos: Vec<ReturnPhoto>,
    /// Whether the customer's bank account is kept with it.
    pub has_account: bool,
    pub requested_at: DateTime<Utc>,
    /// When it was approved, rejected or withdrawn.
    pub decided_at: Option<DateTime<Utc>>,
    /// What staff say of their decision.
    pub decision: Option<DecisionReason>,
    pub received_at: Option<DateTime<Utc>>,
    /// What the order costs less by it; 0 before it is received.
    pub credit: Money,
    /// The part of it for delivery and the fee of the method of payment.
    pub delivery_credit: Money,
    /// The key of the request.
    pub key: Option<IdempotencyKey>,
}

/// Units of one item of the order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReturnItem {
    /// The place of the item in the order, from 0.
    pub position: usize,
    /// The units that the customer wants to send back; at least 1.
    pub quantity: u32,
    /// The units that came back and are sold again.
    pub restocked: u32,
    /// The units that came back and are not sold again.
    pub written_off: u32,
    /// What the units that came back are worth.
    pub credit: Money,
}

/// A photo; its picture is read apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReturnPhoto {
    pub id: PhotoId,
    pub at: DateTime<Utc>,
}

impl ReturnItem {
    /// The units that came back.
    #[must_use]
    pub const fn returned(&self) -> u32 {
        self.restocked.saturating_add(self.written_off)
    }
}

impl Return {
    /// The units of the order's item at this place that it takes: those that came back, or may still come.
    #[must_use]
    pub fn units_of(&self, position: usize) -> u32 {
        let units = |item: &ReturnItem| match self.state {
            ReturnState::Requested | ReturnState::Approved => item.quantity,
            ReturnState::Received => item.returned(),
            ReturnState::Rejected | ReturnState::Withdrawn => 0,
        };
        self.items.iter().filter(|item| item.position == position).map(units).fold(0, u32::saturating_add)
    }

    /// The units of the order's item at this place that came back.
    #[must_use]
    pub fn returned_of(&self, position: usize) -> u32 {
        if self.state == ReturnState::Received { self.units_of(position) } else { 0 }
    }
}
