//! Looking up words in the dictionaries of the segments.

use std::collections::BTreeMap;

use search_text::{TypedWord, allowed_typos, typos_to_prefix};
use tantivy::postings::TermInfo;

use crate::index::segment::Dictionary;
use crate::index::snapshot::View;
use crate::index::term_query::Entry;
use crate::query::similar_terms::SimilarTerms;

/// How many words are read that begin alike, in byte order: no search reads more, however many there are.
const LONGER_WORDS: usize = 1_000;
/// How many words are compared with a mistyped one, in byte order, and how many of them are kept, the most similar first.
const COMPARED: usize = 500;
const SIMILAR_WORDS: usize = 20;

/// The longer words of a dictionary that begin with `beginning`. A word of several segments may come once for each.
pub(crate) fn longer_words(view: &View, dictionary: Dictionary, beginning: &str) -> tantivy::Result<Vec<Entry>> {
    let mut entries = Vec::new();
    read_longer(view, dictionary, beginning, |_, place, list| entries.push(Entry::of_list(dictionary, place, list.clone())))?;
    if view.segments.len() == 1 || entries.len() <= LONGER_WORDS {
        return Ok(entries);
    }
    let mut words = BTreeMap::new();
    read_longer(view, dictionary, beginning, |word, place, list| add(&mut words, dictionary, word, place, list))?;
    // The first of all are among the first of each segment, so the result does not depend on the segments.
    Ok(words.into_values().take(LONGER_WORDS).collect())
}

/// Reads the first [`LONGER_WORDS`] words of each segment that begin with `beginning` and are longer.
fn read_longer(view: &View, dictionary: Dictionary, beginning: &str, mut read: impl FnMut(&[u8], usize, &TermInfo)) -> tantivy::Result<()> {
    for (place, segment) in view.segments.iter().enumerate() {
        let mut stream = segment.dictionary(dictionary).terms().range().gt(beginning.as_bytes()).into_stream()?;
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
    pub(crate) word: String,
    pub(crate) entry: Entry,
}

/// The known words that are similar to `typed`, the most similar first.
pub(crate) fn similar_words(view: &View, typed: &str) -> tantivy::Result<Vec<SimilarWord>> {
    let length = typed.chars().count();
    let allowed = allowed_typos(length);
    if allowed == 0 {
        return Ok(Vec::new());
    }
    let mut similar = Vec::new();
    let automaton = SimilarTerms(TypedWord::new(typed, allowed));
    for dictionary in [Dictionary::Words, Dictionary::Codes] {
        for (word, entry) in candidates(view, dictionary, &automaton)? {
            let typos = typos_to_prefix(typed, &word);
            if (1..=allowed).contains(&typos) && has_same_number(typed, &word) {
                let difference = word.chars().count().abs_diff(length);
                similar.push((typos, difference, word, dictionary, entry));
            }
        }
    }
    similar.sort_unstable_by(|left, right| (left.0, left.1, &left.2, left.3).cmp(&(right.0, right.1, &right.2, right.3)));
    similar.truncate(SIMILAR_WORDS);
    Ok(similar.into_iter().map(|(typos, _, word, _, entry)| SimilarWord { typos, word, entry }).collect())
}

/// Whether the digits of a mistyped word are those of a known one. Another number is another thing: `spf25` is no mistyped `spf30`.
fn has_same_number(typed: &str, known: &str) -> bool {
    let digits = |word: &str| word.chars().filter(|c| c.is_numeric()).collect::<String>();
    let typed = digits(typed);
    typed.is_empty() || typed == digits(known)
}

/// The first [`COMPARED`] words that an automaton accepts as similar, in byte order.
fn candidates(view: &View, dictionary: Dictionary, automaton: &SimilarTerms) -> tantivy::Result<Vec<(String, Entry)>> {
    let mut words = Vec::new();
    for (place, segment) in view.segments.iter().enumerate() {
        let mut read = 0;
        let mut stream = segment.dictionary(dictionary).terms().search(automaton).into_stream()?;
        while read < COMPARED && stream.advance() {
            read += 1;
            if let Ok(word) = std::str::from_utf8(stream.key()) {
                words.push((word.to_owned(), Entry::of_list(dictionary, place, stream.value().clone())));
            }
        }
    }
    // A word of several segments becomes one.
    words.sort_by(|(left, _), (right, _)| left.cmp(right));
    words.dedup_by(|(next, more), (word, entry)| {
        let is_same = next == word;
        if is_same {
            entry.append(more);
        }
        is_same
    });
    words.truncate(COMPARED);
    Ok(words)
}

/// Adds a word of the segment at `place`.
fn add(words: &mut BTreeMap<String, Entry>, dictionary: Dictionary, word: &[u8], place: usize, list: &TermInfo) {
    let Ok(word) = std::str::from_utf8(word) else { return };
    match words.get_mut(word) {
        Some(entry) => entry.add(place, list.clone()),
        None => words.entry(word.to_owned()).or_insert(Entry::new(dictionary)).add(place, list.clone()),
    }
}
