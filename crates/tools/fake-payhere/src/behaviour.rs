//! What the gateway does wrong on command.

use serde::{Deserialize, Serialize};

/// The faults of the gateway; by default there are none. A field that a command leaves out has its default.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub struct Behaviour {
    /// Milliseconds before each notification.
    pub delay_notifications: u64,
    /// Sends no notification.
    pub drop_notifications: bool,
    /// How often each notification is sent.
    pub repeat_notifications: u32,
    /// Notifies a success before the state that came before it (pending).
    pub reorder_notifications: bool,
    /// Signs notifications with another secret.
    pub forge_notifications: bool,
    /// Notifies another amount than was paid, rightly signed: this many cents are added.
    pub misprice: i64,
    /// Takes the money twice when the customer pays once.
    pub pay_twice: bool,
    /// Refunds, and does not answer.
    pub hang_after_refunding: bool,
    /// Refuses checkouts and API calls, as of a domain that is not the merchant's.
    pub deny_domain: bool,
    /// Milliseconds before each answer of the API.
    pub delay_answers: u64,
    /// The records have no payment yet, though it was notified.
    pub lag_records: bool,
    /// The API answers 500 with a page of HTML.
    pub fail_answers: bool,
    /// The `status` with which refunds are refused.
    pub refuse_refunds: Option<i64>,
    /// The number of API calls in 10 s; more are refused with 429.
    pub calls_allowed: usize,
}

impl Default for Behaviour {
    fn default() -> Self {
        Self {
            delay_notifications: 0,
            drop_notifications: false,
            repeat_notifications: 1,
            reorder_notifications: false,
            forge_notifications: false,
            misprice: 0,
            pay_twice: false,
            hang_after_refunding: false,
            deny_domain: false,
            delay_answers: 0,
            lag_records: false,
            fail_answers: false,
            refuse_refunds: None,
            calls_allowed: 20,
        }
    }
}
