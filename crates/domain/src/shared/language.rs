//! The languages of mails.

use std::collections::BTreeSet;

use crate::shared::faults::InvalidValue;
use crate::shared::json::words;

words! {
    /// A language in which the shop writes to its customers (contract-commerce, section 6), by its tag (BCP 47).
    #[derive(Default, PartialOrd, Ord)]
    pub enum Language or "must be one of en, si and ta" {
        /// English, which every shop offers. A text that another language lacks is in English.
        #[default]
        English = "en",
        Sinhala = "si",
        Tamil = "ta",
    }
}

/// Why languages of mails were refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LanguagesError {
    #[error(transparent)]
    Unknown(#[from] InvalidValue),
    /// The list is longer than all languages.
    #[error("must have at most 3 entries")]
    TooMany,
}

impl Language {
    /// Reads the tags of a list, in which one may stand twice.
    ///
    /// # Errors
    /// [`LanguagesError`] for an unknown tag, or more tags than there are languages.
    pub fn parse_list(tags: &[String]) -> Result<BTreeSet<Self>, LanguagesError> {
        if tags.len() > Self::ALL.len() {
            return Err(LanguagesError::TooMany);
        }
        tags.iter().map(|tag| Ok(Self::parse(tag)?)).collect()
    }

    /// The language that a store keeps. `None`, and a tag of a later release, is English.
    #[must_use]
    pub fn of_stored(tag: Option<&str>) -> Self {
        tag.and_then(|tag| Self::parse(tag).ok()).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_has_at_most_every_language() {
        let list = |tags: &[&str]| Language::parse_list(&tags.iter().map(|tag| (*tag).to_owned()).collect::<Vec<_>>());
        assert_eq!(list(&["ta", "si", "si"]), Ok(BTreeSet::from([Language::Sinhala, Language::Tamil])));
        assert!(matches!(list(&["ta", "fr"]), Err(LanguagesError::Unknown(_))));
        assert_eq!(list(&["en"; 4]), Err(LanguagesError::TooMany));
    }

    #[test]
    fn a_stored_language_that_is_unknown_is_english() {
        assert_eq!([None, Some("fr"), Some("si")].map(Language::of_stored), [Language::English, Language::English, Language::Sinhala]);
    }
}
