//! Holding mails after a restore.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::messages::mail_hold::HeldMails;
use crate::reports::audit::Actor;
use crate::shared::ports::PortError;

/// The hold that a restore puts on mails of the outbox and of the contact page. While it lasts,
/// [`crate::messages::ports::MailOutbox::take_due`] and [`crate::messages::ports::ContactInbox::take_due`] take none; mails are queued as
/// ever. Mails that a user waits for, such as links that set a password, are sent.
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait MailHold: Send + Sync {
    /// The hold, if there is one.
    async fn held(&self) -> Result<Option<HeldMails>, PortError>;

    /// Ends the hold and writes it to the audit log, in one transaction. Returns the number of mails that waited; `None` where none were
    /// held, which changes nothing.
    async fn release(&self, by: &Actor, now: DateTime<Utc>) -> Result<Option<u64>, PortError>;
}
