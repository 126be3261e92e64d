//! Opening the index of a folder at the start of a process, and closing it at the end. Stock and sales of all products are then in a file
//! in the same folder, so that the next process starts without reading them from the catalogue again.
//!
//! The file belongs to one commit of the index, whose `meta.json` it names by its digest, and to a moment of the catalogue: the changes
//! since then are applied before the first search. It is a line of JSON, then stock and sales of each document as little-endian numbers
//! of 32 bits, then the SHA-256 of all that. A file that does not fit is ignored: then all products are compared with the catalogue.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::Path;
use std::sync::Arc;

use bounded_executor::BoundedExecutor;
use chrono::{DateTime, Utc};
use domain::catalog::ports::{FeedCursor, StockLevel};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::error::IndexError;
use crate::index::snapshot::{SegmentLevels, Snapshot, View};
use crate::index::stock_levels::StockLevels;
use crate::upkeep::engine::{Engine, META};
use crate::upkeep::folder::Folder;
use crate::upkeep::published::Published;

/// The bytes of the level of a document, and of a digest.
const LEVEL: usize = 8;
const DIGEST: usize = 32;

/// The state of an index at its end.
pub(crate) struct PersistedState {
    /// The products with stock and sales.
    pub(crate) snapshot: Snapshot,
    /// The moment of the catalogue.
    pub(crate) cursor: FeedCursor,
    /// When the sales were read.
    pub(crate) sales_read_at: DateTime<Utc>,
}

#[derive(Serialize, Deserialize)]
struct Head {
    /// The digest of the list of the index's files.
    index: [u8; DIGEST],
    cursor: String,
    sales_read_at: DateTime<Utc>,
}

/// Writes the file, in place of an earlier one. `state` is that of the last commit.
///
/// # Errors
/// When a file cannot be read or written.
fn write(folder: &Folder, state: &PersistedState) -> io::Result<()> {
    let head = Head { index: digest_of_index(&folder.index())?, cursor: state.cursor.0.clone(), sales_read_at: state.sales_read_at };
    let mut bytes = serde_json::to_vec(&head)?;
    bytes.push(b'\n');
    for place in 0..state.snapshot.view.segments.len() {
        for level in state.snapshot.levels(place) {
            bytes.extend(level.stock.to_le_bytes());
            bytes.extend(level.sales.to_le_bytes());
        }
    }
    bytes.extend(Sha256::digest(&bytes));
    let written = folder.levels().with_extension("new");
    let mut file = File::create(&written)?;
    file.write_all(&bytes)?;
    file.sync_data()?;
    fs::rename(written, folder.levels())
}

/// Reads the file; `None` where there is none that fits the index.
fn read(folder: &Folder, engine: &Engine) -> Option<PersistedState> {
    let bytes = fs::read(folder.levels()).ok()?;
    let (content, digest) = bytes.split_at_checked(bytes.len().checked_sub(DIGEST)?)?;
    if Sha256::digest(content).as_slice() != digest {
        return None;
    }
    let end = content.iter().position(|byte| *byte == b'\n')?;
    let head: Head = serde_json::from_slice(content.get(..end)?).ok()?;
    if head.index != digest_of_index(&folder.index()).ok()? {
        return None;
    }
    let view = engine.view(None).ok()?;
    let levels = levels_of(content.get(end + 1..)?, &view)?;
    let snapshot = Snapshot::with_levels(view, levels);
    Some(PersistedState { snapshot, cursor: FeedCursor(head.cursor), sales_read_at: head.sales_read_at })
}

fn digest_of_index(index: &Path) -> io::Result<[u8; DIGEST]> {
    Ok(Sha256::digest(fs::read(index.join(META))?).into())
}

/// The levels of each segment; `None` when the bytes are too few or too many.
fn levels_of(mut bytes: &[u8], view: &View) -> Option<Vec<SegmentLevels>> {
    let mut levels = Vec::with_capacity(view.segments.len());
    for segment in &view.segments {
        let length = usize::try_from(segment.reader.max_doc()).ok()?.checked_mul(LEVEL)?;
        let (of_segment, rest) = bytes.split_at_checked(length)?;
        let (of_documents, _) = of_segment.as_chunks::<LEVEL>();
        levels.push(Arc::new(of_documents.iter().map(level_of).collect()));
        bytes = rest;
    }
    bytes.is_empty().then_some(levels)
}

const fn level_of([a, b, c, d, e, f, g, h]: &[u8; LEVEL]) -> StockLevel {
    StockLevel { stock: u32::from_le_bytes([*a, *b, *c, *d]), sales: u32::from_le_bytes([*e, *f, *g, *h]) }
}

/// The index in a folder, made empty where it cannot be opened; `None` where the folder cannot be used.
pub(crate) async fn open_on_disk(executor: &BoundedExecutor, folder: &Arc<Folder>) -> Option<(Engine, Option<PersistedState>)> {
    let opened = Arc::clone(folder);
    // A damaged index may panic inside tantivy, which the executor makes an error.
    let opened = executor.run(move || {
        let engine = Engine::open(&opened)?;
        let kept = read(&opened, &engine);
        Ok((engine, kept))
    });
    let error = match opened.await.map_err(IndexError::from).flatten() {
        Ok(opened) => return Some(opened),
        Err(error) => error,
    };
    tracing::warn!(error = &error as &dyn std::error::Error, "the search index cannot be opened; it is built again");
    let created = Arc::clone(folder);
    let created = executor.run(move || Engine::create(&created.index())).await.map_err(IndexError::from).flatten();
    created
        .inspect_err(|error| {
            tracing::warn!(error = error as &dyn std::error::Error, "the search index cannot be written; it is kept in memory");
        })
        .ok()
        .map(|engine| (engine, None))
}

pub(crate) struct Closing {
    pub(crate) engine: Arc<Engine>,
    /// The present state.
    pub(crate) published: Arc<Published>,
    /// `None` for an index in memory.
    pub(crate) folder: Option<Arc<Folder>>,
    /// When the sales of the present state were read.
    pub(crate) sales_read_at: Option<DateTime<Utc>>,
}

impl Closing {
    /// Waits for merges, closes the writer, and writes stock and sales for the next start; these not for an index that is in memory,
    /// damaged or not built yet.
    pub(crate) fn run(self) -> Result<(), IndexError> {
        self.engine.indexer.close()?;
        let (Some(folder), Some(present)) = (self.folder, self.published.snapshot()) else { return Ok(()) };
        let (Some(cursor), Some(sales_read_at)) = (self.published.cursor(), self.sales_read_at) else { return Ok(()) };
        if self.published.is_damaged() {
            return Ok(());
        }
        let snapshot = Snapshot::new(self.engine.view(Some(&present.view))?, Some(&present), &StockLevels::default());
        Ok(write(&folder, &PersistedState { snapshot, cursor, sales_read_at })?)
    }
}
