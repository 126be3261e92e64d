//! A word of the index as a part of a query.

use std::ops::Range;

use tantivy::postings::{BlockSegmentPostings, TermInfo};
use tantivy::schema::IndexRecordOption;
use tantivy::{DocId, TERMINATED};

use crate::index::segment::{Dictionary, Segment};
use crate::index::snapshot::View;

/// Matches all products with a word. Each scores the word's weight (at most `most`) times `quality`.
#[derive(Clone, Debug)]
pub(crate) struct Leaf {
    /// Where the word is.
    pub(crate) entry: Entry,
    /// What a match counts.
    pub(crate) quality: u32,
    /// Up to which weight the word counts.
    pub(crate) most: u32,
}

/// A word of the index, looked up once in each segment.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    dictionary: Dictionary,
    /// The places of the segments that have the word, each with the place of its documents.
    lists: Vec<(usize, TermInfo)>,
}

impl Entry {
    /// A word that no segment has so far.
    pub(crate) const fn new(dictionary: Dictionary) -> Self {
        Self { dictionary, lists: Vec::new() }
    }

    /// Looks a word up in all segments; `None` when none has it.
    pub(crate) fn of_word(view: &View, dictionary: Dictionary, word: &str) -> tantivy::Result<Option<Self>> {
        let mut entry = Self::new(dictionary);
        for (place, segment) in view.segments.iter().enumerate() {
            if let Some(list) = segment.dictionary(dictionary).terms().get(word)? {
                entry.add(place, list);
            }
        }
        Ok(if entry.lists.is_empty() { None } else { Some(entry) })
    }

    /// Adds the documents of the segment at `place`.
    pub(crate) fn add(&mut self, place: usize, list: TermInfo) {
        self.lists.push((place, list));
    }

    /// The documents of the segment at `place` that have the word.
    fn list(&self, segment: &Segment, place: usize) -> tantivy::Result<Option<BlockSegmentPostings>> {
        let Some(list) = self.place_of_list(place) else { return Ok(None) };
        let dictionary = segment.dictionary(self.dictionary);
        Ok(Some(dictionary.read_block_postings_from_terminfo(list, IndexRecordOption::WithFreqs)?))
    }

    fn place_of_list(&self, place: usize) -> Option<&TermInfo> {
        self.lists.iter().find(|(of, _)| *of == place).map(|(_, list)| list)
    }

    /// Whether a document has the word.
    pub(crate) fn has(&self, segment: &Segment, place: usize, doc: DocId) -> tantivy::Result<bool> {
        let Some(mut docs) = self.list(segment, place)? else { return Ok(false) };
        let at = if docs.docs().first().is_some_and(|first| *first >= doc) { 0 } else { docs.seek(doc) };
        Ok(docs.docs().get(at) == Some(&doc))
    }

    /// Whether a document that is not deleted has the word.
    pub(crate) fn is_live(&self, view: &View) -> tantivy::Result<bool> {
        for (place, segment) in view.segments.iter().enumerate() {
            let Some(mut list) = self.list(segment, place)? else { continue };
            while !list.docs().is_empty() {
                if list.docs().iter().any(|doc| !segment.reader.is_deleted(*doc)) {
                    return Ok(true);
                }
                list.advance();
            }
        }
        Ok(false)
    }
}

impl Leaf {
    /// The greatest score.
    pub(crate) const fn greatest_score(&self) -> u32 {
        self.quality * self.most
    }

    /// Adds the documents of the segment at `place` that have the word to `documents`. `reader` is what read the list before.
    pub(crate) fn read(
        &self,
        segment: &Segment,
        place: usize,
        reader: &mut Option<BlockSegmentPostings>,
        documents: &mut Documents,
    ) -> tantivy::Result<()> {
        let Some(list) = self.entry.place_of_list(place) else { return Ok(()) };
        if list.doc_freq >= LONG {
            let list = self.entry.list(segment, place)?;
            documents.long.extend(list.map(|list| LongList { list, at: 0, quality: self.quality, most: self.most }));
            return Ok(());
        }
        match reader {
            Some(reader) => segment.dictionary(self.entry.dictionary).reset_block_postings_from_terminfo(list, reader)?,
            None => *reader = self.entry.list(segment, place)?,
        }
        let Some(reader) = reader else { return Ok(()) };
        let scored = reader.docs().iter().zip(reader.freqs()).map(|(doc, weight)| (*doc, score_of(self.quality, *weight, self.most)));
        let start = documents.scored.len();
        documents.scored.extend(scored);
        documents.short.push(start..documents.scored.len());
        Ok(())
    }
}

/// From this number of documents on, a list is read in blocks of 128. A shorter list is one block, which is read at once.
const LONG: u32 = 128;

/// The documents of several words in a segment, read from the first to the last.
#[derive(Default)]
pub(crate) struct Documents {
    /// The documents of all short lists with their scores.
    scored: Vec<(DocId, u8)>,
    /// Where in `scored` the rest of each short list is.
    short: Vec<Range<usize>>,
    long: Vec<LongList>,
}

impl Documents {
    /// The sum of the lengths of all lists.
    pub(crate) fn len(&self) -> usize {
        let long = self.long.iter().map(|long| usize::try_from(long.list.doc_freq()).unwrap_or(usize::MAX));
        long.fold(self.scored.len(), usize::saturating_add)
    }

    /// Goes on to the first document from `target` on and returns it; [`TERMINATED`] behind the last.
    pub(crate) fn seek(&mut self, target: DocId) -> DocId {
        let mut first = TERMINATED;
        for rest in &mut self.short {
            let docs = self.scored.get(rest.clone()).unwrap_or_default();
            rest.start += docs.iter().take_while(|(doc, _)| *doc < target).count();
            first = first.min(self.scored.get(rest.clone()).and_then(<[_]>::first).map_or(TERMINATED, |(doc, _)| *doc));
        }
        self.long.iter_mut().map(|long| long.seek(target)).fold(first, DocId::min)
    }

    /// Raises the scores of the present documents and of those behind them. `scores` are those of the documents from `first` on, where
    /// [`Self::seek`] went.
    pub(crate) fn raise(&mut self, first: DocId, scores: &mut [u8]) {
        for rest in &self.short {
            for (doc, score) in self.scored.get(rest.clone()).unwrap_or_default() {
                let Some(of_doc) = of_doc(scores, first, *doc) else { break };
                *of_doc = (*of_doc).max(*score);
            }
        }
        for long in &mut self.long {
            long.raise(first, scores);
        }
    }
}

/// The documents of a word that many have.
struct LongList {
    /// The documents in blocks of 128.
    list: BlockSegmentPostings,
    /// The present document in the block.
    at: usize,
    quality: u32,
    most: u32,
}

impl LongList {
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

/// The score of a document among those of the documents from `first` on; `None` behind their end.
fn of_doc(scores: &mut [u8], first: DocId, doc: DocId) -> Option<&mut u8> {
    usize::try_from(doc.checked_sub(first)?).ok().and_then(|place| scores.get_mut(place))
}

/// The score of a match. No score of one word is above 255 (`matches.rs`).
fn score_of(quality: u32, weight: u32, most: u32) -> u8 {
    u8::try_from(quality * weight.min(most)).unwrap_or(u8::MAX)
}
