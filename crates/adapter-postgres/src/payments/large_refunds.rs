//! Large refunds: what a member of staff refunded lately, and mails to the owners.

use chrono::{DateTime, Utc};
use diesel::dsl::exists;
use diesel::prelude::*;
use diesel::sql_types::BigInt;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::accounts::actor::Actor;
use domain::messages::security_notice::{SecurityEvent, SecurityNews};
use domain::orders::order::Order;
use domain::orders::payment::attempts::WAITED_FOR;
use domain::payments::order_payment::PaymentRefusal;
use domain::payments::refund_guard::{COUNTED_TOGETHER, RefundGuard};
use domain::shared::money::Money;
use domain::shared::order_id::OrderId;

use crate::accounts::staff::tell_owners;
use crate::error::DbError;
use crate::query::locks::{self, Lock};
use crate::query::sql::Sql;
use crate::schema::payment_attempts;

/// The sum of the refunds that `$1` began after `$2` and that did not fail.
const LATELY: &str =
    "SELECT coalesce(sum(amount_cents), 0)::bigint AS cents FROM refunds WHERE actor_email = $1 AND at > $2 AND state <> 'failed'";

#[derive(QueryableByName)]
struct Lately {
    #[diesel(sql_type = BigInt)]
    cents: i64,
}

/// The amount that a change refunds, if that is large. A refund is refused while another payment of the order is being checked: what is
/// held, and with it what is due, follows from both. Runs in the transaction of the change, which holds the lock of the order: those of one
/// member of staff take turns, so that refunds of several orders at once count together.
pub(crate) async fn check(
    connection: &mut AsyncPgConnection,
    guard: RefundGuard,
    (current, changed): (&Order, &Order),
    by: &Actor,
    now: DateTime<Utc>,
) -> Result<Result<Option<Money>, PaymentRefusal>, DbError> {
    if changed.payment.refunds.len() > current.payment.refunds.len() && is_being_checked(connection, &current.id, now).await? {
        return Ok(Err(PaymentRefusal::BeingChecked));
    }
    let lately = lately_cents(connection, guard, by, now).await?;
    Ok(guard.check(&current.payment, &changed.payment, lately))
}

/// Whether a payment of the order that was told within [`WAITED_FOR`] waits for the gateway's records: its money counts in no figure yet.
async fn is_being_checked(connection: &mut AsyncPgConnection, id: &OrderId, now: DateTime<Utc>) -> Result<bool, DbError> {
    let since = now.checked_sub_signed(WAITED_FOR).unwrap_or(now);
    let waiting = payment_attempts::table.filter(payment_attempts::order_id.eq(id.as_str())).filter(payment_attempts::told_at.gt(since));
    Ok(diesel::select(exists(waiting)).get_result(connection).await?)
}

async fn lately_cents(connection: &mut AsyncPgConnection, guard: RefundGuard, by: &Actor, now: DateTime<Utc>) -> Result<i64, DbError> {
    let (Some(_), Some(email)) = (guard.above, &by.email) else { return Ok(0) };
    locks::take(connection, Lock::StaffRefunds, email.as_str()).await?;
    let since = now.checked_sub_signed(COUNTED_TOGETHER).unwrap_or(now);
    let lately: Lately = Sql::of(LATELY, [email.as_str().to_owned().into(), since.into()]).get_result(connection).await?;
    Ok(lately.cents)
}

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
