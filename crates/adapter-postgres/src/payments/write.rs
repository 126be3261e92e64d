//! Writing what an action changed in an order's payment. The caller holds the lock of the order.

use diesel::prelude::*;
use diesel::upsert::excluded;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::orders::order::Order;
use domain::orders::order_change::GatewayTimes;
use domain::orders::payment::repository::SlipPicture;
use domain::payments::ledger::{Entry, EntryKind};
use domain::payments::refund::Refund;
use domain::shared::idempotency::IdempotencyKey;
use domain::shared::money::Money;
use domain::shared::order_id::OrderId;
use serde_json::{Value, json};

use super::checks::write_check;
use super::references::key_of_entry;
use super::slips;
use crate::error::DbError;
use crate::schema::{order_payments, payment_attempts, payment_ledger, refunds};

/// Writes the new entries, the new and moved refunds, the slips and the figures of `changed`, in the transaction of the change. A new slip
/// has `picture`. Also after a change of the order's status: what is to be returned depends on it.
pub(crate) async fn write(
    connection: &mut AsyncPgConnection,
    current: &Order,
    changed: &Order,
    picture: Option<&SlipPicture>,
) -> Result<(), DbError> {
    if changed.payment == current.payment && changed.payment.ledger.entries().is_empty() {
        return Ok(());
    }
    write_figures(connection, changed).await?;
    let id = changed.id.as_str();
    let entries = changed.payment.ledger.entries().iter().skip(current.payment.ledger.entries().len());
    let entries: Vec<_> = entries.map(|entry| entry_row(id, entry)).collect();
    diesel::insert_into(payment_ledger::table).values(entries).execute(connection).await?;
    let known = |refund: &&Refund| !current.payment.refunds.contains(refund);
    for refund in changed.payment.refunds.iter().filter(known) {
        write_refund(connection, id, refund).await?;
    }
    slips::write(connection, current, changed, picture).await
}

async fn write_figures(connection: &mut AsyncPgConnection, order: &Order) -> Result<(), DbError> {
    let (payment, figures) = (&order.payment, order.figures());
    let values = (
        order_payments::method.eq(payment.method.as_str()),
        order_payments::expires_at.eq(payment.expires_at),
        order_payments::is_pending.eq(payment.is_pending),
        order_payments::has_expired.eq(payment.has_expired),
        order_payments::charged_cents.eq(figures.charged_cents),
        order_payments::returned_cents.eq(figures.returned_cents),
        order_payments::credits_cents.eq(payment.credits_cents()),
        order_payments::refund_due_cents.eq(figures.refund_due_cents()),
        order_payments::confirm_above_cents.eq(payment.cod_call.above.map(Money::cents)),
        order_payments::customer_reached.eq(payment.cod_call.reached),
        order_payments::period_starts_at.eq(payment.period_starts_at),
        order_payments::suspended_until.eq(payment.suspended_until),
        order_payments::rest_cents.eq(if figures.charged_cents > 0 { figures.amount_due_cents() } else { 0 }),
    );
    diesel::insert_into(order_payments::table)
        .values((order_payments::order_id.eq(order.id.as_str()), values))
        .on_conflict(order_payments::order_id)
        .do_update()
        .set(values)
        .execute(connection)
        .await?;
    Ok(())
}

#[derive(Insertable)]
#[diesel(table_name = payment_ledger)]
struct NewEntryRow<'a> {
    order_id: &'a str,
    number: i32,
    kind: &'a str,
    of_number: Option<i32>,
    source: &'a str,
    method: &'a str,
    amount_cents: i64,
    reference: Option<&'a str>,
    attempt: Option<i32>,
    actor_email: Option<&'a str>,
    at: chrono::DateTime<chrono::Utc>,
    reference_key: Option<String>,
    request_key: Option<&'a str>,
}

fn entry_row<'a>(order_id: &'a str, entry: &'a Entry) -> NewEntryRow<'a> {
    let of = match entry.kind {
        EntryKind::Charge { corrects } => corrects,
        EntryKind::Refund { refund: of } | EntryKind::Chargeback { charge: of } | EntryKind::Reversal { of } => Some(of),
    };
    NewEntryRow {
        order_id,
        number: integer(entry.number),
        kind: entry.kind.as_str(),
        of_number: of.map(integer),
        source: entry.source.as_str(),
        method: entry.method.as_str(),
        amount_cents: entry.amount.cents(),
        reference: entry.reference.as_ref().map(|reference| reference.as_str()),
        attempt: entry.attempt.map(integer),
        actor_email: entry.actor.as_ref().map(|email| email.as_str()),
        at: entry.at,
        reference_key: key_of_entry(entry),
        request_key: entry.key.as_ref().map(IdempotencyKey::as_str),
    }
}

async fn write_refund(connection: &mut AsyncPgConnection, order_id: &str, refund: &Refund) -> Result<(), DbError> {
    diesel::insert_into(refunds::table)
        .values((
            refunds::order_id.eq(order_id),
            refunds::number.eq(integer(refund.number)),
            refunds::state.eq(refund.state.as_str()),
            refunds::via.eq(refund.via.as_str()),
            refunds::amount_cents.eq(refund.amount.cents()),
            refunds::charge.eq(refund.charge.map(integer)),
            refunds::credit_cents.eq(refund.credit.cents()),
            refunds::reference.eq(refund.reference.as_ref().map(|reference| reference.as_str())),
            refunds::reason.eq(refund.reason.as_ref().map(|reason| reason.as_str())),
            refunds::part_of.eq(refund.part_of.map(integer)),
            refunds::key.eq(refund.key.as_ref().map(IdempotencyKey::as_str)),
            refunds::actor_email.eq(refund.actor.as_ref().map(|email| email.as_str())),
            refunds::at.eq(refund.at),
        ))
        .on_conflict((refunds::order_id, refunds::number))
        .do_update()
        .set((refunds::state.eq(excluded(refunds::state)), refunds::reference.eq(excluded(refunds::reference))))
        .execute(connection)
        .await?;
    Ok(())
}

/// A number as the type of its column; an order has far fewer entries than [`i32::MAX`].
pub(super) fn integer(number: u32) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

/// Sets the times at which the tasks of the gateway look at an order.
pub(crate) async fn write_times(connection: &mut AsyncPgConnection, order: &OrderId, times: &GatewayTimes) -> Result<(), DbError> {
    if let Some((number, at)) = times.stranded {
        let refund = refunds::table.find((order.as_str(), integer(number)));
        diesel::update(refund).set(refunds::due_at.eq(at)).execute(connection).await?;
    }
    if let Some(at) = times.read_all {
        let attempts = payment_attempts::table.filter(payment_attempts::order_id.eq(order.as_str()));
        diesel::update(attempts).set(payment_attempts::check_at.eq(at)).execute(connection).await?;
    }
    match &times.read {
        Some((attempt, at)) => write_check(connection, attempt, *at).await,
        None => Ok(()),
    }
}

/// The payment of an order in the audit log.
pub(crate) fn audited(order: &Order) -> Value {
    let figures = order.figures();
    let refunds: Vec<_> = order
        .payment
        .refunds
        .iter()
        .map(|r| json!({"number": r.number, "state": r.state.as_str(), "amountCents": r.amount.cents()}))
        .collect();
    let slips: Vec<_> = order
        .payment
        .slips
        .iter()
        .map(|s| json!({"slipId": s.id.to_string(), "state": s.state.as_str(), "byStaff": s.is_by_staff}))
        .collect();
    json!({
        "paymentId": order.payment_id.as_ref().map(|p| p.as_str()),
        "refunded": order.refunded,
        "paymentMethod": order.payment.method.as_str(),
        "paymentStatus": order.payment_status().as_str(),
        "totalCents": order.total.cents(),
        "chargedCents": figures.charged_cents,
        "returnedCents": figures.returned_cents,
        "refunds": refunds,
        "slips": slips,
    })
}
