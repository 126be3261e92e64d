//! Deleting a review, as an administrator.

use std::sync::Arc;

use domain::reports::audit::Actor;
use domain::reviews::ports::ReviewRepository;
use domain::shared::ids::ReviewId;
use domain::shared::ports::{Clock, PortError};

use crate::error::use_case_error;

/// Why a review was not deleted.
#[derive(Debug, thiserror::Error)]
pub enum DeleteReviewError {
    /// There is none with this id.
    #[error("There is no such review.")]
    NotFound,
    /// A port failed.
    #[error("Failed to delete review. Please try again.")]
    Port(#[from] PortError),
}

use_case_error!(DeleteReviewError {
    Self::NotFound => NotFound, "review.not_found";
});

/// Deletes reviews.
#[derive(Clone)]
pub struct DeleteReview {
    reviews: Arc<dyn ReviewRepository>,
    clock: Arc<dyn Clock>,
}

impl DeleteReview {
    /// Wires the use case.
    #[must_use]
    pub fn new(reviews: Arc<dyn ReviewRepository>, clock: Arc<dyn Clock>) -> Self {
        Self { reviews, clock }
    }

    /// Deletes a review.
    ///
    /// # Errors
    /// [`DeleteReviewError`] when there is none or the store fails.
    pub async fn run(&self, by: &Actor, id: ReviewId) -> Result<(), DeleteReviewError> {
        if self.reviews.delete(id, by, self.clock.now()).await? { Ok(()) } else { Err(DeleteReviewError::NotFound) }
    }
}
