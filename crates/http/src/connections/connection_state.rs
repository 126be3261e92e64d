//! The state of a connection: whether its client owes a request, its body or the reading of an answer, or the server owes an answer.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;
use std::task::{Context, Waker};

use tokio::time::Instant;

use super::connection_limiter::ConnectionSlot;

/// Bytes of a body that are read when the request waits for it. Together with the rest of a head, this stays below the 128 KiB
/// at which the framework would poll without end.
const BODY_SHARE: usize = 64 * 1_024;

/// Shared by a connection and the request on it; both live on one thread.
#[derive(Debug)]
pub(crate) struct ConnectionState {
    slot: Arc<ConnectionSlot>,
    is_serving: Cell<bool>,
    /// Bytes of its body that the request being served waits for.
    wanted: Cell<usize>,
    /// Bytes of its body that have not been read; `None` where only the chunks tell where it ends.
    body_left: Cell<Option<u64>>,
    /// The time since which the request being served waits for its body, or of the last bytes of it; `None` while it does not
    /// wait.
    body_since: Cell<Option<Instant>>,
    /// The time since which the client takes nothing, while bytes wait to be written.
    stalled_since: Cell<Option<Instant>>,
    /// The time since which the server waits for a request, or when its first byte arrived.
    since: Cell<Instant>,
    has_begun: Cell<bool>,
    reader: RefCell<Option<Waker>>,
}

impl ConnectionState {
    /// A new connection, which waits for its first request.
    pub(crate) fn new(slot: Arc<ConnectionSlot>) -> Rc<Self> {
        Rc::new(Self {
            slot,
            is_serving: Cell::new(false),
            wanted: Cell::new(0),
            body_left: Cell::new(None),
            body_since: Cell::new(None),
            stalled_since: Cell::new(None),
            since: Cell::new(Instant::now()),
            // There is no pause before the first request.
            has_begun: Cell::new(true),
            reader: RefCell::new(None),
        })
    }

    pub(crate) fn slot(&self) -> &ConnectionSlot {
        &self.slot
    }

    /// A request's head has arrived: the server is busy until the returned value is dropped.
    pub(crate) fn serve(self: &Rc<Self>) -> ServedRequest {
        self.is_serving.set(true);
        self.sync_slot();
        ServedRequest(self.clone())
    }

    pub(crate) fn is_serving(&self) -> bool {
        self.is_serving.get()
    }

    /// The request being served waits for more of its body: the client owes it.
    pub(crate) fn want_body(&self) {
        if self.is_serving() {
            self.wanted.set(BODY_SHARE);
            if self.body_since.get().is_none() {
                self.body_since.set(Some(Instant::now()));
                self.sync_slot();
            }
            self.wake_reader();
        }
    }

    /// The request being served received a part of its body, or gave it up: it does not wait for the client now.
    pub(crate) fn body_taken(&self) {
        self.body_since.set(None);
        self.sync_slot();
    }

    /// The request being served declares a body of this length; `None` for one in chunks.
    pub(crate) fn declare_body(&self, length: Option<u64>) {
        self.body_left.set(length);
    }

    /// Whether only its chunks tell where the body of the request being served ends.
    pub(crate) fn is_in_chunks(&self) -> bool {
        self.body_left.get().is_none()
    }

    /// The request being served has all of its body.
    pub(crate) fn want_nothing(&self) {
        self.wanted.set(0);
        self.body_taken();
    }

    /// Bytes of a body that may be read now: none behind its end.
    pub(crate) fn wanted(&self) -> usize {
        let left = self.body_left.get().and_then(|left| usize::try_from(left).ok()).unwrap_or(usize::MAX);
        self.wanted.get().min(left)
    }

    /// Bytes of a body were read. The request may still wait: they need not complete a chunk of the body.
    pub(crate) fn body_arrived(&self, bytes: usize) {
        self.wanted.set(self.wanted.get().saturating_sub(bytes));
        let read = u64::try_from(bytes).unwrap_or(u64::MAX);
        self.body_left.set(self.body_left.get().map(|left| left.saturating_sub(read)));
        if bytes > 0 && self.body_since.get().is_some() {
            self.body_since.set(Some(Instant::now()));
            self.sync_slot();
        }
    }

    /// Bytes arrived while no request was served: the next one has begun.
    pub(crate) fn head_arrives(&self) {
        if !self.has_begun.replace(true) {
            self.client_waits_from_now();
        }
    }

    /// Whether the next request has begun to arrive.
    pub(crate) fn has_begun(&self) -> bool {
        self.has_begun.get()
    }

    /// The time since which the server waits for a request, or when it began.
    pub(crate) fn since(&self) -> Instant {
        self.since.get()
    }

    /// Notes that the client takes nothing of the written bytes; returns the time since which.
    pub(crate) fn answer_stalls(&self) -> Instant {
        if let Some(since) = self.stalled_since.get() {
            return since;
        }
        let now = Instant::now();
        self.stalled_since.set(Some(now));
        self.sync_slot();
        now
    }

    /// Whether the client takes nothing of the written bytes.
    pub(crate) fn is_stalled(&self) -> bool {
        self.stalled_since.get().is_some()
    }

    /// Notes that the client has taken some of the written bytes.
    pub(crate) fn answer_taken(&self) {
        if self.stalled_since.take().is_none() {
            return;
        }
        if !self.is_serving() && !self.has_begun() {
            self.since.set(Instant::now());
        }
        self.sync_slot();
        self.wake_reader();
    }

    /// Whether the connection waits for the server, not for its client.
    pub(crate) fn is_busy(&self) -> bool {
        self.waits_since().is_none()
    }

    /// The time since which the connection waits for its client: to take an answer, to send a body or to send a request.
    fn waits_since(&self) -> Option<Instant> {
        self.stalled_since.get().or_else(|| if self.is_serving() { self.body_since.get() } else { Some(self.since()) })
    }

    fn sync_slot(&self) {
        match self.waits_since() {
            Some(since) => self.slot.waits(since),
            None => self.slot.works(),
        }
    }

    /// Notes that nothing may be read now. The task is woken when that changes.
    pub(crate) fn hold_reader(&self, cx: &Context<'_>) {
        self.reader.replace(Some(cx.waker().clone()));
    }

    fn client_waits_from_now(&self) {
        self.since.set(Instant::now());
        self.sync_slot();
    }

    fn wake_reader(&self) {
        if let Some(reader) = self.reader.take() {
            reader.wake();
        }
    }
}

/// A request that is being served, or whose answer is being written; the server owes the connection an answer until it is dropped.
#[derive(Debug)]
pub(crate) struct ServedRequest(Rc<ConnectionState>);

impl ServedRequest {
    pub(crate) fn state(&self) -> &Rc<ConnectionState> {
        &self.0
    }
}

impl Drop for ServedRequest {
    fn drop(&mut self) {
        self.0.is_serving.set(false);
        self.0.has_begun.set(false);
        self.0.want_nothing();
        self.0.client_waits_from_now();
        self.0.wake_reader();
    }
}
