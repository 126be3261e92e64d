//! Listing reviews.

use std::sync::Arc;

use domain::reviews::ports::ReviewRepository;
use domain::reviews::review::Review;
use domain::shared::ids::UserId;
use domain::shared::page::{Page, PageRequest};

use crate::error::{ListError, ReadError, page_or_invalid};

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

    /// The review of a user, if any: the list may be too long to find it there.
    ///
    /// # Errors
    /// [`ReadError`] when the store fails.
    pub async fn by_author(&self, user: UserId) -> Result<Option<Review>, ReadError> {
        Ok(self.0.by_author(user).await?)
    }
}
