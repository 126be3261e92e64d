//! The log and the traces, and messages that go straight to the operator's terminal.

use std::io::{self, BufWriter, IsTerminal as _, Write, stderr};
use std::time::Duration;

use domain::shared::trace::TRACE_TARGET;
use tracing::Subscriber;
use tracing_appender::non_blocking::{NonBlocking, NonBlockingBuilder, WorkerGuard};
use tracing_subscriber::filter::{FilterExt as _, filter_fn};
use tracing_subscriber::layer::{Filter, SubscriberExt as _};
use tracing_subscriber::util::SubscriberInitExt as _;
use tracing_subscriber::{EnvFilter, Layer, Registry, reload};

use crate::CommandError;
use crate::config::{LogConfig, LogFormat, TraceConfig};
use crate::process::log_level::LogFilter;
use crate::process::traces::Traces;

/// The most lines that wait to be written. When standard error is not read, a request that logs waits; no line is lost.
const WAITING_LINES: usize = 8_192;
/// The pause of the writing thread once no line waits. Lines that come meanwhile are written together: a system call and a
/// wake-up for each line would cost a busy shop several percent of its requests.
const PAUSE: Duration = Duration::from_millis(50);

/// What can be changed or ended of the running telemetry.
pub(crate) struct Telemetry {
    pub(crate) filter: LogFilter,
    /// The traces, if they go anywhere.
    pub(crate) traces: Option<Traces>,
}

/// Starts logging to standard error. The lines that still wait are written when the guard is dropped.
///
/// # Errors
/// When the client of the collector of traces cannot be made.
pub(crate) fn start(config: &LogConfig, traces: Option<&TraceConfig>) -> Result<(WorkerGuard, Telemetry), CommandError> {
    let traces = traces.map(Traces::new).transpose()?;
    let (writer, guard) = write_in_background(stderr());
    let (filter, handle) = reload::Layer::new(EnvFilter::new(&config.filter));
    let lines = tracing_subscriber::fmt::layer().with_writer(writer).with_ansi(stderr().is_terminal());
    let lines = match config.format {
        LogFormat::Pretty => lines.compact().boxed(),
        LogFormat::Json => lines.json().boxed(),
    };
    // A second call in one process changes nothing.
    let _ = subscriber(lines, filter, traces.as_ref()).try_init();
    Ok((guard, Telemetry { filter: LogFilter::new(handle, &config.filter), traces }))
}

/// Writes the lines that `filter` lets pass, and hands the spans of traces to their layer. Without a collector there is no such layer, not
/// even an empty one, whose answer would have each span made and then dropped.
fn subscriber<F>(lines: impl Layer<Registry> + Send + Sync, filter: F, traces: Option<&Traces>) -> Box<dyn Subscriber + Send + Sync>
where
    F: Filter<Registry> + Send + Sync + 'static,
{
    // Spans of traces are no part of the log.
    let lines = lines.with_filter(filter.and(filter_fn(|metadata| metadata.target() != TRACE_TARGET)));
    let registry = tracing_subscriber::registry().with(lines);
    match traces {
        Some(traces) => Box::new(registry.with(traces.layer())),
        None => Box::new(registry),
    }
}

fn write_in_background(out: impl Write + Send + 'static) -> (NonBlocking, WorkerGuard) {
    let builder = NonBlockingBuilder::default().lossy(false).buffered_lines_limit(WAITING_LINES).thread_name("log");
    builder.finish(Batches(BufWriter::with_capacity(64 << 10, out)))
}

/// Buffers lines until the writing thread, which has none left, flushes them; then lets it pause.
struct Batches<W: Write>(BufWriter<W>);

impl<W: Write> Write for Batches<W> {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        self.0.write(line)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()?;
        std::thread::sleep(PAUSE);
        Ok(())
    }
}

/// Prints a line on standard output. A closed terminal is ignored.
pub(crate) fn say(text: &str) {
    let mut out = std::io::stdout().lock();
    let _ = writeln!(out, "{text}").and_then(|()| out.flush());
}

/// Prints a line on standard error.
pub(crate) fn to_stderr(text: &str) {
    let _ = writeln!(stderr().lock(), "{text}");
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};
    use std::thread;

    use super::*;

    /// What was written, and in how many calls.
    #[derive(Clone, Default)]
    struct Written(Arc<Mutex<(Vec<u8>, usize)>>);

    impl Write for Written {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let mut written = self.0.lock().unwrap();
            written.0.extend_from_slice(bytes);
            written.1 += 1;
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl Written {
        fn text(&self) -> String {
            String::from_utf8(self.0.lock().unwrap().0.clone()).unwrap()
        }
    }

    /// Whether a span of a trace, and a line of the log, would be made.
    fn are_made(traces: Option<&Traces>) -> (bool, bool) {
        let lines = tracing_subscriber::fmt::layer().with_writer(io::sink);
        tracing::subscriber::with_default(subscriber(lines, EnvFilter::new("info"), traces), || {
            let span = tracing::info_span!(target: TRACE_TARGET, "a span");
            let is_enabled = tracing::enabled!(target: TRACE_TARGET, tracing::Level::INFO);
            assert_eq!(is_enabled, !span.is_disabled());
            (is_enabled, tracing::enabled!(tracing::Level::INFO))
        })
    }

    #[test]
    fn spans_are_made_only_for_a_collector() {
        assert_eq!(are_made(None), (false, true));
        let endpoint = "http://127.0.0.1:9".to_owned();
        let traces = Traces::new(&TraceConfig { endpoint, ratio: 1.0, service_name: "shop".to_owned() }).unwrap();
        assert_eq!(are_made(Some(&traces)), (true, true));
    }

    #[test]
    fn lines_are_written_without_the_end_of_the_log_and_at_its_end() {
        let written = Written::default();
        let (writer, guard) = write_in_background(written.clone());
        let log = tracing_subscriber::fmt().with_writer(writer).without_time().with_ansi(false).finish();
        tracing::subscriber::with_default(log, || {
            tracing::info!("one");
            while written.text().is_empty() {
                thread::sleep(Duration::from_millis(1));
            }
            tracing::warn!("two");
            tracing::info!("three");
        });
        drop(guard);
        let words: Vec<String> = written.text().lines().map(|line| line.rsplit(' ').next().unwrap().to_owned()).collect();
        assert_eq!(words, ["one", "two", "three"]);
    }

    #[test]
    fn lines_of_many_threads_are_whole_in_order_and_written_together() {
        let written = Written::default();
        let (writer, guard) = write_in_background(written.clone());
        thread::scope(|scope| {
            for name in ["a", "b", "c", "d"] {
                let mut writer = writer.clone();
                scope.spawn(move || (0..5_000).for_each(|n| writer.write_all(format!("{name} {n}\n").as_bytes()).unwrap()));
            }
        });
        drop(guard);
        let text = written.text();
        for name in ["a", "b", "c", "d"] {
            let numbers = text.lines().filter_map(|line| line.strip_prefix(name)?.trim().parse::<usize>().ok());
            assert!(numbers.eq(0..5_000), "{name}");
        }
        assert_eq!(text.lines().count(), 20_000);
        assert!(written.0.lock().unwrap().1 < 2_000, "each line is written by itself");
    }
}
