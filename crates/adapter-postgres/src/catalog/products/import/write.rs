//! Writing the part of a plan that locks no product against checkout, with many rows in each statement. Runs in the transaction of
//! the import.

use chrono::{DateTime, Utc};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::accounts::actor::Actor;
use domain::catalog::product::{NewProduct, Product};
use domain::catalog::product_import::{ImportStep, ImportWatcher, Plan, PlannedEdit};
use domain::catalog::stock_movement::MovementReason;

use super::stage;
use crate::audit::{self, Entry};
use crate::catalog::products::repository::movement;
use crate::catalog::products::row::{ProductRow, audited, units};
use crate::catalog::products::{stock_movements, weights};
use crate::error::DbError;
use crate::schema::products;

/// The products of one step; progress is reported after each.
const AT_ONCE: usize = 250;

/// Writes new products, and for changed products their audit entries and temporary rows.
pub(super) async fn ahead(
    connection: &mut AsyncPgConnection,
    plan: &Plan,
    by: &Actor,
    now: DateTime<Utc>,
    watcher: &ImportWatcher,
) -> Result<(), DbError> {
    let total = plan.created.len() + plan.updated.len();
    let mut done = 0;
    let mut tell = |more: usize| {
        done += more;
        watcher(ImportStep::Writing { done, total });
    };
    tell(0);
    for new in plan.created.chunks(AT_ONCE) {
        let rows: Vec<_> = new.iter().map(Row::of_new).collect();
        insert(connection, new, &rows).await?;
        let movements = rows.iter().map(|row| movement(&row.after, row.delta(), MovementReason::Import, by, now)).collect();
        stock_movements::record(connection, movements).await?;
        record(connection, &rows, by, now).await?;
        tell(new.len());
    }
    stage::prepare(connection).await?;
    for edits in plan.updated.chunks(AT_ONCE) {
        let rows: Vec<_> = edits.iter().map(Row::of_edit).collect();
        stage::add(connection, edits).await?;
        record(connection, &rows, by, now).await?;
        tell(edits.len());
    }
    stage::complete(connection).await
}

async fn insert(connection: &mut AsyncPgConnection, new: &[NewProduct], rows: &[Row<'_>]) -> Result<(), DbError> {
    let rows: Vec<_> = rows.iter().map(|row| ProductRow::from(&row.after)).collect();
    diesel::insert_into(products::table).values(rows).execute(connection).await?;
    weights::write_new(connection, new).await?;
    Ok(())
}

/// A product to write.
struct Row<'a> {
    before: Option<&'a Product>,
    after: Product,
}

impl<'a> Row<'a> {
    fn of_new(new: &NewProduct) -> Self {
        let after = Product::from(new.clone());
        Self { before: None, after }
    }

    fn of_edit(edit: &'a PlannedEdit) -> Self {
        Self { before: Some(&edit.before), after: edit.after.clone() }
    }

    fn delta(&self) -> i32 {
        units(self.after.stock) - self.before.map_or(0, |before| units(before.stock))
    }
}

/// An audit entry for each.
async fn record(connection: &mut AsyncPgConnection, rows: &[Row<'_>], by: &Actor, now: DateTime<Utc>) -> Result<(), DbError> {
    let ids: Vec<String> = rows.iter().map(|row| row.after.id.to_string()).collect();
    let entries = rows.iter().zip(&ids).map(|(row, id)| {
        let action = if row.before.is_some() { "update" } else { "create" };
        let (before, after) = (row.before.map(audited).transpose()?, Some(audited(&row.after)?));
        Ok(Entry { action, entity: "product", entity_id: id, before, after })
    });
    audit::record_all(connection, by, now, entries.collect::<Result<Vec<_>, DbError>>()?).await
}
