//! Scheduled backups of the shop: when they are due, which are kept, and what the owner sees of them.

pub mod backup_run;
pub mod schedule;
