//! Keeping and booking the notifications of the gateway.

use chrono::{DateTime, Utc};
use diesel::dsl::exists;
use diesel::prelude::*;
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use domain::orders::order::Order;
use domain::payments::attempt::AttemptState;
use domain::payments::attempt_record::Attempt;
use domain::payments::attention::AttentionKind;
use domain::payments::gateway::{Notification, PaymentRef};
use domain::payments::gateway_news::{Booking, notified};
use domain::payments::gateway_records::free_name;
use domain::payments::ledger::{Booked, Entry};
use domain::payments::ports::TakeOutcome;
use domain::payments::refund_sending::next_read;
use domain::payments::told_payment::ToldPayment;
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

/// A repeated success with the number of another payment: the attempt may have been paid twice, which the number alone does not prove. The
/// gateway's records are read until they have that payment, and staff are told where there are none.
async fn take_repeated(
    connection: &mut AsyncPgConnection,
    (order, attempt): (&Order, Attempt),
    notification: &Notification,
    has_records: bool,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    let is_success = notification.state() == Some(AttemptState::Succeeded) && notification.is_for(attempt.amount);
    let Some(number) = notification.payment.as_ref().filter(|_| is_success) else { return Ok(()) };
    let waits = attempt.told.as_ref().is_some_and(|told| told.further.as_ref() == Some(number));
    let is_booked = |charge: &&Entry| charge.reference.as_ref().is_some_and(|reference| reference.as_str() == number.as_str());
    if waits || order.payment.ledger.charges().iter().any(is_booked) || is_kept(connection, notification, number).await? {
        return Ok(());
    }
    if !has_records {
        return raise_unconfirmed(connection, &attempt.id, now).await;
    }
    // Of several numbers the last is kept: the records are read until they have it, and each read books all that they have.
    let waiting_since = attempt.told.as_ref().map(|told| told.at);
    let told = ToldPayment { at: waiting_since.unwrap_or(now), further: Some(number.clone()) };
    write_attempt(connection, &Attempt { told: Some(told), ..attempt.clone() }).await?;
    if waiting_since.is_none() { write_check(connection, &attempt.id, Some(now)).await } else { Ok(()) }
}

/// Whether a notification of the attempt, of any code, is kept with this number of a payment.
async fn is_kept(connection: &mut AsyncPgConnection, notification: &Notification, number: &PaymentRef) -> Result<bool, DbError> {
    let kept = payment_notifications::table
        .filter(payment_notifications::attempt.eq(&notification.order_id))
        .filter(payment_notifications::payment.eq(number.as_str()));
    Ok(diesel::select(exists(kept)).get_result(connection).await?)
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
        let told_payment = before.told.clone().unwrap_or(ToldPayment { at: now, further: None });
        write_attempt(connection, &Attempt { told: Some(told_payment), ..before }).await?;
        write_check(connection, &attempt.id, Some(now)).await?;
        return Ok(told);
    }
    if attempt.state != before.state {
        // The answer is that of a first payment; a further one still waits.
        let is_answered = !attempt.state.is_unanswered();
        let told = attempt.told.clone().filter(|told| !is_answered || told.further.is_some());
        let attempt = Attempt { told, ..attempt };
        write_attempt(connection, &attempt).await?;
        if is_answered {
            write_check(connection, &attempt.id, next_read(&order, &attempt, now)).await?;
        }
        write_payment(connection, &current, &order).await?;
    }
    Ok(alarm.or(told))
}

/// The name of the charge: the gateway's number of the payment, where it has the form of one and no other charge has it, else the attempt's.
/// The number is not proven: another form would take the reference of a bank transfer, or the name of another attempt.
async fn reference_of(
    connection: &mut AsyncPgConnection,
    order: &Order,
    attempt: &Attempt,
    notification: &Notification,
) -> Result<PaymentId, DbError> {
    let number = notification.payment.as_ref().map(PaymentRef::as_str).filter(|number| number.bytes().all(|byte| byte.is_ascii_digit()));
    let taken = taken_names(connection, attempt, number.into_iter()).await?;
    known("name of a charge", free_name(&order.payment, attempt, number, &taken))
}
