//! A word of the index as a part of a query.

use smallvec::{SmallVec, smallvec};
use tantivy::DocId;
use tantivy::postings::{BlockSegmentPostings, TermInfo};
use tantivy::schema::IndexRecordOption;

use crate::index::documents::{Documents, LONG, LongList, score_of};
use crate::index::segment::{Dictionary, Segment};

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
    pub(crate) fn is_live(&self, segments: &[Segment]) -> tantivy::Result<bool> {
        for (place, segment) in segments.iter().enumerate() {
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
            documents.add_long(list.map(|list| LongList::new(list, self.quality, self.most)));
            return Ok(());
        }
        match reader {
            Some(reader) => segment.dictionary(self.entry.dictionary).reset_block_postings_from_terminfo(list, reader)?,
            None => *reader = self.entry.list(segment, place)?,
        }
        let Some(reader) = reader else { return Ok(()) };
        let scores = reader.freqs().iter().map(|weight| score_of(self.quality, *weight, self.most));
        documents.add_short(reader.docs().iter().copied().zip(scores));
        Ok(())
    }
}
