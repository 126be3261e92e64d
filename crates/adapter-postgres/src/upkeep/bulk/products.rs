//! Products with their first stock movements.

use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use domain::catalog::product::{NewProduct, Product};

use crate::catalog::products::{Movement, ProductRow, record_movements};
use crate::error::DbError;
use crate::schema::products;

pub(super) async fn insert(connection: &mut AsyncPgConnection, some: &[NewProduct], shelf: &[i32]) -> Result<(), DbError> {
    let rows: Vec<_> = some
        .iter()
        .zip(shelf)
        .map(|(product, on_shelf)| ProductRow { stock: *on_shelf, ..ProductRow::from(&Product::from(product.clone())) })
        .collect();
    connection
        .transaction(async |connection| {
            diesel::insert_into(products::table).values(rows).execute(connection).await?;
            record_movements(connection, some.iter().map(first_movement).collect()).await
        })
        .await
}

fn first_movement(product: &NewProduct) -> Movement {
    Movement {
        product_id: product.id.uuid(),
        delta: i32::try_from(product.stock.get()).unwrap_or(i32::MAX),
        reason: "initial",
        note: None,
        order_id: None,
        actor_email: None,
        at: product.created_at,
    }
}
