//! Keeping and booking the notifications of the gateway.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use domain::orders::order::Order;
use domain::payments::attempt::AttemptState;
use domain::payments::attempt_record::Attempt;
use domain::payments::attention::AttentionKind;
use domain::payments::gateway::{Notification, PaymentRef};
use domain::payments::gateway_news::{Booking, notified};
use domain::payments::gateway_records::free_name;
use domain::payments::ledger::Booked;
use domain::payments::ports::TakeOutcome;
use domain::payments::refund_sending::next_read;
use domain::payments::told_payment::{Added, Told, is_gateway_number};
use domain::shared::text::PaymentId;

use super::attempts::{attempt, write_attempt};
use super::attention::{PaymentNews, note_payment, raise, raise_unconfirmed};
use super::checks::write_check;
use super::references::taken_names;
use crate::connection::pool::Postgres;
use crate::connection::work_limits::{Work, row_of};
use crate::error::{DbError, known};
use crate::orders::{locked, write_payment};
use crate::schema::payment_notifications;

/// Keeps a notification and books what it says, in one transaction.
pub(super) async fn take_notification(
    db: &Postgres,
    notification: &Notification,
    has_records: bool,
    now: DateTime<Utc>,
) -> Result<TakeOutcome, DbError> {
    let named = notification.attempt();
    let row = named.as_ref().map(|id| row_of::order(&id.order));
    let mut connection = db.connection_for(Work::Orders, row).await?;
    connection
        .transaction(async |connection| {
            // The order first: all that is booked for it runs one after the other.
            let order = match &named {
                Some(id) => locked(connection, &id.order).await?,
                None => None,
            };
            let known = match &named {
                Some(id) => attempt(connection, id).await?,
                None => None,
            };
            if !keep(connection, notification, now).await? {
                if let Some((order, known)) = order.zip(known) {
                    take_repeated(connection, (&order, known), notification, has_records, now).await?;
                }
                return Ok(TakeOutcome::Repeated);
            }
            let of_order = order.as_ref().map(|order| order.id.clone());
            let alarm = match order.zip(known) {
                Some((order, attempt)) => book(connection, (order, attempt), notification, has_records, now).await?,
                None => Some(AttentionKind::Unmatched),
            };
            // Money that is late or too much has told of itself.
            if let Some(alarm) = alarm.filter(|alarm| matches!(alarm, AttentionKind::Unmatched | AttentionKind::AmountMismatch)) {
                let Notification { order_id, status_code, currency, amount, .. } = notification;
                let detail = format!("The gateway told of the attempt {order_id}: code {status_code}, {currency} {amount}.");
                raise(connection, alarm, of_order.as_ref(), &detail, now).await?;
            }
            Ok(TakeOutcome::Taken(alarm))
        })
        .await
}

/// Keeps a notification; false when it is kept already.
async fn keep(connection: &mut AsyncPgConnection, notification: &Notification, now: DateTime<Utc>) -> Result<bool, DbError> {
    let written = diesel::insert_into(payment_notifications::table)
        .values((
            payment_notifications::at.eq(now),
            payment_notifications::attempt.eq(&notification.order_id),
            payment_notifications::status_code.eq(notification.status_code),
            payment_notifications::amount.eq(&notification.amount),
            payment_notifications::currency.eq(&notification.currency),
            payment_notifications::payment.eq(notification.payment.as_ref().map(|payment| payment.as_str())),
            payment_notifications::means.eq(notification.means.as_ref().map(|means| means.as_str())),
        ))
        .on_conflict_do_nothing()
        .execute(connection)
        .await?;
    Ok(written > 0)
}

/// A repeated notification with the number of another payment: the attempt may have been paid or charged back twice, which the number
/// alone does not prove.
async fn take_repeated(
    connection: &mut AsyncPgConnection,
    (order, attempt): (&Order, Attempt),
    notification: &Notification,
    has_records: bool,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    let Some(told) = Told::of(notification, order, &attempt) else { return Ok(()) };
    await_records(connection, (order, &attempt), told, has_records, now).await
}

/// Has the gateway's records read until they have what was told. Where there are none, or as much waits as may, staff are told.
async fn await_records(
    connection: &mut AsyncPgConnection,
    (order, attempt): (&Order, &Attempt),
    what: Told,
    has_records: bool,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    if !has_records {
        return raise_unconfirmed(connection, &attempt.id, &what, now).await;
    }
    let mut waiting = attempt.clone();
    match waiting.await_records(what.clone(), &order.payment, now) {
        Added::Known => Ok(()),
        Added::New => {
            write_attempt(connection, &waiting).await?;
            write_check(connection, &attempt.id, Some(now)).await
        }
        // Those that wait have the records read for 7 days.
        Added::Full => raise_unconfirmed(connection, &attempt.id, &what, now).await,
    }
}

/// Books what a notification says. Money beside other money that makes an order hold more than it costs is booked by the gateway's records
/// alone, where it has some: a signature proves an attempt and an amount, and not that the money came twice. The only payment of an order is
/// booked also where the order became cheaper since the attempt began.
async fn book(
    connection: &mut AsyncPgConnection,
    (order, attempt): (Order, Attempt),
    notification: &Notification,
    has_records: bool,
    now: DateTime<Utc>,
) -> Result<Option<AttentionKind>, DbError> {
    let (current, before) = (order.clone(), attempt.clone());
    let reference = reference_of(connection, &order, &attempt, notification).await?;
    let Booking { order, attempt, alarm } = notified(order, attempt, notification, reference, &Booked { by: None, at: now });
    let is_withheld = order.overpayment_since(&current).is_some() && has_records && current.figures().held_cents > 0;
    let news = PaymentNews { attempt: &attempt, is_late: alarm == Some(AttentionKind::LatePayment), is_withheld };
    let told = note_payment(connection, &current, &order, news, now).await?;
    if is_withheld {
        let mut waiting = before;
        waiting.told.add(Told::FirstPayment(notification.payment.clone()), now);
        write_attempt(connection, &waiting).await?;
        write_check(connection, &attempt.id, Some(now)).await?;
        return Ok(told);
    }
    if attempt.state != before.state {
        write_attempt(connection, &attempt).await?;
        if !attempt.state.is_unanswered() {
            write_check(connection, &attempt.id, next_read(&order, &attempt, now)).await?;
        }
        write_payment(connection, &current, &order, None).await?;
    }
    if let Some(what) = unbooked(&before, (&order, &attempt), notification, has_records) {
        await_records(connection, (&order, &attempt), what, has_records, now).await?;
    }
    Ok(alarm.or(told))
}

/// What a first notification of its code says that the records are to confirm: the records had raised the attempt before, or it booked a
/// chargeback, which may be that of another payment. Without records, a chargeback that names another payment than was booked.
fn unbooked(before: &Attempt, (order, attempt): (&Order, &Attempt), notification: &Notification, has_records: bool) -> Option<Told> {
    let is_chargeback = attempt.state != before.state && attempt.state == AttemptState::ChargedBack;
    if is_chargeback && has_records {
        return notification.payment.clone().map(Told::Chargeback);
    }
    let told = Told::of(notification, order, attempt)?;
    let last = order.payment.ledger.entries().last().and_then(|entry| entry.reference.as_ref());
    let names_another = attempt.state == AttemptState::ChargedBack && last.is_some_and(|name| is_gateway_number(name.as_str()));
    (attempt.state == before.state || names_another).then_some(told)
}

/// The name of the charge: the gateway's number of the payment, where it has the form of one and no other charge has it, else the attempt's.
/// The number is not proven: another form would take the reference of a bank transfer, or the name of another attempt.
async fn reference_of(
    connection: &mut AsyncPgConnection,
    order: &Order,
    attempt: &Attempt,
    notification: &Notification,
) -> Result<PaymentId, DbError> {
    let number = notification.payment.as_ref().map(PaymentRef::as_str).filter(|number| is_gateway_number(number));
    let taken = taken_names(connection, attempt, number.into_iter()).await?;
    known("name of a charge", free_name(&order.payment, attempt, number, &taken))
}
