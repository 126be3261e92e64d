//! The sums of one customer's orders, read from an index alone.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Nullable, Timestamptz};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::orders::ports::CustomerTotals;
use domain::shared::email::EmailAddress;

use crate::error::{DbError, stored};
use crate::query::sql::Sql;

/// The sums over the orders of the address `$1`. The sum of cents is a number that Diesel's builder cannot cast back.
const SUMS: &str = include_str!("purchases/sums.sql");

#[derive(Clone, Copy, Debug, QueryableByName)]
struct SumsRow {
    #[diesel(sql_type = BigInt)]
    orders: i64,
    #[diesel(sql_type = BigInt)]
    cancelled: i64,
    #[diesel(sql_type = BigInt)]
    spent_cents: i64,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    last_order_at: Option<DateTime<Utc>>,
}

/// The sums over all orders of an e-mail address.
pub(crate) async fn purchases(connection: &mut AsyncPgConnection, customer: &EmailAddress) -> Result<CustomerTotals, DbError> {
    let row: SumsRow = Sql::of(SUMS, [customer.as_str().to_owned().into()]).get_result(connection).await?;
    Ok(CustomerTotals {
        orders: stored("number of orders", u64::try_from(row.orders))?,
        cancelled: stored("number of orders", u64::try_from(row.cancelled))?,
        spent_cents: row.spent_cents,
        last_order_at: row.last_order_at,
    })
}
