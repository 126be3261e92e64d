//! The ports of all features: clock, identifiers, readiness, and the error of ports.
//!
//! A repository is a trait in the file of its feature, with `#[cfg_attr(feature = "mock", mockall::automock)]` above `#[async_trait]`. Its
//! methods answer `Result<value, error of the feature>`; what a store could not do is [`PortError`] inside that error. Each method documents
//! its atomicity. Races and locks have rules in a suite of the `testkit` crate.

mod clock;
mod id_source;
mod port_error;
mod readiness;

pub use clock::*;
pub use id_source::*;
pub use port_error::*;
pub use readiness::*;
