//! The payment of an order in JSON (contract-commerce, section 2).

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use domain::orders::order::Order;
use domain::payments::attempt::AttemptId;
use domain::payments::attempt_record::LastAttempt;
use domain::payments::ledger::{Entry, EntryKind, Ledger};
use domain::payments::refund::{Refund, RefundId};
use domain::payments::refund_split::Refundable;
use domain::payments::slip::Slip;
use domain::shared::order_id::OrderId;
use domain::shared::text::PaymentId;
use serde::Serialize;
use utoipa::ToSchema;

use crate::orders::payment_names::{
    AttemptStateJson, CodConfirmationJson, EntryKindJson, EntryStateJson, PaymentMethodJson, PaymentStatusJson, RefundStateJson,
    RefundViaJson, SlipStateJson,
};
use crate::response::money_json::{Cents, MoneyJson};
use crate::response::problem::Problem;

/// The payment of an order; amounts in LKR.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Payment)]
pub struct PaymentJson {
    method: PaymentMethodJson,
    payment_status: PaymentStatusJson,
    /// Charges less their reversals.
    #[schema(value_type = f64)]
    charged: Cents,
    /// Refunds and chargebacks less their reversals.
    #[schema(value_type = f64)]
    returned: Cents,
    /// `charged` less `returned`; below 0 after a chargeback of money that was refunded.
    #[schema(value_type = f64)]
    held: Cents,
    /// What the customer has still to pay.
    #[schema(value_type = f64)]
    amount_due: Cents,
    /// What the shop has to return.
    #[schema(value_type = f64)]
    refund_due: Cents,
    /// When the order is cancelled if it is not paid; null for never.
    #[schema(required = true)]
    expires_at: Option<DateTime<Utc>>,
    /// The newest attempt to pay at the gateway; null where there is none. Its state tells at once that a card was declined (`failed`)
    /// or that the customer turned back (`cancelled`); a payment may come all the same.
    #[schema(required = true)]
    last_attempt: Option<LastAttemptJson>,
    /// For staff: what may be refunded by hand, that is `held` less the refunds under way; 0 after a chargeback.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<f64>)]
    refundable: Option<Cents>,
    /// For staff: what may be refunded through the gateway, that is the part of `refundable` that came through it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<f64>)]
    refundable_by_gateway: Option<Cents>,
    /// For staff: the call before an order above `codConfirmAbove` is packed; null where none is needed. It is packed once it is
    /// confirmed.
    #[serde(skip_serializing_if = "Option::is_none")]
    cod_confirmation: Option<Option<CodConfirmationJson>>,
}

/// The newest attempt to pay at the gateway.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LastPaymentAttempt)]
pub struct LastAttemptJson {
    state: AttemptStateJson,
    /// When the customer was sent to the gateway.
    started_at: DateTime<Utc>,
}

impl From<LastAttempt> for LastAttemptJson {
    fn from(LastAttempt { state, started_at, .. }: LastAttempt) -> Self {
        Self { state: state.into(), started_at }
    }
}

impl PaymentJson {
    /// The payment as staff see it.
    pub(crate) fn for_staff(order: &Order) -> Self {
        let Refundable { by_hand_cents, by_gateway_cents } = order.payment.refundable(order.owed());
        Self {
            refundable: Some(Cents(by_hand_cents)),
            refundable_by_gateway: Some(Cents(by_gateway_cents)),
            cod_confirmation: Some(order.cod_confirmation().map(Into::into)),
            ..order.into()
        }
    }
}

impl From<&Order> for PaymentJson {
    fn from(order: &Order) -> Self {
        let figures = order.figures();
        Self {
            method: order.payment.method.into(),
            payment_status: order.payment_status().into(),
            charged: Cents(figures.charged_cents),
            returned: Cents(figures.returned_cents),
            held: Cents(figures.held_cents),
            amount_due: Cents(figures.amount_due_cents()),
            refund_due: Cents(figures.refund_due_cents()),
            expires_at: order.payment.expires_at,
            last_attempt: order.payment.last_attempt.map(Into::into),
            refundable: None,
            refundable_by_gateway: None,
            cod_confirmation: None,
        }
    }
}

/// An entry of the ledger.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LedgerEntry)]
pub struct EntryJson {
    kind: EntryKindJson,
    method: PaymentMethodJson,
    amount: MoneyJson,
    /// The payment's name at the bank or the gateway.
    #[schema(required = true)]
    reference: Option<String>,
    /// The attempt at the gateway that led to it.
    #[schema(required = true)]
    attempt_id: Option<String>,
    state: EntryStateJson,
    /// The e-mail of the administrator who booked it; null for the gateway.
    #[schema(required = true)]
    actor: Option<String>,
    at: DateTime<Utc>,
}

impl EntryJson {
    fn of(order: &OrderId, ledger: &Ledger, entry: &Entry) -> Self {
        Self {
            kind: match entry.kind {
                EntryKind::Charge { .. } => EntryKindJson::Charge,
                EntryKind::Refund { .. } => EntryKindJson::Refund,
                EntryKind::Chargeback { .. } => EntryKindJson::Chargeback,
                EntryKind::Reversal { .. } => EntryKindJson::Reversal,
            },
            method: entry.method.into(),
            amount: MoneyJson(entry.amount),
            reference: text_of(entry.reference.as_ref()),
            attempt_id: entry.attempt.map(|number| AttemptId { order: order.clone(), number }.to_string()),
            state: if ledger.is_reversed(entry.number) { EntryStateJson::Reversed } else { EntryStateJson::Settled },
            actor: entry.actor.as_ref().map(|email| email.as_str().to_owned()),
            at: entry.at,
        }
    }
}

/// A refund.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Refund)]
pub struct RefundJson {
    #[schema(example = "ORD-7K3M-Q9TX-R1")]
    refund_id: String,
    state: RefundStateJson,
    amount: MoneyJson,
    via: RefundViaJson,
    /// The name of the transfer back.
    #[schema(required = true)]
    reference: Option<String>,
    /// Why; null where `refunded` of the order was set.
    #[schema(required = true)]
    reason: Option<String>,
    /// When it was released.
    at: DateTime<Utc>,
}

impl RefundJson {
    /// A refund of this order.
    pub(crate) fn of(order: &OrderId, refund: &Refund) -> Self {
        Self {
            refund_id: RefundId { order: order.clone(), number: refund.number }.to_string(),
            state: refund.state.into(),
            amount: MoneyJson(refund.amount),
            via: refund.via.into(),
            reference: text_of(refund.reference.as_ref()),
            reason: refund.reason.as_ref().map(|reason| reason.as_str().to_owned()),
            at: refund.at,
        }
    }
}

/// A bank slip; its picture is at `/api/orders/{orderId}/attachments/{slipId}`.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Slip)]
pub struct SlipJson {
    slip_id: String,
    at: DateTime<Utc>,
    state: SlipStateJson,
    /// The bank's name of the transfer.
    #[schema(required = true)]
    bank_reference: Option<String>,
    /// Why it was rejected.
    #[schema(required = true)]
    reason: Option<String>,
    /// For staff: a member of staff uploaded it for the customer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    by_staff: Option<bool>,
    /// For staff: the same picture was uploaded for another order.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    seen_elsewhere: Option<bool>,
}

impl SlipJson {
    /// A slip; for staff with its uploader and the warning.
    pub(crate) fn of(slip: &Slip, is_for_staff: bool) -> Self {
        Self {
            slip_id: slip.id.to_string(),
            at: slip.at,
            state: slip.state.into(),
            bank_reference: text_of(slip.bank_reference.as_ref()),
            reason: slip.reason.as_ref().map(|reason| reason.as_str().to_owned()),
            by_staff: is_for_staff.then_some(slip.is_by_staff),
            seen_elsewhere: is_for_staff.then_some(slip.is_seen_elsewhere),
        }
    }
}

/// The slips of an order, oldest first; for staff with the warning.
pub(crate) fn slips_of(order: &Order, is_for_staff: bool) -> Vec<SlipJson> {
    order.payment.slips.iter().map(|slip| SlipJson::of(slip, is_for_staff)).collect()
}

/// The ledger of an order, oldest entry first.
pub(crate) fn ledger_of(order: &Order) -> Vec<EntryJson> {
    let ledger = &order.payment.ledger;
    ledger.entries().iter().map(|entry| EntryJson::of(&order.id, ledger, entry)).collect()
}

/// The refunds of an order, oldest first.
pub(crate) fn refunds_of(order: &Order) -> Vec<RefundJson> {
    order.payment.refunds.iter().map(|refund| RefundJson::of(&order.id, refund)).collect()
}

fn text_of(reference: Option<&PaymentId>) -> Option<String> {
    reference.map(|reference| reference.as_str().to_owned())
}

/// The refusal of a method of payment, with the reason at its field.
pub(crate) fn unavailable(error: impl Into<Problem>, reason: impl ToString) -> Problem {
    error.into().with_errors(BTreeMap::from([("paymentMethod".to_owned(), vec![reason.to_string()])]))
}
