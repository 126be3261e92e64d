//! Calls about reviews.

pub mod calls;
pub mod json;
