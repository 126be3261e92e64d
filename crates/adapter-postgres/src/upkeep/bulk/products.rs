//! Products with their search words.

use std::collections::BTreeSet;

use diesel::prelude::*;
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use domain::catalog::product::NewProduct;
use uuid::Uuid;

use crate::catalog::products::product_words::{is_whole, learn, words_of};
use crate::catalog::products::{DetailColumns, Movement, record_movements};
use crate::error::DbError;
use crate::query::sql::Sql;
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
    let words = Words::of(some);
    connection
        .transaction(async |connection| {
            diesel::insert_into(products::table).values(rows).execute(connection).await?;
            record_movements(connection, some.iter().map(first_movement).collect()).await?;
            words.write(connection).await
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

/// The words of many products, as columns.
struct Words {
    owners: Vec<Uuid>,
    words: Vec<String>,
    weights: Vec<i32>,
}

impl Words {
    fn of(some: &[NewProduct]) -> Self {
        let mut all = Self { owners: Vec::new(), words: Vec::new(), weights: Vec::new() };
        for product in some {
            for (word, weight) in words_of(&product.code, &product.details) {
                all.owners.push(product.id.uuid());
                all.words.push(word);
                all.weights.push(i32::from(weight));
            }
        }
        all
    }

    async fn write(self, connection: &mut AsyncPgConnection) -> Result<(), DbError> {
        let known: BTreeSet<&String> = self.words.iter().filter(|word| is_whole(word)).collect();
        learn(connection, known.into_iter().cloned().collect()).await?;
        Sql::new("INSERT INTO product_words (product_id, word, weight) SELECT * FROM unnest(")
            .bind(self.owners)
            .sql(", ")
            .bind(self.words)
            .sql(", ")
            .bind(self.weights)
            .sql(") AS new (product_id, word, weight)")
            .execute(connection)
            .await?;
        Ok(())
    }
}
