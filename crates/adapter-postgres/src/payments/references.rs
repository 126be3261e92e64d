//! References of payments: a transfer pays one order, once (contract-commerce, section 2).

use std::collections::{BTreeSet, HashSet};

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Nullable, Text};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::orders::fulfilment_step::CASH_REFERENCE;
use domain::orders::order::Order;
use domain::payments::attempt::{AttemptId, attempts_in};
use domain::payments::gateway::PaymentRef;
use domain::payments::ledger::{Entry, EntryKind, EntrySource};
use domain::payments::payment_method::PaymentMethod;
use domain::payments::reference_numbers::{ending, has_name, pieces};
use domain::shared::order_id::OrderId;
use domain::shared::text::PaymentId;
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
/// references, which other orders may have too. A name of the gateway within a reference names its payment. To be called before the
/// change is written: the transaction takes an advisory lock of each reference and of what may be a name in it, so that of two orders
/// with one at once, one is refused.
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
        if charges.iter().any(|other| other.number != charge.number && is_same_payment(charge, reference, other))
            || names_own_payment(connection, changed, charge, reference).await?
        {
            return Ok(Some(changed.id.clone()));
        }
        if let Some(order) = other_order(connection, changed, charge, reference, is_cash).await? {
            return Ok(Some(order));
        }
    }
    Ok(None)
}

/// Whether another charge of the order has the same reference, or, where one of both was by card, a name or a long number of it.
fn is_same_payment(charge: &Entry, reference: &str, other: &Entry) -> bool {
    let Some(named) = other.reference.as_ref().map(PaymentId::as_str) else { return false };
    let by_card = [charge, other].iter().any(|charge| charge.method == PaymentMethod::PayHere);
    let shares_name = || {
        let (Some(one), Some(other)) = (key_of(reference), key_of(named)) else { return false };
        has_name(&one, &other) || has_name(&other, &one) || !long_numbers(&one).is_disjoint(&long_numbers(&other))
    };
    are_same(named, reference) || by_card && shares_name()
}

/// Whether a reference names a payment of the order's own attempts that another charge stands for: by the attempt, or by a number that the
/// gateway's records had. The charge of the gateway may have another number, because that of a notification is not proven.
async fn names_own_payment(connection: &mut AsyncPgConnection, changed: &Order, charge: &Entry, reference: &str) -> Result<bool, DbError> {
    let Some(key) = key_of(reference) else { return Ok(false) };
    let others: Vec<_> = changed.payment.ledger.charges().into_iter().filter(|other| other.number != charge.number).collect();
    let named: Vec<u32> =
        attempts_in(&key).into_iter().filter(|attempt| attempt.order == changed.id).map(|attempt| attempt.number).collect();
    let is_booked = |attempt: u32| others.iter().any(|other| other.source == EntrySource::Gateway && other.attempt == Some(attempt));
    if named.iter().any(|attempt| is_booked(*attempt)) {
        return Ok(true);
    }
    let recorded = recorded_payments::table.filter(recorded_payments::order_id.eq(changed.id.as_str()));
    let recorded: Vec<(String, i32)> = recorded.select((recorded_payments::payment, recorded_payments::attempt)).load(connection).await?;
    let stands = |payment: &str, attempt: u32| is_booked(attempt) || others.iter().any(|other| other.is_by_staff() && other.names(payment));
    let is_named = |payment: &str, attempt: u32| named.contains(&attempt) || key_of(payment).is_some_and(|name| has_name(&key, &name));
    let mut recorded = recorded.iter().filter_map(|(payment, attempt)| Some((payment, u32::try_from(*attempt).ok()?)));
    Ok(recorded.any(|(payment, attempt)| is_named(payment, attempt) && stands(payment, attempt)))
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
    let whole = key.clone().unwrap_or_else(|| reference.to_owned());
    let ends: BTreeSet<String> = pieces(&whole).into_iter().chain([whole.clone()]).collect();
    lock(connection, ends.clone()).await?;
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
    let ends: Vec<String> = ends.into_iter().collect();
    let of_gateway = of_others().sql(" AND e.source = 'gateway'").append(named_in("e.reference", &ends, &whole));
    let attempts = attempts_in(&whole);
    let orders: Vec<String> = attempts.iter().map(|attempt| attempt.order.as_str().to_owned()).collect();
    let named: Vec<String> = attempts.iter().map(|attempt| format!("{} {}", attempt.order, attempt.number)).collect();
    let of_attempts =
        Sql::new("SELECT a.order_id, NULL, a.started_at FROM payment_attempts a WHERE a.state IN ('succeeded', 'chargedBack')")
            .sql(" AND a.order_id <> ")
            .bind(changed.id.as_str().to_owned())
            .sql(" AND a.order_id")
            .any_of(orders)
            .sql(" AND a.order_id || ' ' || a.number");
    // A transfer may name the number of an account that others name too.
    let by_card = if charge.method == PaymentMethod::PayHere { "" } else { " AND e.method = 'payhere'" };
    let by_staff = of_others().sql(by_card).append(with_piece(long_numbers(&whole)));
    let recorded = Sql::new("SELECT r.order_id, NULL, r.read_at FROM recorded_payments r WHERE r.order_id <> ")
        .bind(changed.id.as_str().to_owned())
        .append(named_in("r.payment", &ends, &whole));
    let ways = [of_gateway, of_attempts.any_of(named), by_staff, recorded];
    let found = ways.into_iter().fold(found, |found, more| found.sql(" UNION ALL ").append(more));
    let first = Sql::new("SELECT f.order_id, f.reference_key FROM (").append(found).sql(") f ORDER BY f.at, f.order_id LIMIT 1");
    let row: Option<Row> = first.load(connection).await?.into_iter().next();
    row.map(|row| stored("order number", OrderId::parse(&row.order_id))).transpose()
}

/// The pieces of a reference that are digits alone: two bookings of staff that share one have a long number in common.
fn long_numbers(key: &str) -> BTreeSet<String> {
    pieces(key).into_iter().filter(|piece| piece.chars().all(|c| c.is_ascii_digit())).collect()
}

/// The condition that a name of the gateway in `column` stands in a reference that is `whole` and has names that end with `ends`.
fn named_in(column: &'static str, ends: &[String], whole: &str) -> Sql {
    let name = || Sql::new("replace(lower(").sql(column).sql(" COLLATE \"C\"), '-', '')");
    let ended = Sql::new(" AND right(").append(name()).sql(", 12)").any_of(ends.to_vec());
    ended.sql(" AND strpos(").bind(whole.to_owned()).sql(", ").append(name()).sql(") > 0")
}

/// The condition that staff booked the charge `e` by a reference with one of these pieces.
fn with_piece(pieces: impl IntoIterator<Item = String>) -> Sql {
    let pieces: Vec<String> = pieces.into_iter().collect();
    Sql::new(" AND e.source <> 'gateway' AND name_pieces(e.reference_key) && ").bind(pieces)
}

/// Takes the advisory locks of references, in one order.
async fn lock(connection: &mut AsyncPgConnection, references: BTreeSet<String>) -> Result<(), DbError> {
    let lock = "SELECT pg_advisory_xact_lock(hashtextextended('payment reference ' || reference, 0)) FROM unnest(";
    let references: Vec<String> = references.into_iter().collect();
    Sql::new(lock).bind(references).sql(") AS reference").execute(connection).await?;
    Ok(())
}

/// The charges `e` of other orders that were not taken back.
fn standing_of_others(order: &OrderId) -> Sql {
    Sql::new("SELECT e.order_id, e.reference_key, e.at FROM payment_ledger e WHERE e.kind = 'charge' AND e.order_id <> ")
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

/// The other orders for which staff booked a payment with one of these names, compared by letters and digits or as a name within
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
    let ends: Vec<String> = keys.iter().filter_map(|key| ending(key)).collect();
    lock(connection, keys.iter().map(|key| ending(key).unwrap_or_else(|| key.clone())).collect()).await?;
    let by_key = standing_of_others(order).sql(" AND e.source <> 'gateway' AND e.reference_key").any_of(keys);
    let by_piece = standing_of_others(order).append(with_piece(ends));
    let booked: Vec<Row> = by_key.sql(" UNION ").append(by_piece).load(connection).await?;
    let is_named = |name: &&String, row: &Row| {
        let (name, reference) = (key_of(name), row.reference_key.as_ref());
        name.zip(reference).is_some_and(|(name, reference)| has_name(reference, &name))
    };
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
