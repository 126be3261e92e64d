//! The letters that a shop's order numbers begin with.

use std::fmt;

use crate::shared::json::text_json;

/// The letters that are taken from the name of a shop.
const OF_NAME: usize = 3;

/// 2 to 5 letters A to Z, such as `ARA`. A shop may choose another one at any time: numbers of placed orders keep theirs.
///
/// Letters alone, so that in every text that begins with an order number the first hyphen ends the prefix.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OrderPrefix([u8; OrderPrefix::MOST]);

text_json!(OrderPrefix, Self::parse);

/// The text is no prefix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("must be 2 to 5 letters from A to Z")]
pub struct OrderPrefixError;

/// `ARA`, the prefix of all shops before they could choose one.
impl Default for OrderPrefix {
    fn default() -> Self {
        Self(*b"ARA\0\0")
    }
}

impl OrderPrefix {
    /// The least letters.
    pub const LEAST: usize = 2;
    /// The most letters.
    pub const MOST: usize = 5;

    /// Checks a prefix. Its letters are upper-case.
    ///
    /// # Errors
    /// [`OrderPrefixError`] for any other text.
    pub fn parse(text: &str) -> Result<Self, OrderPrefixError> {
        Self::of_letters(text.as_bytes()).ok_or(OrderPrefixError)
    }

    /// The prefix of a shop that has chosen none: the first 3 letters of its name, without their marks; `ORD` where the name has not 2
    /// letters from A to Z.
    #[must_use]
    pub fn of_shop_name(name: &str) -> Self {
        let letters: Vec<u8> = name.chars().filter_map(plain_letter).take(OF_NAME).collect();
        Self::of_letters(&letters).unwrap_or(Self(*b"ORD\0\0"))
    }

    /// The chosen prefix, or the one of a shop of this name that has chosen none.
    #[must_use]
    pub fn chosen_or_of(chosen: Option<Self>, shop_name: &str) -> Self {
        chosen.unwrap_or_else(|| Self::of_shop_name(shop_name))
    }

    fn of_letters(letters: &[u8]) -> Option<Self> {
        if !(Self::LEAST..=Self::MOST).contains(&letters.len()) || !letters.iter().all(u8::is_ascii_uppercase) {
            return None;
        }
        let mut places = [0; Self::MOST];
        for (place, letter) in places.iter_mut().zip(letters) {
            *place = *letter;
        }
        Some(Self(places))
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        let end = self.0.iter().position(|letter| *letter == 0).unwrap_or(Self::MOST);
        self.0.get(..end).and_then(|letters| std::str::from_utf8(letters).ok()).unwrap_or_default()
    }
}

impl fmt::Display for OrderPrefix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for OrderPrefix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "OrderPrefix({self})")
    }
}

/// The upper-case letter from A to Z of a Latin letter with or without a mark.
#[must_use]
pub fn plain_letter(letter: char) -> Option<u8> {
    let plain = match letter {
        'À'..='Å' | 'à'..='å' | 'Ā' | 'ā' => 'A',
        'Ç' | 'ç' => 'C',
        'È'..='Ë' | 'è'..='ë' | 'Ē' | 'ē' => 'E',
        'Ì'..='Ï' | 'ì'..='ï' | 'Ī' | 'ī' => 'I',
        'Ñ' | 'ñ' => 'N',
        'Ò'..='Ö' | 'Ø' | 'ò'..='ö' | 'ø' | 'Ō' | 'ō' => 'O',
        'Ù'..='Ü' | 'ù'..='ü' | 'Ū' | 'ū' => 'U',
        'Ý' | 'ý' | 'ÿ' => 'Y',
        other => other.to_ascii_uppercase(),
    };
    u8::try_from(plain).ok().filter(u8::is_ascii_uppercase)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn has_2_to_5_upper_case_letters() {
        for text in ["AB", "ARA", "SUMUD"] {
            assert_eq!(OrderPrefix::parse(text).unwrap().as_str(), text);
        }
        for text in ["", "A", "ABCDEF", "ara", "AR1", "A-B", " AB", "ÉLA", "AB\0"] {
            assert_eq!(OrderPrefix::parse(text), Err(OrderPrefixError), "{text:?}");
        }
        assert_eq!(OrderPrefix::default().to_string(), "ARA");
    }

    #[test]
    fn is_made_of_the_first_letters_of_a_name() {
        for (name, expected) in [
            ("Sumudu Beauty", "SUM"),
            ("Araliya", "ARA"),
            ("Élan & Co", "ELA"),
            ("XO", "XO"),
            ("O'Neil", "ONE"),
            ("7 Seas", "SEA"),
            ("සුමුදු Beauty", "BEA"),
            ("සුමුදු", "ORD"),
            ("X", "ORD"),
            ("", "ORD"),
        ] {
            assert_eq!(OrderPrefix::of_shop_name(name).as_str(), expected, "{name}");
        }
        let chosen = OrderPrefix::parse("NEL").ok();
        assert_eq!(OrderPrefix::chosen_or_of(chosen, "Sumudu").as_str(), "NEL");
        assert_eq!(OrderPrefix::chosen_or_of(None, "Sumudu").as_str(), "SUM");
    }

    proptest! {
        #[test]
        fn every_name_makes_a_prefix(name: String) {
            let made = OrderPrefix::of_shop_name(&name);
            prop_assert_eq!(OrderPrefix::parse(made.as_str()), Ok(made));
        }
    }
}
