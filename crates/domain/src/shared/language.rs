//! The languages of mails.

use std::collections::BTreeSet;

/// A language in which the shop writes to its customers (contract-commerce, section 6).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Language {
    /// English, which every shop offers. A text that another language lacks is in English.
    #[default]
    English,
    Sinhala,
    Tamil,
}

/// Why languages of mails were refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LanguageError {
    /// The text is no language of mails.
    #[error("must be one of en, si and ta")]
    Unknown,
    /// The list is longer than all languages.
    #[error("must have at most 3 entries")]
    TooMany,
}

impl Language {
    /// All languages, in the order in which they are listed.
    pub const ALL: [Self; 3] = [Self::English, Self::Sinhala, Self::Tamil];

    /// Its tag (BCP 47), which is also the spelling of the database and of the API.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Sinhala => "si",
            Self::Tamil => "ta",
        }
    }

    /// Reads that tag.
    ///
    /// # Errors
    /// [`LanguageError::Unknown`] for any other text.
    pub fn parse(text: &str) -> Result<Self, LanguageError> {
        Self::ALL.into_iter().find(|language| language.as_str() == text).ok_or(LanguageError::Unknown)
    }

    /// Reads the tags of a list, in which one may stand twice.
    ///
    /// # Errors
    /// [`LanguageError`] for an unknown tag, or more tags than there are languages.
    pub fn parse_list(tags: &[String]) -> Result<BTreeSet<Self>, LanguageError> {
        if tags.len() > Self::ALL.len() {
            return Err(LanguageError::TooMany);
        }
        tags.iter().map(|tag| Self::parse(tag)).collect()
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
    fn every_language_has_one_tag() {
        assert_eq!(Language::ALL.map(Language::as_str), ["en", "si", "ta"]);
        for language in Language::ALL {
            assert_eq!(Language::parse(language.as_str()), Ok(language));
            assert_eq!(Language::of_stored(Some(language.as_str())), language);
        }
        for text in ["", "EN", "en-GB", "fr", " si"] {
            assert_eq!(Language::parse(text), Err(LanguageError::Unknown), "{text:?}");
        }
    }

    #[test]
    fn a_list_has_at_most_every_language() {
        let list = |tags: &[&str]| Language::parse_list(&tags.iter().map(|tag| (*tag).to_owned()).collect::<Vec<_>>());
        assert_eq!(list(&["ta", "si", "si"]), Ok(BTreeSet::from([Language::Sinhala, Language::Tamil])));
        assert_eq!(list(&["ta", "fr"]), Err(LanguageError::Unknown));
        assert_eq!(list(&["en"; 4]), Err(LanguageError::TooMany));
    }

    #[test]
    fn a_stored_language_that_is_unknown_is_english() {
        assert_eq!([None, Some("fr")].map(Language::of_stored), [Language::English; 2]);
    }
}
