//! The hold on the mails of the outbox after a restore: some of them were sent between the snapshot and the loss of the shop.

use chrono::{DateTime, Utc};

/// Mails that are held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeldMails {
    /// When the shop was restored.
    pub since: DateTime<Utc>,
    /// The moment of the backup: mails that were sent after it wait again.
    pub snapshot_at: DateTime<Utc>,
    /// The number of mails that wait.
    pub waiting: u64,
}
