//! Payments: the methods, the ledger of an order with its figures, attempts at the gateway, refunds, slips, and
//! the messages of the gateway. `orders::payment` has what changes an order by them.

pub mod attempt;
pub mod attempt_record;
pub mod attention;
pub mod by_hand;
pub mod check_times;
pub mod cod_confirmation;
pub mod deadline;
pub mod figures;
pub mod gateway;
pub mod gateway_return;
pub mod ledger;
pub mod order_payment;
pub mod payment_method;
pub mod payment_option;
pub mod payment_period;
pub mod payment_settings;
pub mod ports;
pub mod reference_numbers;
pub mod refund;
pub mod refund_guard;
mod refund_release;
pub mod refund_split;
pub mod slip;
pub mod slip_review;
pub mod told_payment;

#[cfg(test)]
mod rules;
#[cfg(test)]
pub(crate) mod samples;
