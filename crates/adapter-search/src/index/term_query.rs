//! A word of the index as a part of a query.

use smallvec::{SmallVec, smallvec};
use tantivy::DocId;
use tantivy::postings::{BlockSegmentPostings, TermInfo};
use tantivy::schema::IndexRecordOption;

use crate::index::segment::{Dictionary, Segment};

/// Matches all products with a word. Each scores the word's weight (at most `most`) times `quality`.
#[derive(Clone, Debug)]
pub(crate) struct TermQuery {
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
    /// The places of the segments that have the word, each with the place of its documents. Most words have one.
    lists: SmallVec<[(usize, TermInfo); 1]>,
}

impl Entry {
    /// A word that no segment has so far.
    pub(crate) const fn new(dictionary: Dictionary) -> Self {
        Self { dictionary, lists: SmallVec::new_const() }
    }

    /// A word of the segment at `place`.
    pub(crate) fn of_list(dictionary: Dictionary, place: usize, list: TermInfo) -> Self {
        Self { dictionary, lists: smallvec![(place, list)] }
    }

    /// Looks a word up in all segments; `None` when none has it.
    pub(crate) fn of_word(segments: &[Segment], dictionary: Dictionary, word: &str) -> tantivy::Result<Option<Self>> {
        let mut entry = Self::new(dictionary);
        for (place, segment) in segments.iter().enumerate() {
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

    /// Moves the places of the same word in other segments here.
    pub(crate) fn append(&mut self, other: &mut Self) {
        self.lists.append(&mut other.lists);
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
}

impl TermQuery {
    pub(crate) const fn greatest_score(&self) -> u32 {
        self.quality * self.most
    }

    /// The number of documents of the segment at `place` that have the word, deleted ones included.
    pub(crate) fn len(&self, place: usize) -> usize {
        self.entry.place_of_list(place).map_or(0, |list| usize::try_from(list.doc_freq).unwrap_or(usize::MAX))
    }

    /// Visits the documents of the segment at `place` that have the word, each with its score. `reader` is what read another list before.
    pub(crate) fn visit(
        &self,
        segment: &Segment,
        place: usize,
        reader: &mut Option<BlockSegmentPostings>,
        mut visit: impl FnMut(DocId, u8),
    ) -> tantivy::Result<()> {
        let Some(list) = self.entry.place_of_list(place) else { return Ok(()) };
        match reader {
            Some(reader) => segment.dictionary(self.entry.dictionary).reset_block_postings_from_terminfo(list, reader)?,
            None => *reader = self.entry.list(segment, place)?,
        }
        let Some(reader) = reader else { return Ok(()) };
        while !reader.docs().is_empty() {
            for (doc, weight) in reader.docs().iter().zip(reader.freqs()) {
                visit(*doc, self.score(*weight));
            }
            reader.advance();
        }
        Ok(())
    }

    /// The score of a match. No score of one word is above 255 (`matches.rs`).
    fn score(&self, weight: u32) -> u8 {
        u8::try_from(self.quality * weight.min(self.most)).unwrap_or(u8::MAX)
    }
}
