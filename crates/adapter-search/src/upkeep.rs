//! Keeping the index in step with the catalogue, in memory or in a folder.

pub(crate) mod closing;
pub(crate) mod comparison;
pub(crate) mod engine;
pub(crate) mod folder;
pub(crate) mod indexer;
pub(crate) mod keeper;
pub(crate) mod kept_levels;
pub(crate) mod opening;
pub(crate) mod published;
