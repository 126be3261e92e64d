//! The ledger of stock: every change of a product's stock has its movement beside it.

use chrono::{DateTime, Utc};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use crate::error::DbError;
use crate::schema::stock_movements;

/// One change of one product's stock.
#[derive(Clone, Debug, diesel::Insertable)]
#[diesel(table_name = stock_movements)]
pub(crate) struct Movement {
    /// Which product.
    pub(crate) product_id: Uuid,
    /// How many units came (or went, when negative).
    pub(crate) delta: i32,
    /// Why: one of the reasons the table knows.
    pub(crate) reason: &'static str,
    /// Why, in the words of whoever adjusted the stock.
    pub(crate) note: Option<String>,
    /// The order behind it.
    pub(crate) order_id: Option<String>,
    /// Who did it.
    pub(crate) actor_email: Option<String>,
    /// When.
    pub(crate) at: DateTime<Utc>,
}

/// Writes movements; those of no units are none. The connection is in the transaction of the change.
pub(crate) async fn record(connection: &mut AsyncPgConnection, mut movements: Vec<Movement>) -> Result<(), DbError> {
    movements.retain(|m| m.delta != 0);
    if !movements.is_empty() {
        diesel::insert_into(stock_movements::table).values(movements).execute(connection).await?;
    }
    Ok(())
}
