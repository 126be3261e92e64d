//! The end of an import: the changed products are locked, and decided again if they moved.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use chrono::{DateTime, Utc};
use diesel::result::{DatabaseErrorKind, Error as DieselError};
use diesel_async::{AsyncConnection, AsyncPgConnection};
use domain::accounts::actor::Actor;
use domain::catalog::product::Product;
use domain::catalog::product_code::ProductCode;
use domain::catalog::product_import::{Import, ImportCounts, Plan, PlannedEdit};
use domain::shared::ids::ProductId;
use domain::shared::quantity::Stock;
use uuid::Uuid;

use super::stage::{self, Moved};
use super::{Stop, without_problems};
use crate::catalog::products::row::stock_of;
use crate::query::settings::set_for_transaction;

/// The lock timeout of one product. Meanwhile buyers wait for the products that are locked already, so it is short; then all locks
/// are released and buyers go first.
const LOCK_TIMEOUT: &str = "500ms";
/// The pause for buyers before the products are locked again.
const YIELD: Duration = Duration::from_millis(250);
/// The most attempts: about half a minute in all.
const TRIES: u32 = 40;

/// Locks the products that a plan changes, and writes them. Runs in the transaction of the import, which has written everything
/// else.
pub(super) async fn settle(
    connection: &mut AsyncPgConnection,
    import: &Import,
    plan: &Plan,
    by: &Actor,
    now: DateTime<Utc>,
) -> Result<ImportCounts, Stop> {
    // Most products that moved did so before the locks: decide on them without locks.
    let sold = stage::moved(connection).await?;
    let unchanged = decide_again(connection, import, plan, &sold, by, now).await?;
    stage::take_pictures(connection).await?;
    for _ in 1..TRIES {
        match in_one_go(connection, import, plan, by, now).await {
            Err(Stop::Held(_)) => tokio::time::sleep(YIELD).await,
            done => return Ok(counts_of(plan, unchanged + done?)),
        }
    }
    Ok(counts_of(plan, unchanged + in_one_go(connection, import, plan, by, now).await?))
}

/// One attempt. If it fails, nothing is locked. Answers the number of products that do not change after all.
async fn in_one_go(
    connection: &mut AsyncPgConnection,
    import: &Import,
    plan: &Plan,
    by: &Actor,
    now: DateTime<Utc>,
) -> Result<usize, Stop> {
    connection
        .transaction(async |connection| {
            set_for_transaction(connection, "lock_timeout", LOCK_TIMEOUT).await?;
            let moved = match stage::lock(connection).await {
                // Diesel has no kind for a lock timeout (55P03). Trying again does no harm for other errors without a kind.
                Err(error @ DieselError::DatabaseError(DatabaseErrorKind::Unknown, _)) => return Err(Stop::Held(error.into())),
                moved => moved?,
            };
            let unchanged = decide_again(connection, import, plan, &moved, by, now).await?;
            stage::write(connection, by, now).await?;
            Ok(unchanged)
        })
        .await
}

/// Decides again on products that moved, and corrects their temporary rows. Answers the number of products that do not change after
/// all.
async fn decide_again(
    connection: &mut AsyncPgConnection,
    import: &Import,
    plan: &Plan,
    moved: &[Moved],
    by: &Actor,
    now: DateTime<Utc>,
) -> Result<usize, Stop> {
    if moved.is_empty() {
        return Ok(0);
    }
    let again = decided_again(import, plan, moved, now)?;
    stage::take_out(connection, &again.same, by, now).await?;
    stage::correct(connection, &again.updated, by, now).await?;
    Ok(again.same.len())
}

/// The counts of a plan after removing edits that change nothing.
fn counts_of(plan: &Plan, unchanged: usize) -> ImportCounts {
    let planned = plan.counts();
    ImportCounts { updated: planned.updated.saturating_sub(unchanged), unchanged: planned.unchanged + unchanged, ..planned }
}

/// The decisions on products whose stock moved since they were read.
struct Again {
    /// The products that change.
    updated: Vec<PlannedEdit>,
    /// The products that equal the sheet already.
    same: Vec<ProductId>,
}

fn decided_again(import: &Import, plan: &Plan, moved: &[Moved], now: DateTime<Utc>) -> Result<Again, Stop> {
    let mut stocks: HashMap<Uuid, Stock> = HashMap::with_capacity(moved.len());
    for product in moved {
        stocks.insert(product.id, stock_of(product.stock.ok_or(Stop::Changed)?)?);
    }
    let present = plan.updated.iter().filter_map(|edit| {
        let stock = *stocks.get(&edit.before.id.uuid())?;
        Some((edit.before.code.clone(), Product { stock, ..edit.before.clone() }))
    });
    let present: HashMap<ProductCode, Product> = present.collect();
    let again = without_problems(import.only(&present).plan(&present, now))?;
    let updated: HashSet<ProductId> = again.updated.iter().map(|edit| edit.after.id).collect();
    let same = present.values().map(|product| product.id).filter(|id| !updated.contains(id)).collect();
    Ok(Again { updated: again.updated, same })
}
