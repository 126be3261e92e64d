//! Reading and writing reviews.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use domain::reports::audit::Actor;
use domain::reviews::ports::{AddReviewOutcome, ReviewRepository, UpdateReviewOutcome};
use domain::reviews::rating::Rating;
use domain::reviews::review::{NewReview, Review};
use domain::shared::ids::{ReviewId, UserId};
use domain::shared::page::{PageAnswer, PageRequest};
use domain::shared::ports::PortError;
use domain::shared::text::ReviewComment;
use futures_util::try_join;
use uuid::Uuid;

use super::row::{ReviewRow, audited, review_of};
use crate::accounts::users::UserRow;
use crate::connection::pool::Postgres;
use crate::connection::work_limits::{Work, row_of};
use crate::error::{DbError, known, retrying};
use crate::query::cursor::{self, Micros};
use crate::query::keyset::before;
use crate::query::sql::Number;
use crate::query::tallies::total_of;
use crate::reports::audit::{self, Entry};
use crate::schema::{reviews, users};

const NEWEST: &str = "reviews:newest";

#[async_trait]
impl ReviewRepository for Postgres {
    async fn list(&self, page: &PageRequest) -> Result<PageAnswer<Review>, PortError> {
        Ok(list(self, page).await?)
    }

    async fn by_author(&self, user: UserId) -> Result<Option<Review>, PortError> {
        Ok(by_author(&mut *self.connection().await?, user).await?)
    }

    async fn add(&self, review: &NewReview) -> Result<AddReviewOutcome, PortError> {
        match retrying(|| add(self, review)).await {
            Ok(added) => Ok(AddReviewOutcome::Added(added)),
            Err(error) if error.violates("reviews_user_id_key") => Ok(AddReviewOutcome::AlreadyReviewed),
            Err(error) if error.violates("reviews_user_id_fkey") => Ok(AddReviewOutcome::AuthorGone),
            Err(error) => Err(error.into()),
        }
    }

    async fn update(
        &self,
        id: ReviewId,
        user: UserId,
        rating: Rating,
        comment: &ReviewComment,
        now: DateTime<Utc>,
    ) -> Result<UpdateReviewOutcome, PortError> {
        Ok(retrying(|| update(self, id, user, rating, comment, now)).await?)
    }

    async fn delete(&self, id: ReviewId, by: &Actor, now: DateTime<Utc>) -> Result<bool, PortError> {
        Ok(retrying(|| delete(self, id, by, now)).await?)
    }
}

async fn list(db: &Postgres, page: &PageRequest) -> Result<PageAnswer<Review>, DbError> {
    let mut rows = reviews::table.inner_join(users::table).into_boxed();
    if let Some(after) = &page.after {
        let Some((at, id)) = cursor::read::<Micros, Uuid>(NEWEST, after) else { return Ok(PageAnswer::InvalidCursor) };
        rows = rows.filter(before((reviews::created_at, reviews::id), (at.instant(), id)));
    }
    let rows = rows
        .order((reviews::created_at.desc(), reviews::id.desc()))
        .limit(cursor::rows_to_load(page.limit))
        .select((ReviewRow::as_select(), UserRow::as_select()));
    let counted = total_of("reviews", None);
    let connection = &*db.connection().await?;
    let (rows, count) = try_join!(rows.load::<(ReviewRow, UserRow)>(&mut &*connection), counted.get_result::<Number>(&mut &*connection))?;
    let cursor_of = |(row, _): &(ReviewRow, UserRow)| cursor::write(NEWEST, &Micros::from(row.created_at), &row.id);
    cursor::page(rows, page.limit, count.n, cursor_of, review_of)
}

async fn add(db: &Postgres, review: &NewReview) -> Result<Review, DbError> {
    let mut connection = db.connection_for(Work::Accounts, [row_of::user(review.user_id)]).await?;
    connection
        .transaction(async |connection| {
            diesel::insert_into(reviews::table)
                .values((
                    reviews::id.eq(review.id.uuid()),
                    reviews::user_id.eq(review.user_id.uuid()),
                    reviews::rating.eq(i16::from(review.rating.get())),
                    reviews::comment.eq(review.comment.as_str()),
                    reviews::created_at.eq(review.created_at),
                    reviews::updated_at.eq(review.created_at),
                ))
                .execute(connection)
                .await?;
            known("review", by_id(connection, review.id).await?)
        })
        .await
}

async fn update(
    db: &Postgres,
    id: ReviewId,
    user: UserId,
    rating: Rating,
    comment: &ReviewComment,
    now: DateTime<Utc>,
) -> Result<UpdateReviewOutcome, DbError> {
    let connection = &mut *db.connection_for(Work::Accounts, [row_of::review(id)]).await?;
    let stars = i16::from(rating.get());
    let own = reviews::table.find(id.uuid()).filter(reviews::user_id.eq(user.uuid()));
    let otherwise = own.filter(reviews::rating.ne(stars).or(reviews::comment.ne(comment.as_str())));
    let written = diesel::update(otherwise)
        .set((reviews::rating.eq(stars), reviews::comment.eq(comment.as_str()), reviews::updated_at.eq(now)))
        .execute(connection)
        .await?;
    Ok(match by_id(connection, id).await? {
        None => UpdateReviewOutcome::NotFound,
        Some(review) if review.user_id != user => UpdateReviewOutcome::NotOwner,
        Some(review) if written == 0 => UpdateReviewOutcome::Unchanged(review),
        Some(review) => UpdateReviewOutcome::Updated(review),
    })
}

async fn delete(db: &Postgres, id: ReviewId, by: &Actor, now: DateTime<Utc>) -> Result<bool, DbError> {
    let mut connection = db.connection_for(Work::Accounts, [row_of::review(id)]).await?;
    connection
        .transaction(async |connection| {
            let Some(review) = by_id(connection, id).await? else { return Ok(false) };
            if diesel::delete(reviews::table.find(id.uuid())).execute(connection).await? == 0 {
                return Ok(false);
            }
            let entity_id = id.to_string();
            let entry = Entry { action: "delete", entity: "review", entity_id: &entity_id, before: Some(audited(&review)), after: None };
            audit::record(connection, by, now, entry).await?;
            Ok(true)
        })
        .await
}

async fn by_id(connection: &mut AsyncPgConnection, id: ReviewId) -> Result<Option<Review>, DbError> {
    let found = reviews::table.inner_join(users::table).filter(reviews::id.eq(id.uuid()));
    let row: Option<(ReviewRow, UserRow)> =
        found.select((ReviewRow::as_select(), UserRow::as_select())).first(connection).await.optional()?;
    row.map(review_of).transpose()
}

async fn by_author(connection: &mut AsyncPgConnection, user: UserId) -> Result<Option<Review>, DbError> {
    let found = reviews::table.inner_join(users::table).filter(reviews::user_id.eq(user.uuid()));
    let row: Option<(ReviewRow, UserRow)> =
        found.select((ReviewRow::as_select(), UserRow::as_select())).first(connection).await.optional()?;
    row.map(review_of).transpose()
}
