//! Which products a search finds, and how well each matches.
//!
//! A product is found when every word of the query is one of its words or the beginning of one. Only where that finds
//! nothing at all are near words tried, so that a search for `rose` never brings noses.

use diesel::prelude::*;
use diesel::sql_types::Integer;
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use super::words::Word;
use crate::error::DbError;
use crate::search_text::{allowed_typos, grams_of_word, typos_to_prefix, words_of_query};
use crate::sql::{Number, Sql};

/// What a whole word counts, times the weight of the field it is in.
const WHOLE: i32 = 10;
/// What the beginning of a word counts.
const BEGINNING: i32 = 7;
/// What a word with one typo counts; one less for each further typo.
const NEAR: i32 = 4;
/// How many words the database proposes for one with a typo, and how many of them are kept.
const PROPOSED: i64 = 300;
const KEPT: usize = 20;

/// A query, ready to be matched: ranges of words, each for one word of the query, with what a match counts.
#[derive(Clone, Debug, Default)]
pub(crate) struct Matches {
    words: Vec<String>,
    of_word: Vec<i32>,
    from: Vec<String>,
    to: Vec<String>,
    quality: Vec<i32>,
}

impl Matches {
    /// The strict match of a query; `None` when there is no word in it.
    pub(crate) fn strict(text: &str) -> Option<Self> {
        let mut matches = Self { words: words_of_query(text), ..Self::default() };
        for (index, word) in (0..).zip(matches.words.clone()) {
            matches.add(index, &word, '\u{1}', WHOLE);
            matches.add(index, &word, char::MAX, BEGINNING);
        }
        (!matches.words.is_empty()).then_some(matches)
    }

    /// The words of the query.
    pub(crate) fn words(&self) -> &[String] {
        &self.words
    }

    /// Words from `word` up to before `word` followed by `end`.
    fn add(&mut self, of_word: i32, word: &str, end: char, quality: i32) {
        self.of_word.push(of_word);
        self.from.push(word.to_owned());
        self.to.push(format!("{word}{end}"));
        self.quality.push(quality);
    }

    /// The table `ranges (of_word, low, high, quality)`.
    fn ranges(&self) -> Sql {
        Sql::new("unnest(")
            .bind(self.of_word.clone())
            .sql(", ")
            .bind(self.from.clone())
            .sql(", ")
            .bind(self.to.clone())
            .sql(", ")
            .bind(self.quality.clone())
            .sql(") AS ranges (of_word, low, high, quality)")
    }

    /// The table `(product_id, score)` of the products that match every word, each word counting by its best match.
    pub(crate) fn table(&self) -> Sql {
        let words = i64::try_from(self.words.len()).unwrap_or(i64::MAX);
        Sql::new("(SELECT product_id, sum(best)::bigint AS score FROM (SELECT w.product_id, ranges.of_word, max(w.weight * ranges.quality) AS best FROM ")
            .append(self.ranges())
            .sql(" JOIN product_words w ON w.word >= ranges.low AND w.word < ranges.high GROUP BY w.product_id, ranges.of_word) AS hits ")
            .sql("GROUP BY product_id HAVING count(*) = ")
            .bind(words)
            .sql(")")
    }

    /// The match with typos allowed, for a query whose strict match finds no product; `None` when the strict match does
    /// find some, or nothing is near.
    pub(crate) async fn tolerant(self, connection: &AsyncPgConnection) -> Result<Option<Self>, DbError> {
        let found = Sql::new("SELECT count(*) AS n FROM (SELECT FROM ").append(self.table()).sql(" AS m LIMIT 1) AS any_match");
        let found: Number = found.get_result(&mut &*connection).await?;
        if found.n > 0 {
            return Ok(None);
        }
        let unknown = self.unknown_words(connection).await?;
        let mut tolerant = self.clone();
        let mut widened = false;
        for (index, word) in (0..).zip(&self.words) {
            // Where all words are known but never together, any of them may be the mistaken one.
            if unknown.is_empty() || unknown.contains(&index) {
                for (typos, near) in near_words(connection, word).await? {
                    tolerant.add(index, &near, '\u{1}', (NEAR + 1 - typos).max(1));
                    widened = true;
                }
            }
        }
        Ok(widened.then_some(tolerant))
    }

    /// The places of the words that no product has.
    async fn unknown_words(&self, connection: &AsyncPgConnection) -> Result<Vec<i32>, DbError> {
        let statement = Sql::new("SELECT DISTINCT of_word FROM ")
            .append(self.ranges())
            .sql(" WHERE NOT EXISTS (SELECT FROM product_words w JOIN unnest(")
            .bind(self.of_word.clone())
            .sql(", ")
            .bind(self.from.clone())
            .sql(", ")
            .bind(self.to.clone())
            .sql(") AS r (of_word, low, high) ON w.word >= r.low AND w.word < r.high WHERE r.of_word = ranges.of_word)");
        let rows: Vec<WordIndex> = statement.load(&mut &*connection).await?;
        Ok(rows.into_iter().map(|row| row.of_word).collect())
    }
}

#[derive(Clone, Copy, Debug, QueryableByName)]
struct WordIndex {
    #[diesel(sql_type = Integer)]
    of_word: i32,
}

/// The known words nearest to one with a typo, nearest first, with the number of typos.
async fn near_words(connection: &AsyncPgConnection, typed: &str) -> Result<Vec<(i32, String)>, DbError> {
    let allowed = allowed_typos(typed.chars().count());
    if allowed == 0 {
        return Ok(Vec::new());
    }
    let grams = grams_of_word(typed);
    let statement = Sql::new("SELECT s.word FROM search_words s WHERE s.grams && ")
        .bind(grams.clone())
        .sql(" AND EXISTS (SELECT FROM product_words w WHERE w.word = s.word) ")
        .sql("ORDER BY (SELECT count(*) FROM unnest(s.grams) AS g WHERE g = ANY (")
        .bind(grams)
        .sql(")) DESC, s.word LIMIT ")
        .bind(PROPOSED);
    let proposed: Vec<Word> = statement.load(&mut &*connection).await?;
    let mut near: Vec<(i32, String)> = proposed
        .into_iter()
        .filter_map(|row| {
            let typos = typos_to_prefix(typed, &row.word);
            (1..=allowed).contains(&typos).then_some((i32::try_from(typos).unwrap_or(i32::MAX), row.word))
        })
        .collect();
    near.sort();
    near.truncate(KEPT);
    Ok(near)
}
