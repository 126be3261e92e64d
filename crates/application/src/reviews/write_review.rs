//! Writing one's review.

use std::sync::Arc;

use domain::accounts::session::Principal;
use domain::reviews::ports::{AddReviewOutcome, ReviewRepository};
use domain::reviews::rating::Rating;
use domain::reviews::review::{NewReview, Review};
use domain::shared::ids::ReviewId;
use domain::shared::ports::{Clock, IdSource, PortError};
use domain::shared::text::ReviewComment;

use crate::error::use_case_error;

/// Why there is no new review.
#[derive(Debug, thiserror::Error)]
pub enum WriteReviewError {
    /// The user has one already.
    #[error("You have already written a review. You can edit it.")]
    AlreadyReviewed,
    /// The user was deleted meanwhile.
    #[error("Please log in first.")]
    AuthorGone,
    /// A port failed.
    #[error("Failed to submit review.")]
    Port(#[from] PortError),
}

use_case_error!(WriteReviewError {
    Self::AlreadyReviewed => Conflict, "review.already_written";
    Self::AuthorGone => Unauthenticated, "auth.not_signed_in";
});

/// Writes reviews.
#[derive(Clone)]
pub struct WriteReview {
    reviews: Arc<dyn ReviewRepository>,
    ids: Arc<dyn IdSource>,
    clock: Arc<dyn Clock>,
}

impl WriteReview {
    /// Wires the use case.
    #[must_use]
    pub fn new(reviews: Arc<dyn ReviewRepository>, ids: Arc<dyn IdSource>, clock: Arc<dyn Clock>) -> Self {
        Self { reviews, ids, clock }
    }

    /// Writes the review of `who`; a user has one.
    ///
    /// # Errors
    /// [`WriteReviewError`] when there is one already or the store fails.
    pub async fn run(&self, who: &Principal, rating: Rating, comment: ReviewComment) -> Result<Review, WriteReviewError> {
        let review = NewReview { id: ReviewId::new(self.ids.uuid()), user_id: who.user.id, rating, comment, created_at: self.clock.now() };
        match self.reviews.add(&review).await? {
            AddReviewOutcome::Added(review) => Ok(review),
            AddReviewOutcome::AuthorGone => Err(WriteReviewError::AuthorGone),
            AddReviewOutcome::AlreadyReviewed => Err(WriteReviewError::AlreadyReviewed),
        }
    }
}
