//! The end of an import: the products that change are locked, and what was decided before is made to hold.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use chrono::{DateTime, Utc};
use diesel::result::{DatabaseErrorKind, Error as DieselError};
use diesel_async::{AsyncConnection, AsyncPgConnection, SimpleAsyncConnection};
use domain::catalog::ports::ImportCounts;
use domain::catalog::product::Product;
use domain::catalog::product_code::ProductCode;
use domain::catalog::product_import::{Import, Plan, PlannedEdit};
use domain::orders::quantity::Stock;
use domain::reports::audit::Actor;
use domain::shared::ids::ProductId;
use uuid::Uuid;

use super::stage::{self, Moved};
use super::{Stop, without_problems};
use crate::catalog::products::row::stock_of;

/// How long one held product is waited for. Meanwhile buyers wait for those that are locked already, so it is short; then
/// all are let go, and buyers go first.
const LOCK_TIMEOUT: &str = "SET LOCAL lock_timeout = '500ms'";
/// How long buyers have before the products are locked again.
const YIELD: Duration = Duration::from_millis(250);
/// How often that is tried: half a minute in all.
const TRIES: u32 = 40;

/// Locks the products that a plan changes and writes them. Everything else that the plan changes is written already; the
/// connection is in that transaction.
pub(super) async fn settle(
    connection: &mut AsyncPgConnection,
    import: &Import,
    plan: &Plan,
    by: &Actor,
    now: DateTime<Utc>,
) -> Result<ImportCounts, Stop> {
    // What was sold while the rest was written is most of what has to be decided again: no need to do that under the locks.
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

/// One try, after which nothing is locked unless it came off. Answers how many do not change after all.
async fn in_one_go(
    connection: &mut AsyncPgConnection,
    import: &Import,
    plan: &Plan,
    by: &Actor,
    now: DateTime<Utc>,
) -> Result<usize, Stop> {
    connection
        .transaction(async |connection| {
            connection.batch_execute(LOCK_TIMEOUT).await?;
            let moved = match stage::lock(connection).await {
                // Diesel has no kind for a lock that was not had in time. Nothing else that it has none for is made worse by
                // another try.
                Err(error @ DieselError::DatabaseError(DatabaseErrorKind::Unknown, _)) => return Err(Stop::Held(error.into())),
                moved => moved?,
            };
            let unchanged = decide_again(connection, import, plan, &moved, by, now).await?;
            stage::write(connection, by, now).await?;
            Ok(unchanged)
        })
        .await
}

/// Decides again on products that moved, and corrects what is set ready. Answers how many do not change after all.
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

/// The counts of a plan of which some edits change nothing after all.
fn counts_of(plan: &Plan, unchanged: usize) -> ImportCounts {
    let planned = ImportCounts::from(plan);
    ImportCounts { updated: planned.updated.saturating_sub(unchanged), unchanged: planned.unchanged + unchanged, ..planned }
}

/// What is decided of products of which units were sold, or came back, since they were looked at.
struct Again {
    /// Those that change.
    updated: Vec<PlannedEdit>,
    /// Those that are already what the sheet says.
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
