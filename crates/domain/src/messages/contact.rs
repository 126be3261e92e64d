//! Messages from the contact page.

use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};

use crate::accounts::actor::Actor;
use crate::shared::email::EmailAddress;
use crate::shared::error::feature_error;
use crate::shared::json::words;
use crate::shared::page::{InvalidCursor, Page, PageRequest};
use crate::shared::ports::PortError;
use crate::shared::text::{MultilineText, PersonName};

/// At least 10 characters (`spec.md` §5).
pub type ContactText = MultilineText<10, 5_000>;

/// A message to the shop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContactMessage {
    pub name: PersonName,
    /// The address for the answer.
    pub email: EmailAddress,
    pub message: ContactText,
    pub sent_at: DateTime<Utc>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ContactMessageId(pub i64);

words! {
    /// Whether staff have to do something about a message.
    pub enum ContactState or "must be open or done" {
        /// It waits for staff.
        Open = "open",
        /// Staff answered it, or nothing is left to do.
        Done = "done",
    }
}

/// The end of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContactDone {
    pub at: DateTime<Utc>,
    /// The member of staff; `None` for the operator at the command line.
    pub by: Option<EmailAddress>,
}

/// A message as staff read it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReceivedMessage {
    /// Its number, growing with time.
    pub id: ContactMessageId,
    pub message: ContactMessage,
    /// `None` while it is open.
    pub done: Option<ContactDone>,
}

impl ReceivedMessage {
    #[must_use]
    pub const fn state(&self) -> ContactState {
        if self.done.is_some() { ContactState::Done } else { ContactState::Open }
    }
}

/// The longest wait between two attempts to mail a message.
const LONGEST_WAIT: TimeDelta = TimeDelta::hours(4);
/// The number of attempts, over about five days, after which a message is not mailed again.
const ATTEMPTS: u32 = 36;

/// The time until the next attempt to mail a message, after this number of attempts, the present one included: 1, 2, 4 …
/// minutes, at most 4 hours; `None` after the last one.
#[must_use]
pub fn wait_after(attempts: u32) -> Option<TimeDelta> {
    let doublings = attempts.saturating_sub(1).min(8);
    (attempts < ATTEMPTS).then(|| TimeDelta::minutes(1 << doublings).min(LONGEST_WAIT))
}

feature_error! {
    /// Why a message was not taken.
    pub enum SendMessageError {} port "Your message could not be sent. Please try again."
}

feature_error! {
    /// Why a call of staff about messages is refused, or fails.
    pub enum MessageError {
        NotFound => NotFound, "message.not_found", "There is no message with this number.";
    } or InvalidCursor(InvalidCursor)
}

/// Keeps messages from the contact page, which of them are still to be mailed, and which of them are done.
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait ContactInbox: Send + Sync {
    /// Keeps a message, which is to be mailed from then on.
    async fn store(&self, message: &ContactMessage) -> Result<(), SendMessageError>;

    /// Takes up to `limit` messages that are due at `now`, the longest waiting first. Each becomes due again after [`wait_after`] unless
    /// [`ContactInbox::mark_mailed`] is called before. Concurrent callers get different messages.
    async fn take_due(&self, now: DateTime<Utc>, limit: usize) -> Result<Vec<(ContactMessageId, ContactMessage)>, PortError>;

    /// Notes that a message was mailed: it is not to be mailed again.
    async fn mark_mailed(&self, message: ContactMessageId, now: DateTime<Utc>) -> Result<(), PortError>;

    /// One page of the messages in a state, newest first.
    async fn list(&self, state: ContactState, page: &PageRequest) -> Result<Page<ReceivedMessage>, MessageError>;

    /// Sets the state of a message, with an audit entry. A message that has the state already is not changed: of several callers the first
    /// one is noted.
    async fn set_state(
        &self,
        message: ContactMessageId,
        state: ContactState,
        by: &Actor,
        now: DateTime<Utc>,
    ) -> Result<ReceivedMessage, MessageError>;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shared::text::TextError;

    #[test]
    fn a_message_has_at_least_ten_characters() {
        assert_eq!(ContactText::parse("   "), Err(TextError::Empty));
        assert_eq!(ContactText::parse(" nine char "), Err(TextError::TooShort { min: 10 }));
        assert!(ContactText::parse("ten chars!").is_ok());
    }

    #[test]
    fn the_mail_server_is_tried_less_and_less_often_for_days() {
        let minutes: Vec<_> = (1..=10).map(|attempts| wait_after(attempts).unwrap().num_minutes()).collect();
        assert_eq!(minutes, [1, 2, 4, 8, 16, 32, 64, 128, 240, 240]);
        let days = (1..).map_while(wait_after).sum::<TimeDelta>().num_days();
        assert!((4..=6).contains(&days), "{days}");
        assert_eq!(wait_after(u32::MAX), None);
    }
}
