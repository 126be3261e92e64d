//! A review as a row.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use domain::reviews::rating::Rating;
use domain::reviews::review::Review;
use domain::shared::ids::{ReviewId, UserId};
use domain::shared::text::ReviewComment;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::accounts::users::{UserRow, user_of};
use crate::error::{DbError, stored};
use crate::schema::reviews;

/// The columns of [`reviews`].
#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = reviews, check_for_backend(diesel::pg::Pg))]
pub(crate) struct ReviewRow {
    pub(crate) id: Uuid,
    pub(crate) user_id: Uuid,
    pub(crate) rating: i16,
    pub(crate) comment: String,
    pub(crate) created_at: DateTime<Utc>,
    pub(crate) updated_at: DateTime<Utc>,
}

/// The review in a row, with the present name and address of its author.
pub(crate) fn review_of((row, author): (ReviewRow, UserRow)) -> Result<Review, DbError> {
    let author = user_of(author)?;
    Ok(Review {
        id: ReviewId::new(row.id),
        user_id: UserId::new(row.user_id),
        name: author.name(),
        email: author.email,
        rating: stored("rating", Rating::parse(i64::from(row.rating)))?,
        comment: stored("comment", ReviewComment::parse_known(&row.comment))?,
        created_at: row.created_at,
        updated_at: row.updated_at,
    })
}

/// A review's values in the audit log.
pub(crate) fn audited(review: &Review) -> Value {
    json!({ "userEmail": review.email.as_str(), "rating": review.rating.get(), "comment": review.comment.as_str() })
}
