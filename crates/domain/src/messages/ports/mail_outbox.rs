//! The outbox of mails.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::messages::outbox::{MailEnding, MailId, NewMail, TakenMail, UndeliveredMail};
use crate::messages::ports::mailer::ServerAnswer;
use crate::shared::email::EmailAddress;
use crate::shared::error::ReadError;
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
    async fn take_due(&self, now: DateTime<Utc>, limit: usize) -> Result<Vec<TakenMail>, PortError>;

    /// Notes that the mail server took a mail: it is never due again.
    async fn mark_sent(&self, mail: MailId, now: DateTime<Utc>) -> Result<(), PortError>;

    /// Notes that the attempt failed, with the answer of the mail server. The mail is due again at `again`. A mail that was sent or ended
    /// stays so.
    async fn mark_failed(&self, mail: MailId, again: DateTime<Utc>, answer: &ServerAnswer) -> Result<(), PortError>;

    /// Puts off a mail that was taken and not tried: the attempt does not count, and the mail is due again at `again`.
    async fn put_off(&self, mail: MailId, again: DateTime<Utc>) -> Result<(), PortError>;

    /// Notes that a mail is not sent any more, and the answer of the mail server, if that is why. A sent mail stays sent.
    async fn mark_ended<'a>(&self, mail: MailId, ending: MailEnding, answer: Option<&'a ServerAnswer>) -> Result<(), PortError>;

    /// The newest mails that their recipients did not get, at most `limit`, newest first. Mails that are switched off, or that a later mail
    /// replaced, are none of them.
    async fn undelivered(&self, limit: usize) -> Result<Vec<UndeliveredMail>, ReadError>;

    /// Counts a mail to an address that was never verified, and answers whether it may go out: fewer than
    /// [`crate::messages::outbox::MAX_UNVERIFIED`] others to this address were counted within
    /// [`crate::messages::outbox::COUNTED_FOR`] before `now`. Concurrent callers take turns, so that no more are counted.
    async fn count_unverified(&self, mail: MailId, to: &EmailAddress, now: DateTime<Utc>) -> Result<bool, PortError>;
}
