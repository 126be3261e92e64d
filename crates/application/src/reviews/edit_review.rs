//! Editing one's review.

use std::sync::Arc;

use domain::accounts::session::Principal;
use domain::reviews::ports::{ReviewRepository, UpdateReviewOutcome};
use domain::reviews::rating::Rating;
use domain::reviews::review::Review;
use domain::shared::edit::Edited;
use domain::shared::ids::ReviewId;
use domain::shared::ports::{Clock, PortError};
use domain::shared::text::ReviewComment;

use crate::error::use_case_error;

/// Why a review was not edited.
#[derive(Debug, thiserror::Error)]
pub enum EditReviewError {
    /// There is none with this id.
    #[error("There is no such review.")]
    NotFound,
    /// Another user wrote it; administrators may not edit it either (contract, Reviews).
    #[error("You can only edit your own review.")]
    NotOwner,
    /// A port failed.
    #[error("Failed to update review.")]
    Port(#[from] PortError),
}

use_case_error!(EditReviewError {
    Self::NotFound => NotFound, "review.not_found";
    Self::NotOwner => Forbidden, "review.not_yours";
});

/// Edits reviews.
#[derive(Clone)]
pub struct EditReview {
    reviews: Arc<dyn ReviewRepository>,
    clock: Arc<dyn Clock>,
}

impl EditReview {
    /// Wires the use case.
    #[must_use]
    pub fn new(reviews: Arc<dyn ReviewRepository>, clock: Arc<dyn Clock>) -> Self {
        Self { reviews, clock }
    }

    /// Edits a review of `who`.
    ///
    /// # Errors
    /// [`EditReviewError`] when there is no such review, another user wrote it, or the store fails.
    pub async fn run(
        &self,
        who: &Principal,
        id: ReviewId,
        rating: Rating,
        comment: &ReviewComment,
    ) -> Result<Edited<Review>, EditReviewError> {
        match self.reviews.update(id, who.user.id, rating, comment, self.clock.now()).await? {
            UpdateReviewOutcome::Updated(review) => Ok(Edited { thing: review, is_changed: true }),
            UpdateReviewOutcome::Unchanged(review) => Ok(Edited { thing: review, is_changed: false }),
            UpdateReviewOutcome::NotFound => Err(EditReviewError::NotFound),
            UpdateReviewOutcome::NotOwner => Err(EditReviewError::NotOwner),
        }
    }
}
