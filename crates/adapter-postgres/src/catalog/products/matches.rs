//! Which products a search finds, and how well each matches.
//!
//! A product is found when every word of the query is one of its words or the beginning of one; neighbours may be one
//! word (`sun screen`). Only where that finds nothing at all are near words tried (see [`super::near`]), so that a search
//! for `rose` never brings noses.

use diesel_async::{AsyncPgConnection, RunQueryDsl};

use super::product_words::{KEPT_BEGINNING, MOST_WEIGHT, key_of_beginning};
use crate::catalog::search_text::{is_word, words_of_query};
use crate::error::DbError;
use crate::query::sql::{Number, Sql};

/// What a whole word counts, times the weight of the field it is in.
const WHOLE: i32 = 10;
/// What the beginning of a word counts.
const BEGINNING: i32 = 7;
/// What a word counts that is typed in the plural.
const SINGULAR: i32 = 5;
/// What a word of a description counts at most, and of whatever is found by its third letter alone.
const DESCRIPTION_WEIGHT: i32 = 2;
/// What a word counts at most in a search for several.
const MOST_BESIDE_OTHERS: i32 = 10;
/// So many letters are so few that too many words begin with them.
const SHORT: usize = 2;
/// How many words are read for each range of words at most, the nearest and weightiest first: no search reads more, however
/// many products begin with an `a`.
const READ: i64 = 20_000;

/// A query, ready to be matched: ranges of words, each for one word of the query, with what a match counts.
#[derive(Clone, Debug, Default)]
pub(crate) struct Matches {
    words: Vec<String>,
    of_word: Vec<i32>,
    from: Vec<String>,
    to: Vec<String>,
    quality: Vec<i32>,
    /// Up to which weight of the word it counts.
    most: Vec<i32>,
    /// 1 where the range is of what begins like two neighbours of the query.
    pair: Vec<i32>,
}

impl Matches {
    /// The strict match of a query; `None` when there is no word in it.
    pub(crate) fn strict(text: &str) -> Option<Self> {
        let matches = Self::of_words(words_of_query(text));
        (!matches.words.is_empty()).then_some(matches)
    }

    /// The strict match of all these words.
    pub(crate) fn of_words(words: Vec<String>) -> Self {
        let mut matches = Self { words, ..Self::default() };
        for (index, word) in matches.numbered() {
            matches.add_whole(index, &word, WHOLE);
            matches.add_beginning(index, &word, 0);
            for singular in singulars(&word) {
                matches.add_whole(index, singular, SINGULAR);
            }
        }
        for (index, pair) in matches.pairs() {
            for of_word in [index, index + 1] {
                matches.add_whole(of_word, &pair, WHOLE);
                matches.add_beginning(of_word, &pair, 1);
            }
        }
        matches
    }

    /// The words of the query.
    pub(crate) fn words(&self) -> &[String] {
        &self.words
    }

    /// The words of the query, each with its place.
    pub(crate) fn numbered(&self) -> Vec<(i32, String)> {
        (0..).zip(self.words.iter().cloned()).collect()
    }

    /// Neighbours of the query written together, each with the place of the first.
    pub(crate) fn pairs(&self) -> Vec<(i32, String)> {
        let pairs = self.words.windows(2).map(<[String]>::concat);
        (0..).zip(pairs).filter(|(_, pair)| is_word(pair) && pair.chars().count() > SHORT).collect()
    }

    /// A match of a word of the query with this very word.
    pub(crate) fn add_whole(&mut self, of_word: i32, word: &str, quality: i32) {
        self.add(of_word, word.to_owned(), format!("{word}\u{1}"), quality, (MOST_WEIGHT, 0));
    }

    /// A match with all words that begin so. Too many begin with one or two letters: those are looked for among the names
    /// alone, which have their beginnings written down. With three the names come first.
    fn add_beginning(&mut self, of_word: i32, word: &str, pair: i32) {
        let letters = word.chars().count();
        let is_kept = letters <= KEPT_BEGINNING;
        if is_kept {
            self.add_whole(of_word, &key_of_beginning(word), BEGINNING);
        }
        if letters > SHORT {
            let most = if is_kept { DESCRIPTION_WEIGHT } else { MOST_WEIGHT };
            self.add(of_word, format!("{word}\u{1}"), format!("{word}{}", char::MAX), BEGINNING, (most, pair));
        }
    }

    /// Words from `from` up to before `to`.
    fn add(&mut self, of_word: i32, from: String, to: String, quality: i32, (most, pair): (i32, i32)) {
        self.of_word.push(of_word);
        self.from.push(from);
        self.to.push(to);
        self.quality.push(quality);
        self.most.push(most);
        self.pair.push(pair);
    }

    /// How many words there are.
    fn typed(&self) -> i64 {
        i64::try_from(self.words.len()).unwrap_or(i64::MAX)
    }

    /// What the database's functions are told of a search.
    fn call(&self, function: &'static str) -> Sql {
        Sql::new(function)
            .sql("(")
            .bind(self.of_word.clone())
            .sql(", ")
            .bind(self.from.clone())
            .sql(", ")
            .bind(self.to.clone())
            .sql(", ")
            .bind(self.quality.clone())
            .sql(", ")
            .bind(self.most.clone())
            .sql(", ")
            .bind(self.pair.clone())
            .sql(", ")
            .bind(self.typed())
            .sql(", ")
    }

    /// The table `(product_id, score, total)` of so many best matches, with how many there are in all, counted up to a limit;
    /// a total below 0 where that cannot be told so.
    pub(crate) fn best(&self, rows: i64, upto: i64) -> Sql {
        self.call("best_matches").bind(upto).sql(", ").bind(rows).sql(")")
    }

    /// An expression: how many products match, counted up to a limit.
    pub(crate) fn count(&self, upto: i64) -> Sql {
        self.call("count_matches").bind(upto).sql(")")
    }

    /// The table `ranges (of_word, low, high, quality)`.
    pub(crate) fn ranges(&self) -> Sql {
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

    /// The table `(product_id, of_word, score)` of all matches: a product once for each range it has a word in.
    fn hits(&self) -> Sql {
        // The first word of a name counts more for itself alone, not beside others: see `perfect_matches`.
        let most = if self.words.len() == 1 { MOST_WEIGHT } else { MOST_BESIDE_OTHERS };
        Sql::new("(SELECT hit.product_id, ranges.of_word, least(hit.weight, ")
            .bind(i64::from(most))
            .sql(") * ranges.quality AS score FROM ")
            .append(self.ranges())
            // In the order of the index, so that a range that is cut off is cut off at the same place for every page.
            .sql(
                " CROSS JOIN LATERAL (SELECT w.product_id, w.weight FROM product_words w WHERE w.word >= ranges.low AND w.word < ranges.high \
                 ORDER BY w.word, w.weight DESC, w.product_id DESC LIMIT ",
            )
            .bind(READ)
            .sql(") AS hit) AS hits")
    }

    /// The table `(product_id, score)` of the products that match every word, each word counting by its best match.
    pub(crate) fn table(&self) -> Sql {
        if self.words.len() == 1 {
            return Sql::new("(SELECT product_id, max(score)::bigint AS score FROM ").append(self.hits()).sql(" GROUP BY product_id)");
        }
        Sql::new("(SELECT product_id, sum(score)::bigint AS score FROM (SELECT product_id, of_word, max(score) AS score FROM ")
            .append(self.hits())
            .sql(" GROUP BY product_id, of_word) AS best GROUP BY product_id HAVING count(*) = ")
            .bind(self.typed())
            .sql(")")
    }

    /// Whether any product matches.
    pub(crate) async fn finds_any(&self, connection: &AsyncPgConnection) -> Result<bool, DbError> {
        let found: Number = Sql::new("SELECT ").append(self.count(1)).sql(" AS n").get_result(&mut &*connection).await?;
        Ok(found.n > 0)
    }
}

/// What an English plural may be the plural of.
fn singulars(word: &str) -> impl Iterator<Item = &str> {
    let ends = ["s", "es"].map(|end| word.strip_suffix(end));
    ends.into_iter().flatten().filter(|singular| singular.len() >= 3 && singular.is_ascii() && !singular.ends_with('s'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plurals_are_taken_for_their_singulars() {
        let of = |word| singulars(word).collect::<Vec<_>>();
        assert_eq!(of("oils"), ["oil"]);
        assert_eq!(of("brushes"), ["brushe", "brush"]);
        for word in ["gas", "gloss", "oil", "s", "es", "සs"] {
            assert!(of(word).is_empty(), "{word}");
        }
    }

    #[test]
    fn neighbours_may_be_one_word() {
        let matches = Matches::strict("Sun Screen SPF").unwrap();
        assert_eq!(matches.pairs(), [(0, "sunscreen".to_owned()), (1, "screenspf".to_owned())]);
        for none in ["a b", "rose", "^rose$"] {
            assert!(Matches::strict(none).unwrap().pairs().is_empty(), "{none}");
        }
        assert!(Matches::strict("  ").is_none());
    }

    #[test]
    fn no_range_of_one_or_two_letters_is_wide() {
        let matches = Matches::strict("s ක් rose").unwrap();
        let wide = matches.to.iter().filter(|to| to.ends_with(char::MAX)).count();
        assert_eq!(wide, 5, "rose, and both pairs for both of their words: {matches:?}");
    }
}
