//! Verified e-mail addresses of users.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::accounts::email_verification::EmailClaim;
use domain::accounts::ports::{EmailVerifier, VerifyEmailError};
use domain::accounts::user::User;
use domain::shared::ids::UserId;

use crate::accounts::users::{UserRow, user_of};
use crate::connection::pool::Postgres;
use crate::connection::work_limits::{Work, row_of};
use crate::error::DbError;
use crate::schema::users;

#[async_trait]
impl EmailVerifier for Postgres {
    async fn verify(&self, claim: &EmailClaim, now: DateTime<Utc>) -> Result<User, VerifyEmailError> {
        let connection = &mut *self.connection_for(Work::Accounts, [row_of::user(claim.user)]).await?;
        let owner = users::table.find(claim.user.uuid()).filter(users::email.eq(claim.email.as_str())).filter(users::is_blocked.eq(false));
        let row: Option<UserRow> = owner.select(UserRow::as_select()).first(connection).await.optional().map_err(DbError::from)?;
        let user = user_of(row.ok_or(VerifyEmailError::InvalidLink)?)?;
        mark_verified(connection, claim.user, now).await?;
        Ok(User { email_verified: true, ..user })
    }
}

/// Records when the address was first verified.
pub(crate) async fn mark_verified(connection: &mut AsyncPgConnection, user: UserId, now: DateTime<Utc>) -> Result<(), DbError> {
    let unverified = users::table.find(user.uuid()).filter(users::email_verified_at.is_null());
    diesel::update(unverified).set(users::email_verified_at.eq(now)).execute(connection).await?;
    Ok(())
}
