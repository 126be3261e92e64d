//! Password-reset links. What writes links of a user holds the lock of the user's row.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::accounts::password_reset::{LINK_PERIOD, ResetSecret, VALID_FOR};
use domain::accounts::ports::{BeginResetOutcome, NewReset, PasswordResetStore, ResetPasswordError};
use domain::accounts::user::{PasswordHash, User, UserType};
use domain::shared::ids::UserId;
use domain::shared::ports::PortError;
use uuid::Uuid;

use crate::accounts::email_verification::mark_verified;
use crate::accounts::second_factors;
use crate::accounts::users::{UserRow, replace_password, tell_of_password, user_of};
use crate::connection::pool::Postgres;
use crate::connection::transaction::Aborted;
use crate::connection::work_limits::{Work, row_of};
use crate::error::DbError;
use crate::query::secret_hash::hash_of;
use crate::schema::{password_resets, users};

#[async_trait]
impl PasswordResetStore for Postgres {
    async fn begin(&self, reset: &NewReset) -> Result<BeginResetOutcome, PortError> {
        self.in_transaction(Work::Accounts, &[row_of::user(reset.user)], async |connection| {
            let user = reset.user.uuid();
            let known: Option<Uuid> = users::table.find(user).select(users::id).for_no_key_update().first(connection).await.optional()?;
            if known.is_none() {
                return Ok(BeginResetOutcome::UserGone);
            }
            let in_period = password_resets::created_at.gt(reset.at - LINK_PERIOD);
            let recent = password_resets::table.filter(password_resets::user_id.eq(user)).filter(in_period);
            let recent: i64 = recent.count().get_result(connection).await?;
            if reset.per_hour.is_some_and(|limit| recent >= i64::from(limit)) {
                return Ok(BeginResetOutcome::TooMany);
            }
            end_all(connection, reset.user, reset.at).await?;
            let row = (
                password_resets::user_id.eq(user),
                password_resets::secret_hash.eq(hash_of(&reset.secret)),
                password_resets::created_at.eq(reset.at),
            );
            diesel::insert_into(password_resets::table).values(row).execute(connection).await?;
            Ok(BeginResetOutcome::Begun)
        })
        .await
    }

    async fn is_valid(&self, secret: &ResetSecret, now: DateTime<Utc>) -> Result<bool, PortError> {
        let mut connection = self.connection().await?;
        Ok(owner(&mut connection, secret, now).await?.is_some())
    }

    async fn finish(&self, secret: &ResetSecret, password: &PasswordHash, now: DateTime<Utc>) -> Result<User, ResetPasswordError> {
        let invalid_link = || Aborted::Refused(ResetPasswordError::InvalidLink);
        self.in_transaction(Work::Accounts, &[row_of::link(&hash_of(secret))], async |connection| {
            let user = owner(connection, secret, now).await?.ok_or_else(invalid_link)?;
            let row = users::table.find(user).select(UserRow::as_select()).for_no_key_update();
            let row: Option<UserRow> = row.first(connection).await.optional()?;
            // Again under the lock: another request may have used the link meanwhile.
            owner(connection, secret, now).await?.ok_or_else(invalid_link)?;
            let user = user_of(row.ok_or_else(invalid_link)?)?;
            replace_password(connection, user.id, Some(password), now).await?;
            if user.user_type == UserType::Customer {
                second_factors::drop_unproved(connection, &user).await?;
            }
            // The link was mailed to the address, so the user receives mail there.
            mark_verified(connection, &user, now).await?;
            tell_of_password(connection, &user, now).await?;
            Ok(User { email_verified: true, ..user })
        })
        .await
    }
}

/// The user of a valid link: not ended, in time, of a user who is not blocked.
async fn owner(connection: &mut AsyncPgConnection, secret: &ResetSecret, now: DateTime<Utc>) -> Result<Option<Uuid>, DbError> {
    let link = password_resets::table
        .inner_join(users::table)
        .filter(password_resets::secret_hash.eq(hash_of(secret)))
        .filter(password_resets::ended_at.is_null())
        .filter(password_resets::created_at.gt(now - VALID_FOR))
        .filter(users::is_blocked.eq(false));
    Ok(link.select(password_resets::user_id).first(connection).await.optional()?)
}

/// Ends all links of a user, in the transaction of the caller.
pub(crate) async fn end_all(connection: &mut AsyncPgConnection, user: UserId, now: DateTime<Utc>) -> Result<(), DbError> {
    let open = password_resets::table.filter(password_resets::user_id.eq(user.uuid())).filter(password_resets::ended_at.is_null());
    diesel::update(open).set(password_resets::ended_at.eq(now)).execute(connection).await?;
    Ok(())
}
