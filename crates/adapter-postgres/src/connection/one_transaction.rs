//! One transaction for work that many ports do: the set-up of a shop writes an owner and a whole demo shop, or nothing.
//!
//! Within it, each transaction of a port is a savepoint. A single statement that fails outside of one, such as the insert of a taken
//! address, fails the whole. The work has one connection, so pieces of it run one after the other; a piece
//! that holds the connection and asks for another one waits for itself, and fails after the timeout of the pool.

use std::sync::Arc;

use diesel_async::{AsyncConnection, AsyncPgConnection, TransactionManager};
use domain::shared::ports::PortError;
use tokio::sync::Mutex;

use crate::connection::pool::Postgres;
use crate::error::DbError;

/// Begins, commits and rolls back transactions.
type Transactions = <AsyncPgConnection as AsyncConnection>::TransactionManager;

impl Postgres {
    /// Does work on a handle whose statements are all part of one transaction. Commits when the work succeeds, rolls back when it
    /// fails. A dropped call closes the connection, which undoes the work.
    ///
    /// # Errors
    /// That of the work, or the database's.
    pub async fn one_transaction<T, E, Fut>(&self, work: impl FnOnce(Self) -> Fut) -> Result<T, E>
    where
        E: From<PortError>,
        Fut: Future<Output = Result<T, E>>,
    {
        let failed = |error: DbError| E::from(PortError::from(error));
        let mut connection = self.connection().await.map_err(failed)?;
        Transactions::begin_transaction(&mut *connection).await.map_err(|error| failed(error.into()))?;
        let transaction = Arc::new(Mutex::new(connection));
        let done = work(self.within(transaction.clone())).await;
        let mut connection = transaction.lock_owned().await;
        let connection: &mut AsyncPgConnection = &mut connection;
        match done {
            Ok(done) => commit(connection).await.map(|()| done).map_err(failed),
            Err(error) => {
                // The work's own error tells more than that of the rollback, and the connection is closed if it fails.
                let _ = Transactions::rollback_transaction(connection).await;
                Err(error)
            }
        }
    }
}

/// Commits. Work that was dropped within a savepoint leaves it open: then nothing is committed.
async fn commit(connection: &mut AsyncPgConnection) -> Result<(), DbError> {
    Transactions::commit_transaction(connection).await?;
    if Transactions::is_broken_transaction_manager(connection) {
        return Err(diesel::result::Error::BrokenTransactionManager.into());
    }
    Ok(())
}
