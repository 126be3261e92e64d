//! The documents that a word of a query finds in a segment.

use std::ops::Range;
use std::sync::Arc;

use tantivy::postings::BlockSegmentPostings;
use tantivy::{DocId, TERMINATED};

use crate::index::scored_list::{ScoredList, of_doc};

/// From this number of documents on, a list is read in blocks of 128. A shorter list is one block, which is read at once.
pub(crate) const LONG: u32 = 128;

/// The documents of several words in a segment, read from the first to the last.
#[derive(Default)]
pub(crate) struct Documents {
    /// The documents of all short lists with their scores.
    scored: Vec<(DocId, u8)>,
    /// Where in `scored` the rest of each short list is.
    short: Vec<Range<usize>>,
    long: Vec<LongList>,
    /// Lists that other queries have read.
    kept: Vec<KeptList>,
}

impl Documents {
    /// The sum of the lengths of all lists.
    pub(crate) fn len(&self) -> usize {
        let long = self.long.iter().map(|long| usize::try_from(long.list.doc_freq()).unwrap_or(usize::MAX));
        let kept = self.kept.iter().map(|kept| kept.list.len());
        long.chain(kept).fold(self.scored.len(), usize::saturating_add)
    }

    /// The scores of all documents of a segment that has `max_doc`, deleted ones included.
    pub(crate) fn into_scores(mut self, max_doc: DocId) -> Vec<u8> {
        let mut scores = vec![0; usize::try_from(max_doc).unwrap_or(0)];
        let first = self.seek(0);
        if let Some(rest) = usize::try_from(first).ok().and_then(|first| scores.get_mut(first..)) {
            self.raise(first, rest);
        }
        scores
    }

    /// Adds the documents of a short list with their scores.
    pub(crate) fn add_short(&mut self, documents: impl Iterator<Item = (DocId, u8)>) {
        let start = self.scored.len();
        self.scored.extend(documents);
        self.short.push(start..self.scored.len());
    }

    /// Adds a long list.
    pub(crate) fn add_long(&mut self, list: Option<LongList>) {
        self.long.extend(list);
    }

    /// Adds a list that is kept for other queries.
    pub(crate) fn add_kept(&mut self, list: &Arc<ScoredList>) {
        self.kept.push(KeptList { list: Arc::clone(list), at: 0 });
    }

    /// Goes on to the first document from `target` on and returns it; [`TERMINATED`] behind the last.
    pub(crate) fn seek(&mut self, target: DocId) -> DocId {
        let mut first = TERMINATED;
        for rest in &mut self.short {
            let docs = self.scored.get(rest.clone()).unwrap_or_default();
            rest.start += docs.iter().take_while(|(doc, _)| *doc < target).count();
            first = first.min(self.scored.get(rest.clone()).and_then(<[_]>::first).map_or(TERMINATED, |(doc, _)| *doc));
        }
        let first = self.kept.iter_mut().map(|kept| kept.seek(target)).fold(first, DocId::min);
        self.long.iter_mut().map(|long| long.seek(target)).fold(first, DocId::min)
    }

    /// Raises the scores of the present documents and of those behind them, and goes on behind `scores`. These are those of the
    /// documents from `first` on, where [`Self::seek`] went.
    pub(crate) fn raise(&mut self, first: DocId, scores: &mut [u8]) {
        for rest in &mut self.short {
            for (doc, score) in self.scored.get(rest.clone()).unwrap_or_default() {
                let Some(of_doc) = of_doc(scores, first, *doc) else { break };
                *of_doc = (*of_doc).max(*score);
                rest.start += 1;
            }
        }
        for kept in &mut self.kept {
            kept.raise(first, scores);
        }
        for long in &mut self.long {
            long.raise(first, scores);
        }
    }
}

/// A list that other queries have read, and the present place in it.
struct KeptList {
    list: Arc<ScoredList>,
    at: usize,
}

impl KeptList {
    fn seek(&mut self, target: DocId) -> DocId {
        let (at, doc) = self.list.seek(self.at, target);
        self.at = at;
        doc
    }

    fn raise(&mut self, first: DocId, scores: &mut [u8]) {
        self.at = self.list.raise(self.at, first, scores);
    }
}

/// The documents of a word that many have.
pub(crate) struct LongList {
    /// The documents in blocks of 128.
    list: BlockSegmentPostings,
    /// The present document in the block.
    at: usize,
    quality: u32,
    most: u32,
}

impl LongList {
    /// The list from its start. Each document scores its weight (at most `most`) times `quality`.
    pub(crate) const fn new(list: BlockSegmentPostings, quality: u32, most: u32) -> Self {
        Self { list, at: 0, quality, most }
    }

    fn doc(&self) -> DocId {
        self.list.docs().get(self.at).copied().unwrap_or(TERMINATED)
    }

    fn seek(&mut self, target: DocId) -> DocId {
        if self.doc() < target {
            self.at = self.list.seek(target);
        }
        self.doc()
    }

    fn raise(&mut self, first: DocId, scores: &mut [u8]) {
        while !self.list.docs().is_empty() {
            let (docs, weights) = (self.list.docs().get(self.at..), self.list.freqs().get(self.at..));
            for (doc, weight) in docs.unwrap_or_default().iter().zip(weights.unwrap_or_default()) {
                let Some(of_doc) = of_doc(scores, first, *doc) else { return };
                *of_doc = (*of_doc).max(score_of(self.quality, *weight, self.most));
                self.at += 1;
            }
            self.list.advance();
            self.at = 0;
        }
    }
}

/// The score of a match. No score of one word is above 255 (`matches.rs`).
pub(crate) fn score_of(quality: u32, weight: u32, most: u32) -> u8 {
    u8::try_from(quality * weight.min(most)).unwrap_or(u8::MAX)
}
