//! Finding orders by telephone number and by the references of their payments.

use domain::payments::attempt::AttemptId;
use domain::shared::order_id::OrderId;
use domain::shared::phone::PhoneDigits;
use domain::shared::text::{SearchText, without_marks};

use crate::query::phones::{LAST, has_phone};
use crate::query::sql::Sql;

/// A reference of at least this many characters is also found by its beginning.
const FEWEST_OF_REFERENCE: usize = 6;

/// A statement that answers the numbers of the orders whose telephone number, payment at the gateway, bank transfer or attempt to pay
/// has this text as its name or as the beginning of it.
pub(super) fn named_by(text: &SearchText) -> Sql {
    let text = &without_marks(text.as_str());
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
    match PhoneDigits::parse(text) {
        Some(digits) => named.sql(" UNION SELECT c.id FROM orders c WHERE ").append(has_phone("c.shipping_phone", &digits)),
        None => named,
    }
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

#[cfg(test)]
mod tests {
    use super::*;

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
