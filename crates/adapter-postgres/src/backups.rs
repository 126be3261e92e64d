//! The runs of the schedule of backups.

mod runs;
