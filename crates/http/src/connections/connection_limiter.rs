//! Counts connections, and selects the one that is closed if there are too many.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::Context;

use futures_util::task::AtomicWaker;
use tokio::time::Instant;

use crate::middleware::rate_limit::Caller;

/// Connections one client may have at a time: an IPv4 address or a /64 of IPv6. Configured proxies are not counted.
pub const MAX_PER_CLIENT: usize = 256;
/// Connections of all clients and proxies together.
pub const MAX_CONNECTIONS: usize = 4_096;

/// Why the server closed a connection or did not take it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CloseReason {
    /// Refused: its client is at its limit, and all its connections are being served.
    ClientFull,
    /// Refused: the server is at its limit, and no connection can be closed.
    ServerFull,
    /// It had waited longest for its client, and was closed to admit another one.
    MadeRoom,
    /// A request's head did not arrive in time.
    HeadLate,
    /// The client sent no further request.
    Idle,
    /// The client took nothing of its answer.
    Stalled,
}

impl CloseReason {
    /// All reasons.
    pub const ALL: [Self; 6] = [Self::ClientFull, Self::ServerFull, Self::MadeRoom, Self::HeadLate, Self::Idle, Self::Stalled];

    /// The reason's name in the metrics.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::ClientFull => "client_full",
            Self::ServerFull => "server_full",
            Self::MadeRoom => "made_room",
            Self::HeadLate => "head_late",
            Self::Idle => "idle",
            Self::Stalled => "stalled",
        }
    }
}

/// The connections of this process; all workers share it.
#[derive(Clone, Debug)]
pub struct ConnectionLimiter(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    capacity: usize,
    proxies: Vec<IpAddr>,
    begun: Instant,
    slots: Mutex<Slots>,
    closed: [AtomicU64; CloseReason::ALL.len()],
}

#[derive(Debug, Default)]
struct Slots {
    taken: usize,
    clients: HashMap<Caller, Vec<Arc<ConnectionSlot>>>,
}

/// The state of a connection, for other threads.
#[derive(Debug)]
pub(crate) struct ConnectionSlot {
    begun: Instant,
    /// The time since which the connection waits for its client, in milliseconds after `begun`, plus one; 0 while it does not
    /// wait.
    waits_since: AtomicU64,
    is_to_leave: AtomicBool,
    task: AtomicWaker,
}

impl ConnectionSlot {
    /// Notes the time since which the connection waits for its client.
    pub(crate) fn waits(&self, since: Instant) {
        let millis = since.saturating_duration_since(self.begun).as_millis();
        self.waits_since.store(u64::try_from(millis).unwrap_or(u64::MAX - 1) + 1, Ordering::Relaxed);
    }

    /// Notes that the connection waits for the server.
    pub(crate) fn works(&self) {
        self.waits_since.store(0, Ordering::Relaxed);
    }

    /// Whether the connection must close to admit another one. If not, the task is woken when it must.
    pub(crate) fn is_to_leave(&self, cx: &Context<'_>) -> bool {
        self.task.register(cx.waker());
        self.is_to_leave.load(Ordering::Acquire)
    }

    fn leave(&self) {
        self.is_to_leave.store(true, Ordering::Release);
        self.task.wake();
    }
}

impl ConnectionLimiter {
    /// No connections yet. `capacity` is the limit of all connections; `proxies` are addresses that are not counted as clients.
    #[must_use]
    pub fn new(capacity: usize, proxies: Vec<IpAddr>) -> Self {
        Self(Arc::new(Shared { capacity, proxies, begun: Instant::now(), slots: Mutex::default(), closed: Default::default() }))
    }

    /// Admits a connection from an address. If there is no room, it closes the connection that has waited longest for its
    /// client: of the same client, or, if the server is full, of the client with the most connections. `None` if there is no
    /// such connection.
    #[must_use]
    pub fn admit(&self, address: IpAddr) -> Option<AdmittedConnection> {
        let is_proxy = self.0.proxies.iter().any(|proxy| proxy.to_canonical() == address.to_canonical());
        let client = (!is_proxy).then(|| Caller::at(address));
        let mut slots = self.slots();
        if let Some(client) = client
            && slots.clients.get(&client).is_some_and(|own| own.len() >= MAX_PER_CLIENT)
        {
            self.make_room(&mut slots, Some(client), CloseReason::ClientFull)?;
        }
        if slots.taken >= self.0.capacity {
            self.make_room(&mut slots, None, CloseReason::ServerFull)?;
        }
        let begun = self.0.begun;
        let slot = ConnectionSlot { begun, waits_since: AtomicU64::new(0), is_to_leave: AtomicBool::new(false), task: AtomicWaker::new() };
        let slot = Arc::new(slot);
        slot.waits(Instant::now());
        slots.taken += 1;
        if let Some(client) = client {
            slots.clients.entry(client).or_default().push(slot.clone());
        }
        drop(slots);
        Some(AdmittedConnection { limiter: self.clone(), client, slot })
    }

    /// Tells a connection of this client, or of the client with the most, to close; counts `otherwise` if none can.
    fn make_room(&self, slots: &mut Slots, client: Option<Caller>, otherwise: CloseReason) -> Option<()> {
        let Some((client, leaving)) = slots.longest_waiting(client) else {
            self.note(otherwise);
            return None;
        };
        slots.remove(Some(client), &leaving);
        leaving.leave();
        self.note(CloseReason::MadeRoom);
        Some(())
    }

    /// The number of open connections.
    #[must_use]
    pub fn open(&self) -> usize {
        self.slots().taken
    }

    /// The number of connections that the server has closed or refused for this reason.
    #[must_use]
    pub fn closed(&self, reason: CloseReason) -> u64 {
        self.0.closed.get(reason as usize).map_or(0, |count| count.load(Ordering::Relaxed))
    }

    fn note(&self, reason: CloseReason) {
        if let Some(count) = self.0.closed.get(reason as usize) {
            count.fetch_add(1, Ordering::Relaxed);
        }
    }

    fn slots(&self) -> MutexGuard<'_, Slots> {
        self.0.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Slots {
    /// The connection that has waited longest for its client: of this client, or else of the client with the most connections
    /// among the clients with a waiting connection.
    fn longest_waiting(&self, client: Option<Caller>) -> Option<(Caller, Arc<ConnectionSlot>)> {
        let of_client = |(client, slots): (&Caller, &Vec<Arc<ConnectionSlot>>)| {
            let waiting = slots.iter().map(|slot| (slot.waits_since.load(Ordering::Relaxed), slot)).filter(|(since, _)| *since > 0);
            waiting.min_by_key(|(since, _)| *since).map(|(since, slot)| (slots.len(), since, *client, slot.clone()))
        };
        let found = match client {
            Some(client) => self.clients.get_key_value(&client).and_then(of_client),
            None => self.clients.iter().filter_map(of_client).max_by_key(|(len, since, ..)| (*len, u64::MAX - since)),
        };
        found.map(|(_, _, client, slot)| (client, slot))
    }

    fn remove(&mut self, client: Option<Caller>, leaving: &Arc<ConnectionSlot>) {
        let Some(client) = client else {
            self.taken = self.taken.saturating_sub(1);
            return;
        };
        let Some(own) = self.clients.get_mut(&client) else { return };
        // A connection told to close was removed then.
        let Some(at) = own.iter().position(|slot| Arc::ptr_eq(slot, leaving)) else { return };
        own.swap_remove(at);
        self.taken = self.taken.saturating_sub(1);
        if own.is_empty() {
            self.clients.remove(&client);
        }
    }
}

/// The slot of an admitted connection, free again when this is dropped.
#[derive(Debug)]
pub struct AdmittedConnection {
    limiter: ConnectionLimiter,
    client: Option<Caller>,
    slot: Arc<ConnectionSlot>,
}

impl AdmittedConnection {
    pub(crate) fn slot(&self) -> &Arc<ConnectionSlot> {
        &self.slot
    }

    /// Notes that the server closes the connection for this reason.
    pub(crate) fn note(&self, reason: CloseReason) {
        self.limiter.note(reason);
    }
}

impl Drop for AdmittedConnection {
    fn drop(&mut self) {
        self.limiter.slots().remove(self.client, &self.slot);
    }
}

#[cfg(test)]
mod tests;
