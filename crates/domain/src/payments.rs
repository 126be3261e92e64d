//! Payments: the methods, the ledger of an order with its figures, attempts at the gateway, refunds, and
//! the messages of the gateway.

pub mod attempt;
pub mod attempt_record;
pub mod attention;
pub mod by_hand;
pub mod check_times;
pub mod cod_confirmation;
pub mod deadline;
pub mod error;
pub mod figures;
pub mod gateway;
pub mod gateway_news;
pub mod gateway_records;
pub mod gateway_return;
pub mod ledger;
pub mod method_choice;
pub mod order_attempts;
pub mod order_attention;
pub mod order_payment;
pub mod overpayment;
pub mod payment_change;
pub mod payment_method;
pub mod payment_option;
pub mod payment_period;
pub mod payment_settings;
pub mod ports;
pub mod refund;
pub mod refund_guard;
pub mod refund_sending;
pub mod refund_split;
pub mod repository;
pub mod slip;
pub mod slip_review;
pub mod told_payment;

#[cfg(test)]
mod rules;
#[cfg(test)]
mod samples;
