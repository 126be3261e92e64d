//! The log and the counts of what the tasks of payments did.

use application::payments::reconcile_payments::Reconciled;
use application::payments::send_refunds::SentRefunds;
use domain::shared::ports::PortError;
use shop_http::metrics::Metrics;

use super::report;

/// Logs and counts the refunds that were moved on; true if the run succeeded.
pub(super) fn report_refunds(outcome: Result<SentRefunds, PortError>, metrics: &Metrics) -> bool {
    match outcome {
        Ok(SentRefunds { moved, failures }) => {
            for (refund, state) in moved {
                metrics.count_refund(state);
                tracing::info!(%refund, state = state.as_str(), "a refund of the gateway was moved on");
            }
            for (refund, error) in &failures {
                report(&format!("the refund {refund} was not moved on"), error);
            }
            true
        }
        Err(error) => {
            report("no refunds were sent", &error);
            false
        }
    }
}

/// Logs and counts the attempts whose records were read; true if the run succeeded.
pub(super) fn report_records(outcome: Result<Reconciled, PortError>, metrics: &Metrics) -> bool {
    match outcome {
        Ok(done) => {
            metrics.count_records(true, done.read);
            metrics.count_records(false, done.failures.len());
            for (attempt, alarm) in &done.alarms {
                metrics.count_alarm(*alarm);
                tracing::warn!(%attempt, alarm = alarm.as_str(), "a payment needs to be looked at");
            }
            for (attempt, error) in &done.failures {
                report(&format!("the records of {attempt} were not read"), error);
            }
            true
        }
        Err(error) => {
            report("no records of payments were read", &error);
            false
        }
    }
}
