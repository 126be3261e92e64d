//! Messages from the contact page.

use chrono::{DateTime, Utc};

use crate::email::EmailAddress;
use crate::text::{PersonName, Text};

/// At least 10 characters (`spec.md` §5).
pub type ContactText = Text<10, 5_000>;

/// A message to the shop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContactMessage {
    /// Who writes.
    pub name: PersonName,
    /// Where the answer goes.
    pub email: EmailAddress,
    /// What they write.
    pub message: ContactText,
    /// Now.
    pub sent_at: DateTime<Utc>,
}
