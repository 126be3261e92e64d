//! What every feature needs from outside: clock, identifiers, the error of ports, readiness.

mod clock;
mod id_source;
mod port_error;
mod readiness;

pub use clock::*;
pub use id_source::*;
pub use port_error::*;
pub use readiness::*;
