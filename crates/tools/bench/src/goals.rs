//! Goals, and whether a figure reaches them.

use std::time::Duration;

use crate::document::{mebibytes, millis};
use crate::figures::Figures;

/// The goal of a figure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Goal {
    /// At least this share of the limit's requests a second.
    Share(f64),
    /// The 99th percentile below this.
    P99(Duration),
}

impl Goal {
    /// The goal in words, and whether `shop`, at `ratio` of its limit, reaches it. `None` without a limit to compare with.
    #[must_use]
    pub fn judge(self, shop: &Figures, ratio: Option<f64>) -> Option<String> {
        Some(match self {
            Self::Share(least) => {
                let ratio = ratio?;
                let short = || format!("missed by {:.0} points", (least - ratio) * 100.0);
                verdict(&format!("{:.0} %", least * 100.0), ratio >= least, short)
            }
            Self::P99(most) => below(&format!("p99 {} ms", millis(most)), shop.p99, most, |over| format!("{} ms", millis(over))),
        })
    }
}

/// A goal for a time, and whether it is reached.
#[must_use]
pub fn time_below(time: Duration, most: Duration) -> String {
    below(&format!("{} ms", millis(most)), time, most, |over| format!("{} ms", millis(over)))
}

/// A goal for a number of bytes, and whether it is reached.
#[must_use]
pub fn bytes_below(bytes: f64, most: f64) -> String {
    below(&format!("{} MiB", mebibytes(most)), bytes, most, |over| format!("{} MiB", mebibytes(over)))
}

fn below<T: Copy + PartialOrd + std::ops::Sub<Output = T>>(goal: &str, is: T, most: T, show: impl Fn(T) -> String) -> String {
    verdict(&format!("below {goal}"), is < most, || format!("missed by {}", show(is - most)))
}

fn verdict(goal: &str, met: bool, short: impl Fn() -> String) -> String {
    if met { format!("{goal}: met") } else { format!("{goal}: {}", short()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figures(p99: u64) -> Figures {
        Figures { per_second: 100.0, p50: Duration::from_millis(1), p99: Duration::from_millis(p99) }
    }

    #[test]
    fn a_share_of_the_limit_is_reached_or_missed_by_points() {
        assert_eq!(Goal::Share(0.7).judge(&figures(1), Some(0.7)).as_deref(), Some("70 %: met"));
        assert_eq!(Goal::Share(0.7).judge(&figures(1), Some(0.66)).as_deref(), Some("70 %: missed by 4 points"));
        assert_eq!(Goal::Share(0.7).judge(&figures(1), None), None);
    }

    #[test]
    fn times_and_sizes_are_below_or_over() {
        let goal = Goal::P99(Duration::from_millis(5));
        assert_eq!(goal.judge(&figures(4), None).as_deref(), Some("below p99 5.00 ms: met"));
        assert_eq!(goal.judge(&figures(7), None).as_deref(), Some("below p99 5.00 ms: missed by 2.00 ms"));
        assert_eq!(time_below(Duration::from_millis(150), Duration::from_millis(150)), "below 150 ms: missed by 0.00 ms");
        assert_eq!(bytes_below(41.0 * 1_048_576.0, 40.0 * 1_048_576.0), "below 40.0 MiB: missed by 1.0 MiB");
    }
}
