//! Staff decide on a return before its goods come.

use chrono::{DateTime, Utc};

use crate::accounts::session::Principal;
use crate::orders::error::OrderError;
use crate::orders::order::Order;
use crate::orders::order_caller::OrderCaller;
use crate::orders::order_change::{Audit, NewEvent, OrderChange};
use crate::orders::order_event::EventKind;
use crate::orders::order_mails;
use crate::orders::returns::order_return::{DecisionReason, Return, ReturnState, ReturnStep};
use crate::shared::json::words;

words! {
    /// What staff decide on a return.
    pub enum ReturnOutcome or "must be approved or rejected" {
        Approved = "approved",
        Rejected = "rejected",
    }
}

impl Order {
    /// Approves or rejects a return that waits for it.
    ///
    /// # Errors
    /// [`OrderError::NoReturn`], and [`OrderError::Refused`] for a return that is decided.
    pub fn judge_return(
        &self,
        number: u32,
        (outcome, reason): (ReturnOutcome, Option<DecisionReason>),
        who: &Principal,
        now: DateTime<Utc>,
    ) -> Result<OrderChange, OrderError> {
        let mut after = self.clone();
        let of = self.open_return(&mut after, number, &[ReturnState::Requested])?;
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

    /// The returns once the order is cancelled: those that are open end, as nothing of it is received any more.
    pub(in crate::orders) fn ended_returns(&self, now: DateTime<Utc>) -> Vec<Return> {
        let end = |one: &Return| match one.state.is_open() {
            true => Return { state: ReturnState::Withdrawn, decided_at: Some(now), ..one.clone() },
            false => one.clone(),
        };
        self.returns.iter().map(end).collect()
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
