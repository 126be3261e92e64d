//! Writing to the index.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use domain::catalog::ports::{FeedCursor, SearchableProduct};
use domain::shared::ids::ProductId;
use tantivy::index::SegmentMeta;
use tantivy::indexer::{LogMergePolicy, MergeCandidate, MergePolicy};
use tantivy::{Index, IndexWriter};

use crate::index::document::{document, id_term};
use crate::index::schema::Fields;

/// From this number of products on, two threads index them.
const MANY: usize = 1_000;
/// The memory of each indexing thread. tantivy accepts no less than 15 MB.
const THREAD_MEMORY_BYTES: usize = 15_000_000;
/// Segments of similar size are merged when there are this many: each segment costs each search.
const SIMILAR_SEGMENTS: usize = 4;
/// A segment is written again when this part of its documents is deleted.
const DELETED_PART: f32 = 0.3;

/// Writes to the index. Its open writer holds 20 to 40 MiB, so it is closed when nothing was written for a while.
pub(crate) struct Indexer {
    index: Index,
    fields: Fields,
    open: Mutex<Open>,
    /// Set to have all segments merged once.
    merges_all: Arc<AtomicBool>,
}

#[derive(Default)]
struct Open {
    writer: Option<IndexWriter>,
    /// Counts the uses of the writer.
    uses: u64,
}

impl Indexer {
    /// Writes to `index`.
    pub(crate) fn new(index: Index, fields: Fields) -> Self {
        Self { index, fields, open: Mutex::default(), merges_all: Arc::default() }
    }

    /// Deletes the documents of the products `ids` and adds those of `products`. `expected` is the number of products up to the commit.
    /// Nothing counts before [`Indexer::commit`].
    pub(crate) fn replace(&self, ids: &[ProductId], products: &[SearchableProduct], expected: usize) -> tantivy::Result<()> {
        let mut open = self.lock();
        let writer = open.writer(&self.index, &self.merges_all, expected)?;
        for id in ids {
            writer.delete_term(id_term(&self.fields, *id));
        }
        for product in products {
            writer.add_document(document(&self.fields, product))?;
        }
        Ok(())
    }

    /// Makes all replacements count at once, together with the moment up to which they reach. With `merges_all` the segments are merged
    /// into one in the background, if there are many.
    pub(crate) fn commit(&self, cursor: &FeedCursor, merges_all: bool) -> tantivy::Result<()> {
        let mut open = self.lock();
        self.merges_all.store(merges_all, Ordering::Relaxed);
        let writer = open.writer(&self.index, &self.merges_all, 0)?;
        let mut commit = writer.prepare_commit()?;
        commit.set_payload(&cursor.0);
        commit.commit()?;
        Ok(())
    }

    /// Whether the number of segments calls for a merge into one.
    pub(crate) fn has_many_segments(&self) -> tantivy::Result<bool> {
        Ok(self.index.searchable_segment_ids()?.len() > SIMILAR_SEGMENTS)
    }

    /// Forgets all replacements since the last commit.
    pub(crate) fn discard(&self) {
        self.lock().writer = None;
    }

    /// How often the open writer was used; `None` when it is closed.
    pub(crate) fn uses(&self) -> Option<u64> {
        let open = self.lock();
        open.writer.is_some().then_some(open.uses)
    }

    /// Waits for merges and closes the writer.
    pub(crate) fn close(&self) -> tantivy::Result<()> {
        self.lock().writer.take().map_or(Ok(()), IndexWriter::wait_merging_threads)
    }

    fn lock(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Open {
    fn writer(&mut self, index: &Index, merges_all: &Arc<AtomicBool>, expected: usize) -> tantivy::Result<&mut IndexWriter> {
        self.uses += 1;
        let writer = match self.writer.take() {
            Some(writer) => writer,
            None => open_writer(index, Arc::clone(merges_all), if expected >= MANY { 2 } else { 1 })?,
        };
        Ok(self.writer.insert(writer))
    }
}

fn open_writer(index: &Index, all: Arc<AtomicBool>, threads: usize) -> tantivy::Result<IndexWriter> {
    let writer = index.writer_with_num_threads(threads, threads * THREAD_MEMORY_BYTES)?;
    let mut by_size = LogMergePolicy::default();
    by_size.set_min_num_segments(SIMILAR_SEGMENTS);
    by_size.set_del_docs_ratio_before_merge(DELETED_PART);
    writer.set_merge_policy(Box::new(Merging { by_size, all }));
    Ok(writer)
}

/// Merges segments of similar size, and all into one when that is asked for. tantivy asks for segments to merge among those that are in
/// no merge; a merge that was begun beside it would take some of them twice, and fail at its end.
#[derive(Debug)]
struct Merging {
    by_size: LogMergePolicy,
    /// Set to have all segments merged once.
    all: Arc<AtomicBool>,
}

impl MergePolicy for Merging {
    fn compute_merge_candidates(&self, segments: &[SegmentMeta]) -> Vec<MergeCandidate> {
        if segments.len() > SIMILAR_SEGMENTS && self.all.swap(false, Ordering::Relaxed) {
            return vec![MergeCandidate(segments.iter().map(SegmentMeta::id).collect())];
        }
        self.by_size.compute_merge_candidates(segments)
    }
}

#[cfg(test)]
mod tests {
    use tantivy::index::SegmentId;

    use super::*;
    use crate::index::schema::schema;

    #[test]
    fn all_segments_are_merged_once_when_that_is_asked_for() {
        let index = Index::create_in_ram(schema().0);
        let segments: Vec<SegmentMeta> =
            (0..8).map(|place| index.new_segment_meta(SegmentId::generate_random(), 10 << (2 * place))).collect();
        let merging = Merging { by_size: LogMergePolicy::default(), all: Arc::new(AtomicBool::new(true)) };
        let merged =
            |segments: &[SegmentMeta]| merging.compute_merge_candidates(segments).into_iter().map(|c| c.0.len()).collect::<Vec<_>>();
        assert!(merged(&segments[..SIMILAR_SEGMENTS]).is_empty(), "few stay as they are");
        assert_eq!(merged(&segments), [8]);
        assert!(merged(&segments).is_empty(), "from then on by their size");
    }
}
