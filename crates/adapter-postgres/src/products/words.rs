//! The words a product is found by.

use std::collections::BTreeMap;

use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::ids::ProductId;
use domain::product::ProductDetails;
use domain::product_code::ProductCode;

use crate::error::DbError;
use crate::schema::{product_words, search_words};
use crate::search_text::{grams_of_word, words_of_text};
use crate::sql::Sql;

const CODE: i16 = 12;
const NAME: i16 = 10;
const ALT_NAME: i16 = 8;
const BRAND: i16 = 6;
const DESCRIPTION: i16 = 1;

/// Everything a product is found by, with how much each word counts.
pub(crate) fn words_of(code: &ProductCode, details: &ProductDetails) -> BTreeMap<String, i16> {
    let mut words = BTreeMap::new();
    words_of_text(code.as_str(), CODE, &mut words);
    words_of_text(details.name.as_str(), NAME, &mut words);
    for name in &details.alt_names {
        words_of_text(name.as_str(), ALT_NAME, &mut words);
    }
    if let Some(brand) = &details.brand {
        words_of_text(brand.as_str(), BRAND, &mut words);
    }
    words_of_text(details.description.as_str(), DESCRIPTION, &mut words);
    words
}

/// Writes the words of a new product. The connection is in the transaction that adds it.
pub(crate) async fn write(connection: &mut AsyncPgConnection, product: ProductId, words: &BTreeMap<String, i16>) -> Result<(), DbError> {
    learn(connection, words.keys().cloned().collect()).await?;
    Sql::new("INSERT INTO product_words (product_id, word, weight) SELECT ")
        .bind(product.uuid())
        .sql(", word, weight FROM unnest(")
        .bind(words.keys().cloned().collect::<Vec<_>>())
        .sql(", ")
        .bind(words.values().copied().map(i32::from).collect::<Vec<_>>())
        .sql(") AS new (word, weight)")
        .execute(connection)
        .await?;
    Ok(())
}

/// Replaces the words of a product. The connection is in the transaction that edits it.
pub(crate) async fn replace(connection: &mut AsyncPgConnection, product: ProductId, words: &BTreeMap<String, i16>) -> Result<(), DbError> {
    let old = product_words::table.filter(product_words::product_id.eq(product.uuid()));
    diesel::delete(old).execute(connection).await?;
    write(connection, product, words).await
}

/// Adds the words the shop did not know yet, in their order, so that two edits at once never wait for each other in a ring.
async fn learn(connection: &mut AsyncPgConnection, words: Vec<String>) -> Result<(), DbError> {
    let unknown: Vec<Word> = Sql::new("SELECT word FROM unnest(")
        .bind(words)
        .sql(") AS new (word) WHERE NOT EXISTS (SELECT FROM search_words s WHERE s.word = new.word) ORDER BY word COLLATE \"C\"")
        .load(connection)
        .await?;
    let rows: Vec<_> =
        unknown.iter().map(|new| (search_words::word.eq(&new.word), search_words::grams.eq(grams_of_word(&new.word)))).collect();
    if !rows.is_empty() {
        diesel::insert_into(search_words::table).values(rows).on_conflict_do_nothing().execute(connection).await?;
    }
    Ok(())
}

/// A word on its own.
#[derive(Clone, Debug, QueryableByName)]
pub(crate) struct Word {
    /// The word.
    #[diesel(sql_type = diesel::sql_types::Text)]
    pub(crate) word: String,
}
