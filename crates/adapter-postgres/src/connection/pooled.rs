//! A connection of the pool: how it is opened, and what happens to it when its request is dropped.
//!
//! The statement of a dropped request goes on in the database, with its wait for locks. Its connection returns to the pool if the
//! statement ends within [`GRACE`]; else the statement is cancelled and the connection closed.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use std::sync::atomic::{AtomicIsize, Ordering};
use std::time::Duration;

use deadpool::managed::{Manager, Metrics, Object, RecycleError, RecycleResult};
use diesel_async::{AsyncConnection, AsyncPgConnection, SimpleAsyncConnection, TransactionManager};
use tokio::sync::OwnedMutexGuard;
use tokio::task::JoinHandle;
use tokio_postgres::CancelToken;

use crate::connection::connector::{Connector, OpenError};
use crate::connection::health_probe::HealthProbe;
use crate::connection::statements::Statements;
use crate::connection::work_limits::Permit;

/// The time for the statement of a dropped request to end. Most end sooner, and a new connection costs more.
const GRACE: Duration = Duration::from_millis(50);
/// The timeout of asking the server to cancel.
const CANCELLING: Duration = Duration::from_secs(2);

/// The longest time of a statement, and of a transaction without a statement. One that takes longer is a mistake and must not hold up
/// the shop.
const STATEMENT_TIMEOUT: &str = "15s";
/// The longest wait for a lock. Orders have shorter timeouts (`orders/place.rs`).
pub(crate) const LOCK_TIMEOUT: &str = "5s";

/// The statements that set up a connection of the pool. The rules on stock and money are written for READ COMMITTED. JIT compilation
/// costs more than it gains on queries this small.
fn session() -> String {
    format!(
        "SET statement_timeout = '{STATEMENT_TIMEOUT}'; SET lock_timeout = '{LOCK_TIMEOUT}'; \
         SET idle_in_transaction_session_timeout = '{STATEMENT_TIMEOUT}'; \
         SET default_transaction_isolation = 'read committed'; SET jit = off"
    )
}

/// Asks for English messages, by which four failures are told (see `error.rs`). Only a superuser or a role with the grant may set it;
/// others keep the server's language.
const ENGLISH: &str = "DO $$ BEGIN PERFORM set_config('lc_messages', 'C', false); EXCEPTION WHEN insufficient_privilege THEN NULL; END $$";

/// A connection of the pool, given back when dropped.
pub(crate) struct Pooled {
    /// `Some` until this is dropped.
    kept: Option<Kept>,
    turn: Option<Permit>,
}

/// Whose connection it is.
enum Kept {
    /// Taken from the pool.
    Own(Object<Connections>),
    /// Lent by the transaction that all work is part of (`one_transaction.rs`), one borrower at a time.
    Lent(OwnedMutexGuard<Pooled>),
}

impl From<Object<Connections>> for Pooled {
    fn from(kept: Object<Connections>) -> Self {
        Self { kept: Some(Kept::Own(kept)), turn: None }
    }
}

impl From<OwnedMutexGuard<Self>> for Pooled {
    fn from(lent: OwnedMutexGuard<Self>) -> Self {
        Self { kept: Some(Kept::Lent(lent)), turn: None }
    }
}

impl Pooled {
    /// Keeps a turn for as long as the connection is in use.
    pub(crate) fn during(mut self, turn: Permit) -> Self {
        self.turn = Some(turn);
        self
    }

    /// What cancels a statement of this connection while the connection is borrowed by it.
    pub(crate) fn canceller(&self) -> Canceller {
        match &self.kept {
            Some(Kept::Own(kept)) => kept.canceller(),
            Some(Kept::Lent(lent)) => lent.canceller(),
            None => unreachable!("a connection is there until it is dropped"),
        }
    }
}

/// Cancels the statement that its connection is running.
pub(crate) struct Canceller {
    connector: Connector,
    token: CancelToken,
}

impl Canceller {
    /// Asks the server to cancel the statement. The statement's own answer tells whether that was in time.
    pub(crate) async fn cancel(self) {
        if let Ok(Err(error)) = tokio::time::timeout(CANCELLING, self.connector.cancel(self.token)).await {
            tracing::debug!(%error, "a statement could not be cancelled");
        }
    }
}

impl Deref for Pooled {
    type Target = AsyncPgConnection;

    fn deref(&self) -> &AsyncPgConnection {
        match &self.kept {
            Some(Kept::Own(kept)) => &kept.connection,
            Some(Kept::Lent(lent)) => lent,
            None => unreachable!("a connection is there until it is dropped"),
        }
    }
}

impl DerefMut for Pooled {
    fn deref_mut(&mut self) -> &mut AsyncPgConnection {
        match &mut self.kept {
            Some(Kept::Own(kept)) => &mut kept.connection,
            Some(Kept::Lent(lent)) => lent,
            None => unreachable!("a connection is there until it is dropped"),
        }
    }
}

impl Drop for Pooled {
    fn drop(&mut self) {
        // A lent connection goes back to its transaction, which ends it.
        let Some(Kept::Own(mut kept)) = self.kept.take() else { return };
        let (is_busy, is_open) = (kept.is_busy(), kept.is_in_transaction());
        if is_open {
            // With the connection the server ends the transaction and releases its locks.
            kept.driver.abort();
        }
        if is_busy || is_open {
            let runtime = kept.connector.runtime().clone();
            runtime.spawn(abandon(kept, self.turn.take()));
        }
    }
}

/// Returns a connection whose last statement ends soon; else cancels the statement and closes the connection. Until then the
/// connection and the turn count as taken, so that dropped requests do not let in more work than the limits allow.
async fn abandon(mut kept: Object<Connections>, _turn: Option<Permit>) {
    // The server runs statements in order: the answer to an empty one comes when all before it have ended.
    let is_open = !kept.driver.is_finished();
    let has_ended = is_open && matches!(tokio::time::timeout(GRACE, kept.connection.batch_execute("")).await, Ok(Ok(())));
    if has_ended && !kept.is_in_transaction() {
        kept.statements.store(0, Ordering::Relaxed);
        return;
    }
    if kept.is_busy() {
        // A statement that waits for a lock does not notice that its connection is closed.
        kept.canceller().cancel().await;
    }
    kept.driver.abort();
    drop(Object::take(kept));
}

/// Opens the pool's connections and checks each before it is used again.
pub(crate) struct Connections {
    connector: Connector,
    health_probe: HealthProbe,
}

impl Connections {
    /// Connections to one database, closed when the health probe is lost.
    pub(crate) fn new(connector: Connector, health_probe: HealthProbe) -> Self {
        Self { connector, health_probe }
    }
}

/// A connection of the pool.
pub(crate) struct Opened {
    connection: AsyncPgConnection,
    driver: JoinHandle<()>,
    connector: Connector,
    /// The number of statements that were begun and are not answered.
    statements: Arc<AtomicIsize>,
}

impl Opened {
    fn canceller(&self) -> Canceller {
        Canceller { connector: self.connector.clone(), token: self.connection.cancel_token() }
    }

    /// Whether a statement is running.
    fn is_busy(&self) -> bool {
        self.statements.load(Ordering::Relaxed) != 0
    }

    /// Whether the connection broke, or was left in a transaction.
    fn is_in_transaction(&mut self) -> bool {
        <AsyncPgConnection as AsyncConnection>::TransactionManager::is_broken_transaction_manager(&mut self.connection)
    }
}

impl Manager for Connections {
    type Type = Opened;
    type Error = OpenError;

    async fn create(&self) -> Result<Opened, OpenError> {
        let (mut connection, driver) = self.connector.establish(self.health_probe.lost()).await?;
        for statements in [session().as_str(), ENGLISH] {
            let done = connection.batch_execute(statements).await;
            done.map_err(|e| OpenError::Session(diesel::ConnectionError::CouldntSetupConfiguration(e)))?;
        }
        let statements = Arc::new(AtomicIsize::new(0));
        connection.set_instrumentation(Statements::new(statements.clone()));
        Ok(Opened { connection, driver, connector: self.connector.clone(), statements })
    }

    /// Decides without asking the server.
    async fn recycle(&self, kept: &mut Opened, _: &Metrics) -> RecycleResult<OpenError> {
        if kept.driver.is_finished() || kept.is_busy() || kept.is_in_transaction() {
            return Err(RecycleError::message("the connection broke, or was left in a transaction or a statement"));
        }
        Ok(())
    }
}
