//! References of payments: a transfer pays one order, once (contract-commerce, section 2).

use std::collections::{BTreeSet, HashSet};

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Nullable, Text};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::orders::fulfilment_step::CASH_REFERENCE;
use domain::orders::order::Order;
use domain::payments::attempt::AttemptId;
use domain::payments::gateway::PaymentRef;
use domain::payments::ledger::{Entry, EntryKind, EntrySource};
use domain::payments::payment_method::PaymentMethod;
use domain::payments::reference_numbers::{gateway_numbers, long_numbers, names_number};
use domain::shared::order_id::OrderId;
use search_text::fold;

use crate::error::{DbError, stored};
use crate::payments::look_alikes::read_as;
use crate::payments::write::integer;
use crate::query::sql::Sql;
use crate::schema::{payment_ledger, recorded_payments};

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
        let numbers = gateway_numbers(reference);
        let is_same = |other: &&Entry| {
            let named = other.reference.as_ref().map(|reference| reference.as_str());
            let by_card = [charge, other].iter().any(|charge| charge.method == PaymentMethod::PayHere);
            let is_named = |name| are_same(name, reference) || by_card && numbers.iter().any(|number| names_number(name, number));
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
    let numbers: Vec<_> = long_numbers(reference).into_iter().collect();
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
    // A transfer may name the number of an account that others name too.
    let by_card = if charge.method == PaymentMethod::PayHere { "" } else { " AND e.method = 'payhere'" };
    let by_staff = of_others().sql(by_card).append(naming(gateway_numbers(reference)));
    let recorded = Sql::new("SELECT r.order_id, NULL, r.payment, r.read_at FROM recorded_payments r WHERE r.order_id <> ")
        .bind(changed.id.as_str().to_owned())
        .sql(" AND r.payment")
        .any_of(numbers);
    let found = [of_gateway, by_staff, recorded].into_iter().fold(found, |found, more| found.sql(" UNION ALL ").append(more));
    let first =
        Sql::new("SELECT f.order_id, f.reference_key, f.reference FROM (").append(found).sql(") f ORDER BY f.at, f.order_id LIMIT 1");
    let row: Option<Row> = first.load(connection).await?.into_iter().next();
    row.map(|row| stored("order number", OrderId::parse(&row.order_id))).transpose()
}

/// The condition that staff booked the charge `e` by a reference that names one of these numbers ([`names_number`]).
fn naming(numbers: impl IntoIterator<Item = String>) -> Sql {
    Sql::new(" AND e.source <> 'gateway'")
        .sql(" AND (regexp_split_to_array(e.reference, '[^0-9]+') || regexp_replace(e.reference, '[^0-9]', '', 'g')) && ")
        .bind(numbers.into_iter().collect::<Vec<_>>())
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
) -> Result<Vec<(String, OrderId)>, DbError> {
    if names.is_empty() {
        return Ok(Vec::new());
    }
    let keys: Vec<String> = names.iter().filter_map(|name| key_of(name)).collect();
    lock(connection, keys.iter().cloned()).await?;
    let by_key = standing_of_others(order).sql(" AND e.source <> 'gateway' AND e.reference_key").any_of(keys);
    let numbers = names.iter().filter(|name| long_numbers(name).contains(*name)).cloned();
    let by_number = standing_of_others(order).append(naming(numbers));
    let booked: Vec<Row> = by_key.sql(" UNION ").append(by_number).load(connection).await?;
    let is_named = |name: &&String, row: &Row| key_of(name) == row.reference_key || names_number(&row.reference, name);
    let named = booked.iter().flat_map(|row| names.iter().filter(move |name| is_named(name, row)).map(move |name| (name, row)));
    named.map(|(name, row)| Ok((name.clone(), stored("order number", OrderId::parse(&row.order_id))?))).collect()
}

/// Keeps the numbers of the payments that the records of an attempt have: none of them is booked for another order.
pub(crate) async fn keep_recorded(
    connection: &mut AsyncPgConnection,
    attempt: &AttemptId,
    payments: &[PaymentRef],
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    let (order, number) = (attempt.order.as_str(), integer(attempt.number));
    let row = |payment: &PaymentRef| {
        (
            recorded_payments::payment.eq(payment.as_str().to_owned()),
            recorded_payments::order_id.eq(order),
            recorded_payments::attempt.eq(number),
            recorded_payments::read_at.eq(now),
        )
    };
    let rows: Vec<_> = payments.iter().map(row).collect();
    if !rows.is_empty() {
        diesel::insert_into(recorded_payments::table).values(rows).on_conflict_do_nothing().execute(connection).await?;
    }
    Ok(())
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
