//! Whether the database answers.

use async_trait::async_trait;
use diesel_async::RunQueryDsl;
use domain::ports::{PortError, Readiness};

use crate::error::DbError;
use crate::pool::Postgres;
use crate::sql::{Number, Sql};

#[async_trait]
impl Readiness for Postgres {
    async fn check(&self) -> Result<(), PortError> {
        let mut connection = self.connection().await?;
        Sql::new("SELECT 1::bigint AS n").get_result::<Number>(&mut *connection).await.map_err(DbError::from)?;
        Ok(())
    }
}
