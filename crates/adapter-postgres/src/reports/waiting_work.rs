//! Counts of the work that waits, for the metrics. One statement, whose parts read partial indexes of the waiting rows alone.

use diesel::sql_types::{BigInt, Text};
use diesel_async::RunQueryDsl;
use domain::shared::ports::PortError;

use crate::connection::pool::Postgres;
use crate::error::DbError;
use crate::query::sql::Sql;

/// Rows of one kind that wait.
#[derive(Clone, Debug, PartialEq, Eq, diesel::QueryableByName)]
pub struct WaitingRows {
    /// `mails`, `attempts`, `refunds` or `attention`.
    #[diesel(sql_type = Text)]
    pub queue: String,
    /// Of mails `new` or `failed`; of attempts and refunds the state; of items for staff the kind.
    #[diesel(sql_type = Text)]
    pub kind: String,
    /// The number of rows.
    #[diesel(sql_type = BigInt)]
    pub rows: i64,
    /// The age of the oldest one in seconds.
    #[diesel(sql_type = BigInt)]
    pub oldest_seconds: i64,
}

impl Postgres {
    /// The work that waits: mails of the outbox, attempts at the gateway whose records are still to be read, refunds under way, and open
    /// items for staff. Kinds without rows are left out.
    pub async fn waiting_work(&self) -> Result<Vec<WaitingRows>, PortError> {
        let connection = &mut *self.connection().await?;
        Ok(Sql::new(include_str!("waiting_work.sql")).load(connection).await.map_err(DbError::from)?)
    }
}
