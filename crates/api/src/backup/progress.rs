//! What the operator sees while a command works.

use std::io::{IsTerminal as _, Write as _, stderr};
use std::time::{Duration, Instant};

/// The pause between two lines on a terminal, and in a log.
const PAUSES: (Duration, Duration) = (Duration::from_millis(500), Duration::from_secs(10));

/// Shows how far a command is.
pub(crate) struct Progress {
    is_shown: bool,
    is_terminal: bool,
    last: Option<Instant>,
}

impl Progress {
    /// On standard error: one line that is written again on a terminal, else a line every 10 s.
    pub(crate) fn on_stderr() -> Self {
        Self { is_shown: true, is_terminal: stderr().is_terminal(), last: None }
    }

    /// None, for scheduled work.
    pub(crate) const fn silent() -> Self {
        Self { is_shown: false, is_terminal: false, last: None }
    }

    /// Shows a line, unless the last one was shown just now.
    pub(crate) fn show(&mut self, line: impl FnOnce() -> String) {
        let pause = if self.is_terminal { PAUSES.0 } else { PAUSES.1 };
        if !self.is_shown || self.last.is_some_and(|last| last.elapsed() < pause) {
            return;
        }
        self.last = Some(Instant::now());
        let line = line();
        // A closed terminal is ignored.
        let _ = if self.is_terminal { write!(stderr().lock(), "\r\x1b[K{line}") } else { writeln!(stderr().lock(), "{line}") };
    }

    /// Removes the line from a terminal.
    pub(crate) fn end(&mut self) {
        if self.is_shown && self.is_terminal && self.last.take().is_some() {
            let _ = write!(stderr().lock(), "\r\x1b[K");
        }
    }
}

/// Bytes as people read them.
pub(crate) fn megabytes(bytes: u64) -> String {
    let tenths = bytes.saturating_add(50_000) / 100_000;
    format!("{}.{} MB", tenths / 10, tenths % 10)
}

#[cfg(test)]
mod tests {
    use super::megabytes;

    #[test]
    fn sizes_are_rounded_to_tenths() {
        for (bytes, text) in [(0, "0.0 MB"), (49_999, "0.0 MB"), (50_000, "0.1 MB"), (12_345_678, "12.3 MB"), (2_000_000_000, "2000.0 MB")]
        {
            assert_eq!(megabytes(bytes), text);
        }
    }
}
