//! Payments that the gateway told of and that wait for its records (contract-commerce, section 2).

use chrono::{DateTime, Utc};

use crate::payments::gateway::PaymentRef;

/// A payment of an attempt that a notification told of and that no figure counts: its signature does not prove that the money came, so
/// the gateway's records decide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToldPayment {
    /// When it was told first. The records are read at the times of [`crate::payments::check_times::next_check`] after it.
    pub at: DateTime<Utc>,
    /// The number of a further payment of an attempt whose success was told before; `None` for the first one.
    pub further: Option<PaymentRef>,
}
