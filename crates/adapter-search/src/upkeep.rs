//! Keeping the index in step with the catalogue, in memory or in a folder.

pub(crate) mod comparison;
pub(crate) mod engine;
pub(crate) mod folder;
pub(crate) mod indexer;
pub(crate) mod persistence;
pub(crate) mod published;
pub(crate) mod updater;
