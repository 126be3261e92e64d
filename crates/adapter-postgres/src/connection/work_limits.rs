//! Connection quotas for each kind of work, and queue limits for each locked row (bulkheads).
//!
//! A statement that waits for a lock holds its connection. So work that may wait has a share of the connections, and one row takes
//! few of that share: a locked product stops orders for this product, not orders for others, sign-ins or reads. Requests beyond the
//! share wait here, without a connection.

pub(crate) mod row_of;

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{AcquireError, OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

/// The most connections that wait for one row: one that has its lock or waits for it, and one that is next.
const PER_ROW: usize = 2;
/// The time for which turns at other rows are kept while one row is waited for. Most transactions end sooner; a row that is locked
/// longer must not delay requests for the other rows alone.
const BRIEF_WAIT: Duration = Duration::from_millis(100);

/// A kind of work that has a share of the connections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Work {
    /// Orders, products, stock and imports, which wait for rows of products and orders.
    Orders,
    /// Sign-ins, accounts and reviews, which wait for rows of users.
    Accounts,
}

impl Work {
    const ALL: [Self; 2] = [Self::Orders, Self::Accounts];

    const fn name(self) -> &'static str {
        match self {
            Self::Orders => "orders",
            Self::Accounts => "accounts",
        }
    }

    /// The share of a pool of this many connections: at least one.
    fn share(self, connections: usize) -> usize {
        let part = match self {
            Self::Orders => connections / 2,
            Self::Accounts => connections / 4,
        };
        part.max(1)
    }
}

/// The load of one kind of work at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WorkLoad {
    /// `orders` or `accounts`.
    pub work: &'static str,
    /// The most connections it may hold.
    pub max: usize,
    /// The number of turns that are taken.
    pub in_use: usize,
    /// The number of requests that wait for a turn.
    pub waiting: usize,
    /// The number of requests since the start that got no turn in time.
    pub refused: u64,
}

/// The share of one kind of work.
struct Share {
    work: Work,
    max: usize,
    room: Arc<Semaphore>,
    waiting: AtomicUsize,
    refused: AtomicU64,
}

/// All shares, and the rows that requests are about to lock.
#[derive(Clone)]
pub(crate) struct Bulkhead {
    shares: Arc<[Share; Work::ALL.len()]>,
    rows: Arc<Rows>,
}

/// A turn, held until the work is done.
pub(crate) struct Permit {
    // Fields are dropped in this order: the share is free before the rows are.
    _share: OwnedSemaphorePermit,
    _rows: Vec<RowTurn>,
}

impl Bulkhead {
    /// The turns of a pool of this many connections.
    pub(crate) fn of(connections: usize) -> Self {
        let share = |work: Work| {
            let max = work.share(connections);
            let (waiting, refused) = (AtomicUsize::new(0), AtomicU64::new(0));
            Share { work, max, room: Arc::new(Semaphore::new(max)), waiting, refused }
        };
        Self { shares: Arc::new(Work::ALL.map(share)), rows: Arc::default() }
    }

    /// Waits for a turn at work on these rows, each named by its table and key. Rows are taken in the order of their names, so that
    /// two requests cannot deadlock, and before the share: a request that waits for a row takes nothing from others.
    pub(crate) async fn take(&self, work: Work, mut rows: Vec<String>) -> Result<Permit, AcquireError> {
        let share = self.share(work);
        let mut waiting = Waiting { share, is_served: false };
        share.waiting.fetch_add(1, Ordering::Relaxed);
        rows.sort_unstable();
        rows.dedup();
        let had = Rows::take_all(&self.rows, &rows).await?;
        let permit = share.room.clone().acquire_owned().await?;
        waiting.is_served = true;
        Ok(Permit { _share: permit, _rows: had })
    }

    fn share(&self, work: Work) -> &Share {
        let [orders, accounts] = &*self.shares;
        match work {
            Work::Orders => orders,
            Work::Accounts => accounts,
        }
    }

    /// The present load, by kind.
    pub(crate) fn going_on(&self) -> Vec<WorkLoad> {
        let of = |share: &Share| WorkLoad {
            work: share.work.name(),
            max: share.max,
            in_use: share.max.saturating_sub(share.room.available_permits()),
            waiting: share.waiting.load(Ordering::Relaxed),
            refused: share.refused.load(Ordering::Relaxed),
        };
        self.shares.iter().map(of).collect()
    }
}

/// Counts a request that waits for a turn. One that stops waiting without a turn counts as refused.
struct Waiting<'a> {
    share: &'a Share,
    is_served: bool,
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.share.waiting.fetch_sub(1, Ordering::Relaxed);
        if !self.is_served {
            self.share.refused.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// The rows that requests are about to lock, by name; a row without requests has no entry.
#[derive(Default)]
struct Rows(Mutex<HashMap<String, Wanted>>);

struct Wanted {
    room: Arc<Semaphore>,
    /// The requests for the row, with those that have their turn.
    by: usize,
}

impl Rows {
    /// Takes a turn at each row, in the given order. If a row is not free within [`BRIEF_WAIT`], the turns that were taken before
    /// it are released during the wait, and taken again afterwards.
    async fn take_all(rows: &Arc<Self>, names: &[String]) -> Result<Vec<RowTurn>, AcquireError> {
        'again: loop {
            let mut taken = Vec::with_capacity(names.len());
            for name in names {
                let Ok(turn) = timeout(BRIEF_WAIT, Self::take(rows, name.clone())).await else {
                    drop(taken);
                    drop(Self::take(rows, name.clone()).await?);
                    continue 'again;
                };
                taken.push(turn?);
            }
            return Ok(taken);
        }
    }

    async fn take(rows: &Arc<Self>, name: String) -> Result<RowTurn, AcquireError> {
        let room = {
            let mut wanted = rows.wanted();
            let row = wanted.entry(name.clone()).or_insert_with(|| Wanted { room: Arc::new(Semaphore::new(PER_ROW)), by: 0 });
            row.by += 1;
            row.room.clone()
        };
        // Created first, so that a request that stops waiting is no longer counted.
        let mut turn = RowTurn { rows: rows.clone(), name, permit: None };
        turn.permit = Some(room.acquire_owned().await?);
        Ok(turn)
    }

    fn wanted(&self) -> MutexGuard<'_, HashMap<String, Wanted>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

struct RowTurn {
    rows: Arc<Rows>,
    name: String,
    permit: Option<OwnedSemaphorePermit>,
}

impl Drop for RowTurn {
    fn drop(&mut self) {
        self.permit = None;
        let mut wanted = self.rows.wanted();
        if let Some(row) = wanted.get_mut(&self.name) {
            row.by = row.by.saturating_sub(1);
            if row.by == 0 {
                wanted.remove(&self.name);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::future::Future;

    use super::*;

    async fn soon<T, E>(work: impl Future<Output = Result<T, E>>) -> Option<T> {
        tokio::time::timeout(Duration::from_millis(50), work).await.ok().and_then(Result::ok)
    }

    fn row(name: &str) -> Vec<String> {
        vec![name.to_owned()]
    }

    #[tokio::test]
    async fn one_row_takes_two_turns_and_leaves_the_others() {
        let turns = Bulkhead::of(16);
        let held = (soon(turns.take(Work::Orders, row("a"))).await.unwrap(), soon(turns.take(Work::Orders, row("a"))).await.unwrap());
        assert!(soon(turns.take(Work::Orders, row("a"))).await.is_none());
        assert!(soon(turns.take(Work::Orders, vec!["b".to_owned(), "a".to_owned()])).await.is_none());
        assert!(soon(turns.take(Work::Orders, row("b"))).await.is_some(), "who waited for both rows in vain keeps neither");
        drop(held.0);
        assert!(soon(turns.take(Work::Orders, row("a"))).await.is_some());
        drop(held.1);
        assert!(turns.rows.wanted().is_empty(), "rows without requests have no entry");
    }

    #[tokio::test(start_paused = true)]
    async fn who_waits_for_a_held_row_keeps_no_other() {
        let turns = Bulkhead::of(16);
        let held = [turns.take(Work::Orders, row("b")).await.unwrap(), turns.take(Work::Orders, row("b")).await.unwrap()];
        let wanting: Vec<_> = (0..3)
            .map(|_| {
                let turns = turns.clone();
                tokio::spawn(async move { turns.take(Work::Orders, vec!["a".to_owned(), "b".to_owned()]).await.unwrap() })
            })
            .collect();
        tokio::time::sleep(BRIEF_WAIT * 2).await;
        assert!(soon(turns.take(Work::Orders, row("a"))).await.is_some(), "those who wait for b keep nothing of a");
        drop(held);
        for wanted in wanting {
            drop(wanted.await.unwrap());
        }
        assert!(turns.rows.wanted().is_empty());
    }

    #[tokio::test]
    async fn each_kind_of_work_has_its_share() {
        let turns = Bulkhead::of(16);
        let mut held = Vec::new();
        while let Some(turn) = soon(turns.take(Work::Orders, row(&held.len().to_string()))).await {
            held.push(turn);
        }
        assert_eq!(held.len(), 8);
        assert!(soon(turns.take(Work::Accounts, Vec::new())).await.is_some());
        let [orders, ..] = turns.going_on()[..] else { panic!("two kinds") };
        assert_eq!(orders, WorkLoad { work: "orders", max: 8, in_use: 8, waiting: 0, refused: 1 });
        held.pop();
        assert!(soon(turns.take(Work::Orders, Vec::new())).await.is_some());
    }

    #[tokio::test]
    async fn a_pool_of_one_has_a_turn_for_each() {
        let turns = Bulkhead::of(1);
        for work in Work::ALL {
            assert!(soon(turns.take(work, Vec::new())).await.is_some(), "{work:?}");
        }
    }
}
