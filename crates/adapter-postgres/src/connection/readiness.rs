//! Whether the database answers.

use async_trait::async_trait;
use domain::shared::ports::{PortError, Readiness};

use crate::connection::pool::Postgres;
use crate::error::DbError;

#[async_trait]
impl Readiness for Postgres {
    /// Reads the state of the health probe: takes no connection and waits for nothing, at any number of calls.
    async fn check(&self) -> Result<(), PortError> {
        if self.answers() { Ok(()) } else { Err(DbError::Connection("the database does not answer".into()).into()) }
    }
}
