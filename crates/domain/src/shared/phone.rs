//! Telephone numbers as people write them.

use std::fmt;

use crate::shared::text::is_invisible;

/// 7 to 20 digits, spaces, `+ - ( )`, at least one of them a digit (contract, Orders). What copying from a web page or a contact brings
/// along is cleaned: format marks, spaces and hyphens of other widths, dots.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PhoneNumber(String);

/// The text is no telephone number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("must be 7 to 20 digits, spaces, + - ( )")]
pub struct PhoneError;

impl PhoneNumber {
    /// The least number of characters.
    pub const MIN_LENGTH: usize = 7;
    /// The greatest number of characters.
    pub const MAX_LENGTH: usize = 20;

    /// Cleans and checks a number.
    ///
    /// # Errors
    /// [`PhoneError`] for another length or another character.
    pub fn parse(text: &str) -> Result<Self, PhoneError> {
        let text = cleaned(text);
        let text = text.trim();
        let allowed = text.bytes().all(|b| b.is_ascii_digit() || b" +-()".contains(&b));
        let some_digit = text.bytes().any(|b| b.is_ascii_digit());
        if (Self::MIN_LENGTH..=Self::MAX_LENGTH).contains(&text.len()) && allowed && some_digit {
            Ok(Self(text.to_owned()))
        } else {
            Err(PhoneError)
        }
    }

    /// The number as it was written, cleaned.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether both have the same last digits, which every spelling of a number has.
    #[must_use]
    pub fn has_same_digits(&self, other: &Self) -> bool {
        self.last_digits() == other.last_digits()
    }

    /// At most [`PhoneDigits::COMPARED`] digits, without leading zeros, as the store compares numbers.
    fn last_digits(&self) -> String {
        let digits: String = self.0.chars().filter(char::is_ascii_digit).collect();
        let own = digits.trim_start_matches('0');
        own.get(own.len().saturating_sub(PhoneDigits::COMPARED)..).unwrap_or(own).to_owned()
    }
}

/// The digits by which the telephone numbers that staff search for are compared: all of a number, or those that it begins with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PhoneDigits {
    digits: String,
    is_whole: bool,
}

impl PhoneDigits {
    /// The last digits that are compared: `077 123 4567` and `+94 77 123 4567` have the same nine.
    pub const COMPARED: usize = 9;
    /// Fewer digits than this are no search for a telephone number: they are the beginning of too many.
    const FEWEST: usize = 6;
    /// The same without the prefix of the country or the leading zero.
    const FEWEST_OWN: usize = 4;

    /// Reads a number, or the beginning of one, as people write and paste it; `None` for any other text.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let text = cleaned(text);
        let is_phone = text.chars().all(|c| c.is_ascii_digit() || " +()-".contains(c));
        let digits: String = text.chars().filter(char::is_ascii_digit).collect();
        if !is_phone || digits.len() < Self::FEWEST {
            return None;
        }
        let is_abroad = text.trim_start().trim_start_matches('(').starts_with('+');
        let of_country = digits.strip_prefix("0094").or_else(|| digits.strip_prefix("94").filter(|_| is_abroad));
        let own = of_country.unwrap_or(&digits).trim_start_matches('0');
        match own.len().checked_sub(Self::COMPARED) {
            Some(from) => own.get(from..).map(|own| Self { digits: own.to_owned(), is_whole: true }),
            None if own.len() < Self::FEWEST_OWN => None,
            None => Some(Self { digits: own.to_owned(), is_whole: false }),
        }
    }

    /// The digits, without the prefix of the country and leading zeros: at most [`Self::COMPARED`].
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.digits
    }

    /// Whether these are all compared digits of a number. Else a number begins with them.
    #[must_use]
    pub const fn is_whole(&self) -> bool {
        self.is_whole
    }
}

/// A pasted number without the marks that show nothing, and with the plain forms of its signs.
fn cleaned(text: &str) -> String {
    text.trim().chars().filter_map(plain).collect()
}

/// The character that stands for one of a pasted number; `None` for a mark that shows nothing.
fn plain(c: char) -> Option<char> {
    match c {
        // A line break or a tab separates a number from another text.
        c if c.is_control() => Some(c),
        c if c.is_whitespace() => Some(' '),
        c if is_invisible(c) => None,
        '.' | '\u{b7}' | '\u{2022}' | '\u{2024}' => Some(' '),
        '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe63}' | '\u{ff0d}' => Some('-'),
        '\u{ff0b}' => Some('+'),
        '\u{ff08}' => Some('('),
        '\u{ff09}' => Some(')'),
        '\u{ff10}'..='\u{ff19}' => u32::from(c).checked_sub(0xff10).and_then(|digit| char::from_digit(digit, 10)),
        c => Some(c),
    }
}

impl fmt::Display for PhoneNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_kept_as_they_are_written() {
        for text in ["0771234567", "+94 77 123 4567", "(011) 234-5678", "1234567", "12345678901234567890"] {
            assert_eq!(PhoneNumber::parse(&format!(" {text} ")).unwrap().as_str(), text);
        }
    }

    #[test]
    fn pasted_numbers_are_cleaned() {
        for (text, number) in [
            ("\u{202a}+94 77 123 4567\u{202c}", "+94 77 123 4567"),
            ("077\u{a0}123\u{a0}4567", "077 123 4567"),
            ("077\u{2011}123\u{2013}4567", "077-123-4567"),
            ("077.123.4567", "077 123 4567"),
            ("\u{200b}0771234567\u{feff}", "0771234567"),
            ("０７７１２３４５６７", "0771234567"),
            ("\u{2066}(011)\u{202f}234 5678\u{2069}.", "(011) 234 5678"),
        ] {
            assert_eq!(PhoneNumber::parse(text).map(|phone| phone.to_string()).as_deref(), Ok(number), "{text:?}");
        }
    }

    fn digits_of(text: &str) -> Option<(String, bool)> {
        PhoneDigits::parse(text).map(|found| (found.as_str().to_owned(), found.is_whole()))
    }

    #[test]
    fn one_number_has_the_same_digits_in_every_spelling() {
        for text in [
            "0771234567",
            "+94 77 123 4567",
            "0094771234567",
            "94771234567",
            "(077) 123-4567",
            "77 123 4567",
            "+94 (77) 123\u{2011}45.67",
            "(+94) 77 123 4567",
            "\u{202a}+94\u{a0}77\u{a0}123\u{a0}4567\u{202c}",
            "\u{200e}077.123.4567\u{feff}",
            "０７７‐１２３‐４５６７",
        ] {
            assert_eq!(digits_of(text), Some(("771234567".to_owned(), true)), "{text:?}");
        }
    }

    #[test]
    fn a_number_is_searched_for_by_its_beginning() {
        for text in ["0771234", "+94 77 123 4", "771234", "0094 771234", "\u{202d}077\u{2011}123.4"] {
            assert_eq!(digits_of(text), Some(("771234".to_owned(), false)), "{text:?}");
        }
    }

    #[test]
    fn a_search_for_another_text_has_no_digits() {
        for text in ["", "07712", "nimal 0771234567", "ARA-1234-5678", "٠٧٧١٢٣٤٥٦٧", "1,234,567", "000000000000", "+94 77", "077\n1234567"]
        {
            assert_eq!(digits_of(text), None, "{text:?}");
        }
    }

    #[test]
    fn refuses_other_lengths_and_characters() {
        for text in [
            "",
            "123456",
            "123456789012345678901",
            "077123456x",
            "077/1234567",
            "+-()  +-()",
            "\u{202a}\u{202c}\u{200b}\u{200b}\u{200b}\u{200b}\u{200b}",
            "077\n1234567",
            "077\t1234567",
        ] {
            assert_eq!(PhoneNumber::parse(text), Err(PhoneError), "{text:?}");
        }
    }
}
