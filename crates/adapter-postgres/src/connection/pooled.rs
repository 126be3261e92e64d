//! A connection of the pool: how it is made, and what becomes of it when its user stops waiting.
//!
//! A request that is dropped leaves its statement behind: the database goes on with it, and so does a lock it waits for. Such
//! a connection is not given back while that lasts. What ends within [`GRACE`] may end; anything else is cancelled, and its
//! connection closed.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use std::sync::atomic::{AtomicIsize, Ordering};
use std::time::Duration;

use deadpool::managed::{Manager, Metrics, Object, RecycleError, RecycleResult};
use diesel::connection::{Instrumentation, InstrumentationEvent};
use diesel_async::{AsyncConnection, AsyncPgConnection, SimpleAsyncConnection, TransactionManager};
use tokio::task::JoinHandle;

use crate::connection::connector::{Connector, OpenError};
use crate::connection::health_probe::HealthProbe;
use crate::connection::work_limits::Turn;

/// How long a statement that nobody waits for any more may go on. Most end sooner, and a new connection costs more.
const GRACE: Duration = Duration::from_millis(50);
/// The longest that asking the server to cancel may take.
const CANCELLING: Duration = Duration::from_secs(2);

/// What every connection of the pool is told first. A statement that takes longer and a transaction left open are mistakes,
/// and must not hold up the shop, nor must a lock that is not had within 5 s; orders have less time for that
/// (`orders/place.rs`). The rules on stock and money are written for READ COMMITTED. Compiling queries costs more than it
/// gains on queries this small.
const SESSION: &str = "SET statement_timeout = '15s'; SET lock_timeout = '5s'; SET idle_in_transaction_session_timeout = '15s'; \
                       SET default_transaction_isolation = 'read committed'; SET jit = off";

/// Asks for English messages, by which four failures are told (see `error.rs`). Only a superuser or a role with the grant may set it;
/// others keep the server's language.
const ENGLISH: &str = "DO $$ BEGIN PERFORM set_config('lc_messages', 'C', false); EXCEPTION WHEN insufficient_privilege THEN NULL; END $$";

/// A connection of the pool, given back when dropped.
pub(crate) struct Pooled {
    /// There until it is dropped.
    kept: Option<Object<Connections>>,
    turn: Option<Turn>,
}

impl From<Object<Connections>> for Pooled {
    fn from(kept: Object<Connections>) -> Self {
        Self { kept: Some(kept), turn: None }
    }
}

impl Pooled {
    /// Keeps a turn for as long as the connection is in use.
    pub(crate) fn during(mut self, turn: Turn) -> Self {
        self.turn = Some(turn);
        self
    }
}

impl Deref for Pooled {
    type Target = AsyncPgConnection;

    fn deref(&self) -> &AsyncPgConnection {
        match &self.kept {
            Some(kept) => &kept.connection,
            None => unreachable!("a connection is there until it is dropped"),
        }
    }
}

impl DerefMut for Pooled {
    fn deref_mut(&mut self) -> &mut AsyncPgConnection {
        match &mut self.kept {
            Some(kept) => &mut kept.connection,
            None => unreachable!("a connection is there until it is dropped"),
        }
    }
}

impl Drop for Pooled {
    fn drop(&mut self) {
        let Some(mut kept) = self.kept.take() else { return };
        let (is_busy, is_open) = (kept.is_busy(), kept.is_in_transaction());
        if is_open {
            // The server ends the transaction, and lets go of its locks, with the connection.
            kept.driver.abort();
        }
        if is_busy || is_open {
            let runtime = kept.connector.runtime().clone();
            runtime.spawn(abandon(kept, self.turn.take()));
        }
    }
}

/// Gives back a connection whose last statement ends soon; else cancels the statement and closes the connection. Until then
/// the connection and the turn count as taken: those who leave do not let in more work than the database is meant to have.
async fn abandon(mut kept: Object<Connections>, _turn: Option<Turn>) {
    // The server takes one thing after the other: the answer to nothing comes when all before it is done.
    let is_open = !kept.driver.is_finished();
    let has_ended = is_open && matches!(tokio::time::timeout(GRACE, kept.connection.batch_execute("")).await, Ok(Ok(())));
    if has_ended && !kept.is_in_transaction() {
        kept.statements.store(0, Ordering::Relaxed);
        return;
    }
    if kept.is_busy() {
        // A statement that waits for a lock does not hear that its connection is closed.
        let cancelling = kept.connector.cancel(kept.connection.cancel_token());
        if let Ok(Err(error)) = tokio::time::timeout(CANCELLING, cancelling).await {
            tracing::debug!(%error, "a statement that nobody waits for could not be cancelled");
        }
    }
    kept.driver.abort();
    drop(Object::take(kept));
}

/// Makes the pool's connections and looks at each before it is used again.
pub(crate) struct Connections {
    connector: Connector,
    health_probe: HealthProbe,
}

impl Connections {
    /// Connections to one database, broken off when its health_probe is lost.
    pub(crate) fn new(connector: Connector, health_probe: HealthProbe) -> Self {
        Self { connector, health_probe }
    }
}

/// One of them.
pub(crate) struct Kept {
    connection: AsyncPgConnection,
    driver: JoinHandle<()>,
    connector: Connector,
    /// How many statements were begun and have not been answered.
    statements: Arc<AtomicIsize>,
}

impl Kept {
    /// Whether it was left while a statement was running.
    fn is_busy(&self) -> bool {
        self.statements.load(Ordering::Relaxed) != 0
    }

    /// Whether the connection broke, or was left in a transaction.
    fn is_in_transaction(&mut self) -> bool {
        <AsyncPgConnection as AsyncConnection>::TransactionManager::is_broken_transaction_manager(&mut self.connection)
    }
}

/// Counts statements: those that begin, less those that are answered. One whose future is dropped is never answered.
struct Statements(Arc<AtomicIsize>);

impl Instrumentation for Statements {
    fn on_connection_event(&mut self, event: InstrumentationEvent<'_>) {
        match event {
            InstrumentationEvent::StartQuery { .. } => {
                self.0.fetch_add(1, Ordering::Relaxed);
            }
            InstrumentationEvent::FinishQuery { .. } => {
                self.0.fetch_sub(1, Ordering::Relaxed);
            }
            _ => {}
        }
    }
}

impl Manager for Connections {
    type Type = Kept;
    type Error = OpenError;

    async fn create(&self) -> Result<Kept, OpenError> {
        let (mut connection, driver) = self.connector.establish(self.health_probe.lost()).await?;
        for told in [SESSION, ENGLISH] {
            let done = connection.batch_execute(told).await;
            done.map_err(|e| OpenError::Session(diesel::ConnectionError::CouldntSetupConfiguration(e)))?;
        }
        let statements = Arc::new(AtomicIsize::new(0));
        connection.set_instrumentation(Statements(statements.clone()));
        Ok(Kept { connection, driver, connector: self.connector.clone(), statements })
    }

    /// Whether it broke is known without asking the server each time.
    async fn recycle(&self, kept: &mut Kept, _: &Metrics) -> RecycleResult<OpenError> {
        if kept.driver.is_finished() || kept.is_busy() || kept.is_in_transaction() {
            return Err(RecycleError::message("the connection broke, or was left in a transaction or a statement"));
        }
        Ok(())
    }
}
