//! A word of a query: the best match of several words of the index.

use std::sync::Arc;

use tantivy::DocId;

use crate::index::expansion::Expansion;
use crate::index::scored_list::{ScoredList, sort_matches};

/// The documents of a segment that match a word of a query, read from the first to the last. A document scores the best of its matches.
pub(crate) struct WordMatches<'a> {
    lists: Vec<PartlyRead<'a>>,
    /// Whether documents without the word are found too.
    pub(crate) is_optional: bool,
}

/// A list, and the present place in it.
struct PartlyRead<'a> {
    list: &'a ScoredList,
    at: usize,
}

impl<'a> WordMatches<'a> {
    /// The documents of the segment at `place`.
    pub(crate) fn of(expansions: &'a [Arc<Expansion>], place: usize, is_optional: bool) -> Self {
        let lists = expansions.iter().filter_map(|expansion| expansion.list(place));
        Self { lists: lists.map(|list| PartlyRead { list, at: 0 }).collect(), is_optional }
    }

    /// A number no smaller than that of the documents.
    pub(crate) fn most(&self) -> usize {
        self.lists.iter().map(|part| part.list.len()).fold(0, usize::saturating_add)
    }

    /// Goes on to the first document from `target` on and returns it; [`tantivy::TERMINATED`] behind the last.
    pub(crate) fn seek(&mut self, target: DocId) -> DocId {
        let mut first = tantivy::TERMINATED;
        for part in &mut self.lists {
            let (at, doc) = part.list.seek(part.at, target);
            part.at = at;
            first = first.min(doc);
        }
        first
    }

    /// Puts the documents before `end` into `few`, in their order and with their scores, if they are at most `most`; `false` when they are
    /// more or not listed one by one. The last [`Self::seek`] went to the first of them.
    pub(crate) fn take_few(&self, end: DocId, most: usize, few: &mut Vec<(DocId, u8)>) -> bool {
        few.clear();
        for part in &self.lists {
            let Some((docs, scores)) = part.list.sparse_until(part.at, end) else { return false };
            if few.len() + docs.len() > most {
                return false;
            }
            few.extend(docs.iter().copied().zip(scores.iter().copied()));
        }
        if self.lists.len() > 1 {
            sort_matches(few);
        }
        true
    }

    /// Writes the scores of the documents from `first` on, 0 for those that do not match; `first` is where the last [`Self::seek`] went.
    pub(crate) fn score(&mut self, first: DocId, scores: &mut [u8]) {
        scores.fill(0);
        for part in &mut self.lists {
            part.at = part.list.raise(part.at, first, scores);
        }
    }
}
