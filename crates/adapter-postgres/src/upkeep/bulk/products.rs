//! Products with their search words.

use std::collections::BTreeSet;

use diesel::prelude::*;
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use domain::catalog::product::NewProduct;

use crate::catalog::products::product_words::{Rows, is_whole, learn, words_of};
use crate::catalog::products::{DetailColumns, Movement, record_movements};
use crate::error::DbError;
use crate::schema::products;

pub(super) async fn insert(connection: &mut AsyncPgConnection, some: &[NewProduct], shelf: &[i32]) -> Result<(), DbError> {
    let rows: Vec<_> = some
        .iter()
        .zip(shelf)
        .map(|(product, on_shelf)| {
            (
                products::id.eq(product.id.uuid()),
                products::code.eq(product.code.as_str()),
                products::stock.eq(*on_shelf),
                products::version.eq(1),
                products::created_at.eq(product.created_at),
                products::updated_at.eq(product.created_at),
                DetailColumns::from(&product.details),
            )
        })
        .collect();
    // Before the transaction, because cutting texts into words takes time.
    let words = words(some);
    connection
        .transaction(async |connection| {
            diesel::insert_into(products::table).values(rows).execute(connection).await?;
            record_movements(connection, some.iter().map(first_movement).collect()).await?;
            write(connection, words).await
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

/// The rows of the words of some products.
fn words(some: &[NewProduct]) -> Rows {
    let of_product = |product: &NewProduct| {
        let id = product.id;
        words_of(&product.code, &product.details).into_iter().map(move |(word, weight)| (id, word, weight))
    };
    some.iter().flat_map(of_product).collect()
}

async fn write(connection: &mut AsyncPgConnection, rows: Rows) -> Result<(), DbError> {
    let known: BTreeSet<&String> = rows.words().iter().filter(|word| is_whole(word)).collect();
    learn(connection, known.into_iter().cloned().collect()).await?;
    rows.insertion().execute(connection).await?;
    Ok(())
}
