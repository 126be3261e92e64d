//! Payments that the gateway told of and that wait for its records (contract-commerce, section 2).

use chrono::{DateTime, Utc};

use crate::payments::attempt_record::Attempt;
use crate::payments::check_times::next_check;
use crate::payments::gateway::{GatewayPayment, PaymentRef};

/// A payment of an attempt that a notification told of and that no figure counts: its signature does not prove that the money came, so
/// the gateway's records decide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToldPayment {
    /// When it was told first. The records are read at the times of [`next_check`] after it.
    pub at: DateTime<Utc>,
    /// The number of a further payment of an attempt whose success was told before; `None` for the first one.
    pub further: Option<PaymentRef>,
}

impl ToldPayment {
    /// Whether the records of `attempt`, which are booked, have this payment. A first payment is any payment of the attempt: the number that
    /// a notification names proves nothing.
    fn is_found(&self, attempt: &Attempt, records: &[GatewayPayment]) -> bool {
        match &self.further {
            None => !attempt.state.is_unanswered(),
            Some(number) => records.iter().any(|record| record.payment == *number && record.state.as_notified().is_some()),
        }
    }
}

impl Attempt {
    /// The attempt after its records were read and booked at `now`, and the told payment that they did not have at the last time at which
    /// they are read.
    #[must_use]
    pub fn after_read(self, records: &[GatewayPayment], now: DateTime<Utc>) -> (Self, Option<ToldPayment>) {
        let unfound = self.told.clone().filter(|told| !told.is_found(&self, records));
        let (waiting, missing) = match unfound {
            Some(told) if next_check(told.at, now).is_none() => (None, Some(told)),
            told => (told, None),
        };
        (Self { told: waiting, ..self }, missing)
    }
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;

    use super::*;
    use crate::payments::attempt::AttemptState;
    use crate::payments::gateway::RecordState;
    use crate::payments::gateway_news::samples::attempt;

    fn number(text: &str) -> PaymentRef {
        PaymentRef::parse(text).unwrap()
    }

    fn told(further: Option<&str>) -> ToldPayment {
        ToldPayment { at: DateTime::UNIX_EPOCH, further: further.map(number) }
    }

    fn record(text: &str, state: RecordState) -> GatewayPayment {
        GatewayPayment { payment: number(text), amount: Some(attempt().amount), state, means: None }
    }

    /// Whether the payment still waits after a read on this day, and whether it is missing.
    fn after(state: AttemptState, told: &ToldPayment, records: &[GatewayPayment], day: i64) -> (bool, bool) {
        let attempt = Attempt { state, told: Some(told.clone()), ..attempt() };
        let (read, missing) = attempt.after_read(records, told.at + TimeDelta::days(day));
        (read.told.is_some(), missing.as_ref() == Some(told))
    }

    #[test]
    fn a_first_payment_is_found_by_the_state_and_a_further_one_by_its_number() {
        assert_eq!(after(AttemptState::Created, &told(None), &[], 0), (true, false));
        assert_eq!(after(AttemptState::Succeeded, &told(None), &[record("11", RecordState::Received)], 0), (false, false));
        for (record, waits) in [
            (record("11", RecordState::Received), true),
            (record("12", RecordState::Unknown), true),
            (record("12", RecordState::Refunded), false),
        ] {
            assert_eq!(after(AttemptState::Succeeded, &told(Some("12")), std::slice::from_ref(&record), 0), (waits, false), "{record:?}");
        }
    }

    #[test]
    fn a_payment_is_missing_after_the_last_read() {
        assert_eq!(after(AttemptState::Succeeded, &told(Some("12")), &[], 6), (true, false));
        assert_eq!(after(AttemptState::Succeeded, &told(Some("12")), &[], 7), (false, true));
    }
}
