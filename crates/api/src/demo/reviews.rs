//! The reviews of the demo shop.

use domain::accounts::user::User;
use domain::reviews::{NewReview, Rating, ReviewError, ReviewRepository as _};
use domain::shared::ids::ReviewId;
use domain::shared::text::ReviewComment;
use serde::Deserialize;

use crate::CommandError;
use crate::demo::days_before;
use crate::demo::state::DemoState;
use crate::wiring::adapters::Adapters;

const REVIEWS: &str = include_str!("../../demo/reviews.json");

/// A review as the demo data has it.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DemoReview {
    pub(crate) first_name: String,
    pub(crate) last_name: String,
    pub(crate) rating: i64,
    pub(crate) comment: String,
    pub(crate) days_ago: i64,
}

/// The reviews of the demo data.
///
/// # Errors
/// When the data is damaged.
pub(crate) fn reviews() -> Result<Vec<DemoReview>, CommandError> {
    Ok(serde_json::from_str(REVIEWS)?)
}

/// Writes the reviews, each by the customer of the same place.
pub(crate) async fn fill(adapters: &Adapters, state: &DemoState, customers: &[User]) -> Result<(), CommandError> {
    for (review, customer) in reviews()?.into_iter().zip(customers) {
        let new = NewReview {
            id: ReviewId::new(adapters.ids.uuid()),
            user_id: customer.id,
            rating: Rating::parse(review.rating)?,
            comment: ReviewComment::parse(&review.comment)?,
            created_at: days_before(state.started_at, review.days_ago, 415),
        };
        match adapters.postgres.add(&new).await {
            // It was written before the filling was interrupted.
            Ok(_) | Err(ReviewError::AlreadyReviewed) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}
