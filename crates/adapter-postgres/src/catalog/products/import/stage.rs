//! The rows of products that change, set ready in a temporary table: once the products are locked, a few statements write all
//! of them, and nothing has to be sent or worked out while buyers wait.

use chrono::{DateTime, Utc};
use diesel::sql_types::{Integer, Nullable, Uuid as SqlUuid};
use diesel::{QueryResult, QueryableByName};
use diesel_async::{AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection};
use domain::catalog::product_import::PlannedEdit;
use domain::catalog::stock_movement::MovementReason;
use domain::orders::quantity::Stock;
use domain::reports::audit::Actor;
use domain::shared::ids::ProductId;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::catalog::products::repository::units;
use crate::catalog::products::row::DetailColumns;
use crate::error::DbError;
use crate::query::sql::Sql;

/// One table per connection, empty after each transaction. `seen` is the stock that was decided upon.
const TABLE: &str = "SET LOCAL client_min_messages = warning; \
    CREATE TEMPORARY TABLE IF NOT EXISTS import_rows (id uuid NOT NULL, seen integer NOT NULL, stock integer NOT NULL, \
    version integer NOT NULL, name text NOT NULL, alt_names text[] NOT NULL, images text[] NOT NULL, description text NOT NULL, \
    price_cents bigint NOT NULL, last_price_cents bigint NOT NULL, brand text, category text, family text, shade_name text, \
    shade_hex text, name_key text NOT NULL, brand_key text, category_key text) ON COMMIT DELETE ROWS";

/// Makes room.
pub(super) async fn prepare(connection: &mut AsyncPgConnection) -> QueryResult<()> {
    connection.batch_execute(TABLE).await
}

/// Sets some rows ready.
pub(super) async fn add(connection: &mut AsyncPgConnection, edits: &[PlannedEdit]) -> Result<(), DbError> {
    let rows: Vec<Value> = edits.iter().map(row_of).collect::<Result<_, _>>()?;
    Sql::new("INSERT INTO import_rows SELECT * FROM jsonb_to_recordset(")
        .bind(Value::Array(rows))
        .sql(
            ") AS new (id uuid, seen integer, stock integer, version integer, name text, alt_names text[], images text[], \
             description text, price_cents bigint, last_price_cents bigint, brand text, category text, family text, shade_name text, \
             shade_hex text, name_key text, brand_key text, category_key text)",
        )
        .execute(connection)
        .await?;
    Ok(())
}

fn row_of(edit: &PlannedEdit) -> Result<Value, DbError> {
    let mut row = serde_json::to_value(DetailColumns::from(&edit.after.details))?;
    if let Value::Object(columns) = &mut row {
        columns.insert("id".to_owned(), json!(edit.after.id.uuid()));
        columns.insert("seen".to_owned(), json!(edit.before.stock.get()));
        columns.insert("stock".to_owned(), json!(edit.after.stock.get()));
        columns.insert("version".to_owned(), json!(edit.after.version));
    }
    Ok(row)
}

/// Takes all pictures of the rows at once, in the order of their names, so that nothing is left to do for them under the locks on
/// products. Violates [`crate::images::uploads::GONE`] where one is deleted.
pub(super) async fn take_pictures(connection: &mut AsyncPgConnection) -> QueryResult<()> {
    const TAKE: &str = "SELECT change_pictures(ARRAY(SELECT DISTINCT image FROM import_rows s, unnest(s.images) AS image), true, NULL)";
    connection.batch_execute(TAKE).await
}

/// Lets the database know how many there are, which nobody else tells it of a temporary table.
pub(super) async fn complete(connection: &mut AsyncPgConnection) -> Result<(), DbError> {
    Ok(connection.batch_execute("ANALYZE import_rows").await?)
}

/// A product that is not as it was when it was decided upon.
#[derive(Clone, Copy, Debug, QueryableByName)]
pub(super) struct Moved {
    #[diesel(sql_type = SqlUuid)]
    pub(super) id: Uuid,
    /// The stock it has now; `None` where it was edited or deleted.
    #[diesel(sql_type = Nullable<Integer>)]
    pub(super) stock: Option<i32>,
}

/// Those that moved by now.
pub(super) async fn moved(connection: &mut AsyncPgConnection) -> QueryResult<Vec<Moved>> {
    Sql::new("WITH held AS (SELECT p.id, p.version, p.stock FROM products p) ").sql(MOVED).load(connection).await
}

/// Locks the products, in the order of their ids, as checkout does, so that nobody waits in a ring; answers those that moved.
pub(super) async fn lock(connection: &mut AsyncPgConnection) -> QueryResult<Vec<Moved>> {
    let held = "WITH held AS MATERIALIZED (SELECT p.id, p.version, p.stock FROM products p WHERE p.id IN (SELECT s.id FROM import_rows s) \
                ORDER BY p.id FOR NO KEY UPDATE OF p) ";
    Sql::new(held).sql(MOVED).load(connection).await
}

/// What is set ready for products that are not `held` as they were seen.
const MOVED: &str = "SELECT s.id, CASE WHEN held.version = s.version - 1 THEN held.stock END AS stock FROM import_rows s \
                     LEFT JOIN held ON held.id = s.id WHERE held.id IS NULL OR held.version <> s.version - 1 OR held.stock <> s.seen";

/// Takes out products that do not change after all, with their entries in the record.
pub(super) async fn take_out(
    connection: &mut AsyncPgConnection,
    products: &[ProductId],
    by: &Actor,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    let ids: Vec<Uuid> = products.iter().map(|id| id.uuid()).collect();
    Sql::new("DELETE FROM import_rows s WHERE s.id = ANY (").bind(ids).sql(")").execute(connection).await?;
    let entries: Vec<String> = products.iter().map(ToString::to_string).collect();
    Sql::new("DELETE FROM audit_log a WHERE a.entity = 'product' AND a.entity_id = ANY (")
        .bind(entries)
        .sql(") AND a.at = ")
        .bind(now)
        .sql(" AND a.request_id = ")
        .bind(by.request_id.clone())
        .execute(connection)
        .await?;
    Ok(())
}

/// Corrects the stocks of products that were decided again, in their entries of the record as well.
pub(super) async fn correct(
    connection: &mut AsyncPgConnection,
    edits: &[PlannedEdit],
    by: &Actor,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    let of = |stock: fn(&PlannedEdit) -> Stock| edits.iter().map(|edit| units(stock(edit))).collect::<Vec<i32>>();
    let (seen, to) = (of(|edit| edit.before.stock), of(|edit| edit.after.stock));
    Sql::new("UPDATE import_rows s SET seen = new.seen, stock = new.stock FROM unnest(")
        .bind(edits.iter().map(|edit| edit.after.id.uuid()).collect::<Vec<_>>())
        .sql(", ")
        .bind(seen.clone())
        .sql(", ")
        .bind(to.clone())
        .sql(") AS new (id, seen, stock) WHERE s.id = new.id")
        .execute(connection)
        .await?;
    Sql::new(
        "UPDATE audit_log a SET before = jsonb_set(a.before, '{stock}', to_jsonb(new.seen)), \
         after = jsonb_set(a.after, '{stock}', to_jsonb(new.stock)) FROM unnest(",
    )
    .bind(edits.iter().map(|edit| edit.after.id.to_string()).collect::<Vec<_>>())
    .sql(", ")
    .bind(seen)
    .sql(", ")
    .bind(to)
    .sql(") AS new (id, seen, stock) WHERE a.entity = 'product' AND a.entity_id = new.id AND a.at = ")
    .bind(now)
    .sql(" AND a.request_id = ")
    .bind(by.request_id.clone())
    .execute(connection)
    .await?;
    Ok(())
}

/// Writes the rows and the movements of their stocks. The products are locked.
pub(super) async fn write(connection: &mut AsyncPgConnection, by: &Actor, now: DateTime<Utc>) -> Result<(), DbError> {
    Sql::new(
        "UPDATE products p SET (stock, version, name, alt_names, images, description, price_cents, last_price_cents, brand, category, \
         family, shade_name, shade_hex, name_key, brand_key, category_key) = (s.stock, s.version, s.name, s.alt_names, s.images, \
         s.description, s.price_cents, s.last_price_cents, s.brand, s.category, s.family, s.shade_name, s.shade_hex, s.name_key, \
         s.brand_key, s.category_key), updated_at = ",
    )
    .bind(now)
    .sql(" FROM import_rows s WHERE p.id = s.id")
    .execute(connection)
    .await?;
    let email = by.email.as_ref().map(|email| email.as_str().to_owned()).unwrap_or_default();
    Sql::new("INSERT INTO stock_movements (product_id, delta, reason, actor_email, at) SELECT s.id, s.stock - s.seen, ")
        .bind(MovementReason::Import.as_str().to_owned())
        .sql(", nullif(")
        .bind(email)
        .sql(", ''), ")
        .bind(now)
        .sql(" FROM import_rows s WHERE s.stock <> s.seen")
        .execute(connection)
        .await?;
    Ok(())
}
