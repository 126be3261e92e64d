//! The ports of payments.

mod expiring_orders;
mod payment_attempts;
mod payment_desk;
mod payment_gateway;
mod payment_reminders;
mod payment_repository;
mod refund_queue;

pub use expiring_orders::*;
pub use payment_attempts::*;
pub use payment_desk::*;
pub use payment_gateway::*;
pub use payment_reminders::*;
pub use payment_repository::*;
pub use refund_queue::*;
