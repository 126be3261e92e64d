//! Searches that strictly find nothing: words typed with a hyphen where there is none, and words with typos.

use diesel::prelude::*;
use diesel::sql_types::Integer;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use futures_util::future::try_join_all;

use super::matches::Matches;
use super::product_words::Word;
use crate::catalog::search_text::{allowed_typos, keys_of_typed, typos_to_prefix, words_apart};
use crate::error::DbError;
use crate::query::sql::Sql;

/// What a word with one typo counts; one less for each further typo.
const NEAR: i32 = 4;
/// How many words the database proposes for one with a typo, and how many of them are kept.
const PROPOSED: i64 = 500;
const KEPT: usize = 20;

/// The match with typos allowed, for a query whose strict match finds no product; `None` when the strict match does find
/// some, or nothing is near.
pub(crate) async fn tolerant(connection: &AsyncPgConnection, strict: &Matches, text: &str) -> Result<Option<Matches>, DbError> {
    if strict.finds_any(connection).await? {
        return Ok(None);
    }
    let apart = Matches::of_words(words_apart(text));
    if apart.words() != strict.words() && apart.finds_any(connection).await? {
        return Ok(Some(apart));
    }
    let unknown = unknown_words(connection, &apart).await?;
    if !unknown.is_empty() {
        let widened = widened(connection, &apart, |index| unknown.contains(&index)).await?;
        if widened.finds_any(connection).await? {
            return Ok(Some(widened));
        }
    }
    // Where all words are known but never together, any of them may be the mistaken one.
    let widened = widened(connection, &apart, |_| true).await?;
    Ok(widened.finds_any(connection).await?.then_some(widened))
}

/// The same match with the words near those that may be mistaken.
async fn widened(connection: &AsyncPgConnection, matches: &Matches, may_be_mistaken: impl Fn(i32) -> bool) -> Result<Matches, DbError> {
    let mut widened = matches.clone();
    let words = matches.numbered().into_iter().filter(|(index, _)| may_be_mistaken(*index));
    let pairs = matches.pairs().into_iter().filter(|(index, _)| may_be_mistaken(*index) || may_be_mistaken(index + 1));
    let near_word = words.map(async |(index, word)| Ok::<_, DbError>((index, index, near_words(connection, &word).await?)));
    let near_pair = pairs.map(async |(index, pair)| Ok::<_, DbError>((index, index + 1, near_words(connection, &pair).await?)));
    // All at once: the connection sends one while it waits for the other.
    let (near_word, near_pair) = futures_util::try_join!(try_join_all(near_word), try_join_all(near_pair))?;
    for (first, last, near) in near_word.into_iter().chain(near_pair) {
        for (typos, word) in near {
            (first..=last).for_each(|of_word| widened.add_whole(of_word, &word, (NEAR + 1 - typos).max(1)));
        }
    }
    Ok(widened)
}

#[derive(Clone, Copy, Debug, QueryableByName)]
struct WordIndex {
    #[diesel(sql_type = Integer)]
    of_word: i32,
}

/// The places of the words that no product has.
async fn unknown_words(connection: &AsyncPgConnection, matches: &Matches) -> Result<Vec<i32>, DbError> {
    let statement = Sql::new("SELECT of_word FROM ")
        .append(matches.ranges())
        .sql(" GROUP BY of_word HAVING NOT bool_or(EXISTS (SELECT FROM product_words w WHERE w.word >= low AND w.word < high))");
    let rows: Vec<WordIndex> = statement.load(&mut &*connection).await?;
    Ok(rows.into_iter().map(|row| row.of_word).collect())
}

/// The known words nearest to one with a typo, nearest first, with the number of typos.
async fn near_words(connection: &AsyncPgConnection, typed: &str) -> Result<Vec<(i32, String)>, DbError> {
    let length = typed.chars().count();
    let keys = keys_of_typed(typed);
    if keys.is_empty() {
        return Ok(Vec::new());
    }
    let statement = Sql::new("SELECT s.word FROM words_with_typo_keys(")
        .bind(keys)
        .sql(") AS s (word) ORDER BY abs(char_length(s.word) - ")
        .bind(i64::try_from(length).unwrap_or(i64::MAX))
        .sql("), s.word COLLATE \"C\" LIMIT ")
        .bind(PROPOSED);
    let proposed: Vec<Word> = statement.load(&mut &*connection).await?;
    let mut near: Vec<_> = proposed
        .into_iter()
        .filter_map(|row| {
            let typos = typos_to_prefix(typed, &row.word);
            let further = row.word.chars().count().abs_diff(length);
            (1..=allowed_typos(length)).contains(&typos).then_some((typos, further, row.word))
        })
        .collect();
    near.sort();
    near.truncate(KEPT);
    Ok(near.into_iter().map(|(typos, _, word)| (i32::try_from(typos).unwrap_or(i32::MAX), word)).collect())
}
