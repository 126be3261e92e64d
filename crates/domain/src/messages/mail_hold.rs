//! The hold on the mails of the outbox after a restore: some of them were sent between the snapshot and the loss of the shop.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::accounts::actor::Actor;
use crate::shared::error::ReadError;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeldMails {
    /// When the shop was restored.
    pub since: DateTime<Utc>,
    /// The moment of the backup: mails that were sent after it wait again.
    pub snapshot_at: DateTime<Utc>,
    /// The number of mails that wait.
    pub waiting: u64,
}

/// The hold that a restore puts on mails of the outbox and of the contact page. While it lasts,
/// [`crate::messages::ports::MailOutbox::take_due`] and [`crate::messages::contact::ContactInbox::take_due`] take none; mails are queued as
/// ever. Mails that a user waits for, such as links that set a password, are sent.
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait MailHold: Send + Sync {
    /// The hold, if there is one.
    async fn held(&self) -> Result<Option<HeldMails>, ReadError>;

    /// Ends the hold and writes it to the audit log, in one transaction. Returns the number of mails that waited; `None` where none were
    /// held, which changes nothing.
    async fn release(&self, by: &Actor, now: DateTime<Utc>) -> Result<Option<u64>, ReadError>;
}
