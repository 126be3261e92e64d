//! Searches whose strict match finds no product: words typed with a hyphen where there is none, words with typos, words that
//! no product has.

use std::sync::Arc;

use domain::shared::ids::ProductId;
use search_text::{JOINING, is_word, romanised, words_apart};
use serde::{Deserialize, Serialize};
use tantivy::DocId;

use crate::index::expansion::{Expansion, SpelledTerms};
use crate::index::snapshot::View;
use crate::query::dictionary::{SimilarWord, similar_words};
use crate::query::matches::Matches;

/// What a similar word with one typo counts; one less for each further typo.
const SIMILAR: usize = 4;
/// What is left of a query when words are left out must have a word of more letters than this.
const LITTLE: usize = 3;

/// The kinds of search, in the order in which they are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum SearchKind {
    /// The words as they are typed.
    Strict,
    /// The words cut apart at hyphens and slashes.
    Apart,
    /// Words that no product has are taken as mistyped.
    UnknownMistyped,
    /// Any word may be mistyped.
    AnyMistyped,
    /// Words that no product has are left out.
    LeftOut,
}

/// A search that finds something.
pub(crate) struct TolerantSearch<T> {
    pub(crate) kind: SearchKind,
    pub(crate) matches: Matches,
    /// The text that it answers, where it is not the typed one.
    pub(crate) corrected: Option<String>,
    /// What the caller found by it.
    pub(crate) found: T,
}

/// The best product of a search with what else the caller reads of it; `None` when it finds nothing.
pub(crate) type Found<T> = Option<(ProductId, T)>;

/// The first kind of search that finds a product, after `strict` has found none; `None` when no kind does. `find` runs a search without
/// filters.
pub(crate) fn tolerant<T>(
    view: &View,
    strict: &Matches,
    text: &str,
    find: impl Fn(&Matches) -> tantivy::Result<Found<T>>,
) -> tantivy::Result<Option<TolerantSearch<T>>> {
    let words = words_apart(text);
    let is_cut_apart = words != strict.words;
    let apart = if is_cut_apart { Matches::of_words(view, words)? } else { strict.clone() };
    if is_cut_apart && let Some((_, found)) = find(&apart)? {
        return Ok(Some(TolerantSearch { kind: SearchKind::Apart, matches: apart, corrected: None, found }));
    }
    let unknown: Vec<bool> = (0..apart.words.len()).map(|index| !apart.is_optional(index) && !apart.is_known(view, index)).collect();
    if unknown.contains(&true) {
        let widened = Widened::of(view, &apart, |index| unknown.get(index) == Some(&true))?;
        if let Some(search) = widened.search(view, &apart, SearchKind::UnknownMistyped, &find)? {
            return Ok(Some(search));
        }
    }
    // Where products have all words but none has them together, any word may be the mistyped one.
    let widened = Widened::of(view, &apart, |_| true)?;
    if let Some(search) = widened.search(view, &apart, SearchKind::AnyMistyped, &find)? {
        return Ok(Some(search));
    }
    left_out(view, &apart, &unknown, find)
}

/// A query with the words that are similar to its mistyped ones.
struct Widened {
    matches: Matches,
    /// For the word or the two neighbours at an index, the similar words.
    of_words: Vec<(usize, Arc<Expansion>)>,
    of_pairs: Vec<(usize, Arc<Expansion>)>,
}

impl Widened {
    fn of(view: &View, strict: &Matches, is_mistyped: impl Fn(usize) -> bool) -> tantivy::Result<Self> {
        let similar = |(index, word): (usize, String)| {
            let found = strict.known(view, "similar", &word, || {
                let mut similar = similar_words(view, &word)?;
                for latin in romanised(&word) {
                    similar.extend(similar_words(view, &latin)?);
                }
                Ok(spelled(strict, similar))
            })?;
            Ok((index, found))
        };
        let is_mistyped = |index: usize| !strict.is_optional(index) && is_mistyped(index);
        let words = strict.words.iter().cloned().enumerate().filter(|(index, _)| is_mistyped(*index));
        let pairs = strict.pairs().into_iter().filter(|(index, _)| is_mistyped(*index) || is_mistyped(index + 1));
        let of_words = words.map(similar).collect::<tantivy::Result<Vec<_>>>()?;
        let of_pairs = pairs.map(similar).collect::<tantivy::Result<Vec<_>>>()?;
        let mut matches = strict.clone();
        for (index, similar) in &of_words {
            matches.add(*index, Arc::clone(similar));
        }
        for (index, similar) in &of_pairs {
            matches.add(*index, Arc::clone(similar));
            matches.add(index + 1, Arc::clone(similar));
        }
        Ok(Self { matches, of_words, of_pairs })
    }

    /// The search, if it finds a product.
    fn search<T>(
        self,
        view: &View,
        strict: &Matches,
        kind: SearchKind,
        find: impl Fn(&Matches) -> tantivy::Result<Found<T>>,
    ) -> tantivy::Result<Option<TolerantSearch<T>>> {
        let Some((best, found)) = find(&self.matches)? else { return Ok(None) };
        let corrected = match view.find(best) {
            Some((segment, doc)) => Some(self.corrected(view, strict, segment, doc)?),
            None => None,
        };
        Ok(Some(TolerantSearch { kind, matches: self.matches, corrected, found }))
    }

    /// The query with each mistyped word replaced by the most similar word that a document has.
    fn corrected(&self, view: &View, strict: &Matches, place: usize, doc: DocId) -> tantivy::Result<String> {
        let Some(segment) = view.segments.get(place) else { return Ok(strict.words.join(" ")) };
        let known = |list: &[(usize, Arc<Expansion>)], index: usize| {
            let similar = list.iter().filter(|(of, _)| *of == index);
            for (term, spelling) in similar.flat_map(|(_, similar)| similar.terms.iter().zip(&similar.spellings)) {
                if term.entry.has(segment, place, doc)? {
                    return Ok(Some(spelling.clone()));
                }
            }
            Ok::<_, tantivy::TantivyError>(None)
        };
        let (mut words, mut index) = (Vec::new(), 0);
        while let Some(typed) = strict.words.get(index) {
            let (word, length) = if strict.has_word(index, place, doc) {
                (typed.clone(), 1)
            } else if let Some(word) = known(&self.of_words, index)? {
                (word, 1)
            } else if let Some(pair) = known(&self.of_pairs, index)? {
                (pair, 2)
            } else {
                (typed.clone(), 1)
            };
            if is_word(&word) || !strict.is_optional(index) {
                words.push(word);
            }
            index += length;
        }
        Ok(words.join(" "))
    }
}

/// Similar words with their spellings, in their order.
fn spelled(matches: &Matches, similar: Vec<SimilarWord>) -> SpelledTerms {
    let quality = |typos: usize| u32::try_from((SIMILAR + 1).saturating_sub(typos).max(1)).unwrap_or(1);
    similar.into_iter().map(|similar| (matches.term(similar.entry, quality(similar.typos)), similar.word)).unzip()
}

/// The search without the words that no product has, if that finds something. The words that remain must have more letters than
/// those that are left out, and one of more than [`LITTLE`] letters; signs are never left out. Words that only join others are left
/// out too where nothing remains to be joined: `perfume for women` becomes `perfume`.
fn left_out<T>(
    view: &View,
    apart: &Matches,
    unknown: &[bool],
    find: impl Fn(&Matches) -> tantivy::Result<Found<T>>,
) -> tantivy::Result<Option<TolerantSearch<T>>> {
    let part = |is_unknown: bool| {
        let words = apart.words.iter().zip(unknown).filter(move |(_, unknown)| **unknown == is_unknown);
        words.map(|(word, _)| word.clone()).collect::<Vec<_>>()
    };
    let (mut left, dropped) = (part(false), part(true));
    drop_joining_ends(&mut left);
    left.retain(|word| is_word(word) || !apart.words.iter().position(|of| of == word).is_some_and(|index| apart.is_optional(index)));
    let letters = |words: &[String]| words.iter().map(|word| word.chars().count()).sum::<usize>();
    let says_something = left.iter().any(|word| is_word(word) && word.chars().count() > LITTLE);
    if dropped.is_empty() || !dropped.iter().all(|word| is_word(word)) || !says_something || letters(&left) <= letters(&dropped) {
        return Ok(None);
    }
    let corrected = Some(left.join(" "));
    let matches = Matches::of_words(view, left)?;
    Ok(find(&matches)?.map(|(_, found)| TolerantSearch { kind: SearchKind::LeftOut, matches, corrected, found }))
}

/// Removes the words at both ends that only join others.
fn drop_joining_ends(words: &mut Vec<String>) {
    let joins = |word: &String| JOINING.contains(&word.as_str());
    let kept = words.iter().rposition(|word| !joins(word)).map_or(0, |last| last + 1);
    words.truncate(kept);
    let first = words.iter().position(|word| !joins(word)).unwrap_or(0);
    words.drain(..first);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_join_others_are_removed_at_the_ends_alone() {
        let cases = [
            (&["perfume", "for"][..], &["perfume"][..]),
            (&["for", "the", "face"], &["face"]),
            (&["oil", "for", "hair"], &["oil", "for", "hair"]),
            (&["for", "the"], &[]),
            (&[], &[]),
        ];
        for (words, expected) in cases {
            let mut left: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
            drop_joining_ends(&mut left);
            assert_eq!(left, expected, "{words:?}");
        }
    }
}
