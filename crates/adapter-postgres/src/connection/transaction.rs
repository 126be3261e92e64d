//! Transactions that the domain may refuse.

use diesel::result::Error as DieselError;
use diesel_async::{AsyncConnection, AsyncPgConnection};

use crate::connection::pool::Postgres;
use crate::connection::work_limits::Work;
use crate::error::{DbError, Retryable, retrying};

/// Why a transaction was rolled back.
#[derive(Debug)]
pub(crate) enum Aborted<E> {
    Refused(E),
    Failed(DbError),
}

impl<E> From<DbError> for Aborted<E> {
    fn from(error: DbError) -> Self {
        Self::Failed(error)
    }
}

impl<E> From<DieselError> for Aborted<E> {
    fn from(error: DieselError) -> Self {
        Self::Failed(error.into())
    }
}

impl<E> Retryable for Aborted<E> {
    fn asks_for_retry(&self) -> bool {
        matches!(self, Self::Failed(error) if error.asks_for_retry())
    }
}

/// An async closure whose future can be asked to be `Send`, which `AsyncFn` alone cannot say.
pub(crate) trait Body<C, R>: AsyncFn(C) -> R + Fn(C) -> <Self as Body<C, R>>::Fut {
    type Fut: Future<Output = R>;
}

impl<F, C, R, Fut> Body<C, R> for F
where
    F: AsyncFn(C) -> R + Fn(C) -> Fut,
    Fut: Future<Output = R>,
{
    type Fut = Fut;
}

impl Postgres {
    /// Runs a transaction that may wait for `rows` ([`Postgres::connection_for`]), and repeats it up to 3 times after a deadlock or a
    /// serialization failure.
    pub(crate) async fn in_transaction<T, E, F>(&self, work: Work, rows: &[String], body: F) -> Result<T, E>
    where
        T: Send,
        E: From<DbError> + Send,
        for<'c> F: AsyncFn(&'c mut AsyncPgConnection) -> Result<T, Aborted<E>>
            + Body<&'c mut AsyncPgConnection, Result<T, Aborted<E>>, Fut: Send>
            + Sync,
    {
        let attempt = || async {
            let mut connection = self.connection_for(work, rows.to_vec()).await?;
            connection.transaction(async |connection| body(connection).await).await
        };
        retrying(attempt).await.map_err(|aborted| match aborted {
            Aborted::Refused(error) => error,
            Aborted::Failed(error) => error.into(),
        })
    }
}
