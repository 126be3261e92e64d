//! The ports of all features: clock, identifiers, readiness, and the error of ports.
//!
//! To add a port: write it in a file of its own in the `ports` of its room, with `#[cfg_attr(feature = "mock",
//! mockall::automock)]` above `#[async_trait]`. Arguments are owned or `&T`. Business outcomes are variants of an enum whose
//! name ends in `Outcome`; other failures are [`PortError`]. Each method documents its atomicity. Implement it in an adapter,
//! add a contract suite to the `testkit` crate, and run that suite on the real adapter.

mod clock;
mod id_source;
mod port_error;
mod readiness;

pub use clock::*;
pub use id_source::*;
pub use port_error::*;
pub use readiness::*;
