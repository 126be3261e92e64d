//! Changing payments. The transaction runs in a task of its own, so that a request that is dropped does not break it off.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::Bool;
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use domain::accounts::actor::Actor;
use domain::orders::idempotency::IdempotencyKey;
use domain::orders::order::Order;
use domain::orders::order_mails;
use domain::orders::order_note::{NoteVisibility, OrderNote};
use domain::orders::order_status::OrderStatus;
use domain::payments::attention::AttentionKind;
use domain::payments::ledger::Booked;
use domain::payments::order_payment::{PaymentRefusal, RefundRequest};
use domain::payments::payment_change::PaymentChange;
use domain::payments::ports::{ChangePaymentOutcome, PaymentRepository};
use domain::payments::refund::{Refund, RefundVia};
use domain::shared::ids::SlipId;
use domain::shared::order_id::OrderId;
use domain::shared::ports::PortError;
use domain::shared::text::NoteText;
use serde_json::{Value, json};

use super::references::used_reference;
use super::{attention, large_refunds, slips};
use crate::audit::{self, Entry};
use crate::connection::cause;
use crate::connection::pool::Postgres;
use crate::connection::work_limits::{Work, row_of};
use crate::error::{DbError, retrying, stored};
use crate::images::uploads;
use crate::messages::outbox;
use crate::orders::{locked, note, write_payment};
use crate::query::sql::Sql;
use crate::schema::{payment_ledger, refunds};

/// The constraint that lets a transfer pay one order.
const REFERENCE_USED: &str = "payment_slips_bank_reference_key";

#[async_trait]
impl PaymentRepository for Postgres {
    async fn change(
        &self,
        id: &OrderId,
        change: &PaymentChange,
        by: &Actor,
        now: DateTime<Utc>,
    ) -> Result<ChangePaymentOutcome, PortError> {
        let (db, of, payment, actor) = (self.clone(), id.clone(), change.clone(), by.clone());
        let task = cause::spawn(async move { retrying(|| change_payment(&db, &of, &payment, &actor, now)).await });
        match task.await.map_err(DbError::from)? {
            // The release before takes no lock of a reference. Its charge is known by now, and is found.
            Err(error) if error.violates(REFERENCE_USED) => Ok(change_payment(self, id, change, by, now).await?),
            answer => Ok(answer?),
        }
    }

    async fn slip_picture(&self, id: &OrderId, slip: SlipId) -> Result<Option<Vec<u8>>, PortError> {
        Ok(slips::picture(&mut *self.connection().await?, id, slip).await?)
    }
}

async fn change_payment(
    db: &Postgres,
    id: &OrderId,
    change: &PaymentChange,
    by: &Actor,
    now: DateTime<Utc>,
) -> Result<ChangePaymentOutcome, DbError> {
    let mut connection = db.connection_for(Work::Orders, [row_of::order(id)]).await?;
    connection
        .transaction(async |connection| {
            if !is_offered(connection, change).await? {
                return Ok(ChangePaymentOutcome::OfferChanged);
            }
            let Some(current) = locked(connection, id).await? else { return Ok(ChangePaymentOutcome::NotFound) };
            if let Some(answer) = known_answer(connection, &current, change).await? {
                return Ok(answer);
            }
            if let (PaymentChange::AddSlip { picture, .. }, Some(customer)) =
                (change, current.user_id.filter(|user| by.user_id == Some(*user)))
                && !uploads::has_room_for_slip(connection, customer, picture.len()).await?
            {
                return Ok(ChangePaymentOutcome::Refused(PaymentRefusal::TooManyUploads));
            }
            match change.clone().apply(current.clone(), &Booked::by(by, now)) {
                Ok(changed) if changed == current => Ok(ChangePaymentOutcome::Changed(changed)),
                Ok(changed) => {
                    let is_cash = matches!(change, PaymentChange::Charge(..));
                    if let Some(order) = used_reference(connection, &current, &changed, is_cash).await? {
                        return Ok(ChangePaymentOutcome::ReferenceUsed(order));
                    }
                    let large = match large_refunds::check(connection, change.guard(), (&current, &changed), by, now).await? {
                        Ok(large) => large,
                        Err(refusal) => return Ok(ChangePaymentOutcome::Refused(refusal)),
                    };
                    write_payment(connection, &current, &changed, key_of(change)).await?;
                    let picture = if let PaymentChange::AddSlip { picture, .. } = change { Some(picture.as_slice()) } else { None };
                    slips::write(connection, &current, &changed, picture).await?;
                    outbox::enqueue_of(connection, id, &order_mails::of_slips(&current, &changed, now)).await?;
                    // The audit log has the changes of staff.
                    if !is_by_customer(&current, change, by) {
                        record(connection, &current, &changed, by, now).await?;
                    }
                    large_refunds::tell(connection, large, &changed, by, now).await?;
                    note_method(connection, &current, &changed, by, now).await?;
                    // Late money is told as such, also where it is more than the order costs.
                    if !note_late_payment(connection, &current, &changed, now).await? {
                        attention::note_overpayment(connection, &current, &changed, now).await?;
                    }
                    note_late_slip(connection, &current, change, now).await?;
                    Ok(ChangePaymentOutcome::Changed(changed))
                }
                Err(refusal) => Ok(ChangePaymentOutcome::Refused(refusal)),
            }
        })
        .await
}

/// Whether the settings that a change names are the present ones. Takes their shared lock, which comes before that of the order.
async fn is_offered(connection: &mut AsyncPgConnection, change: &PaymentChange) -> Result<bool, DbError> {
    let PaymentChange::Method { settings: Some(seen), .. } = change else { return Ok(true) };
    Sql::new("SELECT pg_advisory_xact_lock_shared(settings_lock())").execute(connection).await?;
    let seen = json!({ "payments": seen.get() });
    let Offered { is_offered } = Sql::new("SELECT settings_are(").bind(seen).sql(") AS is_offered").get_result(connection).await?;
    Ok(is_offered)
}

/// The answer of `settings_are`.
#[derive(QueryableByName)]
struct Offered {
    #[diesel(sql_type = Bool)]
    is_offered: bool,
}

/// Whether a customer chooses another method for an order of their own, or shows a transfer.
fn is_by_customer(order: &Order, change: &PaymentChange, by: &Actor) -> bool {
    match change {
        PaymentChange::Method { .. } => by.user_id.is_some() && by.user_id == order.user_id,
        PaymentChange::AddSlip { slip, .. } => !slip.is_by_staff,
        _ => false,
    }
}

/// Notes another method of payment in the history of the order.
async fn note_method(
    connection: &mut AsyncPgConnection,
    current: &Order,
    changed: &Order,
    by: &Actor,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    let (before, after) = (current.payment.method, changed.payment.method);
    if before == after {
        return Ok(());
    }
    let text = format!("Payment method changed from {before} to {after}. Total: {}.", changed.total.in_words());
    let text = stored("note", NoteText::parse_known(&text))?;
    note(connection, changed, &OrderNote { text, visibility: NoteVisibility::Internal }, by, now).await
}

const fn key_of(change: &PaymentChange) -> Option<&IdempotencyKey> {
    match change {
        PaymentChange::Release { key, .. } => Some(key),
        PaymentChange::Charge(_, key) => key.as_ref(),
        _ => None,
    }
}

/// The answer that the present payment gives: an unknown refund or slip cannot be resolved or reviewed, and a key books one charge or
/// releases one refund.
async fn known_answer(
    connection: &mut AsyncPgConnection,
    order: &Order,
    change: &PaymentChange,
) -> Result<Option<ChangePaymentOutcome>, DbError> {
    let refund_with = |number: u32| order.payment.refunds.iter().find(|refund| refund.number == number);
    match change {
        PaymentChange::Charge(_, None) | PaymentChange::AddSlip { .. } | PaymentChange::Method { .. } => Ok(None),
        PaymentChange::Charge(charge, Some(key)) => {
            let booked = payment_ledger::table.filter(payment_ledger::order_id.eq(order.id.as_str()));
            let booked = booked.filter(payment_ledger::request_key.eq(key.as_str())).select(payment_ledger::number);
            let booked: Option<i32> = booked.first(connection).await.optional()?;
            let Some(number) = booked.and_then(|number| u32::try_from(number).ok()) else { return Ok(None) };
            let is_same = order.payment.ledger.entry(number).is_some_and(|entry| charge.is_booked_as(entry));
            Ok(Some(if is_same { ChangePaymentOutcome::Replayed(order.clone(), number) } else { ChangePaymentOutcome::KeyReused }))
        }
        PaymentChange::ReviewSlip { slip, .. } => {
            Ok((!order.payment.slips.iter().any(|kept| kept.id == *slip)).then_some(ChangePaymentOutcome::NotFound))
        }
        PaymentChange::Resolve { refund, .. } => Ok(refund_with(*refund).is_none().then_some(ChangePaymentOutcome::NotFound)),
        PaymentChange::Release { request, key, .. } => {
            let released = refunds::table.filter(refunds::order_id.eq(order.id.as_str())).filter(refunds::key.eq(key.as_str()));
            let released: Option<i32> = released.select(refunds::number).first(connection).await.optional()?;
            let Some(refund) = released.and_then(|number| refund_with(u32::try_from(number).ok()?)) else { return Ok(None) };
            Ok(Some(if is_same(request, refund, order) {
                ChangePaymentOutcome::Replayed(order.clone(), refund.number)
            } else {
                ChangePaymentOutcome::KeyReused
            }))
        }
    }
}

/// Whether a request released this refund of an order, with the parts that belong to it. The gateway names a refund when it is settled.
fn is_same(request: &RefundRequest, refund: &Refund, order: &Order) -> bool {
    let RefundRequest { amount, via, reference, reason } = request;
    let parts = order.payment.refunds.iter().filter(|part| part.part_of == Some(refund.number));
    let released = parts.fold(refund.amount.cents(), |sum, part| sum.saturating_add(part.amount.cents()));
    let is_named = refund.via == RefundVia::Gateway || *reference == refund.reference;
    (amount.cents(), *via, reason) == (released, refund.via, &refund.reason) && is_named
}

/// Money for a cancelled order has to be returned, or the order reinstated: staff decide. Whether some came.
async fn note_late_payment(
    connection: &mut AsyncPgConnection,
    current: &Order,
    changed: &Order,
    now: DateTime<Utc>,
) -> Result<bool, DbError> {
    let (before, after) = (current.figures().charged_cents, changed.figures().charged_cents);
    if changed.status != OrderStatus::Cancelled || after <= before {
        return Ok(false);
    }
    let detail = format!("Money came for the cancelled order {}.", changed.id);
    attention::raise(connection, AttentionKind::LatePayment, Some(&changed.id), &detail, now).await?;
    Ok(true)
}

/// The customer may have sent the money for an expired order: staff look whether it came.
async fn note_late_slip(
    connection: &mut AsyncPgConnection,
    current: &Order,
    change: &PaymentChange,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    if !(matches!(change, PaymentChange::AddSlip { .. }) && current.payment.is_late_slip(current.owed())) {
        return Ok(());
    }
    let detail = format!("A bank slip came for the order {}, which was not paid in time.", current.id);
    attention::raise_once(connection, AttentionKind::LateSlip, &current.id, &detail, now).await
}

/// Writes the audit entry: the figures before and after.
async fn record(
    connection: &mut AsyncPgConnection,
    current: &Order,
    changed: &Order,
    by: &Actor,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    let (before, after) = (Some(audited(current)), Some(audited(changed)));
    audit::record(connection, by, now, Entry { action: "update", entity: "order", entity_id: current.id.as_str(), before, after }).await
}

fn audited(order: &Order) -> Value {
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
