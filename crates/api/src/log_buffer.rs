//! Buffers log lines and writes many at a time. A warning is written at once, every line within 100 ms and before the process
//! ends.

use std::io::{self, Write};
use std::mem;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use tracing::{Level, Metadata};
use tracing_subscriber::fmt::MakeWriter;

/// The longest a line waits.
const DELAY: Duration = Duration::from_millis(100);
/// The largest number of buffered bytes; the thread that exceeds it writes them.
const ROOM: usize = 256 << 10;

/// Where lines wait, and where they go.
pub(crate) struct LogBuffer<W>(Arc<Shared<W>>);

struct Shared<W> {
    waiting: Mutex<Vec<u8>>,
    /// Something waits.
    begun: Condvar,
    /// The way out, and room that is used again. It is locked before `waiting`, so that lines stay in their order.
    out: Mutex<(W, Vec<u8>)>,
}

impl<W> Clone for LogBuffer<W> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<W: Write> LogBuffer<W> {
    /// A buffer in front of `out`. It is written by [`Self::flush`], by warnings, and when it is full.
    pub(crate) fn new(out: W) -> Self {
        Self(Arc::new(Shared { waiting: Mutex::default(), begun: Condvar::new(), out: Mutex::new((out, Vec::new())) }))
    }

    /// Writes the buffered lines.
    pub(crate) fn flush(&self) {
        let mut out = lock(&self.0.out);
        let (out, lines) = &mut *out;
        mem::swap(lines, &mut *lock(&self.0.waiting));
        // An error of the log itself cannot be reported.
        let _ = out.write_all(lines).and_then(|()| out.flush());
        lines.clear();
    }

    fn add(&self, line: &[u8], at_once: bool) {
        let mut waiting = lock(&self.0.waiting);
        if waiting.is_empty() {
            self.0.begun.notify_one();
        }
        waiting.extend_from_slice(line);
        let full = waiting.len() >= ROOM;
        drop(waiting);
        if full || at_once {
            self.flush();
        }
    }

    /// Waits until something waits.
    fn wait(&self) {
        let waiting = self.0.begun.wait_while(lock(&self.0.waiting), |waiting| waiting.is_empty());
        drop(waiting.unwrap_or_else(PoisonError::into_inner));
    }
}

impl<W: Write + Send + 'static> LogBuffer<W> {
    /// Starts the thread that writes lines older than 100 ms; it ends with the process.
    ///
    /// # Errors
    /// When the system has no thread.
    pub(crate) fn start(&self) -> io::Result<()> {
        let buffer = self.clone();
        let write = move || {
            loop {
                buffer.wait();
                thread::sleep(DELAY);
                buffer.flush();
            }
        };
        thread::Builder::new().name("log".into()).stack_size(64 << 10).spawn(write).map(drop)
    }
}

/// Takes one line, as a whole.
pub(crate) struct Line<'a, W: Write> {
    buffer: &'a LogBuffer<W>,
    at_once: bool,
}

impl<W: Write> Write for Line<'_, W> {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        self.buffer.add(line, self.at_once);
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'a, W: Write + 'a> MakeWriter<'a> for LogBuffer<W> {
    type Writer = Line<'a, W>;

    fn make_writer(&'a self) -> Self::Writer {
        Line { buffer: self, at_once: true }
    }

    fn make_writer_for(&'a self, of: &Metadata<'_>) -> Self::Writer {
        Line { buffer: self, at_once: *of.level() <= Level::WARN }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The output, and the number of writes.
    #[derive(Clone, Default)]
    struct Written(Arc<Mutex<(Vec<u8>, usize)>>);

    impl Write for Written {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let mut written = lock(&self.0);
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
            String::from_utf8(lock(&self.0).0.clone()).unwrap()
        }
    }

    fn buffer() -> (LogBuffer<Written>, Written) {
        let written = Written::default();
        (LogBuffer::new(written.clone()), written)
    }

    #[test]
    fn lines_wait_for_one_another_and_a_warning_for_none() {
        let (buffer, written) = buffer();
        let log = tracing_subscriber::fmt().with_writer(buffer.clone()).without_time().with_ansi(false).finish();
        tracing::subscriber::with_default(log, || {
            tracing::info!("one");
            tracing::info!("two");
            assert_eq!(written.text(), "");
            tracing::warn!("three");
        });
        let words: Vec<String> = written.text().lines().map(|line| line.rsplit(' ').next().unwrap().to_owned()).collect();
        assert_eq!((words.join(" ").as_str(), lock(&written.0).1), ("one two three", 1));
        buffer.flush();
        assert_eq!(written.text().lines().count(), 3, "nothing is written twice");
    }

    #[test]
    fn what_is_too_much_to_wait_is_written() {
        let (buffer, written) = buffer();
        let line = [b'x'; 1 << 10];
        for _ in 0..ROOM / line.len() - 1 {
            buffer.add(&line, false);
        }
        assert_eq!(written.text().len(), 0);
        buffer.add(&line, false);
        assert_eq!(written.text().len(), ROOM);
    }

    #[test]
    fn lines_of_many_threads_are_whole_and_each_threads_in_order() {
        let (buffer, written) = buffer();
        buffer.start().unwrap();
        thread::scope(|scope| {
            for name in ["a", "b", "c", "d"] {
                let buffer = &buffer;
                scope.spawn(move || (0..5_000).for_each(|n| buffer.add(format!("{name} {n}\n").as_bytes(), n % 1_000 == 0)));
            }
        });
        buffer.flush();
        let text = written.text();
        for name in ["a", "b", "c", "d"] {
            let numbers = text.lines().filter_map(|line| line.strip_prefix(name)?.trim().parse::<usize>().ok());
            assert!(numbers.eq(0..5_000), "{name}");
        }
        assert_eq!(text.lines().count(), 20_000);
    }
}
