//! What every feature needs from outside: clock, identifiers, the error of ports, readiness.
//!
//! How to add a port: a file of its own in the `ports` of its room, `#[cfg_attr(feature = "mock", mockall::automock)]` above
//! `#[async_trait]`, arguments owned or `&T`, business outcomes as variants of an enum whose name ends in `Outcome` and everything
//! else as [`PortError`], each method saying what is atomic. Implement it in an adapter, add a contract suite for it to the
//! `testkit` crate, and run that suite on the real adapter.

mod clock;
mod id_source;
mod port_error;
mod readiness;

pub use clock::*;
pub use id_source::*;
pub use port_error::*;
pub use readiness::*;
