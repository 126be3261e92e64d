//! Documents with their scores, read from the index once and searched many times.

use tantivy::{DocId, TERMINATED};

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
    /// The documents of a segment that have a score; `scores` has one for each document of it.
    pub(crate) fn of(scores: Vec<u8>) -> Self {
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

    /// The documents of these matches, in any order; a document scores the best of its matches.
    pub(crate) fn of_few(mut matches: Vec<(DocId, u8)>) -> Self {
        sort_matches(&mut matches);
        let (docs, scores): (Vec<_>, Vec<_>) = matches.into_iter().unzip();
        Self::Sparse(docs.into(), scores.into())
    }

    pub(crate) fn docs(&self) -> Box<dyn Iterator<Item = DocId> + '_> {
        match self {
            Self::Sparse(docs, _) => Box::new(docs.iter().copied()),
            Self::Dense(scores, _) => Box::new((0..).zip(scores).filter(|(_, score)| **score > 0).map(|(doc, _)| doc)),
        }
    }

    /// Whether a document is one of them.
    pub(crate) fn has(&self, doc: DocId) -> bool {
        self.seek(0, doc).1 == doc
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

    /// The documents from the place `at` to `end` with their scores; `None` for an array of all documents.
    pub(crate) fn sparse_until(&self, at: usize, end: DocId) -> Option<(&[DocId], &[u8])> {
        let Self::Sparse(docs, scores) = self else { return None };
        let rest = docs.get(at..)?;
        let count = rest.partition_point(|doc| *doc < end);
        Some((rest.get(..count)?, scores.get(at..at + count)?))
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

/// Sorts matches by document, and leaves the best of each.
pub(crate) fn sort_matches(matches: &mut Vec<(DocId, u8)>) {
    // The best match of a document comes first, and the first one stays.
    matches.sort_by_key(|(doc, score)| (*doc, std::cmp::Reverse(*score)));
    matches.dedup_by_key(|(doc, _)| *doc);
}

/// The score of a document among those of the documents from `first` on; `None` behind their end.
fn of_doc(scores: &mut [u8], first: DocId, doc: DocId) -> Option<&mut u8> {
    usize::try_from(doc.checked_sub(first)?).ok().and_then(|place| scores.get_mut(place))
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Read window by window, a list gives the scores that it was made of. Few, many and no documents have one.
        #[test]
        fn a_list_has_what_it_was_made_of(scores in vec(prop_oneof![Just(0), 1_u8..], 0..300), kept in 1_usize..20, window in 1_usize..100) {
            let scores: Vec<u8> = scores.into_iter().enumerate().map(|(doc, score)| if doc % kept == 0 { score } else { 0 }).collect();
            let list = ScoredList::of(scores.clone());
            let of_list: Vec<(DocId, u8)> = (0..).zip(scores.iter().copied()).filter(|(_, score)| *score > 0).collect();
            prop_assert!(list.docs().eq(of_list.iter().map(|(doc, _)| *doc)));
            prop_assert_eq!(list.len(), scores.iter().filter(|score| **score > 0).count());
            let mut read = vec![0; scores.len()];
            let (mut at, mut first) = list.seek(0, 0);
            while first != TERMINATED {
                let start = usize::try_from(first).unwrap();
                let end = (start + window).min(scores.len());
                let before = list.sparse_until(at, DocId::try_from(end).unwrap());
                let expected = of_list.iter().filter(|(doc, _)| (start..end).contains(&usize::try_from(*doc).unwrap()));
                prop_assert!(before.is_none_or(|(docs, scores)| expected.copied().eq(docs.iter().copied().zip(scores.iter().copied()))));
                at = list.raise(at, first, &mut read[start..end]);
                (at, first) = list.seek(at, DocId::try_from(end).unwrap());
            }
            prop_assert_eq!(read, scores);
        }

        /// Matches in any order, some documents with several of them.
        #[test]
        fn a_document_scores_the_best_of_its_matches(matches in vec((0_u32..40, 1_u8..), 0..60)) {
            let list = ScoredList::of_few(matches.clone());
            let mut best = [0_u8; 40];
            list.raise(0, 0, &mut best);
            for doc in 0_u32..40 {
                let expected = matches.iter().filter(|(of, _)| *of == doc).map(|(_, score)| *score).max();
                prop_assert_eq!(best[usize::try_from(doc).unwrap()], expected.unwrap_or(0));
                prop_assert_eq!(list.has(doc), expected.is_some());
            }
        }
    }
}
