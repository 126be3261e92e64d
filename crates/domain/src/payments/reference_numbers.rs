//! Numbers of payments of the gateway in references that staff wrote (contract-commerce, section 2).

use std::collections::BTreeSet;

/// The least digits of a number that is recognised between words; numbers of cards are shorter.
const LONG: usize = 8;
/// The least digits of a number of the gateway. Dates and telephone numbers are shorter.
const OF_GATEWAY: usize = 12;

/// All digits of a reference, as one number.
fn all_digits(reference: &str) -> String {
    reference.chars().filter(char::is_ascii_digit).collect()
}

/// The numbers in a reference that may be those of payments of the gateway: its long numbers, and all its digits.
#[must_use]
pub fn long_numbers(reference: &str) -> BTreeSet<String> {
    let parts = reference.split(|c: char| !c.is_ascii_digit()).map(ToOwned::to_owned);
    parts.chain([all_digits(reference)]).filter(|digits| digits.len() >= LONG).collect()
}

/// The numbers in a reference that are as long as those of payments of the gateway, or all its digits where these are.
#[must_use]
pub fn gateway_numbers(reference: &str) -> BTreeSet<String> {
    let parts: BTreeSet<_> =
        reference.split(|c: char| !c.is_ascii_digit()).filter(|part| part.len() >= OF_GATEWAY).map(ToOwned::to_owned).collect();
    if parts.is_empty() { [all_digits(reference)].into_iter().filter(|all| all.len() >= OF_GATEWAY).collect() } else { parts }
}

/// Whether a reference in the words of staff names this number of the gateway: its digits are all digits of the reference, or, of a long
/// number, follow each other among them.
#[must_use]
pub fn names_number(reference: &str, number: &str) -> bool {
    let digits = all_digits(reference);
    digits == number || number.len() >= LONG && digits.contains(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NUMBER: &str = "330423537090";

    fn set<const N: usize>(numbers: [&str; N]) -> BTreeSet<String> {
        numbers.into_iter().map(ToOwned::to_owned).collect()
    }

    #[test]
    fn staff_name_a_payment_in_their_own_words() {
        for text in
            [NUMBER, "3304 2353 7090", "PayHere 330423537090 (VISA 4242)", "No. 1: 330423537090, 28/11/2026", "VISA 4242 3304 2353 7090"]
        {
            assert!(names_number(text, NUMBER), "{text}");
        }
        for text in ["330423537091", "33042353709", "PayHere", "3304 2353"] {
            assert!(!names_number(text, NUMBER), "{text}");
        }
        assert!(!names_number("on 12 May", "1"), "a short number is all digits");
    }

    #[test]
    fn numbers_are_searched_as_they_stand_and_without_what_separates_them() {
        assert_eq!(long_numbers("PayHere 330423537090"), set([NUMBER]));
        assert_eq!(long_numbers("3304 2353 7090"), set([NUMBER]));
        assert_eq!(long_numbers("20261128 330423537090"), set(["20261128", NUMBER, "20261128330423537090"]));
        assert_eq!(long_numbers("28/11"), set([]));
    }

    #[test]
    fn dates_and_telephone_numbers_are_no_numbers_of_the_gateway() {
        for text in ["0771234567 330423537090", "330423537090, 28/11/2026", "3304-2353-7090"] {
            assert_eq!(gateway_numbers(text), set([NUMBER]), "{text}");
        }
        assert_eq!(gateway_numbers("20261128"), set([]));
    }
}
