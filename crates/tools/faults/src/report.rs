//! The figures of a scenario, and the table of all scenarios.

use std::time::Duration;

use crate::attempt::{Attempt, Outcome};

/// What a scenario measured.
#[derive(Clone, Debug, Default)]
pub(crate) struct Figures {
    /// The slowest 503.
    pub(crate) slowest_refusal: Option<Duration>,
    /// The time from the end of the fault to the first 200; the longest where a scenario has several.
    pub(crate) recovery: Option<Duration>,
    /// Other facts for the table.
    pub(crate) note: String,
}

impl Figures {
    /// Adds a recovery.
    pub(crate) fn recovered(&mut self, after: Duration) {
        self.recovery = self.recovery.max(Some(after));
    }

    /// Adds a refusal.
    pub(crate) fn refused(&mut self, after: Duration) {
        self.slowest_refusal = self.slowest_refusal.max(Some(after));
    }
}

/// Counts of outcomes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally {
    placed: usize,
    out_of_stock: usize,
    /// Orders whose first answer was lost and which a repetition found.
    replayed: usize,
}

impl Tally {
    /// Counts the outcomes of attempts.
    pub(crate) fn of(attempts: &[Attempt]) -> Self {
        let count = |wanted: fn(&Attempt) -> bool| attempts.iter().filter(|attempt| wanted(attempt)).count();
        Self {
            placed: count(|attempt| matches!(attempt.outcome, Outcome::Placed { .. })),
            out_of_stock: count(|attempt| attempt.outcome == Outcome::OutOfStock),
            replayed: count(|attempt| attempt.replayed),
        }
    }
}

/// A line of the table.
pub(crate) struct Line {
    pub(crate) name: &'static str,
    pub(crate) tally: Tally,
    pub(crate) figures: Figures,
    pub(crate) took: Duration,
    pub(crate) passed: bool,
}

/// Prints the table.
pub(crate) fn print(lines: &[Line]) {
    println!();
    println!(
        "{:22} {:>6} {:>7} {:>8} {:>12} {:>10} {:>6}  result",
        "scenario", "orders", "refused", "replayed", "slowest 503", "recovery", "took"
    );
    for line in lines {
        let Tally { placed, out_of_stock, replayed } = line.tally;
        let result = if line.passed { "ok" } else { "FAILED" };
        let result = if line.figures.note.is_empty() { result.to_owned() } else { format!("{result}, {}", line.figures.note) };
        println!(
            "{:22} {placed:>6} {out_of_stock:>7} {replayed:>8} {:>12} {:>10} {:>6}  {result}",
            line.name,
            milliseconds(line.figures.slowest_refusal),
            milliseconds(line.figures.recovery),
            format!("{} s", line.took.as_secs()),
        );
    }
}

fn milliseconds(time: Option<Duration>) -> String {
    time.map_or_else(|| "-".to_owned(), |time| format!("{} ms", time.as_millis()))
}
