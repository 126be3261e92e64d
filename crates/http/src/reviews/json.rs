//! Reviews in JSON.

use chrono::{DateTime, Utc};
use domain::accounts::permission::Permission;
use domain::accounts::session::Principal;
use domain::reviews::review::Review;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::extract::integer;

/// A review.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Review)]
pub struct ReviewJson {
    #[serde(rename = "_id")]
    id: String,
    name: String,
    /// The author's e-mail, masked unless the caller is the author or an administrator.
    #[schema(example = "ni***@example.com")]
    user_email: String,
    #[schema(minimum = 1, maximum = 5)]
    rating: u8,
    comment: String,
    created_at: DateTime<Utc>,
    updated_at: DateTime<Utc>,
    /// Whether the caller wrote it.
    mine: bool,
}

impl ReviewJson {
    /// The review as `reader` may see it: the public does not see a customer's address (contract, Reviews).
    #[must_use]
    pub fn for_reader(review: Review, reader: Option<&Principal>) -> Self {
        let mine = reader.is_some_and(|r| r.user.id == review.user_id);
        let shown = mine || reader.is_some_and(|r| r.may(Permission::ReadUsers));
        Self {
            id: review.id.to_string(),
            name: review.name,
            user_email: if shown { review.email.as_str().to_owned() } else { review.email.masked() },
            rating: review.rating.get(),
            comment: review.comment.into_string(),
            created_at: review.created_at,
            updated_at: review.updated_at,
            mine,
        }
    }
}

/// A review to write.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = NewReview)]
pub struct CreateReviewRequest {
    /// The number of stars.
    #[serde(default, deserialize_with = "integer::optional")]
    #[schema(required = true, nullable = false, minimum = 1, maximum = 5)]
    pub rating: Option<i64>,
    /// The text.
    #[schema(required = true, nullable = false, max_length = 1000, pattern = r"\S")]
    pub comment: Option<String>,
}

/// A change of the caller's review.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReviewUpdate {
    /// The review's id.
    #[schema(required = true, nullable = false, max_length = 64)]
    pub review_id: Option<String>,
    /// How many stars.
    #[serde(default, deserialize_with = "integer::optional")]
    #[schema(required = true, nullable = false, minimum = 1, maximum = 5)]
    pub rating: Option<i64>,
    /// The text.
    #[schema(required = true, nullable = false, max_length = 1000, pattern = r"\S")]
    pub comment: Option<String>,
}

/// The review after a change.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReviewResponse {
    /// The sentence to show.
    pub message: &'static str,
    /// The review as it is now.
    pub review: ReviewJson,
}
