//! Whether the database answers.

use async_trait::async_trait;
use domain::shared::ports::{PortError, Readiness};

use crate::connection::pool::Postgres;
use crate::error::DbError;

#[async_trait]
impl Readiness for Postgres {
    /// What is known already: the database is asked a few times a second. So it costs no connection, however often somebody
    /// wants to know, and waits behind nobody.
    async fn check(&self) -> Result<(), PortError> {
        if self.answers() { Ok(()) } else { Err(DbError::Connection("the database does not answer".into()).into()) }
    }
}
