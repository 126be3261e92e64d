//! Importing a sheet of products in one transaction, with many rows in each statement, without delaying buyers for long.
//!
//! A sheet is imported as a whole or not at all, and a lock on a product lasts to the end of its transaction. So the slow work
//! comes first and locks no product against checkout: comparing, adding new products, and writing the audit entries and temporary
//! rows of changed products. Then the changed products are locked in the order of checkout,
//! decided again if units were sold meanwhile, and written. If a product was edited meanwhile, the import begins again.

mod pictures;
mod present;
mod settle;
mod stage;
mod write;

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::result::Error as DieselError;
use diesel_async::{AsyncConnection, AsyncPgConnection};
use domain::accounts::actor::Actor;
use domain::catalog::ports::{ImportCounts, ImportProductsOutcome, ImportWatcher, ProductImporter};
use domain::catalog::product_import::{Import, Plan, RowProblem};
use domain::shared::ports::PortError;

use crate::connection::cause;
use crate::connection::pool::Postgres;
use crate::connection::pooled::LOCK_TIMEOUT;
use crate::connection::work_limits::{Work, row_of};
use crate::error::{DbError, retrying};
use crate::images::uploads;
use crate::query::locks::{self, Lock};
use crate::query::settings::set_for_transaction;

/// The most attempts of an import whose products are added or edited meanwhile.
const ATTEMPTS: u8 = 3;
/// The timeout for earlier imports on this instance: two at once would wait for the same products.
const PATIENCE: Duration = Duration::from_secs(30);

/// The statement timeout of an import, which is also the lock timeout for imports on other instances.
const STATEMENT_TIMEOUT: &str = "30s";

/// The reason to undo the transaction of an import.
enum Stop {
    /// The sheet has problems.
    Refused(Vec<RowProblem>),
    /// A product was edited or deleted after it was read.
    Changed,
    /// Another transaction holds a lock on a product for too long.
    Held(DbError),
    Failed(DbError),
}

impl From<DbError> for Stop {
    fn from(error: DbError) -> Self {
        Self::Failed(error)
    }
}

impl From<DieselError> for Stop {
    fn from(error: DieselError) -> Self {
        Self::Failed(error.into())
    }
}

/// Fails if the plan has problems.
fn without_problems(plan: Plan) -> Result<Plan, Stop> {
    if plan.problems.is_empty() { Ok(plan) } else { Err(Stop::Refused(plan.problems)) }
}

#[async_trait]
impl ProductImporter for Postgres {
    async fn check(&self, import: &Import, now: DateTime<Utc>) -> Result<Plan, PortError> {
        Ok(plan(&mut *self.connection().await?, import, now).await?)
    }

    async fn import(
        &self,
        import: &Arc<Import>,
        by: &Actor,
        now: DateTime<Utc>,
        watcher: &ImportWatcher,
    ) -> Result<ImportProductsOutcome, PortError> {
        let (db, import, by, watcher) = (self.clone(), import.clone(), by.clone(), watcher.clone());
        let task = cause::spawn(async move {
            let mut attempts = ATTEMPTS;
            loop {
                attempts -= 1;
                match retrying(|| run(&db, &import, &by, now, &watcher)).await {
                    Ok(None) if attempts > 0 => {}
                    Err(error) if attempts > 0 && error.violates("products_code_key") => {}
                    Err(error) if error.violates(uploads::GONE) => return pictures::refusal(&db, &import).await,
                    done => return done?.ok_or_else(|| DbError::Connection("the products of the sheet keep changing".into())),
                }
            }
        });
        Ok(task.await.map_err(DbError::from)??)
    }
}

async fn plan(connection: &mut AsyncPgConnection, import: &Import, now: DateTime<Utc>) -> Result<Plan, DbError> {
    Ok(import.plan(&present::load(connection, &import.codes()).await?, now))
}

/// Waits for imports on other instances.
async fn take_turn(connection: &mut AsyncPgConnection) -> Result<(), DbError> {
    set_for_transaction(connection, "statement_timeout", STATEMENT_TIMEOUT).await?;
    set_for_transaction(connection, "lock_timeout", STATEMENT_TIMEOUT).await?;
    locks::take(connection, Lock::ProductImport, "product import").await?;
    set_for_transaction(connection, "lock_timeout", LOCK_TIMEOUT).await?;
    Ok(())
}

/// Imports a sheet; `None` when one of its products was edited or deleted before it could be locked.
async fn run(
    db: &Postgres,
    import: &Import,
    by: &Actor,
    now: DateTime<Utc>,
    watcher: &ImportWatcher,
) -> Result<Option<ImportProductsOutcome>, DbError> {
    let mut connection = db.connection_within(PATIENCE, Work::Orders, [row_of::import()]).await?;
    let foreseen = plan(&mut connection, import, now).await?;
    if !foreseen.problems.is_empty() {
        return Ok(Some(ImportProductsOutcome::Refused(foreseen.problems)));
    }
    let done: Result<ImportCounts, Stop> = connection
        .transaction(async |connection| {
            take_turn(connection).await?;
            // The import before may have changed the products that were read.
            let plan = without_problems(plan(connection, import, now).await?)?;
            write::ahead(connection, &plan, by, now, watcher).await?;
            settle::settle(connection, import, &plan, by, now).await
        })
        .await;
    match done {
        Ok(counts) => Ok(Some(ImportProductsOutcome::Imported(counts))),
        Err(Stop::Refused(problems)) => Ok(Some(ImportProductsOutcome::Refused(problems))),
        Err(Stop::Changed) => Ok(None),
        Err(Stop::Held(error) | Stop::Failed(error)) => Err(error),
    }
}
