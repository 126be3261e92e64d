//! Promotions: their terms, what they take off, and the coupons that ask for them.

pub mod applied;
pub mod benefit;
pub mod choose;
pub mod customer;
pub mod hint;
pub mod judge;
pub mod promotion;
pub mod repository;
#[cfg(test)]
pub(crate) mod samples;
pub mod scope;
pub mod spread;
pub mod terms;
