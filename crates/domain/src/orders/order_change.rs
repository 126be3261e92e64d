//! A change of an order by an administrator.

use crate::orders::fulfilment_step::StepRefusal;
use crate::orders::order::Order;
use crate::orders::order_status::{OrderStatus, StockEffect};
use crate::payments::ledger::Booked;
use crate::payments::order_payment::{Owed, PaymentRefusal};
use crate::payments::payment_period::PaymentPeriod;
use crate::payments::payment_settings::TimesToPay;
use crate::payments::refund_guard::RefundGuard;
use crate::shared::edit::Edit;
use crate::shared::text::{OrderNotes, PaymentId};

/// The fields of an order that an administrator changes; `None` and [`Edit::Keep`] leave a field as it is.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct OrderChange {
    /// The status that the administrator saw. The change is refused if the order has another one; `None` accepts any.
    pub expected_status: Option<OrderStatus>,
    pub status: Option<OrderStatus>,
    /// Whether the status obeys the rules of the steps of packing and delivering: a role that only fulfils orders sends no unpaid or
    /// unconfirmed order. Owners and managers may override them.
    pub obeys_steps: bool,
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

impl OrderChange {
    /// Whether the administrator decided on a status that is no longer the `current` one.
    #[must_use]
    pub fn is_stale(&self, current: OrderStatus) -> bool {
        self.expected_status.is_some_and(|expected| expected != current)
    }

    /// The refusal of the step that the new status of `order` stands for; `None` where there is none, or the change overrides it.
    #[must_use]
    pub fn step_refusal(&self, order: &Order) -> Option<StepRefusal> {
        self.status.filter(|_| self.obeys_steps).and_then(|status| order.refusal_on_the_way(status))
    }

    /// The effect of the change on the stock, for an order with the status `current`.
    #[must_use]
    pub fn stock_effect(&self, current: OrderStatus) -> StockEffect {
        self.status.map_or(StockEffect::None, |next| current.stock_effect(next))
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
    use uuid::Uuid;

    use super::*;
    use crate::orders::order::{OrderDraft, Shipping};
    use crate::orders::order_id::OrderId;
    use crate::payments::order_payment::OrderPayment;
    use crate::payments::payment_method::PaymentMethod;
    use crate::shared::email::EmailAddress;
    use crate::shared::ids::UserId;
    use crate::shared::money::Money;
    use crate::shared::phone::PhoneNumber;
    use crate::shared::text::{RecipientName, ShippingAddress};

    fn order() -> Order {
        OrderDraft {
            id: OrderId::from_random(7),
            user_id: UserId::new(Uuid::nil()),
            email: EmailAddress::parse("nimali@example.com").unwrap(),
            items: Vec::new(),
            shipping: Shipping {
                name: RecipientName::parse("Nimali").unwrap(),
                address: ShippingAddress::parse("1 Galle Road").unwrap(),
                phone: PhoneNumber::parse("0771234567").unwrap(),
            },
            total: Money::from_cents(300).unwrap(),
            delivery: crate::orders::order_delivery::OrderDelivery::default(),
            settings: None,
            placed_at: DateTime::UNIX_EPOCH,
            claim: None,
            customer_note: None,
            time_to_pay: None,
            confirm_above: None,
            new_customer: None,
            mails: Vec::new(),
        }
        .into_order()
    }

    fn booked() -> Booked {
        Booked { by: None, at: DateTime::UNIX_EPOCH }
    }

    fn apply(change: OrderChange, order: Order) -> Order {
        change.apply(order, &booked()).unwrap()
    }

    #[test]
    fn a_change_of_nothing_changes_nothing() {
        assert_eq!(apply(OrderChange::default(), order()), order());
        assert_eq!(OrderChange::default().stock_effect(OrderStatus::Cancelled), StockEffect::None);
    }

    #[test]
    fn a_change_is_stale_where_the_status_is_not_the_one_that_was_seen() {
        for seen in OrderStatus::ALL {
            let change = OrderChange { expected_status: Some(seen), ..OrderChange::default() };
            assert_eq!(OrderStatus::ALL.map(|current| change.is_stale(current)), OrderStatus::ALL.map(|current| current != seen));
        }
        assert_eq!(OrderStatus::ALL.map(|current| OrderChange::default().is_stale(current)), [false; 4]);
    }

    #[test]
    fn a_change_touches_only_its_own_fields() {
        let change = OrderChange {
            expected_status: Some(OrderStatus::Processing),
            status: Some(OrderStatus::Cancelled),
            obeys_steps: false,
            notes: Some(OrderNotes::parse("called").unwrap()),
            payment_id: Edit::Set(PaymentId::parse("PAY-1").unwrap()),
            refunded: Some(true),
            times: TimesToPay::default(),
            guard: RefundGuard::default(),
        };
        assert_eq!(change.stock_effect(OrderStatus::Shipped), StockEffect::Restock);
        let changed = apply(change, order());
        assert_eq!((changed.status, changed.notes.as_str()), (OrderStatus::Cancelled, "called"));
        assert_eq!((changed.payment_id.as_ref().map(PaymentId::as_str), changed.refunded), (Some("PAY-1"), true));
        let back = OrderChange { status: Some(OrderStatus::Shipped), ..OrderChange::default() };
        assert_eq!(back.stock_effect(changed.status), StockEffect::Take);
        let back = apply(back, changed.clone());
        assert_eq!(back, Order { status: OrderStatus::Shipped, ..changed });
        let unpaid = apply(OrderChange { payment_id: Edit::Clear, ..OrderChange::default() }, back);
        assert_eq!((unpaid.payment_id, unpaid.refunded), (None, false), "the refund goes with its payment");
    }

    #[test]
    fn an_order_whose_payment_is_cleared_has_as_much_time_again() {
        let at = |hours| DateTime::UNIX_EPOCH.checked_add_signed(TimeDelta::hours(hours));
        let waiting = order().with_payment(OrderPayment::by(PaymentMethod::BankTransfer, at(48)));
        let paid = apply(OrderChange { payment_id: Edit::Set(PaymentId::parse("PAY-1").unwrap()), ..OrderChange::default() }, waiting);
        let late = Booked { by: None, at: at(100).unwrap() };
        let clear = OrderChange { payment_id: Edit::Clear, ..OrderChange::default() };
        let unpaid = clear.clone().apply(paid.clone(), &late).unwrap();
        assert_eq!((unpaid.payment_id.clone(), unpaid.payment.expires_at), (None, at(148)));
        assert!(!unpaid.payment.is_expired(unpaid.owed(), at(147).unwrap()));
        assert_eq!(clear.clone().apply(unpaid.clone(), &late).unwrap().payment.expires_at, at(148), "there is nothing to clear");
        let cancelled = OrderChange { status: Some(OrderStatus::Cancelled), ..clear };
        assert_eq!(cancelled.apply(paid, &late).unwrap().payment.expires_at, at(48));
    }

    #[test]
    fn a_payment_is_recorded_before_the_status_and_the_refund_after() {
        let paid = OrderChange { payment_id: Edit::Set(PaymentId::parse("PAY-1").unwrap()), ..OrderChange::default() };
        let cancelled = OrderChange { status: Some(OrderStatus::Cancelled), ..paid.clone() };
        assert_eq!(apply(cancelled.clone(), order()).figures().refund_due_cents(), 300);
        let returned = apply(OrderChange { refunded: Some(true), ..cancelled }, order());
        assert_eq!((returned.figures().refund_due_cents(), returned.payment.credits_cents()), (0, 0), "nothing was owed");
        let kept = apply(OrderChange { refunded: Some(true), ..paid }, order());
        assert_eq!(kept.payment.credits_cents(), 300, "the shop returned what it could have kept");
        let nothing = OrderChange { refunded: Some(true), ..OrderChange::default() };
        assert_eq!(nothing.apply(order(), &booked()), Err(PaymentRefusal::NothingHeld));
    }
}
