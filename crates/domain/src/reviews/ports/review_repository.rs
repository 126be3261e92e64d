//! Reading and writing reviews.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::reports::audit::Actor;
use crate::reviews::rating::Rating;
use crate::reviews::review::{NewReview, Review};
use crate::shared::ids::{ReviewId, UserId};
use crate::shared::page::{PageAnswer, PageRequest};
use crate::shared::ports::PortError;
use crate::shared::text::ReviewComment;

/// The outcome of writing a review.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AddReviewOutcome {
    /// It is written.
    Added(Review),
    /// The user has one already.
    AlreadyReviewed,
    /// The user was deleted meanwhile.
    AuthorGone,
}

/// The outcome of changing a review.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UpdateReviewOutcome {
    /// It is changed.
    Updated(Review),
    /// The review has these values already; nothing was written.
    Unchanged(Review),
    /// There is none with this id.
    NotFound,
    /// Another user wrote it.
    NotOwner,
}

/// Keeps reviews, one per user.
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait ReviewRepository: Send + Sync {
    /// One page of reviews, newest first.
    ///
    /// # Errors
    /// [`PortError`] when the store fails.
    async fn list(&self, page: &PageRequest) -> Result<PageAnswer<Review>, PortError>;

    /// The review this user wrote, if any.
    ///
    /// # Errors
    /// [`PortError`] when the store fails.
    async fn by_author(&self, user: UserId) -> Result<Option<Review>, PortError>;

    /// Writes a review. Of two concurrent calls by one user, one succeeds.
    ///
    /// # Errors
    /// [`PortError`] when the store fails.
    async fn add(&self, review: &NewReview) -> Result<AddReviewOutcome, PortError>;

    /// Changes a review of `user`'s own.
    ///
    /// # Errors
    /// [`PortError`] when the store fails.
    async fn update(
        &self,
        id: ReviewId,
        user: UserId,
        rating: Rating,
        comment: &ReviewComment,
        now: DateTime<Utc>,
    ) -> Result<UpdateReviewOutcome, PortError>;

    /// Deletes a review, with the audit entry; `false` when there is none.
    ///
    /// # Errors
    /// [`PortError`] when the store fails.
    async fn delete(&self, id: ReviewId, by: &Actor, now: DateTime<Utc>) -> Result<bool, PortError>;
}
