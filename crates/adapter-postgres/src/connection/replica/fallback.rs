//! Why a read went to the primary although a replica is named, and how often.

use std::sync::atomic::{AtomicU64, Ordering};

use diesel::result::{DatabaseErrorKind, Error as DieselError};

use crate::error::DbError;

/// Why the primary was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fallback {
    /// The replica has not replayed what the read must include.
    Behind,
    /// This process made a change that no poll covers yet.
    OwnChange,
    /// The primary's position is not known, or too old.
    Unheard,
    /// All connections to the replica are in use.
    Busy,
    /// The replica does not answer, or failed lately.
    Down,
    /// The server is no replica, or one of another database or history.
    Foreign,
    /// The answer did not come in time.
    Slow,
    /// The statement was cancelled, because it stood in the way of the replay.
    Conflict,
    Failed,
}

impl Fallback {
    /// All of them, in the order of their declaration.
    const ALL: [Self; 9] =
        [Self::Behind, Self::OwnChange, Self::Unheard, Self::Busy, Self::Down, Self::Foreign, Self::Slow, Self::Conflict, Self::Failed];

    /// Why a statement at the replica failed. The server's message of a conflict is the same with the codes 40001, 57014 and 57P01.
    pub(super) fn of(error: &DbError) -> Self {
        match error {
            DbError::Statement(DieselError::DatabaseError(kind, info)) => {
                let is_conflict = *kind == DatabaseErrorKind::SerializationFailure || info.message().contains("conflict with recovery");
                match kind {
                    _ if is_conflict => Self::Conflict,
                    // The health probe notices a server that went.
                    DatabaseErrorKind::ClosedConnection | DatabaseErrorKind::UnableToSendCommand => Self::Down,
                    _ if info.message().starts_with("terminating connection") => Self::Down,
                    _ => Self::Failed,
                }
            }
            _ => Self::Failed,
        }
    }

    /// Whether the next read would probably meet the same, after a wait: then the replica is left alone for a while.
    pub(super) const fn lasts(self) -> bool {
        matches!(self, Self::Foreign | Self::Slow | Self::Failed)
    }

    /// Its name in metrics.
    const fn name(self) -> &'static str {
        match self {
            Self::Behind => "behind",
            Self::OwnChange => "own_change",
            Self::Unheard => "unheard",
            Self::Busy => "busy",
            Self::Down => "down",
            Self::Foreign => "foreign",
            Self::Slow => "slow",
            Self::Conflict => "conflict",
            Self::Failed => "failed",
        }
    }
}

/// How often the replica answered, and why it did not.
#[derive(Debug, Default)]
pub(super) struct Tally {
    answered: AtomicU64,
    fallbacks: [AtomicU64; Fallback::ALL.len()],
}

impl Tally {
    /// Counts the end of a read.
    pub(super) fn count<T>(&self, outcome: &Result<T, Fallback>) {
        let count = match outcome {
            Ok(_) => Some(&self.answered),
            Err(reason) => self.fallbacks.get(*reason as usize),
        };
        if let Some(count) = count {
            count.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// The reads that the replica answered.
    pub(super) fn answered(&self) -> u64 {
        self.answered.load(Ordering::Relaxed)
    }

    /// The reads that went to the primary, by reason.
    pub(super) fn fallbacks(&self) -> Vec<(&'static str, u64)> {
        let counts = Fallback::ALL.iter().zip(&self.fallbacks);
        counts.map(|(reason, count)| (reason.name(), count.load(Ordering::Relaxed))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conflicts_with_the_replay_are_told_from_other_failures() {
        let of_kind =
            |kind, message: &str| Fallback::of(&DbError::Statement(DieselError::DatabaseError(kind, Box::new(message.to_owned()))));
        let unknown = DatabaseErrorKind::Unknown;
        assert_eq!(of_kind(unknown, "canceling statement due to conflict with recovery"), Fallback::Conflict);
        assert_eq!(of_kind(unknown, "terminating connection due to conflict with recovery"), Fallback::Conflict);
        assert_eq!(of_kind(DatabaseErrorKind::SerializationFailure, "could not serialize access"), Fallback::Conflict);
        assert_eq!(of_kind(unknown, "canceling statement due to statement timeout"), Fallback::Failed);
        assert_eq!(of_kind(unknown, "terminating connection due to administrator command"), Fallback::Down);
        assert_eq!(of_kind(DatabaseErrorKind::ClosedConnection, "connection closed"), Fallback::Down);
        assert_eq!(Fallback::of(&DbError::Connection("gone".into())), Fallback::Failed);
    }

    #[test]
    fn each_reason_has_a_count_of_its_own() {
        let tally = Tally::default();
        tally.count(&Ok(()));
        for reason in Fallback::ALL {
            tally.count::<()>(&Err(reason));
        }
        assert_eq!(tally.answered(), 1);
        assert!(tally.fallbacks().iter().all(|(_, count)| *count == 1), "{tally:?}");
    }
}
