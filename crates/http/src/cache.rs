//! Caches of finished answers, and the version of the catalogue that they belong to.

pub mod catalogue_version;
pub mod catalogue_watch;
pub mod response_cache;
