//! Connections: how many there are, how long each may keep its place, and when it is read.
//!
//! The framework limits the time of a connection's first head alone, reads on while nobody takes its answers, and knows no
//! client. [`Census`] admits connections and counts them by client. [`Connection`] is the stream that the framework reads and
//! writes: it keeps the deadlines and holds back what is not to be read yet. [`take_turns`] tells it when a request is being
//! served, and when that request waits for its body.

mod census;
mod exchange;
mod listener;
mod stream;
mod turns;

pub use census::{Admission, Census, Closed, MAX_CONNECTIONS, MAX_PER_CLIENT};
pub use listener::listen;
pub use stream::Connection;
pub(crate) use turns::take_turns;
