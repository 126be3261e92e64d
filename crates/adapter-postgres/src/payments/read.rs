//! Reading the payments of orders, for many orders at once.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::payments::cod_confirmation::CodCall;
use domain::payments::ledger::{Entry, EntryKind, EntrySource, Ledger};
use domain::payments::order_payment::OrderPayment;
use domain::payments::payment_method::PaymentMethod;
use domain::payments::refund::{Refund, RefundReason, RefundState, RefundVia};
use domain::shared::email::EmailAddress;
use domain::shared::idempotency::IdempotencyKey;
use domain::shared::money::Money;
use domain::shared::text::PaymentId;
use futures_util::try_join;

use super::attempts::{LastRow, last_attempt_of, last_of_orders};
use super::slips::{self, SlipRow, slip_of};
use crate::error::{DbError, known, stored};
use crate::schema::{order_payments, payment_ledger, refunds};

/// The columns of [`order_payments`] that are not sums of other rows.
#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = order_payments, check_for_backend(diesel::pg::Pg))]
struct PaymentRow {
    order_id: String,
    method: String,
    expires_at: Option<DateTime<Utc>>,
    is_pending: bool,
    has_expired: bool,
    confirm_above_cents: Option<i64>,
    customer_reached: Option<bool>,
    period_starts_at: Option<DateTime<Utc>>,
    suspended_until: Option<DateTime<Utc>>,
}

#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = payment_ledger, check_for_backend(diesel::pg::Pg))]
struct EntryRow {
    order_id: String,
    number: i32,
    kind: String,
    of_number: Option<i32>,
    source: String,
    method: String,
    amount_cents: i64,
    reference: Option<String>,
    attempt: Option<i32>,
    actor_email: Option<String>,
    at: DateTime<Utc>,
    request_key: Option<String>,
}

#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = refunds, check_for_backend(diesel::pg::Pg))]
struct RefundRow {
    order_id: String,
    number: i32,
    part_of: Option<i32>,
    state: String,
    via: String,
    amount_cents: i64,
    charge: Option<i32>,
    credit_cents: i64,
    reference: Option<String>,
    reason: Option<String>,
    actor_email: Option<String>,
    at: DateTime<Utc>,
    key: Option<String>,
}

/// The payments of the orders with these numbers. An order of which nothing was booked is left out.
pub(crate) async fn of_orders(connection: &AsyncPgConnection, ids: &[&str]) -> Result<HashMap<String, OrderPayment>, DbError> {
    let payments = order_payments::table.filter(order_payments::order_id.eq_any(ids)).select(PaymentRow::as_select());
    let entries = payment_ledger::table.filter(payment_ledger::order_id.eq_any(ids));
    let entries = entries.order((payment_ledger::order_id, payment_ledger::number)).select(EntryRow::as_select());
    let refunds = refunds::table.filter(refunds::order_id.eq_any(ids));
    let refunds = refunds.order((refunds::order_id, refunds::number)).select(RefundRow::as_select());
    // Most orders have no row: they cost one statement, which is pipelined with those of the order.
    let payments: Vec<PaymentRow> = payments.load(&mut &*connection).await?;
    if payments.is_empty() {
        return Ok(HashMap::new());
    }
    let (entries, refunds, slips, attempts) = try_join!(
        entries.load::<EntryRow>(&mut &*connection),
        refunds.load::<RefundRow>(&mut &*connection),
        slips::of_orders(connection, ids),
        last_of_orders(connection, ids),
    )?;
    Rows { payments, entries, refunds, slips, attempts }.gather()
}

/// All rows of the payments of some orders.
struct Rows {
    payments: Vec<PaymentRow>,
    entries: Vec<EntryRow>,
    refunds: Vec<RefundRow>,
    slips: Vec<SlipRow>,
    attempts: Vec<LastRow>,
}

impl Rows {
    fn gather(self) -> Result<HashMap<String, OrderPayment>, DbError> {
        let mut ledgers = by_order(self.entries, |row| row.order_id.clone(), entry_of)?;
        let mut refunds = by_order(self.refunds, |row| row.order_id.clone(), refund_of)?;
        let mut slips = by_order(self.slips, |row| row.order_id.clone(), slip_of)?;
        let attempts: HashMap<_, _> = self.attempts.into_iter().map(last_attempt_of).collect::<Result<_, _>>()?;
        let complete = |row: PaymentRow| {
            let payment = OrderPayment {
                method: method_of(&row.method)?,
                expires_at: row.expires_at,
                suspended_until: row.suspended_until,
                period_starts_at: row.period_starts_at,
                is_pending: row.is_pending,
                has_expired: row.has_expired,
                last_attempt: attempts.get(&row.order_id).copied(),
                cod_call: call_of(&row)?,
                ledger: Ledger::of(ledgers.remove(&row.order_id).unwrap_or_default()),
                refunds: refunds.remove(&row.order_id).unwrap_or_default(),
                slips: slips.remove(&row.order_id).unwrap_or_default(),
                // The returns say it.
                returned_goods: Money::ZERO,
            };
            Ok((row.order_id, payment))
        };
        self.payments.into_iter().map(complete).collect()
    }
}

/// The values of rows by the order that they belong to, in the order of the rows.
fn by_order<R, T>(
    rows: Vec<R>,
    order: impl Fn(&R) -> String,
    value: impl Fn(R) -> Result<T, DbError>,
) -> Result<HashMap<String, Vec<T>>, DbError> {
    let mut values: HashMap<String, Vec<T>> = HashMap::new();
    for row in rows {
        values.entry(order(&row)).or_default().push(value(row)?);
    }
    Ok(values)
}

fn call_of(row: &PaymentRow) -> Result<CodCall, DbError> {
    let above = stored("limit of cash on delivery", row.confirm_above_cents.map(Money::from_cents).transpose())?;
    Ok(CodCall { above, reached: row.customer_reached })
}

fn entry_of(row: EntryRow) -> Result<Entry, DbError> {
    let of = row.of_number.map(number_of).transpose()?;
    Ok(Entry {
        number: number_of(row.number)?,
        kind: kind_of(&row.kind, of)?,
        source: stored("source of a payment", EntrySource::parse(&row.source))?,
        method: method_of(&row.method)?,
        amount: stored("amount", Money::from_cents(row.amount_cents))?,
        reference: reference_of(row.reference.as_deref())?,
        attempt: row.attempt.map(number_of).transpose()?,
        actor: actor_of(row.actor_email.as_deref())?,
        at: row.at,
        key: key_of(row.request_key.as_deref())?,
    })
}

fn kind_of(kind: &str, of: Option<u32>) -> Result<EntryKind, DbError> {
    let kind = match (kind, of) {
        ("charge", corrects) => Some(EntryKind::Charge { corrects }),
        ("refund", Some(refund)) => Some(EntryKind::Refund { refund }),
        ("chargeback", Some(charge)) => Some(EntryKind::Chargeback { charge }),
        ("reversal", Some(of)) => Some(EntryKind::Reversal { of }),
        _ => None,
    };
    known("kind of a payment", kind)
}

fn refund_of(row: RefundRow) -> Result<Refund, DbError> {
    Ok(Refund {
        number: number_of(row.number)?,
        part_of: row.part_of.map(number_of).transpose()?,
        state: stored("state of a refund", RefundState::parse(&row.state))?,
        via: stored("way of a refund", RefundVia::parse(&row.via))?,
        amount: stored("amount", Money::from_cents(row.amount_cents))?,
        charge: row.charge.map(number_of).transpose()?,
        credit: stored("amount", Money::from_cents(row.credit_cents))?,
        reference: reference_of(row.reference.as_deref())?,
        reason: stored("reason of a refund", row.reason.as_deref().map(RefundReason::parse_known).transpose())?,
        actor: actor_of(row.actor_email.as_deref())?,
        at: row.at,
        key: key_of(row.key.as_deref())?,
    })
}

fn key_of(key: Option<&str>) -> Result<Option<IdempotencyKey>, DbError> {
    stored("idempotency key", key.map(IdempotencyKey::parse).transpose())
}

fn number_of(number: i32) -> Result<u32, DbError> {
    stored("number", u32::try_from(number))
}

fn method_of(method: &str) -> Result<PaymentMethod, DbError> {
    stored("method of payment", PaymentMethod::parse(method))
}

fn reference_of(reference: Option<&str>) -> Result<Option<PaymentId>, DbError> {
    stored("payment id", reference.map(PaymentId::parse_known).transpose())
}

fn actor_of(email: Option<&str>) -> Result<Option<EmailAddress>, DbError> {
    stored("e-mail address", email.map(EmailAddress::parse_known).transpose())
}
