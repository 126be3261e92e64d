//! The shop's entities, value objects, rules and ports.
//!
//! Nothing here reads a clock, draws a random number, touches the network, a disk or a database, or knows
//! how a value looks as JSON or SQL: rules are plain functions of plain values, and what they need from the
//! outside is a trait under [`ports`]. Values are made through `parse` (untrusted input, typed error) and are
//! right by construction from then on.

pub mod audit;
pub mod audit_log;
pub mod calendar;
pub mod cart;
pub mod contact;
pub mod edit;
pub mod email;
pub mod idempotency;
pub mod identity;
pub mod ids;
pub mod image;
pub mod login_attempts;
pub mod money;
pub mod order;
pub mod order_event;
pub mod order_id;
pub mod order_status;
pub mod overview;
pub mod page;
pub mod password;
pub mod password_reset;
pub mod phone;
pub mod ports;
pub mod product;
pub mod product_code;
pub mod product_import;
pub mod product_query;
pub mod purchases;
pub mod quantity;
pub mod quote;
pub mod rating;
pub mod revenue;
pub mod review;
pub mod sales_period;
pub mod session;
pub mod shade;
pub mod stock_adjustment;
pub mod stock_alert;
pub mod stock_movement;
pub mod text;
pub mod upload;
pub mod user;
