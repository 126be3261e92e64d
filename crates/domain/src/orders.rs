//! Orders: cart, quote, order, its status and history.

pub mod cod_call;
pub mod error;
pub mod explanation;
pub mod fulfilment;
pub mod fulfilment_status;
pub mod fulfilment_step;
pub mod guest_orders;
pub mod invoicing;
pub mod new_customer;
pub mod order;
pub mod order_caller;
pub mod order_change;
pub mod order_delivery;
pub mod order_edit;
pub mod order_event;
pub mod order_filters;
pub mod order_mails;
pub mod order_note;
pub mod order_settings;
pub mod payment;
pub mod ports;
pub mod quote;
pub mod quote_options;
pub mod returns;
#[cfg(test)]
mod samples;
pub mod status_change;
pub mod stock_changes;
pub mod tracking_url;
