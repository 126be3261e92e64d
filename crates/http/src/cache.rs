//! Caches of finished answers, and the changes of the catalogue that end them.

pub mod catalogue_watch;
pub(crate) mod note_change;
pub mod response_cache;
pub(crate) mod shared_cache;
