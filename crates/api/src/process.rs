//! This process: its memory, its file descriptors and its log.

pub(crate) mod allocator;
pub(crate) mod descriptors;
pub(crate) mod log_level;
pub(crate) mod telemetry;
pub(crate) mod traces;
