//! The new rows of changed products, in a temporary table. Once the products are locked, a few statements write all of them, and
//! nothing has to be sent or computed while buyers wait for the locks.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Integer, Nullable, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection};
use domain::accounts::actor::Actor;
use domain::catalog::product_import::PlannedEdit;
use domain::catalog::stock_movement::MovementReason;
use domain::shared::ids::ProductId;
use domain::shared::quantity::Stock;
use serde::Serialize;
use uuid::Uuid;

use crate::catalog::products::row::{DetailColumns, ProductRow, grams_of, units};
use crate::error::DbError;
use crate::query::sql::Sql;
use crate::schema::audit_log;

/// One temporary table per connection, empty after each transaction.
const TABLE: &str = include_str!("stage/table.sql");
/// Takes all pictures of the rows.
const TAKE_PICTURES: &str = include_str!("stage/take_pictures.sql");
/// The products that differ from the ones that were decided upon.
const MOVED: &str = include_str!("stage/moved.sql");
/// The same, after locking the products in the order of their ids.
const LOCK: &str = include_str!("stage/lock.sql");
/// Sets `seen` and `stock` of the rows `$1` to `$2` and `$3`.
const CORRECT: &str = include_str!("stage/correct.sql");
/// Sets the stocks in the audit entries of the products `$1` to `$2` and `$3`; the entries are those of `$4` and the request `$5`.
const CORRECT_AUDIT: &str = include_str!("stage/correct_audit.sql");
/// Writes the weights of the rows to their products.
const WRITE_WEIGHTS: &str = include_str!("stage/write_weights.sql");
/// Writes a stock movement with the reason `$1` by `$2` at `$3` for each row whose stock changes.
const WRITE_MOVEMENTS: &str = include_str!("stage/write_movements.sql");

diesel::table! {
    /// The part of the temporary table that Diesel's builder needs.
    import_rows (id) {
        id -> Uuid,
    }
}

pub(super) async fn prepare(connection: &mut AsyncPgConnection) -> QueryResult<()> {
    connection.batch_execute(TABLE).await
}

/// A row of the temporary table.
#[derive(Serialize)]
struct StagedRow {
    #[serde(flatten)]
    product: ProductRow,
    /// The stock that the decision was made on.
    seen: i32,
    grams: Option<i32>,
}

impl From<&PlannedEdit> for StagedRow {
    fn from(edit: &PlannedEdit) -> Self {
        let after = &edit.after;
        Self { product: ProductRow::from(after), seen: units(edit.before.stock), grams: grams_of(after.details.weight) }
    }
}

/// Adds the rows of these edits. The columns are named: a later release may have added some that have a default.
pub(super) async fn add(connection: &mut AsyncPgConnection, edits: &[PlannedEdit]) -> Result<(), DbError> {
    let rows = serde_json::to_value(edits.iter().map(StagedRow::from).collect::<Vec<_>>())?;
    let insert = Sql::new("INSERT INTO import_rows (").append(Sql::names_of::<ProductRow>()).sql(", seen, grams) SELECT ");
    let insert = insert.append(Sql::names_of::<ProductRow>()).sql(", seen, grams FROM jsonb_populate_recordset(NULL::import_rows, ");
    insert.bind(rows).sql(")").execute(connection).await?;
    Ok(())
}

/// Takes all pictures of the rows at once, in the order of their names, so that the locks on products are not held for it. Violates [`crate::images::uploads::GONE`] where one is deleted.
pub(super) async fn take_pictures(connection: &mut AsyncPgConnection) -> QueryResult<()> {
    connection.batch_execute(TAKE_PICTURES).await
}

/// Analyzes the table for the planner, which autovacuum does not do for temporary tables.
pub(super) async fn complete(connection: &mut AsyncPgConnection) -> Result<(), DbError> {
    Ok(connection.batch_execute("ANALYZE import_rows").await?)
}

/// A product that changed after it was decided upon.
#[derive(Clone, Copy, Debug, QueryableByName)]
pub(super) struct Moved {
    #[diesel(sql_type = SqlUuid)]
    pub(super) id: Uuid,
    /// Its present stock; `None` where it was edited or deleted.
    #[diesel(sql_type = Nullable<Integer>)]
    pub(super) stock: Option<i32>,
}

/// The products that moved by now.
pub(super) async fn moved(connection: &mut AsyncPgConnection) -> QueryResult<Vec<Moved>> {
    Sql::new(MOVED).load(connection).await
}

/// Locks the products in the order of their ids, as checkout does, so that the two cannot deadlock. Answers those that moved.
pub(super) async fn lock(connection: &mut AsyncPgConnection) -> QueryResult<Vec<Moved>> {
    Sql::new(LOCK).load(connection).await
}

/// Removes products that do not change after all, and their audit entries.
pub(super) async fn take_out(
    connection: &mut AsyncPgConnection,
    products: &[ProductId],
    by: &Actor,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    let ids: Vec<Uuid> = products.iter().map(|id| id.uuid()).collect();
    diesel::delete(import_rows::table.filter(import_rows::id.eq_any(ids))).execute(connection).await?;
    let entries: Vec<String> = products.iter().map(ToString::to_string).collect();
    let of_products = audit_log::table.filter(audit_log::entity.eq("product")).filter(audit_log::entity_id.eq_any(entries));
    let of_import = of_products.filter(audit_log::at.eq(now)).filter(audit_log::request_id.eq(by.request_id.clone()));
    diesel::delete(of_import).execute(connection).await?;
    Ok(())
}

/// Corrects the stocks of products that were decided again, in their audit entries too.
pub(super) async fn correct(
    connection: &mut AsyncPgConnection,
    edits: &[PlannedEdit],
    by: &Actor,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    let of = |stock: fn(&PlannedEdit) -> Stock| edits.iter().map(|edit| units(stock(edit))).collect::<Vec<i32>>();
    let (seen, to) = (of(|edit| edit.before.stock), of(|edit| edit.after.stock));
    let ids: Vec<Uuid> = edits.iter().map(|edit| edit.after.id.uuid()).collect();
    Sql::of(CORRECT, [ids.into(), seen.clone().into(), to.clone().into()]).execute(connection).await?;
    let entries: Vec<String> = edits.iter().map(|edit| edit.after.id.to_string()).collect();
    let values = [entries.into(), seen.into(), to.into(), now.into(), by.request_id.clone().into()];
    Sql::of(CORRECT_AUDIT, values).execute(connection).await?;
    Ok(())
}

/// Writes the rows and their stock movements. The products are locked.
pub(super) async fn write(connection: &mut AsyncPgConnection, by: &Actor, now: DateTime<Utc>) -> Result<(), DbError> {
    Sql::new(WRITE_WEIGHTS).execute(connection).await?;
    let update = Sql::new("UPDATE products p SET stock = s.stock, version = s.version, updated_at = ").bind(now).sql(", (");
    let update = update.append(Sql::names_of::<DetailColumns>()).sql(") = ROW(").append(Sql::columns_of::<DetailColumns>("s"));
    update.sql(") FROM import_rows s WHERE p.id = s.id").execute(connection).await?;
    let email = by.email.as_ref().map(|email| email.as_str().to_owned()).unwrap_or_default();
    let reason = MovementReason::Import.as_str().to_owned();
    Sql::of(WRITE_MOVEMENTS, [reason.into(), email.into(), now.into()]).execute(connection).await?;
    Ok(())
}
