//! What the shop tells the payment gateway, and what the gateway tells the shop (contract-commerce, section 2).

mod checkout;
mod gateway_payment;
mod gateway_refund;
mod notification;
mod payment_ref;

pub use checkout::*;
pub use gateway_payment::*;
pub use gateway_refund::*;
pub use notification::*;
pub use payment_ref::*;
