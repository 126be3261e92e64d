//! The metrics of the work that waits in the database: mails, payments, refunds, returns and items for
//! staff. All instances tell the same.

use adapter_postgres::{Postgres, WaitingRows};
use domain::orders::returns::order_return::ReturnState;
use domain::payments::attempt::AttemptState;
use domain::payments::attention::AttentionKind;
use domain::payments::refund::RefundState;
use shop_http::metrics::readings::Reading;

/// The readings; none while the database does not answer.
pub(super) async fn read(postgres: &Postgres) -> Vec<Reading> {
    postgres.waiting_work().await.map(|rows| readings_of(&Waiting(rows))).unwrap_or_default()
}

struct Waiting(Vec<WaitingRows>);

impl Waiting {
    fn rows(&self, queue: &str, kind: &str) -> i64 {
        self.0.iter().filter(|row| row.queue == queue && row.kind == kind).map(|row| row.rows).sum()
    }

    fn all(&self, queue: &str) -> i64 {
        self.0.iter().filter(|row| row.queue == queue).map(|row| row.rows).sum()
    }

    /// The age of the oldest row of a queue in seconds; 0 without rows.
    fn oldest(&self, queue: &str) -> i64 {
        self.0.iter().filter(|row| row.queue == queue).map(|row| row.oldest_seconds).max().unwrap_or_default()
    }

    /// One reading for each kind, those without rows included.
    fn by_kind(&self, of: Reading, label: &'static str, queue: &str, kinds: impl IntoIterator<Item = &'static str>) -> Vec<Reading> {
        kinds.into_iter().map(|kind| Reading { value: self.rows(queue, kind), ..of }.labelled(label, kind)).collect()
    }
}

fn readings_of(waiting: &Waiting) -> Vec<Reading> {
    let gauge = |name, help| Reading::gauge(name, help, 0);
    let mut readings = vec![
        Reading::gauge("outbox_mails_pending", "Mails of the outbox that are still to be sent", waiting.all("mails")),
        Reading::gauge("outbox_mails_retried", "Those of them that were tried before", waiting.rows("mails", "failed")),
        Reading::gauge("outbox_oldest_mail_age_seconds", "The age of the oldest of them; 0 without any", waiting.oldest("mails")),
        Reading::gauge("refund_oldest_age_seconds", "The age of the oldest refund under way; 0 without any", waiting.oldest("refunds")),
        Reading::gauge("return_oldest_age_seconds", "The age of the oldest open return; 0 without any", waiting.oldest("returns")),
        Reading::gauge("payment_attention_oldest_age_seconds", "The age of the oldest open item for staff", waiting.oldest("attention")),
    ];
    let attempts = gauge("payment_attempts_open", "Attempts at the gateway whose records are still to be read, by state");
    let states = AttemptState::ALL.into_iter().map(AttemptState::as_str);
    readings.extend(waiting.by_kind(attempts, "state", "attempts", states));
    let refunds = gauge("refunds_open", "Refunds under way, by state; unknown ones wait for staff");
    let states = [RefundState::Requested, RefundState::Sending, RefundState::Unknown];
    readings.extend(waiting.by_kind(refunds, "state", "refunds", states.into_iter().map(RefundState::as_str)));
    let returns = gauge("returns_open", "Returns that wait for the decision of staff (requested) or for their goods (approved)");
    let states = [ReturnState::Requested, ReturnState::Approved];
    readings.extend(waiting.by_kind(returns, "state", "returns", states.into_iter().map(ReturnState::as_str)));
    let items = gauge("payment_attention_open", "Payments that staff have to look at, by kind");
    readings.extend(waiting.by_kind(items, "kind", "attention", AttentionKind::ALL.into_iter().map(AttentionKind::as_str)));
    readings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_without_rows_are_zero_and_ages_are_those_of_the_oldest() {
        let row = |queue: &str, kind: &str, rows, oldest_seconds| WaitingRows {
            queue: queue.to_owned(),
            kind: kind.to_owned(),
            rows,
            oldest_seconds,
        };
        let rows = vec![row("mails", "new", 3, 5), row("mails", "failed", 2, 90), row("refunds", "unknown", 1, 7)];
        let readings = readings_of(&Waiting(rows));
        let value = |name: &str, label: Option<&str>| {
            readings.iter().find(|one| one.name == name && one.label.map(|(_, value)| value) == label).map(|one| one.value)
        };
        assert_eq!(value("outbox_mails_pending", None), Some(5));
        assert_eq!(value("outbox_mails_retried", None), Some(2));
        assert_eq!(value("outbox_oldest_mail_age_seconds", None), Some(90));
        assert_eq!((value("refunds_open", Some("unknown")), value("refunds_open", Some("sending"))), (Some(1), Some(0)));
        assert_eq!(value("payment_attention_open", Some("unmatched")), Some(0));
        assert_eq!(readings.len(), 6 + AttemptState::ALL.len() + 3 + 2 + AttentionKind::ALL.len());
    }
}
