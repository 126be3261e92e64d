//! The words of the index that count as a word of a query. The searches of a shop share their words, so these are kept.

use std::sync::Arc;

use quick_cache::Weighter;
use quick_cache::sync::Cache;
use tantivy::TantivyError;

use crate::index::scored_list::ScoredList;
use crate::index::segment::Segment;
use crate::index::term_query::TermQuery;

/// The largest sum of the lists that are kept of a view, in bytes.
const CAPACITY: u64 = 24 << 20;
/// The number of words that it is divided for: into parts of at least 1.5 MiB, so that the longest list of a million products fits.
const WORDS: usize = 512;
/// The memory of a kept word beside its lists, in bytes: its key and its places in the index, about.
const OVERHEAD: usize = 512;
/// A list with fewer than 1/64 of a segment's documents is made by sorting its matches; a longer one from an array with a score for each
/// document of the segment, which takes as long for any list.
const FEW: usize = 64;

/// The words of the index that count as a word of a query.
#[derive(Debug, Default)]
pub(crate) struct Expansion {
    pub(crate) terms: Vec<TermQuery>,
    /// The spelling of each of them, where they are similar to a mistyped word; else empty.
    pub(crate) spellings: Vec<String>,
    /// For each segment the documents that have any of them.
    lists: Vec<ScoredList>,
}

/// Words of the index, and the spelling of each where that is asked for.
pub(crate) type SpelledTerms = (Vec<TermQuery>, Vec<String>);

impl Expansion {
    /// Words with their documents.
    fn read(segments: &[Segment], (terms, spellings): SpelledTerms) -> tantivy::Result<Self> {
        let lists =
            segments.iter().enumerate().map(|(place, segment)| read_list(&terms, segment, place)).collect::<tantivy::Result<_>>()?;
        Ok(Self { terms, spellings, lists })
    }

    /// The documents of the segment at `place`.
    pub(crate) fn list(&self, place: usize) -> Option<&ScoredList> {
        self.lists.get(place)
    }

    fn bytes(&self) -> usize {
        let lists: usize = self.lists.iter().map(ScoredList::bytes).sum();
        let spellings: usize = self.spellings.iter().map(|word| size_of::<String>() + word.len()).sum();
        OVERHEAD + self.terms.len() * size_of::<TermQuery>() + spellings + lists
    }
}

/// The documents of the segment at `place` that have any of these words; a document scores the best of its matches.
fn read_list(terms: &[TermQuery], segment: &Segment, place: usize) -> tantivy::Result<ScoredList> {
    let length = terms.iter().map(|term| term.len(place)).fold(0, usize::saturating_add);
    let documents = usize::try_from(segment.reader.max_doc()).unwrap_or(0);
    let mut reader = None;
    if length < documents / FEW {
        let mut found = Vec::with_capacity(length);
        for term in terms {
            term.visit(segment, place, &mut reader, |doc, score| found.push((doc, score)))?;
        }
        return Ok(ScoredList::of_few(found));
    }
    let mut scores = vec![0_u8; documents];
    for term in terms {
        term.visit(segment, place, &mut reader, |doc, score| {
            if let Some(best) = usize::try_from(doc).ok().and_then(|doc| scores.get_mut(doc)) {
                *best = score.max(*best);
            }
        })?;
    }
    Ok(ScoredList::of(scores))
}

/// What words of queries found in a view.
pub(crate) struct ExpansionCache(Cache<String, Arc<Expansion>, Bytes>);

/// Weighs words by their memory.
#[derive(Clone)]
struct Bytes;

impl Weighter<String, Arc<Expansion>> for Bytes {
    fn weight(&self, key: &String, found: &Arc<Expansion>) -> u64 {
        u64::try_from(key.len() + found.bytes()).unwrap_or(u64::MAX)
    }
}

impl Default for ExpansionCache {
    fn default() -> Self {
        Self(Cache::with_weighter(WORDS, CAPACITY, Bytes))
    }
}

impl ExpansionCache {
    /// What is known under `key`, else what `find` finds.
    pub(crate) fn get(
        &self,
        segments: &[Segment],
        key: String,
        find: impl FnOnce() -> Result<SpelledTerms, TantivyError>,
    ) -> tantivy::Result<Arc<Expansion>> {
        if let Some(known) = self.0.get(&key) {
            return Ok(known);
        }
        let found = Arc::new(Expansion::read(segments, find()?)?);
        // There is no limit to the words that find nothing, and looking them up again costs little.
        if !found.terms.is_empty() {
            self.0.insert(key, Arc::clone(&found));
        }
        Ok(found)
    }
}
