//! The part of a page's address after `/pages/`.

use std::fmt;

/// 1 to 60 small letters, digits and single hyphens between them.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PageSlug(String);

/// The text is no slug.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("must be 1 to 60 small letters, digits and single hyphens, such as our-story")]
pub struct PageSlugError;

/// The pages that every shop has as templates; they do not count as the shop's own.
pub const TEMPLATES: [&str; 4] = ["about", "delivery-returns", "privacy", "terms"];
/// The most pages of the shop's own.
pub const MAX_OWN_PAGES: usize = 20;

impl PageSlug {
    /// The greatest number of characters.
    pub const MAX_LENGTH: usize = 60;

    /// Checks a slug.
    ///
    /// # Errors
    /// [`PageSlugError`] for any other text.
    pub fn parse(text: &str) -> Result<Self, PageSlugError> {
        let is_plain = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
        let fits = text.len() <= Self::MAX_LENGTH && text.split('-').all(is_plain);
        if fits { Ok(Self(text.to_owned())) } else { Err(PageSlugError) }
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether the shop has a template for it.
    #[must_use]
    pub fn is_template(&self) -> bool {
        TEMPLATES.contains(&self.as_str())
    }
}

impl fmt::Display for PageSlug {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slug_is_words_with_hyphens() {
        for text in ["a", "about", "our-story", "2026", "a1-b2-c3", &"x".repeat(60)] {
            assert_eq!(PageSlug::parse(text).map(|slug| slug.to_string()), Ok(text.to_owned()));
        }
        for text in ["", "-", "-a", "a-", "a--b", "A", "a b", "a/b", "a.b", "é", "a%20b", &"x".repeat(61)] {
            assert_eq!(PageSlug::parse(text), Err(PageSlugError), "{text:?}");
        }
    }

    #[test]
    fn four_pages_have_templates() {
        assert!(TEMPLATES.iter().all(|slug| PageSlug::parse(slug).unwrap().is_template()));
        assert!(!PageSlug::parse("story").unwrap().is_template());
    }
}
