//! Operating the database: migrations, backup and restore, clean-up and checks of invariants.

pub(crate) mod backup;
pub(crate) mod invariants;
pub(crate) mod migrate;
pub(crate) mod repair;
pub(crate) mod sweep;
