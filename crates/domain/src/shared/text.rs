//! Text that people type: trimmed, with a length in characters, with something to see, without U+0000, and on one line unless lines are
//! allowed.

mod visible;

use std::fmt;

pub use self::visible::{is_blank, is_invisible, turns_direction, without_marks};

/// Text of `MIN` to `MAX` characters after trimming, without U+0000. Invisible characters count only towards `MAX`, and a text of them
/// alone is empty. Without `LINES` it is one line: no control characters, no line breaks (contract, Conventions), and no marks that turn
/// the direction of the text around it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Text<const MIN: usize, const MAX: usize, const LINES: bool = false>(String);

/// Text that may have several lines.
pub type MultilineText<const MIN: usize, const MAX: usize> = Text<MIN, MAX, true>;

/// A first or last name (contract, Users).
pub type PersonName = Text<1, 100>;
/// The recipient of a parcel (contract, Orders).
pub type RecipientName = Text<1, 200>;
/// The address of a parcel (contract, Orders).
pub type ShippingAddress = MultilineText<1, 1_000>;
/// The shop's own remarks on an order (contract, Orders).
pub type OrderNotes = MultilineText<0, 2_000>;
/// A customer's remark on an order that they place (contract-commerce, section 4).
pub type CustomerNote = MultilineText<1, 500>;
/// A note that staff add to an order (contract-commerce, section 4).
pub type NoteText = MultilineText<1, 2_000>;
/// A customer's reason for cancelling an order (contract-commerce, section 4).
pub type CancelReason = MultilineText<1, 500>;
/// The name of the courier of a parcel (contract-commerce, section 4).
pub type CourierName = Text<1, 100>;
/// The number by which a courier finds a parcel (contract-commerce, section 4).
pub type TrackingNumber = Text<1, 100>;
/// The reference of a payment made outside the shop.
pub type PaymentId = Text<1, 200>;
/// A product's name (contract, Products).
pub type ProductName = Text<1, 200>;
/// Another name a product is known and found by (contract, Products).
pub type AltName = Text<1, 100>;
/// A product's description (contract, Products).
pub type Description = MultilineText<0, 5_000>;
/// A brand, category or family name (contract, Products).
pub type Label = Text<1, 100>;
/// The text of a review (contract, Reviews).
pub type ReviewComment = MultilineText<1, 1_000>;
/// The web address of a picture.
pub type PictureUrl = Text<1, 2_048>;
/// A search text (contract, Products: at most 100 characters). It is compared and never stored; line breaks count as spaces.
pub type SearchText = MultilineText<0, 100>;

/// Why a text is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TextError {
    /// Empty, or white space only.
    #[error("must not be empty")]
    Empty,
    /// Fewer characters than needed.
    #[error("must have at least {min} characters")]
    TooShort {
        /// The least number of characters.
        min: usize,
    },
    /// More characters than allowed.
    #[error("must have at most {max} characters")]
    TooLong {
        /// The greatest number of characters.
        max: usize,
    },
    /// Contains U+0000, which no person types and PostgreSQL cannot store.
    #[error("must not contain the NUL character")]
    Nul,
    /// Contains a control character or a line break, where one line is required.
    #[error("must not contain line breaks or control characters")]
    Control,
    /// Contains a mark that turns the direction of text, where one line is required.
    #[error("must not contain marks that change the direction of text")]
    Direction,
}

/// Whether a character has no place on one line: control characters, and the two that Unicode made to break lines.
fn breaks_line(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}' | '\u{2029}')
}

impl<const MIN: usize, const MAX: usize, const LINES: bool> Text<MIN, MAX, LINES> {
    /// The least number of characters.
    pub const MIN_LENGTH: usize = MIN;
    /// The greatest number of characters.
    pub const MAX_LENGTH: usize = MAX;

    /// Trims and checks a text.
    ///
    /// # Errors
    /// [`TextError`] for a wrong length, a U+0000, or a control character or direction mark in text of one line.
    pub fn parse(text: &str) -> Result<Self, TextError> {
        let text = text.trim();
        if text.contains('\0') {
            return Err(TextError::Nul);
        }
        if !LINES && text.contains(breaks_line) {
            return Err(TextError::Control);
        }
        if is_blank(text) {
            return if MIN == 0 { Ok(Self(String::new())) } else { Err(TextError::Empty) };
        }
        if !LINES && text.contains(turns_direction) {
            return Err(TextError::Direction);
        }
        if text.chars().count() > MAX {
            return Err(TextError::TooLong { max: MAX });
        }
        let filled = text.chars().filter(|c| c.is_whitespace() || !is_invisible(*c)).count();
        if filled < MIN {
            return Err(TextError::TooShort { min: MIN });
        }
        Ok(Self(text.to_owned()))
    }

    /// Reads a stored text. Former releases took texts of invisible letters and marks that turn the direction.
    ///
    /// # Errors
    /// [`TextError`] for a wrong length, a U+0000, or a control character in text of one line.
    pub fn parse_known(text: &str) -> Result<Self, TextError> {
        match Self::parse(text) {
            Err(TextError::Empty | TextError::TooShort { .. } | TextError::Direction) if text.trim().chars().count() >= MIN => {
                let text = text.trim();
                if text.chars().count() > MAX { Err(TextError::TooLong { max: MAX }) } else { Ok(Self(text.to_owned())) }
            }
            parsed => parsed,
        }
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    #[must_use]
    pub fn into_string(self) -> String {
        self.0
    }

    /// Whether there is no character at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<const MAX: usize, const LINES: bool> Default for Text<0, MAX, LINES> {
    fn default() -> Self {
        Self(String::new())
    }
}

impl<const MIN: usize, const MAX: usize, const LINES: bool> fmt::Display for Text<MIN, MAX, LINES> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl<const MIN: usize, const MAX: usize, const LINES: bool> fmt::Debug for Text<MIN, MAX, LINES> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    type Short = Text<2, 4>;

    #[test]
    fn counts_characters_after_trimming() {
        for (text, expected) in [
            ("ab", Ok("ab")),
            ("  a b \n", Ok("a b")),
            ("\u{a0}ab\u{3000}", Ok("ab")),
            ("සුබය", Ok("සුබය")),
            ("🌸🌸🌸🌸", Ok("🌸🌸🌸🌸")),
            ("", Err(TextError::Empty)),
            (" \t\n\u{2003}", Err(TextError::Empty)),
            (" a ", Err(TextError::TooShort { min: 2 })),
            ("abcde", Err(TextError::TooLong { max: 4 })),
            ("🌸🌸🌸🌸🌸", Err(TextError::TooLong { max: 4 })),
            ("a\0b", Err(TextError::Nul)),
            ("\0", Err(TextError::Nul)),
            ("\0aaaaaaaaa", Err(TextError::Nul)),
        ] {
            assert_eq!(Short::parse(text).as_ref().map(Short::as_str), expected.as_ref().map(|t| *t), "{text:?}");
        }
    }

    #[test]
    fn only_text_of_several_lines_has_control_characters_within() {
        for within in ["\n", "\r\n", "\t", "\u{1}", "\u{1b}", "\u{7f}", "\u{85}", "\u{9f}", "\u{2028}", "\u{2029}"] {
            let text = format!("a{within}b");
            assert_eq!(Short::parse(&text), Err(TextError::Control), "{text:?}");
            assert_eq!(MultilineText::<2, 4>::parse(&text).map(Text::into_string), Ok(text));
        }
        assert_eq!(MultilineText::<2, 4>::parse("a\0b"), Err(TextError::Nul));
        assert_eq!(PersonName::parse("Nimali\nBcc: x"), Err(TextError::Control));
        assert!(ShippingAddress::parse("1 Temple Road\nKandy").is_ok() && ReviewComment::parse("Good.\n\nVery.").is_ok());
        assert!(OrderNotes::parse("a\nb").is_ok() && Description::parse("a\nb").is_ok());
    }

    #[test]
    fn text_of_invisible_letters_is_empty() {
        for text in ["\u{200b}", "\u{2060}\u{2060}\u{2060}", " \u{3164} \u{3164} ", "\u{202e}\u{202c}", "\u{fe0f}\u{200d}"] {
            assert_eq!(Short::parse(text), Err(TextError::Empty), "{text:?}");
            assert_eq!(MultilineText::<1, 4>::parse(text), Err(TextError::Empty), "{text:?}");
            assert_eq!(MultilineText::<0, 4>::parse(text), Ok(Text::default()), "{text:?}");
        }
        assert_eq!(Short::parse("a\u{200b}\u{200b}"), Err(TextError::TooShort { min: 2 }), "invisible letters fill nothing up");
        assert_eq!(Short::parse("ශ්\u{200d}රී").map(Text::into_string), Err(TextError::TooLong { max: 4 }), "but they are stored");
        assert!(PersonName::parse("ශ්\u{200d}රී").is_ok(), "a joiner belongs to the spelling");
    }

    #[test]
    fn one_line_does_not_turn_the_direction_of_what_follows() {
        for mark in ["\u{202a}", "\u{202d}", "\u{202e}", "\u{2066}", "\u{2069}"] {
            assert_eq!(PersonName::parse(&format!("Ni{mark}mali")), Err(TextError::Direction), "{mark:?}");
        }
        assert_eq!(PersonName::parse_known("\u{202e}").map(Text::into_string).as_deref(), Ok("\u{202e}"), "as former releases stored it");
        assert_eq!(
            (PersonName::parse_known(""), Short::parse_known("a\u{202e}aaaa")),
            (Err(TextError::Empty), Err(TextError::TooLong { max: 4 }))
        );
        assert!(PersonName::parse("\u{200e}Nimali").is_ok() && ReviewComment::parse("Good\u{202e}").is_ok());
    }

    #[test]
    fn text_that_may_be_empty_is_empty() {
        assert!(SearchText::parse("  ").unwrap().is_empty());
        assert_eq!(OrderNotes::default(), OrderNotes::parse("").unwrap());
    }

    #[test]
    fn the_contracts_lengths() {
        fn longest<const MIN: usize, const MAX: usize>(max: usize) {
            assert_eq!(Text::<MIN, MAX>::parse(&"é".repeat(max)).map(|t| t.as_str().chars().count()), Ok(max));
            assert_eq!(Text::<MIN, MAX>::parse(&"é".repeat(max + 1)), Err(TextError::TooLong { max }));
        }
        fn person(_: &PersonName) {}
        person(&Text::parse("x").unwrap());
        longest::<1, 100>(100);
        longest::<1, 1_000>(1_000);
        assert_eq!(PersonName::parse(""), Err(TextError::Empty));
        assert_eq!(ReviewComment::parse(&"x".repeat(1_001)), Err(TextError::TooLong { max: 1_000 }));
        assert_eq!(RecipientName::parse(&"x".repeat(201)), Err(TextError::TooLong { max: 200 }));
        assert_eq!(ShippingAddress::parse(&"x".repeat(1_001)), Err(TextError::TooLong { max: 1_000 }));
        assert_eq!(OrderNotes::parse(&"x".repeat(2_001)), Err(TextError::TooLong { max: 2_000 }));
        assert_eq!(CustomerNote::parse(&"x".repeat(501)), Err(TextError::TooLong { max: 500 }));
        assert_eq!(NoteText::parse(&"x".repeat(2_001)), Err(TextError::TooLong { max: 2_000 }));
        assert_eq!(CancelReason::parse(&"x".repeat(501)), Err(TextError::TooLong { max: 500 }));
        assert_eq!(CourierName::parse(&"x".repeat(101)), Err(TextError::TooLong { max: 100 }));
        assert_eq!(TrackingNumber::parse(&"x".repeat(101)), Err(TextError::TooLong { max: 100 }));
        assert_eq!(Description::parse(&"x".repeat(5_001)), Err(TextError::TooLong { max: 5_000 }));
        assert_eq!(SearchText::parse(&"x".repeat(101)), Err(TextError::TooLong { max: 100 }));
    }

    #[test]
    fn errors_are_sentences_about_the_field() {
        assert_eq!(Short::parse("").unwrap_err().to_string(), "must not be empty");
        assert_eq!(Short::parse("a").unwrap_err().to_string(), "must have at least 2 characters");
        assert_eq!(Short::parse("abcde").unwrap_err().to_string(), "must have at most 4 characters");
        assert_eq!(Short::parse("a\nb").unwrap_err().to_string(), "must not contain line breaks or control characters");
    }

    proptest! {
        #[test]
        fn parsing_is_idempotent(text in "\\PC{0,10}|[ \t\na-z\0]{0,8}") {
            if let Ok(parsed) = Short::parse(&text) {
                prop_assert_eq!(Short::parse(parsed.as_str()), Ok(parsed.clone()));
                prop_assert_eq!(parsed.as_str(), text.trim());
                prop_assert_eq!(parsed.to_string(), parsed.clone().into_string());
                prop_assert!((2..=4).contains(&parsed.as_str().chars().count()));
            }
        }
    }
}
