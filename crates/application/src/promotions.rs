//! Use cases of promotions.

pub mod current_promotions;
pub mod promotion_service;
