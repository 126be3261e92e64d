//! The ports of payments.

mod payment_attempts;
mod payment_gateway;

pub use payment_attempts::*;
pub use payment_gateway::*;
