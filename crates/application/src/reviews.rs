//! Use cases of reviews.

pub mod browse_reviews;
pub mod delete_review;
pub mod edit_review;
pub mod write_review;
