//! Stores the messages that visitors write to the shop.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::messages::contact::{ContactMessage, ContactMessageId, ContactState, ReceivedMessage};
use crate::reports::audit::Actor;
use crate::shared::page::{PageAnswer, PageRequest};
use crate::shared::ports::PortError;

/// Keeps messages from the contact page, which of them are still to be mailed, and which of them are done.
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait ContactInbox: Send + Sync {
    /// Keeps a message, which is to be mailed from then on.
    ///
    /// # Errors
    /// [`PortError`] when the store fails; the message is not kept then.
    async fn store(&self, message: &ContactMessage) -> Result<(), PortError>;

    /// Takes up to `limit` messages that are due at `now`, the longest waiting first. Each becomes due again after
    /// [`crate::messages::contact::wait_after`] unless [`ContactInbox::mark_mailed`] is called before. Concurrent callers get
    /// different messages.
    async fn take_due(&self, now: DateTime<Utc>, limit: usize) -> Result<Vec<(ContactMessageId, ContactMessage)>, PortError>;

    /// Notes that a message was mailed: it is not to be mailed again.
    async fn mark_mailed(&self, message: ContactMessageId, now: DateTime<Utc>) -> Result<(), PortError>;

    /// One page of the messages in a state, newest first.
    async fn list(&self, state: ContactState, page: &PageRequest) -> Result<PageAnswer<ReceivedMessage>, PortError>;

    /// Sets the state of a message, and returns the message; `None` where there is none with this number. The audit entry is in the
    /// same transaction. A message that has the state already is not changed: of several callers the first one is noted.
    async fn set_state(
        &self,
        message: ContactMessageId,
        state: ContactState,
        by: &Actor,
        now: DateTime<Utc>,
    ) -> Result<Option<ReceivedMessage>, PortError>;
}
