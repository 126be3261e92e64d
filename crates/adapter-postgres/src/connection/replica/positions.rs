//! The state of the primary that a replica must have reached before it may answer.
//!
//! Positions are those of the primary's write-ahead log, as bytes. A commit is written there before others see it, so a position that is
//! read after a state of the database covers every commit of that state.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use diesel::QueryableByName;
use diesel::sql_types::{BigInt, Text};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::catalog::ports::Commit;

use crate::connection::replica::fallback::Fallback;
use crate::error::DbError;
use crate::query::sql::Sql;

/// The time for which the changes of others count as known after a poll, as for cached answers (`GOOD_FOR` of the follower). Later the
/// primary is read.
const HEARD_FOR: Duration = Duration::from_millis(900);
/// The most that a report may lack: the changes of customers and of other instances in this time. The dashboard is fetched again every
/// minute, so 10 s are not seen, and a replica that is overloaded for a moment keeps taking the reports off the primary.
pub(super) const REPORT_AGE: Duration = Duration::from_secs(10);

/// The identity of a server's database, and the branch of its history: a promoted replica begins a new timeline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Origin {
    /// Of the server and its database: the same in all physical copies, and in no other database.
    pub(super) database: String,
    /// The number of the timeline.
    pub(super) timeline: i64,
}

/// An expression for [`Origin::database`], of `c` and `d` in [`ORIGIN_FROM`].
pub(super) const DATABASE: &str = "c.system_identifier::text || '/' || d.oid::text AS database";
/// The rows that [`DATABASE`] reads.
pub(super) const ORIGIN_FROM: &str = "pg_control_system() c, pg_database d WHERE d.datname = current_database()";

/// A position of the primary.
#[derive(Clone, Debug, QueryableByName)]
struct PositionRow {
    #[diesel(sql_type = BigInt)]
    position: i64,
    #[diesel(sql_type = BigInt)]
    timeline: i64,
    #[diesel(sql_type = Text)]
    database: String,
}

/// A kind of read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Read {
    /// Of what the public catalogue shows. It includes every change that this process knows, so that it may be kept as its answer.
    Catalogue,
    /// Of the shop's figures. It lacks at most the last 10 s, and no change by staff through this process.
    Report,
}

/// What a replica must have reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Required {
    pub(super) origin: Origin,
    pub(super) position: i64,
}

/// The positions of the primary, noted with each state of the catalogue that this process learns.
#[derive(Debug, Default)]
pub(crate) struct Positions {
    own: AtomicU64,
    by_staff: AtomicU64,
    known: Mutex<Option<Known>>,
}

/// The numbers of own changes at one moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct OwnCounts {
    own: u64,
    by_staff: u64,
}

#[derive(Debug)]
struct Known {
    origin: Origin,
    /// When the last poll began.
    asked: Instant,
    /// The own changes that the last poll covers.
    covered: OwnCounts,
    /// The position at the last change of the catalogue.
    catalogue: i64,
    /// The position of the first poll after the last change by staff.
    by_staff: i64,
    /// The positions of the last [`REPORT_AGE`], the oldest first.
    recent: VecDeque<(Instant, i64)>,
}

/// A poll of the catalogue's changes that was answered.
pub(crate) struct Poll {
    pub(crate) asked: Instant,
    /// The own changes before it began.
    pub(crate) own: OwnCounts,
    /// Whether the catalogue changed since the last one.
    pub(crate) is_changed: bool,
}

impl Positions {
    pub(crate) fn count(&self, change: Commit) {
        let count = match change {
            Commit::Catalogue => &self.own,
            Commit::ByStaff => &self.by_staff,
        };
        count.fetch_add(1, Ordering::AcqRel);
    }

    /// The own changes until now.
    pub(crate) fn own(&self) -> OwnCounts {
        // By the name of the type: Diesel's `load` is in scope.
        let read = |count| AtomicU64::load(count, Ordering::Acquire);
        OwnCounts { own: read(&self.own), by_staff: read(&self.by_staff) }
    }

    /// Reads the primary's present position, which covers a poll that was answered before on this connection, and notes it. No one
    /// takes the changes that the poll found for known before this returns. While the position cannot be read, the primary is.
    pub(crate) async fn note(&self, connection: &mut AsyncPgConnection, poll: Poll) {
        let row: PositionRow = match position_of_primary().get_result(connection).await {
            Ok(row) => row,
            Err(error) => {
                tracing::debug!(%error, "the position of the primary was not read");
                *self.known() = None;
                return;
            }
        };
        self.learn(Origin { database: row.database, timeline: row.timeline }, &poll, row.position);
    }

    fn learn(&self, origin: Origin, poll: &Poll, position: i64) {
        let mut known = self.known();
        *known = Some(match known.take() {
            Some(before) if before.origin == origin && before.recent.back().is_none_or(|(_, last)| *last <= position) => {
                before.advanced(poll, position)
            }
            // The first position, or that of another history: nothing before it counts.
            _ => Known::begun(origin, poll, position),
        });
    }

    /// What a replica must have reached for a read that begins now.
    pub(super) fn required(&self, read: Read) -> Result<Required, Fallback> {
        let now = self.own();
        let known = self.known();
        let known = known.as_ref().filter(|known| known.asked.elapsed() < HEARD_FOR).ok_or(Fallback::Unheard)?;
        let position = match read {
            Read::Catalogue if known.covered.own != now.own => return Err(Fallback::OwnChange),
            Read::Catalogue => known.catalogue,
            Read::Report if known.covered.by_staff != now.by_staff => return Err(Fallback::OwnChange),
            Read::Report => known.oldest_allowed().max(known.by_staff),
        };
        Ok(Required { origin: known.origin.clone(), position })
    }

    /// The last position; `None` before the first one.
    pub(super) fn latest(&self) -> Option<Required> {
        let known = self.known();
        let known = known.as_ref()?;
        known.recent.back().map(|(_, position)| Required { origin: known.origin.clone(), position: *position })
    }

    /// How far behind a server is that replayed up to this position; `None` if it lacks more than the positions of the last 10 s.
    pub(super) fn lag(&self, replayed: i64) -> Option<Duration> {
        let known = self.known();
        let Some(known) = known.as_ref() else { return Some(Duration::ZERO) };
        let missing = known.recent.partition_point(|(_, position)| *position <= replayed);
        match (missing.checked_sub(1).and_then(|last| known.recent.get(last)), known.recent.get(missing)) {
            (_, None) => Some(Duration::ZERO),
            (Some((at, _)), Some(_)) => Some(at.elapsed()),
            (None, Some(_)) => None,
        }
    }

    fn known(&self) -> MutexGuard<'_, Option<Known>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Known {
    fn begun(origin: Origin, poll: &Poll, position: i64) -> Self {
        let recent = VecDeque::from([(poll.asked, position)]);
        Self { origin, asked: poll.asked, covered: poll.own, catalogue: position, by_staff: position, recent }
    }

    fn advanced(mut self, poll: &Poll, position: i64) -> Self {
        if poll.is_changed {
            self.catalogue = position;
        }
        if poll.own.by_staff != self.covered.by_staff {
            self.by_staff = position;
        }
        (self.asked, self.covered) = (poll.asked, poll.own);
        self.recent.push_back((poll.asked, position));
        while self.recent.len() > 1 && self.recent.front().is_some_and(|(at, _)| at.elapsed() > REPORT_AGE) {
            self.recent.pop_front();
        }
        self
    }

    /// The oldest position that covers all but the last [`REPORT_AGE`].
    fn oldest_allowed(&self) -> i64 {
        let young = self.recent.iter().find(|(at, _)| at.elapsed() <= REPORT_AGE);
        young.or(self.recent.back()).map_or(i64::MAX, |(_, position)| *position)
    }
}

/// The position of a primary. The insert position: with `synchronous_commit = off` a commit is visible before it is flushed.
pub(super) fn position_of_primary() -> Sql {
    Sql::new(
        "SELECT (at.lsn - '0/0'::pg_lsn)::bigint AS position, ('x' || left(pg_walfile_name(at.lsn), 8))::bit(32)::bigint AS timeline, ",
    )
    .sql(DATABASE)
    .sql(" FROM (SELECT pg_current_wal_insert_lsn() AS lsn) at, ")
    .sql(ORIGIN_FROM)
}

pub(super) async fn origin_of_primary(connection: &mut AsyncPgConnection) -> Result<Origin, DbError> {
    let row: PositionRow = position_of_primary().get_result(connection).await?;
    Ok(Origin { database: row.database, timeline: row.timeline })
}

#[cfg(test)]
mod tests;
