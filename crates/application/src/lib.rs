//! What the shop can be asked to do: one use case a file, each a struct of ports with one `run`.
//!
//! A use case takes values that are right by construction, asks the ports, lets the domain decide, and answers a
//! value or its own error. It knows nothing of HTTP, JSON or SQL.

pub mod add_product;
pub mod adjust_stock;
pub mod authenticate;
pub mod browse_audit_log;
pub mod browse_products;
pub mod browse_reviews;
pub mod count_facets;
pub mod create_admin;
pub mod delete_product;
pub mod delete_review;
pub mod delete_user;
pub mod edit_product;
pub mod edit_review;
pub mod error;
pub mod export_products;
pub mod import_products;
pub mod list_orders;
pub mod list_stock_movements;
pub mod list_users;
pub mod mail_contact_messages;
pub mod place_order;
pub mod quote_cart;
pub mod register_user;
pub mod request_password_reset;
pub mod reset_password;
pub mod revenue_stats;
#[cfg(test)]
mod samples;
pub mod send_contact_message;
pub mod set_user_blocked;
pub mod show_order;
pub mod show_order_history;
pub mod show_overview;
pub mod show_picture;
pub mod show_product;
pub mod sign_in;
pub mod sign_in_with_provider;
pub mod sign_out;
pub mod sum_purchases;
pub mod sweep_uploads;
pub mod update_order;
pub mod update_profile;
pub mod upload_picture;
pub mod user_activity;
pub mod write_review;
