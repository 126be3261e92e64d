//! Products with the words they are found by.

use std::collections::BTreeSet;

use diesel::prelude::*;
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use domain::product::NewProduct;
use uuid::Uuid;

use crate::error::DbError;
use crate::products::words::{is_whole, learn, words_of};
use crate::products::{DetailColumns, Movement, record_movements};
use crate::schema::products;
use crate::sql::Sql;

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
    connection
        .transaction(async |connection| {
            diesel::insert_into(products::table).values(rows).execute(connection).await?;
            record_movements(connection, some.iter().map(first_movement).collect()).await?;
            write_words(connection, some).await
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

async fn write_words(connection: &mut AsyncPgConnection, some: &[NewProduct]) -> Result<(), DbError> {
    let (mut owners, mut words, mut weights): (Vec<Uuid>, Vec<String>, Vec<i32>) = Default::default();
    for product in some {
        for (word, weight) in words_of(&product.code, &product.details) {
            owners.push(product.id.uuid());
            words.push(word);
            weights.push(i32::from(weight));
        }
    }
    let known: BTreeSet<&String> = words.iter().filter(|word| is_whole(word)).collect();
    learn(connection, known.into_iter().cloned().collect()).await?;
    Sql::new("INSERT INTO product_words (product_id, word, weight) SELECT * FROM unnest(")
        .bind(owners)
        .sql(", ")
        .bind(words)
        .sql(", ")
        .bind(weights)
        .sql(") AS new (product_id, word, weight)")
        .execute(connection)
        .await?;
    Ok(())
}
