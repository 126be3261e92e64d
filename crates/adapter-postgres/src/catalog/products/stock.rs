//! The stock ledger: each change of a stock has a movement.

use chrono::{DateTime, Utc};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use crate::error::DbError;
use crate::schema::stock_movements;

/// A change of a product's stock.
#[derive(Clone, Debug, diesel::Insertable)]
#[diesel(table_name = stock_movements)]
pub(crate) struct Movement {
    /// The product.
    pub(crate) product_id: Uuid,
    /// The added units; negative for removed ones.
    pub(crate) delta: i32,
    /// The reason: a value that the table allows.
    pub(crate) reason: &'static str,
    /// The note of the administrator who adjusted the stock.
    pub(crate) note: Option<String>,
    /// The order that caused it.
    pub(crate) order_id: Option<String>,
    /// The e-mail address of the actor.
    pub(crate) actor_email: Option<String>,
    /// The time.
    pub(crate) at: DateTime<Utc>,
}

/// Writes movements, without those of 0 units. Runs in the transaction of the change.
pub(crate) async fn record(connection: &mut AsyncPgConnection, mut movements: Vec<Movement>) -> Result<(), DbError> {
    movements.retain(|m| m.delta != 0);
    if !movements.is_empty() {
        diesel::insert_into(stock_movements::table).values(movements).execute(connection).await?;
    }
    Ok(())
}
