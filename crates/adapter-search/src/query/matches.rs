//! Which products a search finds, and how well each matches.
//!
//! A product is found when every word of the query is one of its words, the beginning of one, or a synonym, but for words that are
//! optional (`and`, an emoji), which only add to the score; neighbours may be
//! written as one word (`sun screen`). Only where that finds nothing are similar words tried (`tolerant.rs`), so that a
//! search for `rose` never brings noses.

use std::sync::Arc;

use search_text::{JOINING, is_indic, is_word, optional_words, romanised, sounds_of_query};
use tantivy::DocId;

use crate::index::expansion::{Expansion, SpelledTerms};
use crate::index::product_words::{LONGEST_BEGINNING, MOST_WEIGHT};
use crate::index::scored_list::ScoredList;
use crate::index::segment::Dictionary;
use crate::index::snapshot::View;
use crate::index::term_query::{Entry, TermQuery};
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
/// What a word of another script counts that sounds like a typed one.
const SOUND: u32 = 5;
/// What the beginning of such a word counts.
const SOUND_BEGINNING: u32 = 4;
/// The most letters of a sound, with that of its kind, which are no beginning: too many words begin so.
const SHORT_SOUND: usize = 4;
/// What a synonym of the singular counts.
const SYNONYM_OF_SINGULAR: u32 = 4;
/// What a word counts at most that is found by its third letter alone: so names come before descriptions.
const MOST_BY_THIRD_LETTER: u32 = 2;
/// What a word counts at most beside others: so the first word of a name counts no more than its others.
const MOST_BESIDE_OTHERS: u32 = 10;
/// What a number counts at most that is the beginning of a longer one: `30` comes before `300`.
const MOST_BY_NUMBER: u32 = 1;
/// Neighbours that are so short together are not searched as one word.
const SHORT: usize = 2;

/// A query: for each of its words, the words of the index that count as it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Matches {
    /// The words of the query.
    pub(crate) words: Vec<String>,
    /// Which words a product may lack.
    optional: Vec<bool>,
    expansions: Vec<Vec<Arc<Expansion>>>,
}

impl Matches {
    /// The strict match of all these words.
    pub(crate) fn of_words(view: &View, words: Vec<String>) -> tantivy::Result<Self> {
        let expansions = vec![Vec::new(); words.len()];
        let optional = optional_words(&words);
        let mut matches = Self { words, optional, expansions };
        for (index, word) in matches.words.clone().iter().enumerate() {
            let found = match matches.role(index) {
                Role::Word => matches.known(view, "word", word, || Ok((matches.terms_of_word(view, word, false)?, Vec::new())))?,
                Role::Joining => matches.known(view, "joining", word, || Ok((matches.whole_beside(view, word)?, Vec::new())))?,
                Role::Number => matches.known(view, "number", word, || Ok((matches.whole(view, word, WHOLE)?, Vec::new())))?,
            };
            matches.add(index, found);
        }
        for (index, pair) in matches.pairs() {
            let found = matches.known(view, "pair", &pair, || Ok((matches.terms_of_word(view, &pair, true)?, Vec::new())))?;
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
        find: impl FnOnce() -> tantivy::Result<SpelledTerms>,
    ) -> tantivy::Result<Arc<Expansion>> {
        // Beside other words a match counts otherwise than alone.
        let place = if self.is_alone() { "alone" } else { "beside" };
        view.known_words.get(&view.segments, format!("{way} {place} {word}"), find)
    }

    /// Whether a product may lack the word at `index`.
    pub(crate) fn is_optional(&self, index: usize) -> bool {
        self.optional.get(index) == Some(&true)
    }

    /// Whether one word alone is required.
    fn is_alone(&self) -> bool {
        self.optional.iter().filter(|optional| !**optional).count() == 1
    }

    /// How the word at `index` is looked up. The last one may be the beginning of a word that is being typed.
    fn role(&self, index: usize) -> Role {
        let is_last = index + 1 == self.words.len();
        match self.words.get(index) {
            Some(word) if !is_last && self.is_optional(index) && JOINING.contains(&word.as_str()) => Role::Joining,
            Some(word) if !is_last && is_number(word) => Role::Number,
            _ => Role::Word,
        }
    }

    /// Neighbours of the query written as one word, each with the place of the first.
    pub(crate) fn pairs(&self) -> Vec<(usize, String)> {
        let pairs = self.words.windows(2).map(<[String]>::concat).enumerate();
        pairs.filter(|(_, pair)| is_word(pair) && pair.chars().count() > SHORT).collect()
    }

    pub(crate) fn add(&mut self, index: usize, expansion: Arc<Expansion>) {
        if let Some(of_word) = self.expansions.get_mut(index) {
            of_word.push(expansion);
        }
    }

    fn terms(&self, index: usize) -> impl Iterator<Item = &TermQuery> {
        self.expansions.get(index).into_iter().flatten().flat_map(|expansion| &expansion.terms)
    }

    /// A match with this word of the index.
    pub(crate) fn term(&self, entry: Entry, quality: u32) -> TermQuery {
        TermQuery { entry, quality, most: self.most() }
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
        self.expansions.get(index).into_iter().flatten().filter_map(move |expansion| expansion.list(place))
    }

    /// The greatest score that a product can have.
    pub(crate) fn greatest_score(&self) -> u32 {
        (0..self.words.len()).map(|index| self.terms(index).map(TermQuery::greatest_score).max().unwrap_or(0)).sum()
    }

    /// The documents of the segment at `place` that match, word by word, beginning with the required word that has the fewest; optional
    /// words come last. Each word counts by its best match, and a product's score is the sum.
    pub(crate) fn in_segment(&self, place: usize) -> Vec<WordMatches<'_>> {
        let of_words = self.expansions.iter().zip(&self.optional);
        let mut words: Vec<_> = of_words.map(|(of_word, optional)| WordMatches::of(of_word, place, *optional)).collect();
        words.sort_by_key(|word| (word.is_optional, word.most()));
        words
    }

    fn most(&self) -> u32 {
        if self.is_alone() { MOST_WEIGHT } else { MOST_BESIDE_OTHERS }
    }

    /// What counts as a joining word between others: itself, wherever it stands, by the weight of a description.
    fn whole_beside(&self, view: &View, word: &str) -> tantivy::Result<Vec<TermQuery>> {
        Ok(self.whole(view, word, WHOLE)?.into_iter().map(|term| TermQuery { most: 1, ..term }).collect())
    }

    /// What counts as a word of the query, or as two neighbours written as one word: these have no plural, and no other script but an
    /// Indic one.
    fn terms_of_word(&self, view: &View, word: &str, is_pair: bool) -> tantivy::Result<Vec<TermQuery>> {
        let mut terms = self.whole(view, word, WHOLE)?;
        terms.extend(self.beginning(view, word)?);
        for synonym in SYNONYMS.of(word) {
            terms.extend(self.whole(view, synonym, SYNONYM)?);
        }
        for singular in singulars(word) {
            if !is_pair {
                terms.extend(self.whole(view, &singular, SINGULAR)?);
            }
            for synonym in SYNONYMS.of(&singular) {
                terms.extend(self.whole(view, synonym, SYNONYM_OF_SINGULAR)?);
            }
        }
        if let Some(plural) = plural_in_ies(word).filter(|_| !is_pair) {
            terms.extend(self.whole(view, &plural, SINGULAR)?);
        }
        if !is_pair || is_indic(word) {
            terms.extend(self.in_other_scripts(view, word)?);
        }
        Ok(terms)
    }

    /// What counts as a word of another script: words that sound like it, and for a Sinhala or Tamil word those that it is written as in
    /// Latin letters, with their synonyms.
    fn in_other_scripts(&self, view: &View, word: &str) -> tantivy::Result<Vec<TermQuery>> {
        let mut terms = Vec::new();
        for sound in sounds_of_query(word) {
            let whole = Entry::of_word(&view.segments, Dictionary::Sounds, &sound)?;
            terms.extend(whole.map(|entry| self.term(entry, SOUND)));
            if is_indic(word) && sound.chars().count() > SHORT_SOUND {
                let longer = dictionary::longer_words(view, Dictionary::Sounds, &sound)?;
                terms.extend(longer.into_iter().map(|entry| self.term(entry, SOUND_BEGINNING)));
            }
        }
        for latin in romanised(word) {
            // No code is spelled in another script.
            let spelled = Entry::of_word(&view.segments, Dictionary::Words, &latin)?;
            terms.extend(spelled.map(|entry| self.term(entry, SOUND)));
            for synonym in SYNONYMS.of(&latin) {
                terms.extend(self.whole(view, synonym, SYNONYM_OF_SINGULAR)?);
            }
        }
        Ok(terms)
    }

    fn whole(&self, view: &View, word: &str, quality: u32) -> tantivy::Result<Vec<TermQuery>> {
        let words = Entry::of_word(&view.segments, Dictionary::Words, word)?;
        let codes = Entry::of_word(&view.segments, Dictionary::Codes, word)?;
        Ok(words.into_iter().chain(codes).map(|entry| self.term(entry, quality)).collect())
    }

    /// A match with all words that begin so. Too many begin with one or two letters: these are looked up among the beginnings of
    /// names and codes alone.
    fn beginning(&self, view: &View, word: &str) -> tantivy::Result<Vec<TermQuery>> {
        let beginning = Entry::of_word(&view.segments, Dictionary::Beginnings, word)?;
        let letters = word.chars().count();
        let most = match () {
            () if is_number(word) => MOST_BY_NUMBER,
            () if letters == LONGEST_BEGINNING => MOST_BY_THIRD_LETTER,
            () => self.most(),
        };
        let of_names = if is_number(word) { MOST_BY_NUMBER } else { self.most() };
        let mut terms: Vec<TermQuery> =
            beginning.into_iter().map(|entry| TermQuery { most: of_names, ..self.term(entry, BEGINNING) }).collect();
        if letters >= LONGEST_BEGINNING {
            let longer = dictionary::longer_words(view, Dictionary::Words, word)?;
            terms.extend(longer.into_iter().map(|entry| TermQuery { most, ..self.term(entry, BEGINNING) }));
        }
        Ok(terms)
    }
}

/// How a word of a query is looked up.
enum Role {
    /// By itself, by its beginning and by its synonyms.
    Word,
    /// By itself, as a word that only joins others.
    Joining,
    /// By itself: `5 ml` is no beginning of `50 ml`.
    Number,
}

fn is_number(word: &str) -> bool {
    word.chars().all(char::is_numeric)
}

/// What an English plural may be the plural of.
fn singulars(word: &str) -> impl Iterator<Item = String> {
    let ends = [("s", ""), ("es", ""), ("ies", "y")].map(|(end, singular)| Some((word.strip_suffix(end)?, singular)));
    let stems = ends.into_iter().flatten().filter(|(stem, _)| stem.len() >= 3 && stem.is_ascii() && !stem.ends_with('s'));
    stems.map(|(stem, end)| [stem, end].concat())
}

/// The plural of an English word in -y, which does not begin with it: `berries` of `berry`.
fn plural_in_ies(word: &str) -> Option<String> {
    let stem = word.strip_suffix('y').filter(|stem| stem.len() >= 3 && stem.is_ascii())?;
    (!stem.ends_with(['a', 'e', 'i', 'o', 'u'])).then(|| format!("{stem}ies"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plurals_are_taken_for_their_singulars() {
        let of = |word| singulars(word).collect::<Vec<_>>();
        assert_eq!(of("oils"), ["oil"]);
        assert_eq!(of("brushes"), ["brushe", "brush"]);
        assert_eq!(of("berries"), ["berrie", "berri", "berry"]);
        assert_eq!((plural_in_ies("berry").as_deref(), plural_in_ies("spray"), plural_in_ies("dry")), (Some("berries"), None, None));
        for word in ["gas", "gloss", "oil", "s", "es", "සs"] {
            assert!(of(word).is_empty(), "{word}");
        }
    }

    #[test]
    fn neighbours_may_be_one_word() {
        let pairs = |words: &[&str]| Matches { words: words.iter().map(|w| (*w).to_owned()).collect(), ..Matches::default() }.pairs();
        assert_eq!(pairs(&["sun", "screen", "spf"]), [(0, "sunscreen".to_owned()), (1, "screenspf".to_owned())]);
        for none in [&["a", "b"][..], &["rose"], &["^", "rose"]] {
            assert!(pairs(none).is_empty(), "{none:?}");
        }
    }
}
