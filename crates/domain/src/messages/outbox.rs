//! The outbox: mails that wait to be sent (contract-commerce, section 6; ADR 23).

use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

use crate::messages::language::Language;
use crate::messages::mail_message::MailMessage;
use crate::shared::email::EmailAddress;

/// The time for which a taken mail belongs to the process that took it. Longer than [`BATCH`] attempts of [`SEND_TIMEOUT`], so that
/// no other process takes a mail that is still being sent.
pub const LEASE: TimeDelta = TimeDelta::minutes(10);
/// The largest number of mails that a process takes at once.
pub const BATCH: usize = 20;
/// The longest time of one attempt to send a mail, in seconds.
pub const SEND_TIMEOUT_SECONDS: u64 = 25;

/// The name of a mail: a second mail with the same key is not queued.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DedupeKey(String);

impl DedupeKey {
    /// The longest key in characters.
    pub const MAX_LENGTH: usize = 200;

    /// The key of a mail about `subject`, which names one event, such as an order's number or `<number>:<event>`. Longer texts are
    /// cut; no number, id or time is near the limit.
    #[must_use]
    pub fn new(kind: &str, subject: &str) -> Self {
        Self(format!("{kind}:{subject}").chars().take(Self::MAX_LENGTH).collect())
    }

    /// The key as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A mail to be queued.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewMail {
    /// The name of the mail.
    pub key: DedupeKey,
    /// The recipient; `None` for the shop, at the address that it has when the mail is sent.
    pub to: Option<EmailAddress>,
    /// The data it is rendered from.
    pub message: MailMessage,
    /// Now; it is due from then on.
    pub at: DateTime<Utc>,
}

/// A queued mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MailId(pub i64);

/// A mail that a process took to send it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TakenMail {
    /// Which mail.
    pub id: MailId,
    /// The unique part of its Message-ID, the same in every attempt: a mail program shows a mail that arrives twice once.
    pub message_id: Uuid,
    /// The recipient; `None` for the shop.
    pub to: Option<EmailAddress>,
    /// The data it is rendered from.
    pub message: MailMessage,
    /// The language of the recipient when the mail was queued.
    pub language: Language,
    /// The number of attempts, this one included.
    pub attempt: u32,
    /// The `X-Request-Id` of the request that caused it; `None` if a periodic task did.
    pub request_id: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_names_kind_and_event() {
        assert_eq!(DedupeKey::new("placed", "ARA-7K3M-Q9TX").as_str(), "placed:ARA-7K3M-Q9TX");
        assert_eq!(DedupeKey::new("placed", &"x".repeat(500)).as_str().len(), DedupeKey::MAX_LENGTH);
    }

    #[test]
    fn a_lease_outlives_every_attempt_of_a_batch() {
        let longest = i64::try_from(SEND_TIMEOUT_SECONDS).unwrap() * i64::try_from(BATCH).unwrap();
        assert!(TimeDelta::seconds(longest) < LEASE);
    }
}
