//! A word of a query: the best match of several words of the index.
//!
//! The unions of tantivy collect 4,096 documents at a time in buffers of some 50 KiB for each word and segment. Most words of a query
//! match few words of the index; comparing their positions one by one costs less.

use tantivy::query::{DisjunctionMaxQuery, EmptyScorer, EnableScoring, Explanation, Query, Scorer, Weight};
use tantivy::{DocId, DocSet, Score, SegmentReader, TERMINATED};

use crate::leaf::{Leaf, LeafScorer};

/// From this number of words of the index on, tantivy's union is faster.
const MANY: usize = 12;

/// Matches the products that have any of these words. A product scores the best of its matches.
#[derive(Clone, Debug)]
pub(crate) struct Word {
    leaves: Vec<Leaf>,
}

impl Word {
    /// The best match of these words.
    pub(crate) fn new(leaves: Vec<Leaf>) -> Self {
        Self { leaves }
    }
}

impl Query for Word {
    fn weight(&self, scoring: EnableScoring<'_>) -> tantivy::Result<Box<dyn Weight>> {
        let union = if self.leaves.len() > MANY {
            let leaves = self.leaves.iter().map(|leaf| Box::new(leaf.clone()) as Box<dyn Query>).collect();
            Some(DisjunctionMaxQuery::new(leaves).weight(scoring)?)
        } else {
            None
        };
        Ok(Box::new(WordWeight { leaves: self.leaves.clone(), union }))
    }
}

struct WordWeight {
    leaves: Vec<Leaf>,
    /// tantivy's union of all; `None` where there are few.
    union: Option<Box<dyn Weight>>,
}

impl Weight for WordWeight {
    fn scorer(&self, reader: &SegmentReader, boost: Score) -> tantivy::Result<Box<dyn Scorer>> {
        let mut known = Vec::with_capacity(self.leaves.len().min(MANY));
        for leaf in &self.leaves {
            match &self.union {
                Some(union) if known.len() == MANY => return union.scorer(reader, boost),
                _ => known.extend(leaf.scorer_in(reader)?),
            }
        }
        Ok(match (known.pop(), known.is_empty()) {
            (None, _) => Box::new(EmptyScorer),
            (Some(only), true) => Box::new(only),
            (Some(last), false) => {
                known.push(last);
                Box::new(WordScorer::new(known))
            }
        })
    }

    fn explain(&self, _: &SegmentReader, _: DocId) -> tantivy::Result<Explanation> {
        Ok(Explanation::new("the best match of the word", 0.0))
    }
}

/// Walks through the documents of a few words at once.
struct WordScorer {
    scorers: Vec<LeafScorer>,
    doc: DocId,
}

impl WordScorer {
    fn new(scorers: Vec<LeafScorer>) -> Self {
        let mut word = Self { scorers, doc: TERMINATED };
        word.settle();
        word
    }

    /// Sets the document to the first of those at which the words stand.
    fn settle(&mut self) -> DocId {
        self.doc = self.scorers.iter().map(LeafScorer::doc).min().unwrap_or(TERMINATED);
        self.doc
    }
}

impl DocSet for WordScorer {
    fn advance(&mut self) -> DocId {
        for scorer in &mut self.scorers {
            if scorer.doc() == self.doc && self.doc != TERMINATED {
                scorer.advance();
            }
        }
        self.settle()
    }

    fn seek(&mut self, target: DocId) -> DocId {
        for scorer in &mut self.scorers {
            if scorer.doc() < target {
                scorer.seek(target);
            }
        }
        self.settle()
    }

    fn doc(&self) -> DocId {
        self.doc
    }

    fn size_hint(&self) -> u32 {
        self.scorers.iter().map(LeafScorer::size_hint).fold(0, u32::saturating_add)
    }
}

impl Scorer for WordScorer {
    fn score(&mut self) -> Score {
        let doc = self.doc;
        self.scorers.iter_mut().filter(|scorer| scorer.doc() == doc).map(Scorer::score).fold(0.0, Score::max)
    }
}
