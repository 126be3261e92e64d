//! Building blocks of queries: SQL with parameters, cursors, keyset comparison, counts, hashes of secrets, locks, settings and telephone
//! numbers.

pub(crate) mod counted;
pub(crate) mod cursor;
pub(crate) mod functions;
pub(crate) mod keyset;
pub(crate) mod locks;
pub(crate) mod phones;
pub(crate) mod secret_hash;
pub(crate) mod settings;
pub(crate) mod sql;
pub(crate) mod tallies;
