//! Keeping the notifications of the gateway.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::orders::invoicing::repository::ConfiguredSeller;
use domain::orders::payment::attempts::{NotificationChange, ReceivedNotification};
use domain::orders::payment::error::PaymentError;
use domain::orders::payment::gateway_records::names_of;
use domain::payments::gateway::Notification;
use domain::shared::decide::Decide;

use super::attempts::{with_attempts, write};
use crate::connection::transaction::Aborted;
use crate::error::DbError;
use crate::payments::attention::add_attention;
use crate::schema::payment_notifications;

/// Keeps a notification, has its change decided, and writes that.
pub(super) async fn keep(
    connection: &mut AsyncPgConnection,
    seller: &ConfiguredSeller,
    notification: &Notification,
    now: DateTime<Utc>,
    decide: &Decide<ReceivedNotification, NotificationChange, PaymentError>,
) -> Result<NotificationChange, Aborted<PaymentError>> {
    // The order first: all that is booked for it runs one after the other.
    let of = match notification.attempt() {
        Some(id) => {
            let names: Vec<String> = names_of(&id, notification.number_as_name()).collect();
            with_attempts(connection, &id.order, &names).await?
        }
        None => None,
    };
    let received = ReceivedNotification { of, is_repeated: !insert(connection, notification, now).await? };
    let change = decide(&received).map_err(Aborted::Refused)?;
    match (&change, &received.of) {
        (NotificationChange::Taken(of_attempt) | NotificationChange::Repeated(Some(of_attempt)), Some(present)) => {
            write(connection, seller, present, of_attempt, now).await?;
        }
        (NotificationChange::Unmatched(order, item), _) => add_attention(connection, order.as_ref(), item, now).await?,
        (NotificationChange::Taken(_) | NotificationChange::Repeated(_), _) => {}
    }
    Ok(change)
}

/// Keeps a notification; false when it is kept already.
async fn insert(connection: &mut AsyncPgConnection, notification: &Notification, now: DateTime<Utc>) -> Result<bool, DbError> {
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
