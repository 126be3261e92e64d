//! Samples for the tests of payments.

use domain::payments::attempt::{AttemptId, AttemptState};
use domain::payments::attempt_record::Attempt;
use domain::payments::attention::AttentionKind;
use domain::payments::order_attempts::AttemptChange;
use domain::payments::told_payment::ToldPayments;
use domain::shared::edit::Edit;
use testkit::{moments, sample_orders};

use crate::samples::customer;

/// A change of an attempt that was booked, with this alarm.
pub(crate) fn booked(id: AttemptId, alarm: Option<AttentionKind>) -> AttemptChange {
    let order = sample_orders::draft(&customer().user, &[]).into_order();
    let (amount, told) = (order.total, ToldPayments::default());
    let attempt = Attempt { id, state: AttemptState::Created, amount, started_at: moments::now(), told };
    AttemptChange { order, attempt, next_read: Edit::Clear, attention: Vec::new(), alarm, is_found: false }
}
