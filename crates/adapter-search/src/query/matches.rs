//! Which products a search finds, and how well each matches.
//!
//! A product is found when every word of the query is one of its words, the beginning of one, or a synonym; neighbours may be
//! written as one word (`sun screen`). Only where that finds nothing are similar words tried (`tolerant.rs`), so that a
//! search for `rose` never brings noses.

use std::sync::Arc;

use search_text::is_word;
use tantivy::DocId;

use crate::index::alternatives::{Alternatives, Spelled};
use crate::index::leaf::{Entry, Leaf};
use crate::index::product_words::{LONGEST_BEGINNING, MOST_WEIGHT};
use crate::index::scored_list::ScoredList;
use crate::index::segment::Dictionary;
use crate::index::snapshot::View;
use crate::query::dictionary;
use crate::query::synonyms::SYNONYMS;
use crate::query::word::WordMatches;

/// What a whole word counts, times its weight in the product.
const WHOLE: u32 = 10;
/// What the beginning of a word counts.
const BEGINNING: u32 = 7;
/// What a synonym counts.
const SYNONYM: u32 = 6;
/// What the singular of a word counts that is typed in the plural.
const SINGULAR: u32 = 5;
/// What a synonym of the singular counts.
const SYNONYM_OF_SINGULAR: u32 = 4;
/// What a word counts at most that is found by its third letter alone: so names come before descriptions.
const MOST_BY_THIRD_LETTER: u32 = 2;
/// What a word counts at most beside others: so the first word of a name counts no more than its others.
const MOST_BESIDE_OTHERS: u32 = 10;
/// Neighbours that are so short together are not searched as one word.
const SHORT: usize = 2;

/// A query: for each of its words, the words of the index that count as it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Matches {
    /// The words of the query.
    pub(crate) words: Vec<String>,
    alternatives: Vec<Vec<Arc<Alternatives>>>,
}

impl Matches {
    /// The strict match of all these words.
    pub(crate) fn of_words(view: &View, words: Vec<String>) -> tantivy::Result<Self> {
        let alternatives = vec![Vec::new(); words.len()];
        let mut matches = Self { words, alternatives };
        for (index, word) in matches.words.clone().iter().enumerate() {
            let found = matches.known(view, "word", word, || Ok((matches.leaves_of_word(view, word)?, Vec::new())))?;
            matches.add(index, found);
        }
        for (index, pair) in matches.pairs() {
            let found = matches.known(view, "pair", &pair, || Ok((matches.leaves_of_pair(view, &pair)?, Vec::new())))?;
            matches.add(index, Arc::clone(&found));
            matches.add(index + 1, found);
        }
        Ok(matches)
    }

    /// What is known to count as this word in this way, else what `find` finds.
    pub(crate) fn known(
        &self,
        view: &View,
        way: &str,
        word: &str,
        find: impl FnOnce() -> tantivy::Result<Spelled>,
    ) -> tantivy::Result<Arc<Alternatives>> {
        // Beside other words a match counts otherwise than alone.
        let place = if self.words.len() == 1 { "alone" } else { "beside" };
        view.known_words.get(&view.segments, format!("{way} {place} {word}"), find)
    }

    /// Neighbours of the query written as one word, each with the place of the first.
    pub(crate) fn pairs(&self) -> Vec<(usize, String)> {
        let pairs = self.words.windows(2).map(<[String]>::concat).enumerate();
        pairs.filter(|(_, pair)| is_word(pair) && pair.chars().count() > SHORT).collect()
    }

    /// Adds what counts as a word of the query.
    pub(crate) fn add(&mut self, index: usize, alternatives: Arc<Alternatives>) {
        if let Some(of_word) = self.alternatives.get_mut(index) {
            of_word.push(alternatives);
        }
    }

    fn leaves(&self, index: usize) -> impl Iterator<Item = &Leaf> {
        self.alternatives.get(index).into_iter().flatten().flat_map(|alternatives| &alternatives.leaves)
    }

    /// A match with this word of the index.
    pub(crate) const fn leaf(&self, entry: Entry, quality: u32) -> Leaf {
        Leaf { entry, quality, most: self.most() }
    }

    /// Whether a product has a word that counts as the word of the query at `index`.
    pub(crate) fn is_known(&self, view: &View, index: usize) -> bool {
        view.segments.iter().enumerate().any(|(place, segment)| {
            let mut docs = self.lists(index, place).flat_map(ScoredList::docs);
            docs.any(|doc| !segment.reader.is_deleted(doc))
        })
    }

    /// Whether a document of the segment at `place` has a word that counts as the word of the query at `index`.
    pub(crate) fn has_word(&self, index: usize, place: usize, doc: DocId) -> bool {
        self.lists(index, place).any(|list| list.has(doc))
    }

    fn lists(&self, index: usize, place: usize) -> impl Iterator<Item = &ScoredList> {
        self.alternatives.get(index).into_iter().flatten().filter_map(move |alternatives| alternatives.list(place))
    }

    /// The greatest score that a product can have.
    pub(crate) fn greatest_score(&self) -> u32 {
        (0..self.words.len()).map(|index| self.leaves(index).map(Leaf::greatest_score).max().unwrap_or(0)).sum()
    }

    /// The documents of the segment at `place` that match, word by word, beginning with the word that has the fewest. Each word counts
    /// by its best match, and a product's score is the sum.
    pub(crate) fn in_segment(&self, place: usize) -> Vec<WordMatches<'_>> {
        let mut words: Vec<_> = self.alternatives.iter().map(|of_word| WordMatches::of(of_word, place)).collect();
        words.sort_by_key(WordMatches::most);
        words
    }

    const fn most(&self) -> u32 {
        if self.words.len() == 1 { MOST_WEIGHT } else { MOST_BESIDE_OTHERS }
    }

    fn leaves_of_word(&self, view: &View, word: &str) -> tantivy::Result<Vec<Leaf>> {
        let mut leaves = self.whole(view, word, WHOLE)?;
        leaves.extend(self.beginning(view, word)?);
        for synonym in SYNONYMS.of(word) {
            leaves.extend(self.whole(view, synonym, SYNONYM)?);
        }
        for singular in singulars(word) {
            leaves.extend(self.whole(view, singular, SINGULAR)?);
            for synonym in SYNONYMS.of(singular) {
                leaves.extend(self.whole(view, synonym, SYNONYM_OF_SINGULAR)?);
            }
        }
        Ok(leaves)
    }

    /// What counts as two neighbours.
    fn leaves_of_pair(&self, view: &View, pair: &str) -> tantivy::Result<Vec<Leaf>> {
        let mut leaves = self.whole(view, pair, WHOLE)?;
        leaves.extend(self.beginning(view, pair)?);
        for synonym in SYNONYMS.of(pair) {
            leaves.extend(self.whole(view, synonym, SYNONYM)?);
        }
        for synonym in singulars(pair).flat_map(|singular| SYNONYMS.of(singular)) {
            leaves.extend(self.whole(view, synonym, SYNONYM_OF_SINGULAR)?);
        }
        Ok(leaves)
    }

    fn whole(&self, view: &View, word: &str, quality: u32) -> tantivy::Result<Vec<Leaf>> {
        let words = Entry::of_word(&view.segments, Dictionary::Words, word)?;
        let codes = Entry::of_word(&view.segments, Dictionary::Codes, word)?;
        Ok(words.into_iter().chain(codes).map(|entry| self.leaf(entry, quality)).collect())
    }

    /// A match with all words that begin so. Too many begin with one or two letters: these are looked up among the beginnings of
    /// names and codes alone.
    fn beginning(&self, view: &View, word: &str) -> tantivy::Result<Vec<Leaf>> {
        let beginning = Entry::of_word(&view.segments, Dictionary::Beginnings, word)?;
        let mut leaves: Vec<Leaf> = beginning.into_iter().map(|entry| self.leaf(entry, BEGINNING)).collect();
        let letters = word.chars().count();
        if letters >= LONGEST_BEGINNING {
            let most = if letters == LONGEST_BEGINNING { MOST_BY_THIRD_LETTER } else { self.most() };
            let longer = dictionary::longer_words(view, word)?;
            leaves.extend(longer.into_iter().map(|entry| Leaf { most, ..self.leaf(entry, BEGINNING) }));
        }
        Ok(leaves)
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
        let pairs = |words: &[&str]| Matches { words: words.iter().map(|w| (*w).to_owned()).collect(), alternatives: Vec::new() }.pairs();
        assert_eq!(pairs(&["sun", "screen", "spf"]), [(0, "sunscreen".to_owned()), (1, "screenspf".to_owned())]);
        for none in [&["a", "b"][..], &["rose"], &["^", "rose"]] {
            assert!(pairs(none).is_empty(), "{none:?}");
        }
    }
}
