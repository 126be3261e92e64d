//! The target of the spans of traces.

/// All spans of the shop have this target of the `tracing` facade. The log leaves them out, and an exporter takes no others: without an
/// exporter they are never made.
pub const TRACE_TARGET: &str = "trace_span";
