//! The audit log as administrators read it.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::shared::email::EmailAddress;
use crate::shared::page::{ListError, Page, PageRequest};
use crate::shared::text::{SearchText, Text, TextError};

/// An action or a kind of entity, such as `update` or `order`: 1 to 32 lower-case letters and underscores.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditWord(String);

/// The text is not such a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("must be one word in small letters")]
pub struct AuditWordError;

impl AuditWord {
    /// Checks the form of a word. The set of words is defined by the repositories that write the log.
    ///
    /// # Errors
    /// [`AuditWordError`] for anything that cannot be one.
    pub fn parse(text: &str) -> Result<Self, AuditWordError> {
        let fits = (1..=32).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_lowercase() || b == b'_');
        if fits { Ok(Self(text.to_owned())) } else { Err(AuditWordError) }
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The id of the changed entity, as the log stores it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditedId(Text<1, 100>);

impl AuditedId {
    /// Checks an id.
    ///
    /// # Errors
    /// [`TextError`] when it is empty, too long or has a NUL.
    pub fn parse(text: &str) -> Result<Self, TextError> {
        Text::parse(text).map(Self)
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }
}

/// The fields of an entity as JSON text. No rule reads it; it is stored and shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot(pub String);

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditEntry {
    /// Its number, growing with time.
    pub id: i64,
    pub at: DateTime<Utc>,
    /// The actor; `None` for the operator at the command line.
    pub actor: Option<EmailAddress>,
    pub action: AuditWord,
    /// The kind of entity.
    pub entity: AuditWord,
    pub entity_id: AuditedId,
    /// The name people know it by: a product's id, a user's address, an order's number.
    pub subject: String,
    /// The entity before; `None` for a new one.
    pub before: Option<Snapshot>,
    /// The entity after; `None` for a deleted one.
    pub after: Option<Snapshot>,
    /// The request it was done with, or the name of the command.
    pub request_id: String,
}

/// A query for entries, newest first.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct AuditQuery {
    /// Only about this kind of entity.
    pub entity: Option<AuditWord>,
    /// Only about this one.
    pub entity_id: Option<AuditedId>,
    /// Only of this kind.
    pub action: Option<AuditWord>,
    /// Only by this administrator.
    pub actor: Option<EmailAddress>,
    /// Only about entities whose name begins with this text, without regard to the case of ASCII letters.
    pub subject: Option<SearchText>,
    /// Which piece of the list.
    pub page: PageRequest,
}

/// Reads the audit log. The repositories write it, in the transactions of the changes.
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait AuditLog: Send + Sync {
    /// One page of entries, newest first.
    async fn list(&self, query: &AuditQuery) -> Result<Page<AuditEntry>, ListError>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_small_letters_and_underscores() {
        for text in ["update", "a", "import_products"] {
            assert_eq!(AuditWord::parse(text).as_ref().map(AuditWord::as_str), Ok(text));
        }
        for text in ["", "Update", "two words", "a-b", "\0", "ආ", "x1", &"x".repeat(33)] {
            assert_eq!(AuditWord::parse(text), Err(AuditWordError), "{text:?}");
        }
    }

    #[test]
    fn an_id_is_short_text() {
        assert_eq!(AuditedId::parse(" ARA-1 ").unwrap().as_str(), "ARA-1");
        assert_eq!(AuditedId::parse(""), Err(TextError::Empty));
        assert_eq!(AuditedId::parse("a\0"), Err(TextError::Nul));
        assert_eq!(AuditedId::parse(&"x".repeat(101)), Err(TextError::TooLong { max: 100 }));
    }
}
