//! The words of the index that count as a word of a query. The searches of a shop share their words, so these are kept.

use std::sync::Arc;

use moka::sync::Cache;
use tantivy::TantivyError;

use crate::index::documents::Documents;
use crate::index::leaf::Leaf;
use crate::index::scored_list::ScoredList;
use crate::index::segment::Segment;

/// The largest sum of the lists that are kept of a view, in bytes.
const CAPACITY: u64 = 8 << 20;
/// The memory of a kept word beside its lists, in bytes: its key and its places in the index, about.
const OVERHEAD: usize = 512;

/// The words of the index that count as a word of a query.
#[derive(Debug, Default)]
pub(crate) struct Alternatives {
    /// The words.
    pub(crate) leaves: Vec<Leaf>,
    /// For each segment the documents that have any of them; empty where these are read again for each query.
    lists: Vec<Arc<ScoredList>>,
}

impl Alternatives {
    /// Words whose documents are read again for each query.
    pub(crate) fn unkept(leaves: Vec<Leaf>) -> Arc<Self> {
        Arc::new(Self { leaves, lists: Vec::new() })
    }

    /// Words with their documents.
    fn read(segments: &[Segment], leaves: Vec<Leaf>) -> tantivy::Result<Self> {
        let mut lists = Vec::with_capacity(segments.len());
        for (place, segment) in segments.iter().enumerate() {
            let mut documents = Documents::default();
            let mut reader = None;
            for leaf in &leaves {
                leaf.read(segment, place, &mut reader, &mut documents)?;
            }
            lists.push(Arc::new(ScoredList::of(documents.into_scores(segment.reader.max_doc()))));
        }
        Ok(Self { leaves, lists })
    }

    /// The documents of the segment at `place`, if they are read.
    pub(crate) fn list(&self, place: usize) -> Option<&Arc<ScoredList>> {
        self.lists.get(place)
    }

    fn bytes(&self) -> usize {
        let lists: usize = self.lists.iter().map(|list| list.bytes()).sum();
        OVERHEAD + self.leaves.len() * size_of::<Leaf>() + lists
    }
}

/// What words of queries found in a view.
pub(crate) struct KnownWords(Cache<String, Arc<Alternatives>>);

impl Default for KnownWords {
    fn default() -> Self {
        let weight = |word: &String, found: &Arc<Alternatives>| u32::try_from(word.len() + found.bytes()).unwrap_or(u32::MAX);
        Self(Cache::builder().max_capacity(CAPACITY).weigher(weight).build())
    }
}

impl KnownWords {
    /// What is known under `key`, else what `leaves` finds.
    pub(crate) fn get(
        &self,
        segments: &[Segment],
        key: String,
        leaves: impl FnOnce() -> Result<Vec<Leaf>, TantivyError>,
    ) -> tantivy::Result<Arc<Alternatives>> {
        if let Some(known) = self.0.get(&key) {
            return Ok(known);
        }
        let found = Arc::new(Alternatives::read(segments, leaves()?)?);
        self.0.insert(key, Arc::clone(&found));
        Ok(found)
    }
}
