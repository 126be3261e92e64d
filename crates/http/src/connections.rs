//! Connections: their number, their time limits, and when they are read.
//!
//! The framework limits the time of a connection's first head alone, reads on while no client takes its answers, and does not
//! count connections by client. [`Census`] admits connections and counts them by client. [`Connection`] is the stream that the
//! framework reads and writes: it enforces the deadlines and reads no more than the server needs. [`take_turns`] tells it when
//! a request is served, and when that request waits for its body.

mod census;
mod exchange;
mod listener;
mod message_end;
mod stream;
mod turns;

pub use census::{AdmittedConnection, Census, Closed, MAX_CONNECTIONS, MAX_PER_CLIENT};
pub use listener::listen;
pub use stream::Connection;
pub(crate) use turns::take_turns;
