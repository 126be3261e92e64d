//! The outbox: mails that wait to be sent (contract-commerce, section 6; ADR 23).

use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

use crate::messages::mail_message::{MailKind, MailMessage};
use crate::messages::security_notice::SecurityEvent;
use crate::shared::email::EmailAddress;
use crate::shared::json::words;
use crate::shared::language::Language;
use crate::shared::order_id::OrderId;

/// The time for which a taken mail belongs to the process that took it. Longer than [`BATCH`] attempts of [`SEND_TIMEOUT`], so that
/// no other process takes a mail that is still being sent.
pub const LEASE: TimeDelta = TimeDelta::minutes(10);
/// The largest number of mails that a process takes at once.
pub const BATCH: usize = 20;
/// The longest time of one attempt to send a mail, in seconds.
pub const SEND_TIMEOUT_SECONDS: u64 = 25;
/// The time for which mails that were not tried wait while the mail server is away. Shorter than the first wait after a failed attempt,
/// so that they are tried before the mails that failed.
pub const PUT_OFF: TimeDelta = TimeDelta::seconds(30);
/// The largest number of mails about orders that go out within [`COUNTED_FOR`] to an address that was never verified.
pub const MAX_UNVERIFIED: u32 = 3;
/// The time within which [`MAX_UNVERIFIED`] mails are counted.
pub const COUNTED_FOR: TimeDelta = TimeDelta::days(1);

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

impl NewMail {
    /// The mail about the event with this number in the history of an order: an order that is cancelled a second time is mailed a
    /// second time.
    #[must_use]
    pub fn about_event(self, number: i64) -> Self {
        Self { key: DedupeKey::new(&self.key.0, &number.to_string()), ..self }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MailId(pub i64);

words! {
    /// Why a mail is not sent any more.
    pub enum MailEnding {
        /// The mail server refused it for good.
        Refused = "refused",
        /// Its last attempt failed, or its link had ended.
        GivenUp = "givenUp",
        /// The shop's settings switch its kind off.
        SwitchedOff = "switchedOff",
        /// A later mail says what became of its matter.
        Superseded = "superseded",
        /// Its address was never verified, and [`MAX_UNVERIFIED`] mails went there within a day.
        TooMany = "tooMany",
    }
}

/// A mail that a process took to send it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TakenMail {
    pub id: MailId,
    /// The unique part of its Message-ID, the same in every attempt: a mail program shows a mail that arrives twice once.
    pub message_id: Uuid,
    /// The recipient; `None` for the shop.
    pub to: Option<EmailAddress>,
    /// Whether the recipient is a user who verified this address.
    pub is_verified: bool,
    /// The data it is rendered from.
    pub message: MailMessage,
    /// The language of the recipient when the mail was queued.
    pub language: Language,
    /// The number of attempts, this one included.
    pub attempt: u32,
    /// The `X-Request-Id` of the request that caused it; `None` if a periodic task did.
    pub request_id: Option<String>,
}

/// A mail that its recipient did not get, for staff.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UndeliveredMail {
    pub id: MailId,
    pub kind: MailKind,
    /// The recipient; `None` for the shop.
    pub to: Option<EmailAddress>,
    /// The order that it is about.
    pub order: Option<OrderId>,
    /// Why it is not sent any more: [`MailEnding::Refused`], [`MailEnding::GivenUp`] or [`MailEnding::TooMany`].
    pub ending: MailEnding,
    /// The last answer of the mail server.
    pub answer: Option<String>,
    /// When it was queued.
    pub queued_at: DateTime<Utc>,
}

impl TakenMail {
    /// The address that its customer never verified, and perhaps does not own, of a mail that the customer can cause at will: about an order,
    /// or about a new password. `None` for other mails.
    #[must_use]
    pub fn unverified_customer(&self) -> Option<&EmailAddress> {
        let is_at_will = match &self.message {
            MailMessage::Order(..) => true,
            MailMessage::Security(news) => news.event == SecurityEvent::PasswordSet,
            MailMessage::Verify(_) | MailMessage::Invitation(_) | MailMessage::SignInAlert(_) | MailMessage::Attention(_) => false,
        };
        self.to.as_ref().filter(|_| is_at_will && !self.is_verified)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::security_notice::SecurityNews;

    #[test]
    fn a_mail_that_was_not_tried_comes_before_one_that_failed() {
        assert!(PUT_OFF < crate::messages::contact::wait_after(1).unwrap());
    }

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

    #[test]
    fn mails_that_a_customer_causes_at_will_are_those_about_orders_and_new_passwords() {
        let mail = |is_verified, event| TakenMail {
            id: MailId(1),
            message_id: Uuid::nil(),
            to: EmailAddress::parse("nimali@example.com").ok(),
            is_verified,
            message: MailMessage::Security(Box::new(SecurityNews { at: DateTime::UNIX_EPOCH, by: None, event })),
            language: Language::English,
            attempt: 1,
            request_id: None,
        };
        assert!(mail(false, SecurityEvent::PasswordSet).unverified_customer().is_some());
        assert_eq!(mail(true, SecurityEvent::PasswordSet).unverified_customer(), None);
        assert_eq!(mail(false, SecurityEvent::SecondFactorRemoved).unverified_customer(), None);
    }
}
