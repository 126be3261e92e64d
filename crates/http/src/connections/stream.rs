//! The stream that the framework reads requests from and writes answers to.

use std::future::Future as _;
use std::io;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use bytes::Bytes;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep_until};

use super::connection_limiter::{AdmittedConnection, CloseReason};
use super::connection_state::ConnectionState;
use super::message_end::{ChunksEnd, HeadEnd};

/// The longest a request's head may take to arrive (contract, Conventions), on every request of a connection.
const HEAD_TIME: Duration = Duration::from_secs(5);
/// The longest pause between an answer and the next request.
const IDLE_TIME: Duration = Duration::from_secs(75);
/// The longest a client may take nothing of its answer (contract, Conventions).
const STALL_TIME: Duration = Duration::from_secs(30);
/// Bytes that are read at a time while no request is served. If a client sends several requests at once, this bounds the ones
/// that are parsed before the first answer.
const HEAD_SHARE: usize = 2 * 1_024;
/// The answer to a late head, the same as the framework's to a late first head.
const HEAD_LATE: &[u8] = b"HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";

/// A connection with deadlines. It is read only as far as its answers are taken.
///
/// - While the server waits for a request, it is read in small shares, and has to arrive in time.
/// - While a request is served, nothing is read but the body that the request waits for. Its own time is limited where it is read.
/// - While the client does not take what was written, nothing is read, and it has to go on taking in time.
#[derive(Debug)]
pub struct Connection<S> {
    stream: S,
    state: Rc<ConnectionState>,
    admission: AdmittedConnection,
    head_share: usize,
    /// Bytes behind the end of a head or a body: of the body, or of the next request. They are read in their turn.
    behind: Bytes,
    head_end: HeadEnd,
    chunks_end: ChunksEnd,
    /// The framework parses what it has before more is read.
    parses_first: bool,
    alarm: Alarm,
}

impl<S> Connection<S> {
    /// A connection that was just accepted.
    pub fn new(stream: S, admission: AdmittedConnection) -> Self {
        let state = ConnectionState::new(admission.slot().clone());
        let alarm = Alarm::at(state.since() + HEAD_TIME);
        Self {
            stream,
            state,
            admission,
            head_share: HEAD_SHARE,
            behind: Bytes::new(),
            head_end: HeadEnd::default(),
            chunks_end: ChunksEnd::default(),
            parses_first: false,
            alarm,
        }
    }

    pub(crate) fn state(&self) -> &Rc<ConnectionState> {
        &self.state
    }

    #[cfg(test)]
    pub(crate) fn stream(&self) -> &S {
        &self.stream
    }

    /// Ends a connection that must close to admit another one, unless a request on it has begun meanwhile.
    fn check_place(&self, cx: &Context<'_>) -> io::Result<()> {
        if self.state.slot().is_to_leave(cx) && !self.state.is_busy() { Err(io::ErrorKind::ConnectionAborted.into()) } else { Ok(()) }
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> Connection<S> {
    /// Reads at most `most` bytes, and returns their number.
    fn read_at_most(&mut self, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>, most: usize) -> Poll<io::Result<usize>> {
        let share = most.min(buffer.remaining());
        if !self.behind.is_empty() {
            let part = self.behind.split_to(share.min(self.behind.len()));
            buffer.put_slice(&part);
            return Poll::Ready(Ok(part.len()));
        }
        let mut part = ReadBuf::new(buffer.initialize_unfilled_to(share));
        ready!(Pin::new(&mut self.stream).poll_read(cx, &mut part))?;
        let read = part.filled().len();
        buffer.advance(read);
        Poll::Ready(Ok(read))
    }

    fn read_body(&mut self, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let wanted = self.state.wanted();
        if wanted == 0 {
            self.state.hold_reader(cx);
            return Poll::Pending;
        }
        let before = buffer.filled().len();
        ready!(self.read_at_most(cx, buffer, wanted))?;
        if self.state.is_in_chunks() {
            let end = self.chunks_end.find(buffer.filled().get(before..).unwrap_or_default());
            self.keep_what_is_behind(buffer, before, end);
        }
        self.state.body_arrived(buffer.filled().len().saturating_sub(before));
        Poll::Ready(Ok(()))
    }

    fn read_head(&mut self, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        if self.head_share == 0 {
            // The framework parses the bytes read so far first.
            self.head_share = HEAD_SHARE;
            cx.waker().wake_by_ref();
            return Poll::Pending;
        }
        // Bytes that are kept are read without a wait for the client, so its time is looked at before.
        if !self.behind.is_empty()
            && self.state.has_begun()
            && let Poll::Ready(end) = self.wait_for_head(cx)
        {
            return Poll::Ready(end);
        }
        let before = buffer.filled().len();
        match self.read_at_most(cx, buffer, self.head_share) {
            Poll::Ready(Ok(read)) => {
                self.head_share = self.head_share.saturating_sub(read);
                if read > 0 {
                    self.state.head_arrives();
                    let end = self.head_end.find(buffer.filled().get(before..).unwrap_or_default());
                    self.keep_what_is_behind(buffer, before, end);
                }
                Poll::Ready(Ok(()))
            }
            Poll::Ready(Err(error)) => Poll::Ready(Err(error)),
            Poll::Pending => {
                self.head_share = HEAD_SHARE;
                self.wait_for_head(cx)
            }
        }
    }

    /// Takes the bytes behind the `end` of a head, or of a body in chunks, back out of the buffer, whose new bytes begin at `before`. So the
    /// framework never has the beginning of the next request while it serves this one, and the time of that one counts from the end of
    /// this answer.
    fn keep_what_is_behind(&mut self, buffer: &mut ReadBuf<'_>, before: usize, end: Option<usize>) {
        let Some(end) = end else { return };
        let behind = buffer.filled().get(before + end..).unwrap_or_default();
        // What is behind may be the rest of what was kept before.
        self.behind = [behind, &self.behind].concat().into();
        buffer.set_filled(before + end);
        self.parses_first = true;
    }

    /// Ends the connection like its client would, when the client's time is over.
    fn wait_for_head(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let (time, reason) = if self.state.has_begun() { (HEAD_TIME, CloseReason::HeadLate) } else { (IDLE_TIME, CloseReason::Idle) };
        if !self.alarm.has_passed(cx, self.state.since() + time) {
            return Poll::Pending;
        }
        self.admission.note(reason);
        if reason == CloseReason::HeadLate {
            // The socket buffer is empty: the client has taken all, or has disconnected.
            let _ = Pin::new(&mut self.stream).poll_write(cx, HEAD_LATE);
        }
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncRead for Connection<S> {
    fn poll_read(self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        this.check_place(cx)?;
        if this.state.is_stalled() {
            this.state.hold_reader(cx);
            return Poll::Pending;
        }
        if std::mem::take(&mut this.parses_first) {
            cx.waker().wake_by_ref();
            return Poll::Pending;
        }
        if this.state.is_serving() { this.read_body(cx, buffer) } else { this.read_head(cx, buffer) }
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for Connection<S> {
    fn poll_write(self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &[u8]) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        this.check_place(cx)?;
        let written = Pin::new(&mut this.stream).poll_write(cx, buffer);
        if written.is_ready() {
            this.state.answer_taken();
            return written;
        }
        let since = this.state.answer_stalls();
        if this.alarm.has_passed(cx, since + STALL_TIME) {
            this.admission.note(CloseReason::Stalled);
            return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
        }
        Poll::Pending
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_flush(cx)
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_shutdown(cx)
    }
}

/// One timer for all deadlines. Most deadlines are met, so it is not moved for each of them: it fires too early at times, and
/// is set again then.
#[derive(Debug)]
struct Alarm(Pin<Box<Sleep>>);

impl Alarm {
    fn at(due: Instant) -> Self {
        Self(Box::pin(sleep_until(due)))
    }

    /// Whether the deadline has passed. If not, the task is woken when it does.
    fn has_passed(&mut self, cx: &mut Context<'_>, due: Instant) -> bool {
        if self.0.deadline() > due {
            self.0.as_mut().reset(due);
        }
        while self.0.as_mut().poll(cx).is_ready() {
            if Instant::now() >= due {
                return true;
            }
            self.0.as_mut().reset(due);
        }
        false
    }
}

#[cfg(test)]
mod tests;
