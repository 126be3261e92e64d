//! Writing users.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use domain::accounts::ports::{CreateUserOutcome, DeleteUserOutcome, PromoteOutcome, SetBlockedOutcome, UpdateUserOutcome, UserRepository};
use domain::accounts::staff_role::StaffRole;
use domain::accounts::user::{Credentials, NewUser, PasswordHash, ProfileChange};
use domain::reports::audit::Actor;
use domain::shared::email::EmailAddress;
use domain::shared::ids::{SessionId, UserId};
use domain::shared::ports::PortError;

use super::{UserRow, admins, profile, row, user_of};
use crate::connection::pool::Postgres;
use crate::connection::work_limits::{Work, row_of};
use crate::error::{DbError, committed, retrying};
use crate::images::uploads;
use crate::messages::outbox;
use crate::schema::users;

#[async_trait]
impl UserRepository for Postgres {
    async fn create(&self, user: &NewUser) -> Result<CreateUserOutcome, PortError> {
        Ok(created(retrying(|| create(self, user)).await)?)
    }

    async fn create_admin(&self, user: &NewUser, by: &Actor) -> Result<CreateUserOutcome, PortError> {
        Ok(created(retrying(|| admins::create(self, user, by)).await)?)
    }

    async fn credentials(&self, email: &EmailAddress) -> Result<Option<Credentials>, PortError> {
        Ok(credentials(self, email).await?)
    }

    async fn rehash<'a>(&self, user: UserId, old: &'a PasswordHash, new: &'a PasswordHash) -> Result<(), PortError> {
        let mut connection = self.connection_for(Work::Accounts, [row_of::user(user)]).await?;
        let unchanged = users::table.filter(users::id.eq(user.uuid())).filter(users::password_hash.eq(old.as_str()));
        diesel::update(unchanged).set(users::password_hash.eq(new.as_str())).execute(&mut *connection).await.map_err(DbError::from)?;
        Ok(())
    }

    async fn update_profile(
        &self,
        user: UserId,
        change: &ProfileChange,
        keep: Option<SessionId>,
        now: DateTime<Utc>,
    ) -> Result<UpdateUserOutcome, PortError> {
        Ok(profile::update(self, user, change, keep, None, now).await?)
    }

    async fn update_profile_as_admin(
        &self,
        user: UserId,
        change: &ProfileChange,
        keep: Option<SessionId>,
        by: &Actor,
        now: DateTime<Utc>,
    ) -> Result<UpdateUserOutcome, PortError> {
        Ok(profile::update(self, user, change, keep, Some(by), now).await?)
    }

    async fn set_blocked(
        &self,
        email: &EmailAddress,
        blocked: bool,
        by: &Actor,
        now: DateTime<Utc>,
    ) -> Result<SetBlockedOutcome, PortError> {
        Ok(retrying(|| admins::set_blocked(self, email, blocked, by, now)).await?)
    }

    async fn delete(&self, email: &EmailAddress, by: &Actor, now: DateTime<Utc>) -> Result<DeleteUserOutcome, PortError> {
        Ok(retrying(|| admins::delete(self, email, by, now)).await?)
    }

    async fn promote<'a>(
        &self,
        email: &EmailAddress,
        role: StaffRole,
        password: Option<&'a PasswordHash>,
        by: &Actor,
        now: DateTime<Utc>,
    ) -> Result<PromoteOutcome, PortError> {
        Ok(retrying(|| admins::promote(self, email, role, password, by, now)).await?)
    }
}

/// Writes a new user and the mail to the user, in one transaction.
async fn create(db: &Postgres, user: &NewUser) -> Result<UserRow, DbError> {
    let mut connection = db.connection_for(Work::Accounts, [row_of::address(&user.email)]).await?;
    let Some(mail) = &user.mail else { return insert(&mut connection, user).await };
    connection
        .transaction(async |connection| {
            let row = insert(connection, user).await?;
            outbox::enqueue(connection, mail).await?;
            Ok(row)
        })
        .await
}

fn created(inserted: Result<UserRow, DbError>) -> Result<CreateUserOutcome, DbError> {
    match inserted {
        Ok(row) => Ok(CreateUserOutcome::Created(user_of(row)?)),
        Err(error) if error.violates("users_email_key") => Ok(CreateUserOutcome::EmailTaken),
        Err(error) if error.violates(uploads::GONE) => Ok(CreateUserOutcome::PictureGone),
        Err(error) => Err(error),
    }
}

/// Writes a new user; violates `users_email_key` when the address is taken, and [`uploads::GONE`] when the picture is deleted.
pub(crate) async fn insert(connection: &mut AsyncPgConnection, user: &NewUser) -> Result<UserRow, DbError> {
    let (search_text, search_grams) = row::search_columns(&user.first_name, &user.last_name, &user.email);
    let written = diesel::insert_into(users::table)
        .values((
            users::id.eq(user.id.uuid()),
            users::email.eq(user.email.as_str()),
            users::first_name.eq(user.first_name.as_str()),
            users::last_name.eq(user.last_name.as_str()),
            users::profile_picture.eq(user.profile_picture.as_ref().map(|p| p.as_str())),
            users::user_type.eq(user.user_type.as_str()),
            users::staff_role.eq(user.staff_role.map(StaffRole::as_str)),
            users::is_blocked.eq(false),
            users::password_hash.eq(user.password_hash.as_ref().map(PasswordHash::as_str)),
            users::created_at.eq(user.created_at),
            users::search_text.eq(search_text),
            users::search_grams.eq(search_grams),
        ))
        .returning(UserRow::as_returning())
        .load(connection);
    Ok(committed(written).await?)
}

async fn credentials(db: &Postgres, email: &EmailAddress) -> Result<Option<Credentials>, DbError> {
    let found: Option<(UserRow, Option<String>)> = users::table
        .filter(users::email.eq(email.as_str()))
        .select((UserRow::as_select(), users::password_hash))
        .first(&mut *db.connection().await?)
        .await
        .optional()?;
    found.map(|(row, hash)| Ok(Credentials { user: user_of(row)?, password_hash: hash.map(PasswordHash::new) })).transpose()
}
