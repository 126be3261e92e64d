//! Mails to the owners about large refunds.

use chrono::{DateTime, Utc};
use diesel_async::AsyncPgConnection;
use domain::messages::security_notice::{SecurityEvent, SecurityNews};
use domain::orders::order::Order;
use domain::reports::audit::Actor;
use domain::shared::money::Money;

use crate::accounts::staff::tell_owners;
use crate::error::DbError;

/// Mails the owners about a refund of this amount, if it is large. Runs in the transaction of the refund.
pub(crate) async fn tell(
    connection: &mut AsyncPgConnection,
    large: Option<Money>,
    order: &Order,
    by: &Actor,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    let Some(amount) = large else { return Ok(()) };
    let event = SecurityEvent::LargeRefund { order: order.id.clone(), amount };
    let news = SecurityNews { at: now, by: by.email.clone(), event };
    tell_owners(connection, &news, &format!("refund:{}:{}", order.id, order.payment.refunds.len())).await
}
