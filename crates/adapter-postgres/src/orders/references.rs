//! Finding orders by telephone number and by the references of their payments.

use domain::orders::order_id::OrderId;
use domain::payments::attempt::AttemptId;
use domain::shared::text::SearchText;

use crate::query::sql::Sql;

/// The last digits by which telephone numbers are compared: `077 123 4567` and `+94 77 123 4567` have the same nine.
const COMPARED_DIGITS: usize = 9;
/// Fewer digits than this are no search for a telephone number: they are the beginning of too many.
const FEWEST_DIGITS: usize = 6;
/// The same without the prefix of the country or the leading zero.
const FEWEST_OWN_DIGITS: usize = 4;
/// A reference of at least this many characters is also found by its beginning.
const FEWEST_OF_REFERENCE: usize = 6;
/// Sorts behind every text that begins with the text before it.
const LAST: char = char::MAX;

/// A statement that answers the numbers of the orders whose telephone number, payment at the gateway, bank transfer or attempt to pay
/// has this text as its name or as the beginning of it.
pub(super) fn named_by(text: &SearchText) -> Sql {
    let text = text.as_str().trim();
    let reference = text.to_ascii_lowercase();
    let mut upto = reference.clone();
    if reference.chars().count() >= FEWEST_OF_REFERENCE {
        upto.push(LAST);
    }
    let between = |from: &str, upto: &str| Sql::new(" BETWEEN ").bind(from.to_owned()).sql(" AND ").bind(upto.to_owned());
    // The cash of a delivery has no name of its own.
    let named = Sql::new(
        "SELECT l.order_id FROM payment_ledger l WHERE l.reference <> 'Cash on delivery' AND lower(l.reference COLLATE \"C\")",
    )
    .append(between(&reference, &upto))
    .sql(" UNION SELECT s.order_id FROM payment_slips s WHERE s.bank_reference IS NOT NULL AND lower(s.bank_reference COLLATE \"C\")")
    .append(between(&reference, &upto));
    let named = match attempt_of(text) {
        Some((order, number)) => named
            .sql(" UNION SELECT t.order_id FROM payment_attempts t WHERE t.order_id = ")
            .bind(order.as_str().to_owned())
            .sql(" AND t.number = ")
            .bind(number),
        None => named,
    };
    let Some((digits, upto)) = digits_of(text) else { return named };
    let called =
        named.sql(" UNION SELECT c.id FROM orders c WHERE right(ltrim(translate(c.shipping_phone, ' +()-', ''), '0'), 9) COLLATE \"C\"");
    called.append(between(&digits, &upto))
}

/// The order and the number of an attempt that the gateway knows by this name, such as `ARA-7K3M-Q9TX-001`, or `ARA-7K3M-Q9TX-14` of a
/// former release.
fn attempt_of(text: &str) -> Option<(OrderId, i64)> {
    let (order, digits) = text.rsplit_once('-')?;
    let order = OrderId::parse(order).ok()?;
    let number = match AttemptId::parse(&format!("{order}-{digits}")) {
        Ok(id) => id.number,
        Err(_) => u32::from(digits.parse::<u16>().ok()?),
    };
    Some((order, i64::from(number)))
}

/// The compared digits of a telephone number or of its beginning, and the last text that such a number can have.
fn digits_of(text: &str) -> Option<(String, String)> {
    let is_phone = text.chars().all(|c| c.is_ascii_digit() || " +()-".contains(c));
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    if !is_phone || digits.len() < FEWEST_DIGITS {
        return None;
    }
    let of_country = digits.strip_prefix("0094").or_else(|| digits.strip_prefix("94").filter(|_| text.starts_with('+')));
    let own = of_country.unwrap_or(&digits).trim_start_matches('0');
    match own.len().checked_sub(COMPARED_DIGITS) {
        Some(from) => own.get(from..).map(|own| (own.to_owned(), own.to_owned())),
        None if own.len() < FEWEST_OWN_DIGITS => None,
        None => Some((own.to_owned(), format!("{own}{LAST}"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_number_has_the_same_digits_in_every_spelling() {
        for text in ["0771234567", "+94 77 123 4567", "0094771234567", "94771234567", "(077) 123-4567", "77 123 4567"] {
            assert_eq!(digits_of(text), Some(("771234567".to_owned(), "771234567".to_owned())), "{text}");
        }
    }

    #[test]
    fn the_beginning_of_a_number_is_looked_for() {
        for text in ["0771234", "+94 77 123 4", "771234", "0094 771234"] {
            assert_eq!(digits_of(text), Some(("771234".to_owned(), format!("771234{LAST}"))), "{text}");
        }
    }

    #[test]
    fn other_texts_are_no_telephone_numbers() {
        for text in ["", "07712", "nimal 0771234567", "ARA-1234-5678", "٠٧٧١٢٣٤٥٦٧", "1,234,567", "000000000000", "+94 77"] {
            assert_eq!(digits_of(text), None, "{text}");
        }
    }

    #[test]
    fn an_attempt_is_named_by_its_order_and_its_place() {
        for (text, expected) in [("ara-7k3m-q9tx-012", 1_012), ("ara-7k3m-q9tx-12", 12), ("ARA-7K3M-Q9TX-1", 1)] {
            let (order, number) = attempt_of(text).unwrap();
            assert_eq!((order.as_str(), number), ("ARA-7K3M-Q9TX", expected), "{text}");
        }
        for text in ["ARA-7K3M-Q9TX", "ARA-7K3M-Q9TX-", "ARA-7K3M-1", "ARA-7K3M-Q9TX-99999", "ARA-7K3M-Q9TX--1"] {
            assert_eq!(attempt_of(text), None, "{text}");
        }
    }
}
