//! Writing a plan, many rows at a time. The connection is in the transaction of the import.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::audit::Actor;
use domain::ids::ProductId;
use domain::ports::{ImportStep, ImportWatcher};
use domain::product::{NewProduct, Product};
use domain::product_import::{Plan, PlannedEdit};
use domain::stock_movement::MovementReason;
use serde_json::{Value, json};

use super::words::{self, WordChange, WordChanges};
use crate::audit::{self, Entry};
use crate::error::DbError;
use crate::products::repository::{movement, units};
use crate::products::row::{DetailColumns, audited};
use crate::products::stock;
use crate::products::words as dictionary;
use crate::schema::products;
use crate::sql::Sql;

/// How many products are written at a time; progress is told after each.
const AT_ONCE: usize = 250;

/// Writes everything a plan says.
pub(super) async fn write(
    connection: &mut AsyncPgConnection,
    plan: &Plan,
    foreseen: &WordChanges,
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
    let mut rows: Vec<Row<'_>> = Vec::with_capacity(AT_ONCE);
    for new in plan.created.chunks(AT_ONCE) {
        insert(connection, new).await?;
        rows.extend(new.iter().map(Row::of_new));
        write_beside(connection, &rows, foreseen, by, now).await?;
        rows.clear();
        tell(new.len());
    }
    for edits in plan.updated.chunks(AT_ONCE) {
        update(connection, edits, now).await?;
        rows.extend(edits.iter().map(Row::of_edit));
        write_beside(connection, &rows, foreseen, by, now).await?;
        rows.clear();
        tell(edits.len());
    }
    Ok(())
}

async fn insert(connection: &mut AsyncPgConnection, new: &[NewProduct]) -> Result<(), DbError> {
    let rows: Vec<_> = new
        .iter()
        .map(|product| {
            (
                products::id.eq(product.id.uuid()),
                products::code.eq(product.code.as_str()),
                products::stock.eq(units(product.stock)),
                products::version.eq(1),
                products::created_at.eq(product.created_at),
                products::updated_at.eq(product.created_at),
                DetailColumns::from(&product.details),
            )
        })
        .collect();
    diesel::insert_into(products::table).values(rows).execute(connection).await?;
    Ok(())
}

async fn update(connection: &mut AsyncPgConnection, edits: &[PlannedEdit], now: DateTime<Utc>) -> Result<(), DbError> {
    let rows: Vec<Value> = edits.iter().map(|edit| updated_row(&edit.after)).collect::<Result<_, _>>()?;
    Sql::new(
        "UPDATE products p SET (stock, version, name, alt_names, images, description, price_cents, last_price_cents, brand, category, \
         family, shade_name, shade_hex, name_key, brand_key, category_key) = (new.stock, new.version, new.name, new.alt_names, \
         new.images, new.description, new.price_cents, new.last_price_cents, new.brand, new.category, new.family, new.shade_name, \
         new.shade_hex, new.name_key, new.brand_key, new.category_key), updated_at = ",
    )
    .bind(now)
    .sql(" FROM jsonb_to_recordset(")
    .bind(Value::Array(rows))
    .sql(
        ") AS new (id uuid, stock integer, version integer, name text, alt_names text[], images text[], description text, \
         price_cents bigint, last_price_cents bigint, brand text, category text, family text, shade_name text, shade_hex text, \
         name_key text, brand_key text, category_key text) WHERE p.id = new.id",
    )
    .execute(connection)
    .await?;
    Ok(())
}

fn updated_row(product: &Product) -> Result<Value, DbError> {
    let mut row = serde_json::to_value(DetailColumns::from(&product.details))?;
    if let Value::Object(columns) = &mut row {
        columns.insert("id".to_owned(), json!(product.id.uuid()));
        columns.insert("stock".to_owned(), json!(product.stock.get()));
        columns.insert("version".to_owned(), json!(product.version));
    }
    Ok(row)
}

/// One product that is written.
struct Row<'a> {
    before: Option<&'a Product>,
    after: Product,
}

impl<'a> Row<'a> {
    fn of_new(new: &NewProduct) -> Self {
        let after = Product {
            id: new.id,
            code: new.code.clone(),
            details: new.details.clone(),
            stock: new.stock,
            total_sales: 0,
            version: 1,
            created_at: new.created_at,
            updated_at: new.created_at,
        };
        Self { before: None, after }
    }

    fn of_edit(edit: &'a PlannedEdit) -> Self {
        Self { before: Some(&edit.before), after: edit.after.clone() }
    }

    fn delta(&self) -> i32 {
        units(self.after.stock) - self.before.map_or(0, |before| units(before.stock))
    }

    fn words(&self, foreseen: &WordChanges) -> (ProductId, WordChange) {
        (self.after.id, foreseen.change_of(&self.after.code, self.before.map(|before| &before.details), &self.after.details))
    }
}

/// What goes with products: movements, words, the record.
async fn write_beside(
    connection: &mut AsyncPgConnection,
    rows: &[Row<'_>],
    foreseen: &WordChanges,
    by: &Actor,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    let movements = rows.iter().map(|row| movement(&row.after, row.delta(), MovementReason::Import, by, now)).collect();
    stock::record(connection, movements).await?;
    let changes: Vec<_> = rows.iter().map(|row| row.words(foreseen)).collect();
    dictionary::learn(connection, words::added(&changes)).await?;
    words::write(connection, &changes).await?;
    let json = |p: &Product| audited(&p.code, &p.details, p.stock, p.version);
    let ids: Vec<String> = rows.iter().map(|row| row.after.id.to_string()).collect();
    let entries = rows.iter().zip(&ids).map(|(row, id)| Entry {
        action: if row.before.is_some() { "update" } else { "create" },
        entity: "product",
        entity_id: id,
        before: row.before.map(json),
        after: Some(json(&row.after)),
    });
    audit::record_all(connection, by, now, entries.collect()).await
}
