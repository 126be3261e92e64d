//! Log lines, and the few words that go straight to the operator's terminal.

use std::io::{IsTerminal as _, Stderr, Write as _, stderr};

use tracing_subscriber::EnvFilter;

use crate::config::{LogConfig, LogFormat};
use crate::log_buffer::LogBuffer;

/// Guards the log: on drop it writes the buffered lines.
pub(crate) struct Log(LogBuffer<Stderr>);

impl Drop for Log {
    fn drop(&mut self) {
        self.0.flush();
    }
}

/// Starts logging to standard error.
///
/// # Errors
/// When the system has no thread to write with.
pub(crate) fn start(config: &LogConfig) -> std::io::Result<Log> {
    let log = Log(LogBuffer::new(stderr()));
    log.0.start()?;
    let lines = tracing_subscriber::fmt().with_env_filter(EnvFilter::new(&config.filter)).with_writer(log.0.clone());
    // Colours are for people, not for files.
    let lines = lines.with_ansi(stderr().is_terminal());
    // A second call in one process changes nothing.
    let _ = match config.format {
        LogFormat::Pretty => lines.compact().try_init(),
        LogFormat::Json => lines.json().try_init(),
    };
    Ok(log)
}

/// Prints to standard output. Errors, such as a closed terminal, are ignored.
pub(crate) fn say(text: &str) {
    let mut out = std::io::stdout().lock();
    let _ = writeln!(out, "{text}").and_then(|()| out.flush());
}

/// Prints to standard error.
pub(crate) fn to_stderr(text: &str) {
    let _ = writeln!(stderr().lock(), "{text}");
}
