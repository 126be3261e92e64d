//! Opening the index of a folder at the start of a process.

use std::sync::Arc;

use bounded_executor::BoundedExecutor;

use crate::error::IndexError;
use crate::upkeep::engine::Engine;
use crate::upkeep::folder::Folder;
use crate::upkeep::kept_levels::{self, KeptState};

/// The index in a folder, made empty where it cannot be opened; `None` where the folder cannot be used.
pub(crate) async fn open_on_disk(executor: &BoundedExecutor, folder: &Arc<Folder>) -> Option<(Engine, Option<KeptState>)> {
    let opened = Arc::clone(folder);
    // A damaged index may panic inside tantivy, which the executor makes an error.
    let opened = executor.run(move || {
        let engine = Engine::open(&opened)?;
        let kept = kept_levels::read(&opened, &engine);
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
