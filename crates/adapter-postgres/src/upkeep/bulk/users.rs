//! Users and their reviews.

use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::accounts::staff_role::StaffRole;
use domain::accounts::user::User;
use domain::reviews::NewReview;

use crate::accounts::users::search_columns;
use crate::error::DbError;
use crate::schema::{reviews, users};

pub(super) async fn insert_users(connection: &mut AsyncPgConnection, some: &[User]) -> Result<(), DbError> {
    let rows: Vec<_> = some
        .iter()
        .map(|user| {
            let (search_text, search_grams) = search_columns(&user.first_name, &user.last_name, &user.email);
            (
                users::id.eq(user.id.uuid()),
                users::email.eq(user.email.as_str()),
                users::first_name.eq(user.first_name.as_str()),
                users::last_name.eq(user.last_name.as_str()),
                users::user_type.eq(user.user_type.as_str()),
                users::staff_role.eq(user.staff_role.map(StaffRole::as_str)),
                users::is_blocked.eq(user.is_blocked),
                users::created_at.eq(user.created_at),
                users::last_login.eq(user.last_login),
                users::search_text.eq(search_text),
                users::search_grams.eq(search_grams),
            )
        })
        .collect();
    diesel::insert_into(users::table).values(rows).execute(connection).await?;
    Ok(())
}

pub(super) async fn insert_reviews(connection: &mut AsyncPgConnection, some: &[NewReview]) -> Result<(), DbError> {
    let rows: Vec<_> = some
        .iter()
        .map(|review| {
            (
                reviews::id.eq(review.id.uuid()),
                reviews::user_id.eq(review.user_id.uuid()),
                reviews::rating.eq(i16::from(review.rating.get())),
                reviews::comment.eq(review.comment.as_str()),
                reviews::created_at.eq(review.created_at),
                reviews::updated_at.eq(review.created_at),
            )
        })
        .collect();
    diesel::insert_into(reviews::table).values(rows).execute(connection).await?;
    Ok(())
}
