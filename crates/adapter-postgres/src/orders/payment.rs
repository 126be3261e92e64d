//! What changes an order by its payments, and the lists of payments with their orders.

mod attempts;
mod lists;
mod notifications;
mod repository;
