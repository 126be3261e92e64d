//! Looking up words in the dictionaries of the segments.

use std::collections::BTreeSet;

use search_text::{allowed_typos, typos_to_prefix};
use tantivy::Term;
use tantivy::query::FuzzyTermQuery;
use tantivy::schema::Field;

use crate::snapshot::View;

/// How many words are read that begin alike, in byte order: no search reads more, however many there are.
const LONGER_WORDS: usize = 1_000;
/// How many words are compared with a mistyped one, in byte order, and how many of them are kept, the most similar first.
const COMPARED: usize = 500;
const SIMILAR_WORDS: usize = 20;

/// The longer words that begin with `beginning`, of names, brands and descriptions.
pub(crate) fn longer_words(view: &View, beginning: &str) -> tantivy::Result<BTreeSet<String>> {
    let mut words = BTreeSet::new();
    for segment in &view.segments {
        let inverted = segment.reader.inverted_index(view.fields.words)?;
        let mut stream = inverted.terms().range().gt(beginning.as_bytes()).into_stream()?;
        let mut read = 0;
        while read < LONGER_WORDS && stream.advance() && stream.key().starts_with(beginning.as_bytes()) {
            read += 1;
            words.extend(std::str::from_utf8(stream.key()).map(str::to_owned));
        }
    }
    // The first of all are among the first of each segment, so the result does not depend on the segments.
    Ok(words.into_iter().take(LONGER_WORDS).collect())
}

/// A known word that is similar to a mistyped one. The order is by similarity.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct SimilarWord {
    /// How many typos lead from the typed word to a beginning of this one.
    pub(crate) typos: usize,
    /// The difference of the lengths.
    difference: usize,
    /// The word.
    pub(crate) word: String,
    /// Where products have it.
    pub(crate) field: Field,
}

/// The known words that are similar to `typed`, the most similar first.
pub(crate) fn similar_words(view: &View, typed: &str) -> tantivy::Result<Vec<SimilarWord>> {
    let length = typed.chars().count();
    let allowed = allowed_typos(length);
    if allowed == 0 {
        return Ok(Vec::new());
    }
    let mut similar = BTreeSet::new();
    for field in [view.fields.words, view.fields.codes] {
        let candidates = candidates(view, field, typed, allowed)?;
        similar.extend(candidates.into_iter().filter_map(|word| {
            let typos = typos_to_prefix(typed, &word);
            let difference = word.chars().count().abs_diff(length);
            (1..=allowed).contains(&typos).then_some(SimilarWord { typos, difference, word, field })
        }));
    }
    Ok(similar.into_iter().take(SIMILAR_WORDS).collect())
}

/// The first [`COMPARED`] words that an automaton accepts as similar.
fn candidates(view: &View, field: Field, typed: &str, allowed: usize) -> tantivy::Result<BTreeSet<String>> {
    let distance = u8::try_from(allowed).unwrap_or(u8::MAX);
    let fuzzy = FuzzyTermQuery::new_prefix(Term::from_field_text(field, typed), distance, true);
    let mut words = BTreeSet::new();
    for segment in &view.segments {
        let mut read = 0;
        let inverted = segment.reader.inverted_index(field)?;
        let mut stream = inverted.terms().search(fuzzy.automaton()?).into_stream()?;
        while read < COMPARED && stream.advance() {
            read += 1;
            words.extend(std::str::from_utf8(stream.key()).map(str::to_owned));
        }
    }
    Ok(words.into_iter().take(COMPARED).collect())
}
