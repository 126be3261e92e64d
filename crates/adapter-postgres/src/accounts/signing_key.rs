//! The key that signs tokens where the operator configures none: one for all instances on this database.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use domain::shared::ports::PortError;

use crate::connection::pool::Postgres;
use crate::error::DbError;
use crate::schema::signing_key;

impl Postgres {
    /// The stored key, or `candidate`, which is stored if there is none. Of several first starts at once, one writes its candidate
    /// and all get that one: an insert waits for the insert of the same row by another transaction before it does nothing.
    pub async fn signing_key(&self, candidate: &str, now: DateTime<Utc>) -> Result<String, PortError> {
        let connection = &mut *self.connection().await?;
        let row = (signing_key::secret.eq(candidate), signing_key::generated_at.eq(now));
        let insert = diesel::insert_into(signing_key::table).values(row).on_conflict_do_nothing();
        insert.execute(connection).await.map_err(DbError::from)?;
        Ok(signing_key::table.select(signing_key::secret).first(connection).await.map_err(DbError::from)?)
    }
}
