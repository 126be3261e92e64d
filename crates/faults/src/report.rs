//! What came of a scenario, in figures.

use std::time::Duration;

use crate::ledger::{Attempt, Outcome};

/// What a scenario measured itself.
#[derive(Clone, Debug, Default)]
pub(crate) struct Figures {
    /// The slowest answer that told somebody the database was away.
    pub(crate) slowest_refusal: Option<Duration>,
    /// The time from when the fault was over to the first right answer; the longest one of several.
    pub(crate) recovery: Option<Duration>,
    /// Anything else worth a few words.
    pub(crate) note: String,
}

impl Figures {
    /// Takes another recovery into account.
    pub(crate) fn recovered(&mut self, after: Duration) {
        self.recovery = self.recovery.max(Some(after));
    }

    /// Takes another refusal into account.
    pub(crate) fn refused(&mut self, after: Duration) {
        self.slowest_refusal = self.slowest_refusal.max(Some(after));
    }
}

/// What the customers got.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally {
    placed: usize,
    out_of_stock: usize,
    /// How many were open at first and turned out to have been placed.
    found: usize,
}

impl Tally {
    /// Counts attempts.
    pub(crate) fn of(attempts: &[Attempt]) -> Self {
        let count = |wanted: fn(&Attempt) -> bool| attempts.iter().filter(|attempt| wanted(attempt)).count();
        Self {
            placed: count(|attempt| matches!(attempt.outcome, Outcome::Placed { .. })),
            out_of_stock: count(|attempt| attempt.outcome == Outcome::OutOfStock),
            found: count(|attempt| attempt.found),
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
        let Tally { placed, out_of_stock, found } = line.tally;
        let result = if line.passed { "ok" } else { "FAILED" };
        let result = if line.figures.note.is_empty() { result.to_owned() } else { format!("{result}, {}", line.figures.note) };
        println!(
            "{:22} {placed:>6} {out_of_stock:>7} {found:>8} {:>12} {:>10} {:>6}  {result}",
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
