//! Listing reviews.

use std::sync::Arc;

use domain::page::{Page, PageRequest};
use domain::ports::ReviewRepository;
use domain::review::Review;

use crate::error::{ListError, page_or_invalid};

/// Lists reviews.
#[derive(Clone)]
pub struct BrowseReviews(Arc<dyn ReviewRepository>);

impl BrowseReviews {
    /// Wires the use case.
    #[must_use]
    pub fn new(reviews: Arc<dyn ReviewRepository>) -> Self {
        Self(reviews)
    }

    /// One page of reviews, newest first.
    ///
    /// # Errors
    /// [`ListError`] for a foreign cursor or a failing store.
    pub async fn run(&self, page: &PageRequest) -> Result<Page<Review>, ListError> {
        page_or_invalid(self.0.list(page).await?)
    }
}
