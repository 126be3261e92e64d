//! Names of the gateway in references that staff wrote: numbers of payments, and names of attempts (contract-commerce, section 2).

use std::collections::BTreeSet;

/// The least letters and digits of a name that is recognised among others. Numbers of payments have 12 digits, and names of attempts 13
/// letters and digits or more; dates, telephone numbers and most numbers of accounts are shorter.
pub const LEAST: usize = 12;
/// The least digits among them: a name of the gateway has three at its end.
const DIGITS: usize = 3;

/// A text as names are compared: its letters and digits, without case. Of a name of the gateway these are all but its hyphens.
#[must_use]
pub fn letters_and_digits(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Whether a reference names a payment or an attempt, both by their letters and digits: it is the name, or has a long one beside other
/// words and numbers.
#[must_use]
pub fn has_name(reference: &str, name: &str) -> bool {
    reference == name || name.chars().count() >= LEAST && reference.contains(name)
}

/// [`has_name`] for texts as they are written.
#[must_use]
pub fn names(reference: &str, name: &str) -> bool {
    has_name(&letters_and_digits(reference), &letters_and_digits(name))
}

/// Whether a reference that names the payment `number` has room for the number of another one.
#[must_use]
pub fn may_name_more(reference: &str, number: &str) -> bool {
    reference.chars().filter(char::is_ascii_digit).count() >= number.len().saturating_add(LEAST)
}

/// The pieces of [`LEAST`] letters and digits of a reference with which names in it may end.
#[must_use]
pub fn pieces(reference: &str) -> BTreeSet<String> {
    let characters: Vec<char> = reference.chars().collect();
    let pieces = characters.windows(LEAST).filter(|piece| piece.iter().filter(|c| c.is_ascii_digit()).count() >= DIGITS);
    pieces.map(|piece| piece.iter().collect()).collect()
}

/// The piece with which a name ends; `None` of a short name, which is compared as a whole.
#[must_use]
pub fn ending(name: &str) -> Option<String> {
    let start = name.chars().count().checked_sub(LEAST)?;
    Some(name.chars().skip(start).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    const NUMBER: &str = "330423537090";

    #[test]
    fn staff_name_a_payment_in_their_own_words() {
        for text in [
            NUMBER,
            "3304 2353 7090",
            "PayHere 330423537090 (VISA 4242)",
            "No. 1: 330423537090, 28/11/2026",
            "VISA 4242 3304 2353 7090",
            "3304-2353-7090 0771234567",
        ] {
            assert!(names(text, NUMBER), "{text}");
        }
        for text in ["330423537091", "33042353709", "PayHere", "3304 2353"] {
            assert!(!names(text, NUMBER), "{text}");
        }
        assert!(names("PayHere ARA-7K3M-Q9TX-001", "ARA-7K3M-Q9TX-001") && !names("ARA-7K3M-Q9TX", "ARA-7K3M-Q9TX-001"));
        assert!(names("1", "1") && !names("on 1 May", "1"), "a short name is the whole reference");
    }

    #[test]
    fn a_name_ends_with_a_piece_of_the_reference_that_has_it() {
        let reference = letters_and_digits("Visa 4242, 3304 2353 7090 for ARA-KNKJ-HNTT-001");
        for name in [NUMBER, "ARA-KNKJ-HNTT-001"] {
            assert!(pieces(&reference).contains(&ending(&letters_and_digits(name)).unwrap()), "{name}");
        }
        assert!(pieces("banktransferofnimal").is_empty() && pieces("28112026").is_empty());
        assert_eq!(ending("20261128"), None);
    }

    #[test]
    fn a_reference_may_name_two_payments() {
        assert!(may_name_more("3304 2353 7090 3304 2353 7091", NUMBER));
        for text in ["VISA 4242 3304 2353 7090", "330423537090, 28/11/2026", "0771234567 330423537090"] {
            assert!(!may_name_more(text, NUMBER), "{text}");
        }
    }
}
