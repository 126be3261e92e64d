//! Connections: their number, their time limits, and when they are read.
//!
//! The framework limits the time of a connection's first head alone, reads on while no client takes its answers, and does not
//! count connections by client. [`ConnectionLimiter`] admits connections and counts them by client. [`Connection`] is the stream that the
//! framework reads and writes: it enforces the deadlines and reads no more than the server needs. [`track_request`] tells it when
//! a request is served, and when that request waits for its body.

mod connection_limiter;
mod connection_state;
mod listener;
mod message_end;
mod stream;
mod track_request;

pub use connection_limiter::{AdmittedConnection, CloseReason, ConnectionLimiter, MAX_CONNECTIONS, MAX_PER_CLIENT};
pub use listener::listen;
pub use stream::Connection;
pub(crate) use track_request::track_request;
