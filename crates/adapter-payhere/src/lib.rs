//! The payment gateway `PayHere`: signed checkout forms, notifications, and the API of its records and refunds (contract-commerce,
//! section 2).

mod api_calls;
mod call_error;
mod checkout_fields;
mod clean_text;
mod notification_form;
mod pace;
mod payhere_gateway;
mod records;
mod refund_calls;
mod settings;
mod signature;
mod tokens;

pub use payhere_gateway::{GatewayClientError, PayHereGateway};
pub use settings::{AppCredentials, CallTimes, PayHereSettings, Secret};
