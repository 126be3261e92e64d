//! Promotions: their terms, what they take off, and the coupons that ask for them.

pub mod benefit;
pub mod promotion;
pub mod repository;
pub mod scope;
pub mod terms;
