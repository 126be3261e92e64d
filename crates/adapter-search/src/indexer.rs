//! Writing to the index.

use std::sync::{Mutex, MutexGuard, PoisonError};

use domain::catalog::ports::CatalogueMark;
use domain::catalog::product::Product;
use domain::shared::ids::ProductId;
use tantivy::indexer::LogMergePolicy;
use tantivy::{Index, IndexWriter};

use crate::document::{document, id_term};
use crate::schema::Fields;

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
        Self { index, fields, open: Mutex::default() }
    }

    /// Replaces these products (those that are not among `products` are deleted). `expected` is the number of products up to the
    /// commit. Nothing counts before [`Indexer::commit`].
    pub(crate) fn replace(&self, ids: &[ProductId], products: &[Product], expected: usize) -> tantivy::Result<()> {
        let mut open = self.lock();
        let writer = open.writer(&self.index, expected)?;
        for id in ids {
            writer.delete_term(id_term(&self.fields, *id));
        }
        for product in products {
            writer.add_document(document(&self.fields, product))?;
        }
        Ok(())
    }

    /// Makes all replacements count at once, together with the moment up to which they reach.
    pub(crate) fn commit(&self, mark: &CatalogueMark) -> tantivy::Result<()> {
        let mut open = self.lock();
        let writer = open.writer(&self.index, 0)?;
        let mut commit = writer.prepare_commit()?;
        commit.set_payload(&mark.0);
        commit.commit()?;
        Ok(())
    }

    /// Begins to merge all segments into one in the background, if there are many.
    pub(crate) fn merge_many(&self) -> tantivy::Result<()> {
        let segments = self.index.searchable_segment_ids()?;
        if segments.len() > SIMILAR_SEGMENTS {
            // The merge goes on without its future. Segments that are being merged already are refused, which is as well.
            drop(self.lock().writer(&self.index, 0)?.merge(&segments));
        }
        Ok(())
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
    fn writer(&mut self, index: &Index, expected: usize) -> tantivy::Result<&mut IndexWriter> {
        self.uses += 1;
        let writer = match self.writer.take() {
            Some(writer) => writer,
            None => open_writer(index, if expected >= MANY { 2 } else { 1 })?,
        };
        Ok(self.writer.insert(writer))
    }
}

fn open_writer(index: &Index, threads: usize) -> tantivy::Result<IndexWriter> {
    let writer = index.writer_with_num_threads(threads, threads * THREAD_MEMORY_BYTES)?;
    let mut policy = LogMergePolicy::default();
    policy.set_min_num_segments(SIMILAR_SEGMENTS);
    policy.set_del_docs_ratio_before_merge(DELETED_PART);
    writer.set_merge_policy(Box::new(policy));
    Ok(writer)
}
