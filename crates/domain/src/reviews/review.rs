//! Customers' reviews of the shop.

use chrono::{DateTime, Utc};

use crate::reviews::rating::Rating;
use crate::shared::email::EmailAddress;
use crate::shared::ids::{ReviewId, UserId};
use crate::shared::text::ReviewComment;

/// A review; every user has at most one (`spec.md` §6).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Review {
    /// Identity.
    pub id: ReviewId,
    /// The author.
    pub user_id: UserId,
    /// Their name.
    pub name: String,
    /// Their address; masked before a stranger sees it (contract, Reviews).
    pub email: EmailAddress,
    /// How many stars.
    pub rating: Rating,
    /// The text.
    pub comment: ReviewComment,
    /// When it was written.
    pub created_at: DateTime<Utc>,
    /// When it was last changed.
    pub updated_at: DateTime<Utc>,
}

/// A review about to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewReview {
    /// Identity, drawn beforehand.
    pub id: ReviewId,
    /// The author.
    pub user_id: UserId,
    /// How many stars.
    pub rating: Rating,
    /// The text.
    pub comment: ReviewComment,
    /// Now.
    pub created_at: DateTime<Utc>,
}
