//! Looking up words in the dictionaries of the segments.

use std::collections::BTreeMap;

use search_text::{TypedWord, allowed_typos, typos_to_prefix};
use tantivy::postings::TermInfo;

use crate::index::leaf::Entry;
use crate::index::segment::Dictionary;
use crate::index::snapshot::View;
use crate::query::similar_terms::SimilarTerms;

/// How many words are read that begin alike, in byte order: no search reads more, however many there are.
const LONGER_WORDS: usize = 1_000;
/// How many words are compared with a mistyped one, in byte order, and how many of them are kept, the most similar first.
const COMPARED: usize = 500;
const SIMILAR_WORDS: usize = 20;

/// The longer words that begin with `beginning`, of names, brands and descriptions. A word of several segments may come once for each.
pub(crate) fn longer_words(view: &View, beginning: &str) -> tantivy::Result<Vec<Entry>> {
    let mut entries = Vec::new();
    read_longer(view, beginning, |_, place, list| entries.push(Entry::of_list(Dictionary::Words, place, list.clone())))?;
    if view.segments.len() == 1 || entries.len() <= LONGER_WORDS {
        return Ok(entries);
    }
    let mut words = BTreeMap::new();
    read_longer(view, beginning, |word, place, list| add(&mut words, Dictionary::Words, word, place, list))?;
    // The first of all are among the first of each segment, so the result does not depend on the segments.
    Ok(words.into_values().take(LONGER_WORDS).collect())
}

/// Reads the first [`LONGER_WORDS`] words of each segment that begin with `beginning` and are longer.
fn read_longer(view: &View, beginning: &str, mut read: impl FnMut(&[u8], usize, &TermInfo)) -> tantivy::Result<()> {
    for (place, segment) in view.segments.iter().enumerate() {
        let mut stream = segment.dictionary(Dictionary::Words).terms().range().gt(beginning.as_bytes()).into_stream()?;
        for _ in 0..LONGER_WORDS {
            if !stream.advance() || !stream.key().starts_with(beginning.as_bytes()) {
                break;
            }
            read(stream.key(), place, stream.value());
        }
    }
    Ok(())
}

/// A known word that is similar to a mistyped one.
#[derive(Clone, Debug)]
pub(crate) struct SimilarWord {
    /// How many typos lead from the typed word to a beginning of this one.
    pub(crate) typos: usize,
    /// The word.
    pub(crate) word: String,
    /// Where it is.
    pub(crate) entry: Entry,
}

/// The known words that are similar to `typed`, the most similar first.
pub(crate) fn similar_words(view: &View, typed: &str) -> tantivy::Result<Vec<SimilarWord>> {
    let length = typed.chars().count();
    let allowed = allowed_typos(length);
    if allowed == 0 {
        return Ok(Vec::new());
    }
    let mut similar = BTreeMap::new();
    let automaton = SimilarTerms(TypedWord::new(typed, allowed));
    for dictionary in [Dictionary::Words, Dictionary::Codes] {
        for (word, entry) in candidates(view, dictionary, &automaton)? {
            let typos = typos_to_prefix(typed, &word);
            if (1..=allowed).contains(&typos) {
                let difference = word.chars().count().abs_diff(length);
                similar.insert((typos, difference, word.clone(), dictionary), SimilarWord { typos, word, entry });
            }
        }
    }
    Ok(similar.into_values().take(SIMILAR_WORDS).collect())
}

/// The first [`COMPARED`] words that an automaton accepts as similar.
fn candidates(view: &View, dictionary: Dictionary, automaton: &SimilarTerms) -> tantivy::Result<BTreeMap<String, Entry>> {
    let mut words = BTreeMap::new();
    for (place, segment) in view.segments.iter().enumerate() {
        let mut read = 0;
        let mut stream = segment.dictionary(dictionary).terms().search(automaton).into_stream()?;
        while read < COMPARED && stream.advance() {
            read += 1;
            add(&mut words, dictionary, stream.key(), place, stream.value());
        }
    }
    Ok(words.into_iter().take(COMPARED).collect())
}

/// Adds a word of the segment at `place`.
fn add(words: &mut BTreeMap<String, Entry>, dictionary: Dictionary, word: &[u8], place: usize, list: &TermInfo) {
    let Ok(word) = std::str::from_utf8(word) else { return };
    match words.get_mut(word) {
        Some(entry) => entry.add(place, list.clone()),
        None => words.entry(word.to_owned()).or_insert(Entry::new(dictionary)).add(place, list.clone()),
    }
}
