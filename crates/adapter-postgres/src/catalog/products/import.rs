//! Importing a sheet of products in one transaction, with many rows in each statement, without delaying buyers for long.
//!
//! A sheet is imported as a whole or not at all, and a lock on a product lasts to the end of its transaction. So the slow work
//! comes first and locks no product against checkout: comparing, adding new products, and writing the audit entries and temporary
//! rows of changed products. Then the changed products are locked in the order of checkout,
//! decided again if units were sold meanwhile, and written. If a product was edited meanwhile, the import begins again.

mod settle;
mod stage;
mod write;

use std::time::Duration;

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::result::Error as DieselError;
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use domain::accounts::actor::Actor;
use domain::catalog::product_change::ProductError;
use domain::catalog::product_code::ProductCode;
use domain::catalog::product_import::{Import, ImportCounts, ImportWatcher, Plan, RowProblem};

use super::row::{ProductRow, product_of};
use crate::connection::pool::Postgres;
use crate::connection::pooled::LOCK_TIMEOUT;
use crate::connection::work_limits::{Work, row_of};
use crate::error::{DbError, Retryable, retrying};
use crate::images::uploads;
use crate::query::functions::folded_code;
use crate::query::locks::{self, Lock};
use crate::query::settings::set_for_transaction;
use crate::schema::{product_weights, products, uploads as uploads_table};

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

impl Retryable for Stop {
    fn asks_for_retry(&self) -> bool {
        matches!(self, Self::Held(error) | Self::Failed(error) if error.asks_for_retry())
    }
}

/// Fails if the plan has problems.
fn without_problems(plan: Plan) -> Result<Plan, Stop> {
    if plan.problems.is_empty() { Ok(plan) } else { Err(Stop::Refused(plan.problems)) }
}

/// Imports a sheet; again where its products are added or edited meanwhile.
pub(super) async fn import(
    db: &Postgres,
    import: &Import,
    by: &Actor,
    now: DateTime<Utc>,
    watcher: &ImportWatcher,
) -> Result<ImportCounts, ProductError> {
    for _ in 0..ATTEMPTS {
        match retrying(|| run(db, import, by, now, watcher)).await {
            Err(Stop::Changed) => {}
            Err(Stop::Failed(error)) if error.violates("products_code_key") => {}
            Err(Stop::Failed(error)) if error.violates(uploads::GONE) => return Err(refusal(condemned_pictures(db, import).await?)),
            Err(Stop::Refused(problems)) => return Err(refusal(problems)),
            Err(Stop::Held(error) | Stop::Failed(error)) => return Err(error.into()),
            Ok(counts) => return Ok(counts),
        }
    }
    Err(DbError::Connection("the products of the sheet keep changing".into()).into())
}

fn refusal(problems: Vec<RowProblem>) -> ProductError {
    ProductError::ImportRefused(Box::new(Plan { problems, ..Plan::default() }))
}

/// Problems of the rows that show uploads which the sweep has marked for deletion.
async fn condemned_pictures(db: &Postgres, import: &Import) -> Result<Vec<RowProblem>, DbError> {
    let condemned = uploads_table::table.filter(uploads_table::name.eq_any(import.picture_names()));
    let condemned = condemned.filter(uploads_table::condemned_at.is_not_null()).select(uploads_table::name);
    let names: Vec<String> = condemned.load(&mut *db.connection().await?).await?;
    Ok(import.rows_with_pictures(&names))
}

/// Decides on a sheet. The sales of the present products are not counted.
pub(super) async fn plan(connection: &mut AsyncPgConnection, import: &Import, now: DateTime<Utc>) -> Result<Plan, DbError> {
    let folded: Vec<String> = import.codes().iter().map(ProductCode::folded).collect();
    let present = products::table.left_join(product_weights::table).filter(folded_code().eq_any(folded));
    let rows: Vec<(ProductRow, Option<i32>)> =
        present.select((ProductRow::as_select(), product_weights::grams.nullable())).load(connection).await?;
    let present = rows.into_iter().map(|(row, grams)| product_of(row, grams, 0).map(|product| (product.code.clone(), product)));
    Ok(import.plan(&present.collect::<Result<_, _>>()?, now))
}

/// Waits for imports on other instances.
async fn take_turn(connection: &mut AsyncPgConnection) -> Result<(), DbError> {
    set_for_transaction(connection, "statement_timeout", STATEMENT_TIMEOUT).await?;
    set_for_transaction(connection, "lock_timeout", STATEMENT_TIMEOUT).await?;
    locks::take(connection, Lock::ProductImport, "product import").await?;
    set_for_transaction(connection, "lock_timeout", LOCK_TIMEOUT).await?;
    Ok(())
}

async fn run(db: &Postgres, import: &Import, by: &Actor, now: DateTime<Utc>, watcher: &ImportWatcher) -> Result<ImportCounts, Stop> {
    let mut connection = db.connection_within(PATIENCE, Work::Orders, [row_of::import()]).await?;
    connection
        .transaction(async |connection| {
            take_turn(connection).await?;
            let plan = without_problems(plan(connection, import, now).await?)?;
            write::ahead(connection, &plan, by, now, watcher).await?;
            settle::settle(connection, import, &plan, by, now).await
        })
        .await
}
