//! The statements of a connection: counted while they run, and spans of the trace that they belong to.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicIsize, Ordering};

use diesel::connection::{Instrumentation, InstrumentationEvent};
use domain::shared::trace::TRACE_TARGET;
use tracing::Span;
use tracing::field::Empty;

/// The most characters of a statement in its span.
const SHOWN: usize = 300;
/// The beginning of what Diesel writes behind a statement: its parameters, which may be personal data.
const PARAMETERS: &str = "-- binds:";

/// Counts statements that began and are not answered; one whose future is dropped is never answered. Each is a span, if the caller has
/// one.
pub(super) struct Statements {
    running: Arc<AtomicIsize>,
    /// The spans of the statements that run, in their order, which is that of the answers.
    spans: VecDeque<Span>,
}

impl Statements {
    /// Counts in `running`.
    pub(super) fn new(running: Arc<AtomicIsize>) -> Self {
        Self { running, spans: VecDeque::new() }
    }

    fn begin(&mut self, statement: impl FnOnce() -> String) {
        if self.running.fetch_add(1, Ordering::Relaxed) == 0 {
            // The spans of statements that were broken off.
            self.spans.clear();
        }
        let is_traced = tracing::enabled!(target: TRACE_TARGET, tracing::Level::INFO) && !Span::current().is_none();
        self.spans.push_back(if is_traced { span_of(&statement()) } else { Span::none() });
    }

    fn end(&mut self, has_failed: bool) {
        self.running.fetch_sub(1, Ordering::Relaxed);
        if let Some(span) = self.spans.pop_front()
            && has_failed
        {
            span.record("otel.status_code", "ERROR");
        }
    }
}

impl Instrumentation for Statements {
    fn on_connection_event(&mut self, event: InstrumentationEvent<'_>) {
        match event {
            InstrumentationEvent::StartQuery { query, .. } => self.begin(|| query.to_string()),
            InstrumentationEvent::FinishQuery { error, .. } => self.end(error.is_some()),
            _ => {}
        }
    }
}

/// The span of a statement. Its name is the first word; the text has `$1` in place of its parameters.
fn span_of(statement: &str) -> Span {
    let text = without_parameters(statement);
    let word = text.split(' ').next().unwrap_or_default().to_ascii_uppercase();
    tracing::info_span!(
        target: TRACE_TARGET,
        "statement",
        otel.name = word,
        otel.kind = "client",
        otel.status_code = Empty,
        db.system.name = "postgresql",
        db.query.text = text,
    )
}

/// The beginning of a statement, on one line and without its parameters.
fn without_parameters(statement: &str) -> String {
    let text = statement.split(PARAMETERS).next().unwrap_or_default();
    text.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(SHOWN).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_statement_is_shown_without_its_parameters() {
        let statement = "SELECT place_order($1)\n  AS answer -- binds: [\"nimali@example.com\"]";
        assert_eq!(without_parameters(statement), "SELECT place_order($1) AS answer");
        assert_eq!(without_parameters(&"x".repeat(1_000)).len(), SHOWN);
    }

    #[test]
    fn diesel_still_marks_parameters_so() {
        use diesel::prelude::*;
        use diesel::sql_types::Text;
        let query = diesel::select("nimali@example.com".into_sql::<Text>());
        let written = diesel::debug_query::<diesel::pg::Pg, _>(&query).to_string();
        assert!(written.contains("nimali@example.com") && !without_parameters(&written).contains("nimali"), "{written}");
    }

    #[test]
    fn statements_that_were_broken_off_leave_no_span_behind() {
        let running = Arc::new(AtomicIsize::new(0));
        let mut statements = Statements::new(running.clone());
        statements.begin(String::new);
        running.store(0, Ordering::Relaxed);
        statements.begin(String::new);
        assert_eq!(statements.spans.len(), 1);
        statements.end(false);
        assert_eq!((statements.spans.len(), running.load(Ordering::Relaxed)), (0, 0));
    }
}
