//! The figures of a load, read from the reports of wrk and pgbench.

use std::collections::HashMap;
use std::time::Duration;

/// The figures of a load.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figures {
    /// Answers a second.
    pub per_second: f64,
    /// The median time of an answer.
    pub p50: Duration,
    /// The 99th percentile of the times.
    pub p99: Duration,
}

/// A load whose figures are invalid.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The tool printed no report.
    #[error("the load tool did not report: {0}")]
    NoReport(String),
    /// Some requests were not answered correctly.
    #[error("{refused} refused, {broken} broken and {late} late answers among {answered}")]
    Errors {
        /// Answers of status 400 and more.
        refused: u64,
        /// Connections that failed.
        broken: u64,
        /// Answers after the tool's timeout.
        late: u64,
        answered: u64,
    },
    /// Requests that may be sent once were sent again.
    #[error("{sent} requests were sent, {prepared} were prepared")]
    RanOut {
        /// The number of sent requests.
        sent: u64,
        /// The number of prepared requests.
        prepared: u64,
    },
}

/// Reads the last line that `load/replay.lua` prints. `once` says that no request may have been sent twice.
///
/// # Errors
/// [`LoadError`] when the figures are invalid.
pub fn read_wrk(output: &str, once: bool) -> Result<Figures, LoadError> {
    let line = output.lines().rev().find_map(|line| line.strip_prefix("report ")).ok_or_else(|| LoadError::NoReport(output.to_owned()))?;
    let pairs: HashMap<&str, u64> = line
        .split_whitespace()
        .filter_map(|pair| pair.split_once('='))
        .filter_map(|(name, value)| Some((name, value.parse().ok()?)))
        .collect();
    let value = |name: &str| pairs.get(name).copied().ok_or_else(|| LoadError::NoReport(line.to_owned()));
    let (answered, refused, broken, late) = (value("answered")?, value("refused")?, value("broken")?, value("late")?);
    if answered == 0 || refused + broken + late > 0 {
        return Err(LoadError::Errors { refused, broken, late, answered });
    }
    let (sent, prepared) = (value("sent")?, value("prepared")?);
    if once && sent > prepared {
        return Err(LoadError::RanOut { sent, prepared });
    }
    let seconds = Duration::from_micros(value("micros")?).as_secs_f64();
    Ok(Figures {
        per_second: count(answered) / seconds,
        p50: Duration::from_micros(value("p50")?),
        p99: Duration::from_micros(value("p99")?),
    })
}

/// Figures of `times` that were measured within `wall`, in any order.
///
/// # Errors
/// [`LoadError::NoReport`] when there are none.
pub fn of_times(mut times: Vec<Duration>, wall: Duration) -> Result<Figures, LoadError> {
    times.sort_unstable();
    let at = |percent: usize| times.get((times.len().saturating_sub(1)) * percent / 100).copied();
    let (Some(p50), Some(p99)) = (at(50), at(99)) else { return Err(LoadError::NoReport("nothing was measured".into())) };
    Ok(Figures { per_second: count(u64::try_from(times.len()).unwrap_or(u64::MAX)) / wall.as_secs_f64(), p50, p99 })
}

/// The median of each figure over several rounds. `None` without rounds.
#[must_use]
pub fn middle(rounds: &[Figures]) -> Option<Figures> {
    let time = |of: fn(&Figures) -> Duration| middle_of(rounds.iter().map(of), |a, b| a.cmp(b));
    Some(Figures {
        per_second: middle_of(rounds.iter().map(|f| f.per_second), f64::total_cmp)?,
        p50: time(|f| f.p50)?,
        p99: time(|f| f.p99)?,
    })
}

/// The median ratio of the shop's throughput to that of its limit. Shop and limit of a round are measured one after the other, so that
/// other work of the machine affects both.
#[must_use]
pub fn ratio(rounds: &[(Figures, Figures)]) -> Option<f64> {
    middle_of(rounds.iter().map(|(shop, limit)| shop.per_second / limit.per_second), f64::total_cmp)
}

fn middle_of<T: Copy>(values: impl Iterator<Item = T>, order: fn(&T, &T) -> std::cmp::Ordering) -> Option<T> {
    let mut values: Vec<T> = values.collect();
    values.sort_by(order);
    values.get(values.len() / 2).copied()
}

/// The times in a log of `pgbench --log`: the third field of each line, in microseconds.
#[must_use]
pub fn read_pgbench_log(log: &str) -> Vec<Duration> {
    log.lines().filter_map(|line| line.split_whitespace().nth(2)?.parse().ok()).map(Duration::from_micros).collect()
}

/// Counts are far below what a double holds exactly.
#[allow(clippy::cast_precision_loss)]
fn count(number: u64) -> f64 {
    number as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    const REPORT: &str =
        "Running…\n\nreport answered=1000 micros=2000000 p50=800 p99=4200 sent=1010 prepared=1005 refused=0 broken=0 late=0\n";

    #[test]
    fn a_clean_run_counts() {
        let figures = read_wrk(REPORT, false).unwrap();
        let wanted = Figures { per_second: 500.0, p50: Duration::from_micros(800), p99: Duration::from_micros(4200) };
        assert_eq!(figures, wanted);
    }

    #[test]
    fn errors_do_not_count_as_answers() {
        for fault in ["refused=0", "broken=0", "late=0"] {
            let output = REPORT.replace(fault, &fault.replace('0', "3"));
            assert!(matches!(read_wrk(&output, false), Err(LoadError::Errors { .. })), "{fault}");
        }
        assert!(matches!(read_wrk("unable to connect", false), Err(LoadError::NoReport(_))));
        assert!(matches!(read_wrk(&REPORT.replace("answered=1000", "answered=0"), false), Err(LoadError::Errors { .. })));
    }

    #[test]
    fn requests_that_may_be_sent_once_must_not_run_out() {
        assert!(matches!(read_wrk(REPORT, true), Err(LoadError::RanOut { sent: 1010, prepared: 1005 })));
    }

    #[test]
    fn one_odd_round_changes_nothing() {
        let round = |per_second, p99| Figures { per_second, p50: Duration::from_millis(1), p99: Duration::from_millis(p99) };
        let shop = [round(80.0, 5), round(8.0, 900), round(90.0, 4)];
        assert_eq!(middle(&shop), Some(round(80.0, 5)));
        assert_eq!(middle(&[]), None);
        let pairs: Vec<_> = shop.into_iter().zip([round(160.0, 1), round(160.0, 1), round(100.0, 1)]).collect();
        assert_eq!(ratio(&pairs), Some(0.5));
    }

    #[test]
    fn percentiles_are_of_sorted_times() {
        let log: String = (1..=100).rev().map(|n| format!("0 {n} {} 0 1700000000 5\n", n * 10)).collect();
        let figures = of_times(read_pgbench_log(&log), Duration::from_secs(4)).unwrap();
        let wanted = Figures { per_second: 25.0, p50: Duration::from_micros(500), p99: Duration::from_micros(990) };
        assert_eq!(figures, wanted);
        assert!(of_times(Vec::new(), Duration::from_secs(1)).is_err());
    }
}
