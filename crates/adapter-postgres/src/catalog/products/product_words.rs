//! The words a product is found by.

use std::collections::BTreeMap;

use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::catalog::product::ProductDetails;
use domain::catalog::product_code::ProductCode;
use domain::shared::ids::ProductId;
use uuid::Uuid;

use crate::catalog::search_text::{MAX_CHARS, keys_of_known, pairs_of_text, words_of_query, words_of_text};
use crate::error::DbError;
use crate::query::sql::Sql;
use crate::schema::{product_words, search_words};

const NAME: i16 = 10;
const ALT_NAME: i16 = 8;
const CODE: i16 = 8;
const BRAND: i16 = 6;
/// A part of a code: all of a shop's may begin alike, and nobody means that.
const CODE_PART: i16 = 3;
const DESCRIPTION: i16 = 1;
/// A number with what it counts, in a description: more than either of them alone. Neighbours in names, written as one, count
/// less than their first word and have weights of their own (4 and 5), by which the database tells them from words:
/// `is_weight_of_pair`.
const DESCRIPTION_PAIR: i16 = 2;
/// The greatest weight: of the first word of a name.
pub(crate) const MOST_WEIGHT: i32 = 11;

/// The beginnings that are kept have so many letters at most.
pub(crate) const KEPT_BEGINNING: usize = 3;

/// Everything a product is found by, with how much each word counts.
pub(crate) fn words_of(code: &ProductCode, details: &ProductDetails) -> BTreeMap<String, i16> {
    let mut words = BTreeMap::new();
    add_code(code, &mut words);
    add_name(details.name.as_str(), NAME, &mut words);
    for name in &details.alt_names {
        add_name(name.as_str(), ALT_NAME, &mut words);
    }
    if let Some(brand) = &details.brand {
        add_phrase(brand.as_str(), BRAND, &mut words);
    }
    add_beginnings(&mut words);
    add_description(details.description.as_str(), &mut words);
    words
}

fn add_code(code: &ProductCode, words: &mut BTreeMap<String, i16>) {
    words_of_text(code.as_str(), CODE_PART, words);
    for whole in words_of_query(code.as_str()) {
        add(whole, CODE, words);
    }
}

/// What a product is called: by its first word before all.
fn add_name(name: &str, weight: i16, words: &mut BTreeMap<String, i16>) {
    add_phrase(name, weight, words);
    let first = name.split_whitespace().next().unwrap_or_default();
    words_of_text(first, weight.saturating_add(1), words);
}

/// Words that many write as one (`Lip Balm`) are found as one too, for half of what they count.
fn add_phrase(text: &str, weight: i16, words: &mut BTreeMap<String, i16>) {
    words_of_text(text, weight, words);
    for (left, right) in pairs_of_text(text) {
        add_pair(&left, &right, weight / 2, words);
    }
}

/// In running text only numbers are found together with what they count: `SPF 30`, `50 ml`.
fn add_description(text: &str, words: &mut BTreeMap<String, i16>) {
    words_of_text(text, DESCRIPTION, words);
    let has_digit = |word: &str| word.chars().any(char::is_numeric);
    for (left, right) in pairs_of_text(text).into_iter().filter(|(left, right)| has_digit(left) || has_digit(right)) {
        add_pair(&left, &right, DESCRIPTION_PAIR, words);
    }
}

fn add_pair(left: &str, right: &str, weight: i16, words: &mut BTreeMap<String, i16>) {
    let pair = [left, right].concat();
    if pair.chars().count() <= MAX_CHARS {
        add(pair, weight, words);
    }
}

/// The one to three letters each word begins with, for the first keystrokes: a row per product where a search would read
/// every word that begins so.
fn add_beginnings(words: &mut BTreeMap<String, i16>) {
    let of_word = |word: &str| (1..=KEPT_BEGINNING).map(|length| word.chars().take(length).collect::<String>()).collect::<Vec<_>>();
    let beginnings: Vec<_> = words.iter().map(|(word, weight)| (of_word(word), *weight)).collect();
    for (beginnings, weight) in beginnings {
        for beginning in beginnings {
            add(key_of_beginning(&beginning), weight, words);
        }
    }
}

fn add(word: String, weight: i16, words: &mut BTreeMap<String, i16>) {
    let entry = words.entry(word).or_insert(weight);
    *entry = weight.max(*entry);
}

/// What a short beginning is kept as among the words; no word ends in a space.
pub(crate) fn key_of_beginning(beginning: &str) -> String {
    format!("{beginning} ")
}

/// Whether it is a word, and not the beginning of one.
pub(crate) fn is_whole(word: &str) -> bool {
    !word.ends_with(' ')
}

/// Writes the words of a new product. The connection is in the transaction that adds it.
pub(crate) async fn write(connection: &mut AsyncPgConnection, product: ProductId, words: &BTreeMap<String, i16>) -> Result<(), DbError> {
    learn(connection, words.keys().filter(|word| is_whole(word)).cloned().collect()).await?;
    let rows: Rows = words.iter().map(|(word, weight)| (product, word.clone(), *weight)).collect();
    rows.insertion().execute(connection).await?;
    Ok(())
}

/// Rows of `product_words`, as columns.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rows {
    products: Vec<Uuid>,
    words: Vec<String>,
    weights: Vec<i32>,
}

impl Rows {
    /// Whether there are none.
    pub(crate) fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// The words, one for each row.
    pub(crate) fn words(&self) -> &[String] {
        &self.words
    }

    /// The statement that inserts these rows. The caller may add an ON CONFLICT clause.
    pub(crate) fn insertion(self) -> Sql {
        Sql::new("INSERT INTO product_words (product_id, word, weight) SELECT * FROM unnest(")
            .bind(self.products)
            .sql(", ")
            .bind(self.words)
            .sql(", ")
            .bind(self.weights)
            .sql(") AS new (product_id, word, weight)")
    }
}

impl FromIterator<(ProductId, String, i16)> for Rows {
    fn from_iter<I: IntoIterator<Item = (ProductId, String, i16)>>(rows: I) -> Self {
        let mut columns = Self::default();
        for (product, word, weight) in rows {
            columns.products.push(product.uuid());
            columns.words.push(word);
            columns.weights.push(weight.into());
        }
        columns
    }
}

/// Replaces the words of a product. The connection is in the transaction that edits it.
pub(crate) async fn replace(connection: &mut AsyncPgConnection, product: ProductId, words: &BTreeMap<String, i16>) -> Result<(), DbError> {
    let old = product_words::table.filter(product_words::product_id.eq(product.uuid()));
    diesel::delete(old).execute(connection).await?;
    write(connection, product, words).await
}

/// Adds the words the shop did not know yet, in their order, so that two edits at once never wait for each other in a ring.
pub(crate) async fn learn(connection: &mut AsyncPgConnection, words: Vec<String>) -> Result<(), DbError> {
    let unknown: Vec<Word> = Sql::new("SELECT word FROM unnest(")
        .bind(words)
        .sql(") AS new (word) WHERE NOT EXISTS (SELECT FROM search_words s WHERE s.word = new.word) ORDER BY word COLLATE \"C\"")
        .load(connection)
        .await?;
    let rows: Vec<_> =
        unknown.iter().map(|new| (search_words::word.eq(&new.word), search_words::typo_keys.eq(keys_of_known(&new.word)))).collect();
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_written_as_one_have_weights_of_their_own_where_they_count_less_than_the_first() {
        let of_pairs = [NAME / 2, ALT_NAME / 2];
        assert_eq!(of_pairs, [5, 4], "is_weight_of_pair in the database");
        for of_words in [NAME, NAME + 1, ALT_NAME, ALT_NAME + 1, CODE, BRAND, CODE_PART, DESCRIPTION, DESCRIPTION_PAIR] {
            assert!(!of_pairs.contains(&of_words) && i32::from(of_words) <= MOST_WEIGHT, "{of_words}");
        }
    }

    #[test]
    fn a_code_counts_whole_more_than_in_part() {
        let mut words = BTreeMap::new();
        add_code(&ProductCode::parse("ARA-SER-001").unwrap(), &mut words);
        assert_eq!(words.get("araser001"), Some(&CODE));
        assert_eq!(words.get("ser001"), Some(&CODE_PART));
        assert_eq!(words.get("ara"), Some(&CODE_PART));
    }

    #[test]
    fn a_name_is_found_by_its_beginnings_and_in_one_word() {
        let mut words = BTreeMap::new();
        add_name("Lip Balm", NAME, &mut words);
        add_beginnings(&mut words);
        let expected =
            [("b ", 10), ("ba ", 10), ("bal ", 10), ("balm", 10), ("l ", 11), ("li ", 11), ("lip", 11), ("lip ", 11), ("lipbalm", 5)];
        assert_eq!(words.into_iter().collect::<Vec<_>>(), expected.map(|(word, weight)| (word.to_owned(), weight)));
    }

    #[test]
    fn a_description_is_found_by_its_numbers_with_their_units() {
        let mut words = BTreeMap::new();
        add_description("Rose water, 50 ml", &mut words);
        assert_eq!(words.into_keys().collect::<Vec<_>>(), [",", "50", "50ml", "ml", "rose", "water", "water50"]);
    }
}
