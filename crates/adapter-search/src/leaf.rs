//! A word of the index as a part of a query.

use tantivy::postings::{Postings, SegmentPostings};
use tantivy::query::{EmptyScorer, EnableScoring, Explanation, Query, Scorer, Weight};
use tantivy::schema::IndexRecordOption;
use tantivy::{DocId, DocSet, Score, SegmentReader, Term};

/// Matches all products with a word. Each scores the word's weight (at most `most`) times `quality`.
#[derive(Clone, Debug)]
pub(crate) struct Leaf {
    /// The word.
    pub(crate) term: Term,
    /// What a match counts.
    pub(crate) quality: u32,
    /// Up to which weight the word counts.
    pub(crate) most: u32,
}

impl Leaf {
    /// The greatest score.
    pub(crate) const fn greatest_score(&self) -> u32 {
        self.quality * self.most
    }

    /// Walks through the documents of a segment that have the word; `None` without any.
    pub(crate) fn scorer_in(&self, reader: &SegmentReader) -> tantivy::Result<Option<LeafScorer>> {
        Ok(postings(reader, &self.term)?.map(|postings| LeafScorer { postings, quality: self.quality, most: self.most }))
    }

    /// Whether a document has the word.
    pub(crate) fn matches(&self, reader: &SegmentReader, doc: DocId) -> tantivy::Result<bool> {
        Ok(postings(reader, &self.term)?.is_some_and(|mut postings| postings.doc() <= doc && postings.seek(doc) == doc))
    }

    /// Whether a document that is not deleted has the word.
    pub(crate) fn is_live(&self, reader: &SegmentReader) -> tantivy::Result<bool> {
        let Some(mut postings) = postings(reader, &self.term)? else { return Ok(false) };
        while postings.doc() != tantivy::TERMINATED {
            if !reader.is_deleted(postings.doc()) {
                return Ok(true);
            }
            postings.advance();
        }
        Ok(false)
    }
}

fn postings(reader: &SegmentReader, term: &Term) -> tantivy::Result<Option<SegmentPostings>> {
    Ok(reader.inverted_index(term.field())?.read_postings(term, IndexRecordOption::WithFreqs)?)
}

impl Query for Leaf {
    fn weight(&self, _: EnableScoring<'_>) -> tantivy::Result<Box<dyn Weight>> {
        Ok(Box::new(self.clone()))
    }
}

impl Weight for Leaf {
    fn scorer(&self, reader: &SegmentReader, _: Score) -> tantivy::Result<Box<dyn Scorer>> {
        Ok(match self.scorer_in(reader)? {
            Some(scorer) => Box::new(scorer),
            None => Box::new(EmptyScorer),
        })
    }

    fn explain(&self, _: &SegmentReader, _: DocId) -> tantivy::Result<Explanation> {
        Ok(Explanation::new("weight of the word times quality of the match", 0.0))
    }
}

/// Walks through the documents of a word.
pub(crate) struct LeafScorer {
    postings: SegmentPostings,
    quality: u32,
    most: u32,
}

impl DocSet for LeafScorer {
    fn advance(&mut self) -> DocId {
        self.postings.advance()
    }

    fn seek(&mut self, target: DocId) -> DocId {
        self.postings.seek(target)
    }

    fn doc(&self) -> DocId {
        self.postings.doc()
    }

    fn size_hint(&self) -> u32 {
        self.postings.size_hint()
    }
}

impl Scorer for LeafScorer {
    /// A whole number far below 2^24, which an f32 holds exactly.
    fn score(&mut self) -> Score {
        let score = self.postings.term_freq().min(self.most).saturating_mul(self.quality);
        f32::from(u16::try_from(score).unwrap_or(u16::MAX))
    }
}
