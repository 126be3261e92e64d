//! Staff decide on a return before its goods come.

use chrono::{DateTime, Utc};

use crate::accounts::session::Principal;
use crate::orders::error::{OrderError, OrderRefusal};
use crate::orders::order::Order;
use crate::orders::order_caller::OrderCaller;
use crate::orders::order_change::{Audit, NewEvent, OrderChange};
use crate::orders::order_event::EventKind;
use crate::orders::order_mails;
use crate::orders::returns::order_return::{DecisionReason, ReturnState, ReturnStep};
use crate::shared::json::words;
use crate::shared::order_status::OrderStatus;

words! {
    /// What staff decide on a return.
    pub enum ReturnOutcome or "must be approved or rejected" {
        Approved = "approved",
        Rejected = "rejected",
    }
}

impl Order {
    /// Approves or rejects a return that waits for it. The goods of an order that is not delivered any more are not asked for.
    ///
    /// # Errors
    /// [`OrderError::NoReturn`], and [`OrderError::Refused`] for a return that is decided, and to approve one of an order that is not
    /// delivered.
    pub fn judge_return(
        &self,
        number: u32,
        (outcome, reason): (ReturnOutcome, Option<DecisionReason>),
        who: &Principal,
        now: DateTime<Utc>,
    ) -> Result<OrderChange, OrderError> {
        let mut after = self.clone();
        let of = self.open_return(&mut after, number, &[ReturnState::Requested])?;
        if outcome == ReturnOutcome::Approved && self.status != OrderStatus::Completed {
            return Err(self.refused(OrderRefusal::WrongReturnStep));
        }
        let (state, step) = match outcome {
            ReturnOutcome::Approved => (ReturnState::Approved, ReturnStep::Approved),
            ReturnOutcome::Rejected => (ReturnState::Rejected, ReturnStep::Rejected),
        };
        of.state = state;
        of.decided_at = Some(now);
        of.decision = reason;
        // Also of their own order.
        Ok(OrderChange { audit: Audit::Order, ..self.by_return_step(after, step, Some(number), who, now) })
    }

    /// A cancelled order has no open return: nothing of it is received any more.
    pub(in crate::orders) fn without_open_returns(mut self, now: DateTime<Utc>) -> Self {
        let is_cancelled = self.status == OrderStatus::Cancelled;
        for open in self.returns.iter_mut().filter(|one| is_cancelled && one.state.is_open()) {
            open.state = ReturnState::Withdrawn;
            open.decided_at = Some(now);
        }
        self
    }

    /// The change into `after` by a step of a return, the newest one where no number is given, with the mail about it.
    pub(super) fn by_return_step(
        &self,
        after: Self,
        step: ReturnStep,
        number: Option<u32>,
        who: &impl OrderCaller,
        now: DateTime<Utc>,
    ) -> OrderChange {
        let of = number.map_or_else(|| after.returns.last(), |number| after.return_numbered(number));
        let reason = of.filter(|_| matches!(step, ReturnStep::Approved | ReturnStep::Rejected)).and_then(|of| of.decision.clone());
        let mail = of.and_then(|of| order_mails::of_return(&after, of, step, now));
        let event = Some(NewEvent { kind: EventKind::Return { step, reason }, mail });
        OrderChange { event, audit: self.audit_of(who), ..OrderChange::silent(self, after) }
    }

    /// The audit log has what staff do, and not what customers do to their own orders.
    pub(super) fn audit_of(&self, who: &impl OrderCaller) -> Audit {
        if who.owns(self) { Audit::Nothing } else { Audit::Order }
    }
}
