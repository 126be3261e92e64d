//! Closing the index at the end of a process.

use std::sync::Arc;

use chrono::{DateTime, Utc};

use crate::error::IndexError;
use crate::index::levels::Levels;
use crate::index::snapshot::Snapshot;
use crate::upkeep::engine::Engine;
use crate::upkeep::folder::Folder;
use crate::upkeep::kept_levels::{self, KeptState};
use crate::upkeep::published::Published;

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
        let (Some(mark), Some(sales_read_at)) = (self.published.mark(), self.sales_read_at) else { return Ok(()) };
        if self.published.is_damaged() {
            return Ok(());
        }
        let snapshot = Snapshot::new(self.engine.view(Some(&present.view))?, Some(&present), &Levels::default());
        Ok(kept_levels::write(&folder, &KeptState { snapshot, mark, sales_read_at })?)
    }
}
