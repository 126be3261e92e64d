//! The outbox of mails.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::messages::outbox::{MailId, NewMail, TakenMail};
use crate::shared::ports::PortError;

/// Keeps mails until the mail server took them. A mail about a change is queued in the transaction of the change, by the port of the
/// change; [`MailOutbox::enqueue`] is for mails that no change causes.
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait MailOutbox: Send + Sync {
    /// Queues a mail, unless one with its key was queued before. Returns whether it was queued.
    ///
    /// A mail keeps the language that its recipient has now: the one of the user with this address, if the address is verified, and
    /// English otherwise. The ports that queue mails with a change do the same.
    ///
    /// # Errors
    /// [`PortError`] when the store fails; the mail is not queued then.
    async fn enqueue(&self, mail: &NewMail) -> Result<bool, PortError>;

    /// Takes up to `limit` mails that are due at `now`, the longest waiting first, and counts the attempt. A taken mail is due again
    /// after [`crate::messages::outbox::LEASE`], unless its result is noted before. Concurrent callers get different mails.
    ///
    /// # Errors
    /// [`PortError`] when the store fails.
    async fn take_due(&self, now: DateTime<Utc>, limit: usize) -> Result<Vec<TakenMail>, PortError>;

    /// Notes that the mail server took a mail: it is never due again.
    ///
    /// # Errors
    /// [`PortError`] when the store fails.
    async fn mark_sent(&self, mail: MailId, now: DateTime<Utc>) -> Result<(), PortError>;

    /// Notes that the attempt failed. The mail is due again at `again`; `None` gives it up. A sent mail stays sent.
    ///
    /// # Errors
    /// [`PortError`] when the store fails.
    async fn mark_failed(&self, mail: MailId, again: Option<DateTime<Utc>>) -> Result<(), PortError>;
}
