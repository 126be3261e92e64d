//! Log lines, and the few words that go straight to the operator's terminal.

use std::io::{IsTerminal as _, Write as _};

use tracing_subscriber::EnvFilter;

use crate::config::LogFormat;

/// Starts logging to standard error, filtered by `RUST_LOG` (`info` unless set).
pub(crate) fn start(format: LogFormat) {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info,actix_server=warn"));
    let lines = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    // Colours are for people, not for files.
    let lines = lines.with_ansi(std::io::stderr().is_terminal());
    // A second start in one process changes nothing.
    let _ = match format {
        LogFormat::Pretty => lines.compact().try_init(),
        LogFormat::Json => lines.json().try_init(),
    };
}

/// Says something on standard output. A closed terminal is nobody's mistake.
pub(crate) fn say(text: &str) {
    let mut out = std::io::stdout().lock();
    let _ = writeln!(out, "{text}").and_then(|()| out.flush());
}

/// Says something on standard error.
pub(crate) fn to_stderr(text: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{text}");
}
