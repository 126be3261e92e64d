//! Middleware: request ids, logs, rate limits, security headers and CORS.

pub mod access_log;
pub mod cors;
pub mod failure_log;
pub mod log_level;
pub mod rate_limit;
pub mod request_id;
pub mod request_trace;
pub mod security_headers;
