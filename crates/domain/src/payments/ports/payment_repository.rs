//! Writing payments.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::accounts::actor::Actor;
use crate::orders::order::Order;
use crate::payments::order_payment::PaymentRefusal;
use crate::payments::payment_change::PaymentChange;
use crate::shared::ids::SlipId;
use crate::shared::order_id::OrderId;
use crate::shared::ports::PortError;

/// The outcome of `change`. Only [`ChangePaymentOutcome::Changed`] wrote to the store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChangePaymentOutcome {
    Changed(Order),
    /// The same key released the refund, or booked the entry of the ledger, with this number before; this is the present order.
    Replayed(Order, u32),
    /// The same key released another refund or booked another charge of the order.
    KeyReused,
    /// The reference of the charge pays this order already; it may be the order itself.
    ReferenceUsed(OrderId),
    /// There is no order, refund or slip with this number.
    NotFound,
    /// The payment cannot change so.
    Refused(PaymentRefusal),
    /// The settings that a choice of another method names have changed.
    OfferChanged,
}

/// Changes the payments of orders.
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait PaymentRepository: Send + Sync {
    /// Changes the payment of an order with [`PaymentChange::apply`]. Ledger, refunds, figures and audit entry are one transaction
    /// that locks the order first, so concurrent changes run one after the other; it continues when the caller is cancelled. A choice of
    /// another method takes the shared lock of the settings before, so no order has a fee of former settings after they are saved. A charge
    /// takes a lock of its reference, so that a transfer pays one order ([`ChangePaymentOutcome::ReferenceUsed`]): references are equal
    /// whose letters and digits are, without case. Receipts of cash (cash on delivery) may be equal on several orders.
    async fn change(&self, id: &OrderId, change: &PaymentChange, by: &Actor, now: DateTime<Utc>)
    -> Result<ChangePaymentOutcome, PortError>;

    /// The picture of a slip of this order, as WebP.
    async fn slip_picture(&self, id: &OrderId, slip: SlipId) -> Result<Option<Vec<u8>>, PortError>;
}
