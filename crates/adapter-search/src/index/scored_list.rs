//! Documents with their scores, read from the index once and searched many times.

use tantivy::{DocId, TERMINATED};

use crate::index::documents::{Documents, of_doc};

/// Documents of a segment with their scores.
#[derive(Debug)]
pub(crate) enum ScoredList {
    /// The documents and their scores, in the order of the documents.
    Sparse(Box<[DocId]>, Box<[u8]>),
    /// The score of each document of the segment, 0 for those that are not in the list, and the number of the others.
    Dense(Box<[u8]>, usize),
}

/// The bytes of a document in a sparse list.
const SPARSE: usize = size_of::<DocId>() + size_of::<u8>();

impl ScoredList {
    /// Reads `documents` of a segment with `max_doc` documents, deleted ones included.
    pub(crate) fn of(documents: &mut Documents, max_doc: DocId) -> Self {
        let mut scores = vec![0; usize::try_from(max_doc).unwrap_or(0)];
        let first = documents.seek(0);
        if let Some(rest) = usize::try_from(first).ok().and_then(|first| scores.get_mut(first..)) {
            documents.raise(first, rest);
        }
        let found = scores.iter().filter(|score| **score > 0).count();
        if found.saturating_mul(SPARSE) >= scores.len() {
            return Self::Dense(scores.into(), found);
        }
        let (mut docs, mut of_docs) = (Vec::with_capacity(found), Vec::with_capacity(found));
        for (doc, score) in (0..).zip(scores).filter(|(_, score)| *score > 0) {
            docs.push(doc);
            of_docs.push(score);
        }
        Self::Sparse(docs.into(), of_docs.into())
    }

    /// The number of documents.
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Sparse(docs, _) => docs.len(),
            Self::Dense(_, found) => *found,
        }
    }

    /// The size in memory.
    pub(crate) fn bytes(&self) -> usize {
        match self {
            Self::Sparse(docs, _) => docs.len() * SPARSE,
            Self::Dense(scores, _) => scores.len(),
        }
    }

    /// Goes on from the place `at` to the first document from `target` on. Returns its place and the document; [`TERMINATED`] behind the
    /// last.
    pub(crate) fn seek(&self, at: usize, target: DocId) -> (usize, DocId) {
        match self {
            Self::Sparse(docs, _) => {
                let at = at + docs.get(at..).unwrap_or_default().partition_point(|doc| *doc < target);
                (at, docs.get(at).copied().unwrap_or(TERMINATED))
            }
            Self::Dense(scores, _) => {
                let from = at.max(usize::try_from(target).unwrap_or(usize::MAX));
                let next = scores.get(from..).and_then(|rest| rest.iter().position(|score| *score > 0)).map(|next| from + next);
                (next.unwrap_or(scores.len()), next.and_then(|next| DocId::try_from(next).ok()).unwrap_or(TERMINATED))
            }
        }
    }

    /// Raises the scores of the documents from the place `at` on, and returns the place behind `scores`. These are those of the documents
    /// from `first` on, where [`Self::seek`] went.
    pub(crate) fn raise(&self, at: usize, first: DocId, scores: &mut [u8]) -> usize {
        match self {
            Self::Sparse(docs, of_docs) => {
                let rest = docs.get(at..).unwrap_or_default().iter().zip(of_docs.get(at..).unwrap_or_default());
                let mut raised = 0;
                for (doc, score) in rest {
                    let Some(of_doc) = of_doc(scores, first, *doc) else { break };
                    *of_doc = (*of_doc).max(*score);
                    raised += 1;
                }
                at + raised
            }
            Self::Dense(of_docs, _) => {
                let start = usize::try_from(first).unwrap_or(usize::MAX);
                let rest = of_docs.get(start..).unwrap_or_default();
                scores.iter_mut().zip(rest).for_each(|(score, of_doc)| *score = (*score).max(*of_doc));
                start.saturating_add(scores.len())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::btree_map;
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Read window by window, a list has the documents that it was made of, with the best score of each.
        #[test]
        fn a_list_has_what_it_was_made_of(
            left in btree_map(0_u32..300, 1_u8.., 0..200),
            right in btree_map(0_u32..300, 1_u8.., 0..20),
            window in 1_usize..100,
        ) {
            let mut documents = Documents::default();
            documents.add_short(left.clone().into_iter());
            documents.add_short(right.clone().into_iter());
            let list = ScoredList::of(&mut documents, 300);
            let best = |doc: DocId| left.get(&doc).max(right.get(&doc)).copied().unwrap_or(0);
            let expected: Vec<u8> = (0..300).map(best).collect();
            prop_assert_eq!(list.len(), expected.iter().filter(|score| **score > 0).count());
            let mut read = vec![0; 300];
            let (mut at, mut first) = list.seek(0, 0);
            while first < 300 {
                let start = usize::try_from(first).unwrap();
                let end = (start + window).min(300);
                at = list.raise(at, first, &mut read[start..end]);
                (at, first) = list.seek(at, DocId::try_from(end).unwrap());
            }
            prop_assert_eq!(read, expected);
            prop_assert_eq!(first, TERMINATED);
        }
    }
}
