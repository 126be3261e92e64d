//! Use cases of orders: quoting a cart, placing, listing, showing and updating orders.

pub mod list_orders;
pub mod place_order;
pub mod quote_cart;
pub mod show_order;
pub mod show_order_history;
pub mod sum_purchases;
pub mod update_order;
