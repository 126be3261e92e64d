//! References of payments: a transfer pays one order, once (contract-commerce, section 2).

use std::collections::{BTreeSet, HashMap, HashSet};

use diesel::prelude::*;
use diesel::sql_types::{Nullable, Text};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::orders::fulfilment_step::CASH_REFERENCE;
use domain::orders::order::Order;
use domain::payments::ledger::{Entry, EntryKind, EntrySource, all_digits, long_numbers, names_number};
use domain::payments::payment_method::PaymentMethod;
use domain::shared::order_id::OrderId;
use search_text::fold;

use crate::error::{DbError, stored};
use crate::payments::look_alikes::read_as;
use crate::query::sql::Sql;
use crate::schema::payment_ledger;

/// Letters by Unicode that are drawn as nothing.
const BLANK_LETTERS: [char; 4] = ['\u{115f}', '\u{1160}', '\u{3164}', '\u{ffa0}'];

/// The order that a found charge belongs to.
#[derive(QueryableByName)]
struct Row {
    #[diesel(sql_type = Text)]
    order_id: String,
    #[diesel(sql_type = Nullable<Text>)]
    reference_key: Option<String>,
    #[diesel(sql_type = Text)]
    reference: String,
}

/// A reference as it is compared: its letters and digits without case, accents and width, those of other scripts as the Latin ones that they
/// look like. `None` where it has none.
pub(super) fn key_of(reference: &str) -> Option<String> {
    let is_read = |c: &char| c.is_alphanumeric() && !BLANK_LETTERS.contains(c);
    let key: String = fold(reference).chars().filter(is_read).map(read_as).collect();
    Some(key).filter(|key| !key.is_empty())
}

/// Whether two references name the same transfer.
fn are_same(one: &str, other: &str) -> bool {
    match (key_of(one), key_of(other)) {
        (None, None) => one == other,
        (one, other) => one == other,
    }
}

/// The order that a reference of the new charges pays already, which may be `changed` itself. The charges of `is_cash` have receipts as
/// references, which other orders may have too. A number of the gateway within a reference names its payment. To be called before the
/// change is written: the transaction takes an advisory lock of each reference and number, so that of two orders with one at once, one
/// is refused.
pub(crate) async fn used_reference(
    connection: &mut AsyncPgConnection,
    current: &Order,
    changed: &Order,
    is_cash: bool,
) -> Result<Option<OrderId>, DbError> {
    let known = current.payment.ledger.entries().len();
    let charges = changed.payment.ledger.charges();
    let is_new = |charge: &&&Entry| charge.source != EntrySource::Gateway && usize::try_from(charge.number).is_ok_and(|n| n > known);
    for charge in charges.iter().filter(is_new) {
        let Some(reference) = compared(charge) else { continue };
        let is_same = |other: &&Entry| {
            let named = other.reference.as_ref().map(|reference| reference.as_str());
            let is_named = |name| are_same(name, reference) || other.source == EntrySource::Gateway && charge.names(name);
            other.number != charge.number && named.is_some_and(is_named)
        };
        if charges.iter().any(is_same) {
            return Ok(Some(changed.id.clone()));
        }
        if let Some(order) = other_order(connection, changed, charge, reference, is_cash).await? {
            return Ok(Some(order));
        }
    }
    Ok(None)
}

/// Another order that this reference pays. Charges of a former release have no key; they are found by the reference as it is written.
async fn other_order(
    connection: &mut AsyncPgConnection,
    changed: &Order,
    charge: &Entry,
    reference: &str,
    is_cash: bool,
) -> Result<Option<OrderId>, DbError> {
    let key = key_of(reference);
    let numbers = numbers_of(reference);
    lock(connection, numbers.iter().cloned().chain([key.clone().unwrap_or_else(|| reference.to_owned())])).await?;
    let cash = is_cash && charge.method == PaymentMethod::Cod;
    let of_others = || {
        let standing = standing_of_others(&changed.id);
        if cash { standing.sql(" AND e.method <> 'cod'") } else { standing }
    };
    let written = of_others()
        .sql(" AND NOT (e.reference = 'Cash on delivery' AND e.method = 'cod') AND lower(e.reference COLLATE \"C\") = ")
        .bind(reference.to_ascii_lowercase());
    let found = match key {
        Some(key) => written.sql(" UNION ALL ").append(of_others()).sql(" AND e.reference_key = ").bind(key),
        None => written,
    };
    let of_gateway = of_others().sql(" AND e.source = 'gateway' AND e.reference").any_of(numbers.clone());
    // Numbers of accounts and telephones may be in the references of several transfers.
    let by_card = if charge.method == PaymentMethod::PayHere { "" } else { " AND e.method = 'payhere'" };
    let by_staff = of_others().sql(by_card).append(naming(numbers));
    let found = found.sql(" UNION ALL ").append(of_gateway).sql(" UNION ALL ").append(by_staff);
    let first =
        Sql::new("SELECT f.order_id, f.reference_key, f.reference FROM (").append(found).sql(") f ORDER BY f.at, f.order_id LIMIT 1");
    let row: Option<Row> = first.load(connection).await?.into_iter().next();
    row.map(|row| stored("order number", OrderId::parse(&row.order_id))).transpose()
}

/// The numbers in a reference that may be those of payments of the gateway.
fn numbers_of(reference: &str) -> Vec<String> {
    let all = all_digits(reference);
    let numbers: BTreeSet<_> = long_numbers(&all).chain(long_numbers(reference)).map(str::to_owned).collect();
    numbers.into_iter().collect()
}

/// The condition that staff booked the charge `e` by a reference that names one of these numbers ([`names_number`]).
fn naming(numbers: Vec<String>) -> Sql {
    Sql::new(" AND e.source <> 'gateway'")
        .sql(" AND (regexp_split_to_array(e.reference, '[^0-9]+') || regexp_replace(e.reference, '[^0-9]', '', 'g')) && ")
        .bind(numbers)
}

/// Takes the advisory locks of references, in one order.
async fn lock(connection: &mut AsyncPgConnection, references: impl Iterator<Item = String>) -> Result<(), DbError> {
    let references: BTreeSet<String> = references.collect();
    for reference in references {
        let lock = Sql::new("SELECT pg_advisory_xact_lock(hashtextextended('payment reference ' || ").bind(reference).sql(", 0))");
        lock.execute(connection).await?;
    }
    Ok(())
}

/// The charges `e` of other orders that were not taken back.
fn standing_of_others(order: &OrderId) -> Sql {
    Sql::new("SELECT e.order_id, e.reference_key, e.reference, e.at FROM payment_ledger e WHERE e.kind = 'charge' AND e.order_id <> ")
        .bind(order.as_str().to_owned())
        .sql(" AND NOT EXISTS (SELECT FROM payment_ledger r WHERE r.order_id = e.order_id AND r.kind = 'reversal' AND r.of_number = e.number)")
}

/// Which of these names charges of the gateway of other orders have.
pub(crate) async fn taken_names(connection: &mut AsyncPgConnection, order: &OrderId, names: &[String]) -> Result<HashSet<String>, DbError> {
    if names.is_empty() {
        return Ok(HashSet::new());
    }
    let taken = payment_ledger::table
        .filter(payment_ledger::reference.eq_any(names))
        .filter(payment_ledger::kind.eq("charge"))
        .filter(payment_ledger::source.eq("gateway"))
        .filter(payment_ledger::order_id.ne(order.as_str()));
    let taken: Vec<Option<String>> = taken.select(payment_ledger::reference).load(connection).await?;
    Ok(taken.into_iter().flatten().collect())
}

/// The other orders for which staff booked a payment with one of these names, compared by letters and digits or as a number within
/// the reference, and did not take it back. Waits for bookings of these names, and makes others wait to the end of the transaction.
pub(crate) async fn booked_elsewhere(
    connection: &mut AsyncPgConnection,
    order: &OrderId,
    names: &[String],
) -> Result<HashMap<String, OrderId>, DbError> {
    if names.is_empty() {
        return Ok(HashMap::new());
    }
    let keys: Vec<String> = names.iter().filter_map(|name| key_of(name)).collect();
    lock(connection, keys.iter().cloned()).await?;
    let by_key = standing_of_others(order).sql(" AND e.source <> 'gateway' AND e.reference_key").any_of(keys);
    let numbers: Vec<String> = names.iter().filter(|name| long_numbers(name).next() == Some(name)).cloned().collect();
    let by_number = standing_of_others(order).append(naming(numbers));
    let booked: Vec<Row> = by_key.sql(" UNION ").append(by_number).load(connection).await?;
    let is_named = |name: &&String, row: &Row| key_of(name) == row.reference_key || names_number(&row.reference, name);
    let named = booked.iter().filter_map(|row| Some((names.iter().find(|name| is_named(name, row))?, row)));
    named.map(|(name, row)| Ok((name.clone(), stored("order number", OrderId::parse(&row.order_id))?))).collect()
}

/// The reference of a new entry as it is compared; the cash of deliveries has none.
pub(super) fn key_of_entry(entry: &Entry) -> Option<String> {
    compared(entry).filter(|_| matches!(entry.kind, EntryKind::Charge { .. })).and_then(key_of)
}

/// The reference of an entry that is compared with others: that of the cash of a delivery is the same for all orders.
fn compared(entry: &Entry) -> Option<&str> {
    let reference = entry.reference.as_ref().map(|reference| reference.as_str());
    reference.filter(|name| *name != CASH_REFERENCE || entry.method != PaymentMethod::Cod)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_compared_by_letters_and_digits() {
        for same in [
            "TRX-4711",
            "trx4711",
            " TRX 4711 ",
            "T.R.X/4711",
            "TRX\u{200b}4711",
            "TRX\u{3164}4711",
            "ＴＲＸ４７１１",
            "\u{feff}Trx—4711",
            "TŔX4711",
            "\u{442}\u{433}\u{445}4711",
            "T\u{280}X4711",
            "TRX\u{664}\u{667}\u{661}\u{661}",
            "TRX\u{0dea}\u{0ded}\u{0de7}\u{0de7}",
        ] {
            assert!(are_same("TRX-4711", same), "{same:?}");
        }
        for other in ["TRX-4712", "TRX-471", "4711", "---", ""] {
            assert!(!are_same("TRX-4711", other), "{other:?}");
        }
        assert!(are_same("---", "---") && !are_same("---", "--"), "what has neither is compared as it is written");
    }
}
