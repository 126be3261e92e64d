//! An edit of an order by an administrator.

use crate::accounts::permission::{Lacking, Permission};
use crate::accounts::session::Principal;
use crate::orders::order::Order;
use crate::payments::ledger::Booked;
use crate::payments::order_payment::{Owed, PaymentRefusal};
use crate::payments::payment_period::PaymentPeriod;
use crate::payments::payment_settings::TimesToPay;
use crate::payments::refund_guard::RefundGuard;
use crate::shared::edit::Edit;
use crate::shared::order_status::OrderStatus;
use crate::shared::text::{OrderNotes, PaymentId};

/// The fields of an order that an administrator changes; `None` and [`Edit::Keep`] leave a field as it is.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct OrderEdit {
    /// The status that the administrator saw. The edit is refused if the order has another one; `None` accepts any.
    pub expected_status: Option<OrderStatus>,
    pub status: Option<OrderStatus>,
    pub notes: Option<OrderNotes>,
    /// Reference of a payment received outside the shop; cleared when it was recorded by mistake. See
    /// [`crate::payments::order_payment::OrderPayment::with_reference`].
    pub payment_id: Edit<PaymentId>,
    /// Whether the payment was refunded. See [`crate::payments::order_payment::OrderPayment::with_refunded`].
    pub refunded: Option<bool>,
    /// The times in which orders are paid by the prepaid methods, for an order that is reinstated or to be paid again.
    pub times: TimesToPay,
    /// Refuses a large refund without a confirmed session.
    pub guard: RefundGuard,
}

impl OrderEdit {
    /// Asks for the permissions that the fields need, whatever the order is. That of a status depends on the present one ([`Order::edit`]).
    ///
    /// # Errors
    /// [`Lacking`] if the role of `who` does not have one.
    pub fn require(&self, who: &Principal) -> Result<(), Lacking> {
        if self.notes.is_some() {
            who.require(Permission::WriteOrderNotes)?;
        }
        if self.payment_id != Edit::Keep || self.refunded.is_some() { who.require(Permission::ManagePayments) } else { Ok(()) }
    }

    /// The order after the change, whose entries of the ledger are booked by `booked`. A new status moves the
    /// packing and the parcel along (contract-commerce, section 4). Applied in the order of the contract: `paymentId`, the status, which
    /// books no money, and `refunded` (contract-commerce, section 2).
    ///
    /// # Errors
    /// [`PaymentRefusal`] where the payment cannot change so.
    pub fn apply(self, order: Order, booked: &Booked) -> Result<Order, PaymentRefusal> {
        let status = self.status.unwrap_or(order.status);
        let mut payment = order.payment.clone().with_reference(order.total, self.payment_id, booked)?;
        if let Some(refunded) = self.refunded {
            payment = payment.with_refunded(Owed { total: order.total, status }, refunded, booked)?;
        }
        // An overdue order whose payment was recorded by mistake is not cancelled at once.
        let due = payment.figures(Owed { total: order.total, status }).amount_due_cents();
        let is_due_again = due > order.figures().amount_due_cents();
        if status != OrderStatus::Cancelled && (order.status == OrderStatus::Cancelled || is_due_again) {
            payment.has_expired = false;
            if payment.method.is_prepaid() {
                let period = PaymentPeriod::begun(payment.method, &self.times, booked.at);
                payment = payment.in_period(period);
            }
        }
        let notes = self.notes.unwrap_or_else(|| order.notes.clone());
        let fulfilment = order.fulfilment.moved(order.status, status);
        Ok(Order { status, notes, fulfilment, ..order }.with_payment(payment))
    }
}

#[cfg(test)]
mod tests {
    use chrono::{DateTime, TimeDelta};

    use super::*;
    use crate::orders::samples::{booked, order};
    use crate::payments::order_payment::OrderPayment;
    use crate::payments::payment_method::PaymentMethod;

    fn apply(change: OrderEdit, order: Order) -> Order {
        change.apply(order, &booked()).unwrap()
    }

    #[test]
    fn a_change_of_nothing_changes_nothing() {
        assert_eq!(apply(OrderEdit::default(), order()), order());
    }

    #[test]
    fn a_change_touches_only_its_own_fields() {
        let change = OrderEdit {
            expected_status: Some(OrderStatus::Processing),
            status: Some(OrderStatus::Cancelled),
            notes: Some(OrderNotes::parse("called").unwrap()),
            payment_id: Edit::Set(PaymentId::parse("PAY-1").unwrap()),
            refunded: Some(true),
            times: TimesToPay::default(),
            guard: RefundGuard::default(),
        };
        let changed = apply(change, order());
        assert_eq!((changed.status, changed.notes.as_str()), (OrderStatus::Cancelled, "called"));
        assert_eq!((changed.payment_id.as_ref().map(PaymentId::as_str), changed.refunded), (Some("PAY-1"), true));
        let back = OrderEdit { status: Some(OrderStatus::Shipped), ..OrderEdit::default() };
        let back = apply(back, changed.clone());
        assert_eq!(back, Order { status: OrderStatus::Shipped, ..changed });
        let unpaid = apply(OrderEdit { payment_id: Edit::Clear, ..OrderEdit::default() }, back);
        assert_eq!((unpaid.payment_id, unpaid.refunded), (None, false), "the refund goes with its payment");
    }

    #[test]
    fn an_order_whose_payment_is_cleared_has_as_much_time_again() {
        let at = |hours| DateTime::UNIX_EPOCH.checked_add_signed(TimeDelta::hours(hours));
        let waiting = order().with_payment(OrderPayment::by(PaymentMethod::BankTransfer, at(48)));
        let paid = apply(OrderEdit { payment_id: Edit::Set(PaymentId::parse("PAY-1").unwrap()), ..OrderEdit::default() }, waiting);
        let late = Booked { by: None, at: at(100).unwrap() };
        let clear = OrderEdit { payment_id: Edit::Clear, ..OrderEdit::default() };
        let unpaid = clear.clone().apply(paid.clone(), &late).unwrap();
        assert_eq!((unpaid.payment_id.clone(), unpaid.payment.expires_at), (None, at(148)));
        assert!(!unpaid.payment.is_expired(unpaid.owed(), at(147).unwrap()));
        assert_eq!(clear.clone().apply(unpaid.clone(), &late).unwrap().payment.expires_at, at(148), "there is nothing to clear");
        let cancelled = OrderEdit { status: Some(OrderStatus::Cancelled), ..clear };
        assert_eq!(cancelled.apply(paid, &late).unwrap().payment.expires_at, at(48));
    }

    #[test]
    fn a_payment_is_recorded_before_the_status_and_the_refund_after() {
        let paid = OrderEdit { payment_id: Edit::Set(PaymentId::parse("PAY-1").unwrap()), ..OrderEdit::default() };
        let cancelled = OrderEdit { status: Some(OrderStatus::Cancelled), ..paid.clone() };
        assert_eq!(apply(cancelled.clone(), order()).figures().refund_due_cents(), 300);
        let returned = apply(OrderEdit { refunded: Some(true), ..cancelled }, order());
        assert_eq!((returned.figures().refund_due_cents(), returned.payment.credits_cents()), (0, 0), "nothing was owed");
        let kept = apply(OrderEdit { refunded: Some(true), ..paid }, order());
        assert_eq!(kept.payment.credits_cents(), 300, "the shop returned what it could have kept");
        let nothing = OrderEdit { refunded: Some(true), ..OrderEdit::default() };
        assert_eq!(nothing.apply(order(), &booked()), Err(PaymentRefusal::NothingHeld));
    }
}
