//! Importing a sheet of products: statements of many rows in one transaction.
//!
//! Whatever takes long and needs no lock comes first: comparing, cutting texts into words, adding the unknown ones to the
//! dictionary (which may hold words that no product has). Then the present products are locked in the order in which
//! checkout locks them, and everything is decided again on what cannot change any more.

mod present;
mod words;
mod write;

use std::sync::Arc;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel_async::{AsyncConnection, AsyncPgConnection, SimpleAsyncConnection};
use domain::audit::Actor;
use domain::ports::{ImportCounts, ImportProducts, ImportWatcher, PortError, ProductImporter};
use domain::product_import::{Import, Plan};

use self::present::Locking;
use self::words::WordChanges;
use crate::error::{DbError, retrying};
use crate::pool::Postgres;

/// How often an import begins anew when somebody adds one of its products meanwhile.
const ATTEMPTS: u8 = 3;

/// One import after the other, for up to half a minute: two at once would only wait for each other's products. Beyond that
/// a lock is waited for no longer than anywhere else, since checkouts wait for those that are held.
const TAKE_TURN: &str = "SET LOCAL statement_timeout = '30s'; SET LOCAL lock_timeout = '30s'; \
                         SELECT pg_advisory_xact_lock(hashtextextended('product import', 4121)); SET LOCAL lock_timeout = '5s'";

#[async_trait]
impl ProductImporter for Postgres {
    async fn check(&self, import: &Import, now: DateTime<Utc>) -> Result<Plan, PortError> {
        Ok(plan(&mut *self.connection().await?, import, now, Locking::None).await?)
    }

    async fn import(
        &self,
        import: &Arc<Import>,
        by: &Actor,
        now: DateTime<Utc>,
        watcher: &ImportWatcher,
    ) -> Result<ImportProducts, PortError> {
        let (db, import, by, watcher) = (self.clone(), import.clone(), by.clone(), watcher.clone());
        let task = tokio::spawn(async move {
            let mut attempts = ATTEMPTS;
            loop {
                attempts -= 1;
                match retrying(|| run(&db, &import, &by, now, &watcher)).await {
                    Err(error) if attempts > 0 && error.violates("products_code_key") => {}
                    done => return done,
                }
            }
        });
        Ok(task.await.map_err(DbError::from)??)
    }
}

async fn plan(connection: &mut AsyncPgConnection, import: &Import, now: DateTime<Utc>, locking: Locking) -> Result<Plan, DbError> {
    let present = present::load(connection, &import.codes(), locking).await?;
    Ok(import.plan(&present, now))
}

async fn run(db: &Postgres, import: &Import, by: &Actor, now: DateTime<Utc>, watcher: &ImportWatcher) -> Result<ImportProducts, DbError> {
    let mut connection = db.connection().await?;
    let foreseen = plan(&mut connection, import, now, Locking::None).await?;
    if !foreseen.problems.is_empty() {
        return Ok(ImportProducts::Refused(foreseen.problems));
    }
    let words = tokio::task::spawn_blocking(move || WordChanges::of(&foreseen)).await?;
    words.learn(&mut connection).await?;
    connection
        .transaction(async |connection| {
            connection.batch_execute(TAKE_TURN).await?;
            let plan = plan(connection, import, now, Locking::InOrder).await?;
            if !plan.problems.is_empty() {
                return Ok(ImportProducts::Refused(plan.problems));
            }
            write::write(connection, &plan, &words, by, now, watcher).await?;
            Ok(ImportProducts::Imported(ImportCounts::from(&plan)))
        })
        .await
}
