//! The names that the payment of an order has in JSON: statuses, states, kinds and methods.

use domain::payments::attempt::AttemptState;
use domain::payments::cod_confirmation::CodConfirmation;
use domain::payments::figures::PaymentStatus;
use domain::payments::payment_method::PaymentMethod;
use domain::payments::refund::{RefundState, RefundVia};
use domain::payments::slip::SlipState;
use serde::Serialize;
use utoipa::ToSchema;

/// A closed set of names: a JSON enum with the variants of the domain's.
macro_rules! names {
    ($(#[$doc:meta])* $json:ident as $schema:ident of $name:ident { $($variant:ident),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Serialize, ToSchema)]
        #[serde(rename_all = "camelCase")]
        #[schema(as = $schema)]
        pub enum $json {
            $($variant,)*
        }

        impl From<$name> for $json {
            fn from(value: $name) -> Self {
                match value {
                    $($name::$variant => Self::$variant,)*
                }
            }
        }
    };
}

pub(crate) use names;

names! {
    /// The status of an order's payment.
    PaymentStatusJson as PaymentStatus of PaymentStatus {
        ChargedBack, Refunded, PartiallyRefunded, Paid, PartiallyPaid, Pending, Unpaid,
    }
}

names! {
    /// The state of an attempt to pay at the gateway.
    AttemptStateJson as PaymentAttemptState of AttemptState { Created, Pending, Cancelled, Failed, Succeeded, ChargedBack }
}

names! {
    /// The state of a refund.
    RefundStateJson as RefundState of RefundState { Requested, Sending, Settled, Failed, Unknown }
}

names! {
    /// The way of a refund.
    RefundViaJson as RefundVia of RefundVia { Gateway, ByHand }
}

/// A method of payment.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PaymentMethod)]
pub enum PaymentMethodJson {
    /// Cash on delivery.
    Cod,
    /// A transfer to the shop's bank account.
    BankTransfer,
    /// The payment gateway.
    Payhere,
}

impl From<PaymentMethod> for PaymentMethodJson {
    fn from(method: PaymentMethod) -> Self {
        match method {
            PaymentMethod::Cod => Self::Cod,
            PaymentMethod::BankTransfer => Self::BankTransfer,
            PaymentMethod::PayHere => Self::Payhere,
        }
    }
}

names! {
    /// Whether an order that is paid on delivery is confirmed by telephone.
    CodConfirmationJson as CodConfirmation of CodConfirmation { Needed, Confirmed, Unreachable }
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

names! {
    /// The state of a bank slip.
    SlipStateJson as SlipState of SlipState { InReview, Accepted, Rejected }
}
