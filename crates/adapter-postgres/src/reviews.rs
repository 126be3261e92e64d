//! Reviews.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::result::Error as DieselError;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::accounts::actor::Actor;
use domain::reviews::{NewReview, Rating, Review, ReviewError, ReviewRepository};
use domain::shared::decide::Decide;
use domain::shared::edit::Saved;
use domain::shared::ids::{ReviewId, UserId};
use domain::shared::page::{InvalidCursor, Page, PageRequest};
use domain::shared::text::ReviewComment;
use futures_util::try_join;
use serde_json::json;
use uuid::Uuid;

use crate::accounts::users::{UserRow, user_of};
use crate::audit::{self, Entry};
use crate::connection::pool::Postgres;
use crate::connection::transaction::Aborted;
use crate::connection::work_limits::{Work, row_of};
use crate::error::{DbError, known, stored, violated};
use crate::query::cursor::{self, Micros};
use crate::query::keyset::before;
use crate::query::sql::Number;
use crate::query::tallies::total_of;
use crate::schema::{reviews, users};

/// The name of the list in its cursors.
const NEWEST: &str = "reviews:newest";

/// The columns of [`reviews`].
#[derive(Queryable, Selectable)]
#[diesel(table_name = reviews, check_for_backend(diesel::pg::Pg))]
struct ReviewRow {
    id: Uuid,
    user_id: Uuid,
    rating: i16,
    comment: String,
    created_at: DateTime<Utc>,
    updated_at: DateTime<Utc>,
}

#[async_trait]
impl ReviewRepository for Postgres {
    async fn list(&self, page: &PageRequest) -> Result<Page<Review>, ReviewError> {
        let mut rows = reviews::table.inner_join(users::table).into_boxed();
        if let Some(after) = &page.after {
            let (at, id) = cursor::read::<Micros, Uuid>(NEWEST, after).ok_or(InvalidCursor)?;
            rows = rows.filter(before((reviews::created_at, reviews::id), (at.instant(), id)));
        }
        let rows = rows
            .order((reviews::created_at.desc(), reviews::id.desc()))
            .limit(cursor::rows_to_load(page.limit))
            .select((ReviewRow::as_select(), UserRow::as_select()));
        let connection = &*self.connection().await?;
        let rows = rows.load::<(ReviewRow, UserRow)>(&mut &*connection);
        let total = total_of("reviews", None).get_result::<Number>(&mut &*connection);
        let (rows, total) = try_join!(rows, total).map_err(DbError::from)?;
        let cursor_of = |(row, _): &(ReviewRow, UserRow)| cursor::write(NEWEST, &Micros::from(row.created_at), &row.id);
        Ok(cursor::page_of(rows, page.limit, total.n, cursor_of, review_of)?)
    }

    async fn by_author(&self, user: UserId) -> Result<Option<Review>, ReviewError> {
        let found = reviews::table.inner_join(users::table).filter(reviews::user_id.eq(user.uuid()));
        let found = found.select((ReviewRow::as_select(), UserRow::as_select()));
        let row = found.first(&mut *self.connection().await?).await.optional().map_err(DbError::from)?;
        Ok(row.map(review_of).transpose()?)
    }

    async fn add(&self, review: &NewReview) -> Result<Review, ReviewError> {
        let rows = [row_of::user(review.user_id)];
        self.in_transaction(Work::Accounts, &rows, async |connection| {
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
                .await
                .map_err(refused)?;
            Ok(known("review", by_id(connection, review.id).await?)?)
        })
        .await
    }

    async fn change(&self, id: ReviewId, decide: Decide<Review, Review, ReviewError>) -> Result<Saved<Review>, ReviewError> {
        self.in_transaction(Work::Accounts, &[row_of::review(id)], async |connection| {
            let current = locked(connection, id).await?.ok_or(Aborted::Refused(ReviewError::NotFound))?;
            let changed = decide(&current).map_err(Aborted::Refused)?;
            if changed == current {
                return Ok(Saved { value: current, is_changed: false });
            }
            diesel::update(reviews::table.find(id.uuid()))
                .set((
                    reviews::rating.eq(i16::from(changed.rating.get())),
                    reviews::comment.eq(changed.comment.as_str()),
                    reviews::updated_at.eq(changed.updated_at),
                ))
                .execute(connection)
                .await?;
            Ok(Saved { value: changed, is_changed: true })
        })
        .await
    }

    async fn delete(&self, id: ReviewId, by: &Actor, now: DateTime<Utc>) -> Result<(), ReviewError> {
        self.in_transaction(Work::Accounts, &[row_of::review(id)], async |connection| {
            let review = locked(connection, id).await?.ok_or(Aborted::Refused(ReviewError::NotFound))?;
            diesel::delete(reviews::table.find(id.uuid())).execute(connection).await?;
            let before = json!({ "userEmail": review.email.as_str(), "rating": review.rating.get(), "comment": review.comment.as_str() });
            let entity_id = id.to_string();
            let entry = Entry { action: "delete", entity: "review", entity_id: &entity_id, before: Some(before), after: None };
            Ok(audit::record(connection, by, now, entry).await?)
        })
        .await
    }
}

/// The refusal that a violated constraint means.
fn refused(error: DieselError) -> Aborted<ReviewError> {
    match violated(&error) {
        Some("reviews_user_id_key") => Aborted::Refused(ReviewError::AlreadyReviewed),
        Some("reviews_user_id_fkey") => Aborted::Refused(ReviewError::AuthorGone),
        _ => error.into(),
    }
}

/// The review, locked until the transaction ends.
async fn locked(connection: &mut AsyncPgConnection, id: ReviewId) -> Result<Option<Review>, DbError> {
    let found = reviews::table.find(id.uuid()).select(reviews::id).for_no_key_update();
    let found: Option<Uuid> = found.first(connection).await.optional()?;
    // Read after locking: a statement that waited for the lock may have read older rows.
    if found.is_some() { by_id(connection, id).await } else { Ok(None) }
}

async fn by_id(connection: &mut AsyncPgConnection, id: ReviewId) -> Result<Option<Review>, DbError> {
    let found = reviews::table.inner_join(users::table).filter(reviews::id.eq(id.uuid()));
    let row = found.select((ReviewRow::as_select(), UserRow::as_select())).first(connection).await.optional()?;
    row.map(review_of).transpose()
}

fn review_of((row, author): (ReviewRow, UserRow)) -> Result<Review, DbError> {
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
