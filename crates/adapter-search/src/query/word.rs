//! A word of a query: the best match of several words of the index.

use std::sync::Arc;

use tantivy::DocId;
use tantivy::postings::BlockSegmentPostings;

use crate::index::alternatives::Alternatives;
use crate::index::documents::Documents;
use crate::index::segment::Segment;

/// The documents of a segment that have any of these words. A document scores the best of its matches.
#[derive(Default)]
pub(crate) struct WordMatches(Documents);

impl WordMatches {
    /// Reads the documents of the segment at `place`, unless they are kept.
    pub(crate) fn of(
        alternatives: &[Arc<Alternatives>],
        segment: &Segment,
        place: usize,
        reader: &mut Option<BlockSegmentPostings>,
    ) -> tantivy::Result<Self> {
        let mut documents = Documents::default();
        for alternatives in alternatives {
            if let Some(list) = alternatives.list(place) {
                documents.add_kept(list);
                continue;
            }
            for leaf in &alternatives.leaves {
                leaf.read(segment, place, reader, &mut documents)?;
            }
        }
        Ok(Self(documents))
    }

    /// A number no smaller than that of the documents.
    pub(crate) fn most(&self) -> usize {
        self.0.len()
    }

    /// Goes on to the first document from `target` on and returns it; [`tantivy::TERMINATED`] behind the last.
    pub(crate) fn seek(&mut self, target: DocId) -> DocId {
        self.0.seek(target)
    }

    /// Writes the scores of the documents from `first` on, 0 for those that do not match; `first` is where the last [`Self::seek`] went.
    pub(crate) fn score(&mut self, first: DocId, scores: &mut [u8]) {
        scores.fill(0);
        self.0.raise(first, scores);
    }
}
