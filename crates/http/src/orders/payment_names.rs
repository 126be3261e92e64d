//! The names that the payment of an order has in JSON: statuses, states, kinds and methods.

use domain::payments::attempt::AttemptState;
use domain::payments::cod_confirmation::CodConfirmation;
use domain::payments::figures::PaymentStatus;
use domain::payments::payment_method::PaymentMethod;
use domain::payments::refund::{RefundState, RefundVia};
use domain::payments::slip::SlipState;
use serde::Serialize;
use utoipa::ToSchema;

use crate::response::word_json::word_json;

word_json! {
    /// The status of an order's payment.
    pub PaymentStatusJson as PaymentStatus of PaymentStatus
}

word_json! {
    /// The state of an attempt to pay at the gateway.
    pub AttemptStateJson as PaymentAttemptState of AttemptState
}

word_json! {
    /// The state of a refund.
    pub RefundStateJson as RefundState of RefundState
}

word_json! {
    /// The way of a refund.
    pub RefundViaJson as RefundVia of RefundVia
}

word_json! {
    /// A method of payment.
    pub PaymentMethodJson as PaymentMethod of PaymentMethod
}

word_json! {
    /// Whether an order that is paid on delivery is confirmed by telephone.
    pub CodConfirmationJson as CodConfirmation of CodConfirmation
}

/// The kind of an entry of the ledger.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = LedgerEntryKind)]
pub enum EntryKindJson {
    /// Money came in.
    Charge,
    /// Money was returned.
    Refund,
    /// The gateway took money back.
    Chargeback,
    /// Another entry was booked by mistake.
    Reversal,
}

/// The state of an entry of the ledger.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = LedgerEntryState)]
pub enum EntryStateJson {
    /// It counts.
    Settled,
    /// A later entry reverses it.
    Reversed,
}

word_json! {
    /// The state of a bank slip.
    pub SlipStateJson as SlipState of SlipState
}
