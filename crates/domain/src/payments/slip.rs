//! Bank slips: pictures by which a customer shows a transfer (contract-commerce, section 2).

use chrono::{DateTime, TimeDelta, Utc};

use crate::shared::ids::SlipId;
use crate::shared::json::words;
use crate::shared::money::Money;
use crate::shared::text::{PaymentId, Text};

/// The most slips of an order.
pub const MAX_SLIPS: usize = 5;
/// The age of an order at which its slips are deleted.
pub const SLIPS_KEPT: TimeDelta = TimeDelta::days(400);
/// The time after which the slips of an order are deleted that was cancelled and never paid: nobody asks for them any more.
pub const SLIPS_OF_CANCELLED_KEPT: TimeDelta = TimeDelta::days(30);

/// Why a slip was rejected.
pub type SlipReason = Text<1, 500>;

words! {
    pub enum SlipState or "must be inReview, accepted or rejected" {
        /// It waits for staff.
        InReview = "inReview",
        Accepted = "accepted",
        /// It shows no money that came.
        Rejected = "rejected",
    }
}

/// A slip; its picture is read apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slip {
    pub id: SlipId,
    /// When it was uploaded.
    pub at: DateTime<Utc>,
    /// The bank's name of the transfer, as the customer gave it or staff corrected it.
    pub bank_reference: Option<PaymentId>,
    pub state: SlipState,
    /// Why it was rejected.
    pub reason: Option<SlipReason>,
    /// Whether staff uploaded it for the customer.
    pub is_by_staff: bool,
    /// Whether the same picture was uploaded for another order: a warning for staff.
    pub is_seen_elsewhere: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SlipReview {
    Accepted {
        /// What really came; more than 0.
        amount: Money,
        /// The bank's name of the transfer.
        bank_reference: PaymentId,
    },
    Rejected {
        /// Why, for the customer.
        reason: Option<SlipReason>,
    },
}
