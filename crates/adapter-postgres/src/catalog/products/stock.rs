//! The ledger of stock. A change of a product's stock records a movement here, in the same transaction.

use chrono::{DateTime, Utc};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use crate::error::DbError;
use crate::schema::stock_movements;

/// One change of one product's stock.
#[derive(Clone, Debug, diesel::Insertable)]
#[diesel(table_name = stock_movements)]
pub(crate) struct Movement {
    pub(crate) product_id: Uuid,
    /// The change in units, negative for units that left.
    pub(crate) delta: i32,
    /// The reason, one of those in the table's check constraint.
    pub(crate) reason: &'static str,
    /// The remark of the administrator who adjusted the stock.
    pub(crate) note: Option<String>,
    /// The order that took or returned the units.
    pub(crate) order_id: Option<String>,
    /// The e-mail address of the customer or administrator who caused it.
    pub(crate) actor_email: Option<String>,
    /// The time of the change.
    pub(crate) at: DateTime<Utc>,
}

/// Writes movements, except those of zero units. Call it inside the transaction that changes the stock.
pub(crate) async fn record(connection: &mut AsyncPgConnection, mut movements: Vec<Movement>) -> Result<(), DbError> {
    movements.retain(|m| m.delta != 0);
    if !movements.is_empty() {
        diesel::insert_into(stock_movements::table).values(movements).execute(connection).await?;
    }
    Ok(())
}
