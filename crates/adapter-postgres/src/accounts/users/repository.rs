//! Writing users. At least one owner always remains who is not blocked.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::accounts::actor::Actor;
use domain::accounts::ports::{
    DeleteUserError, Promotion, RegisterUserError, SetUserBlockedError, UpdateProfileError, UpdatedUser, UserRepository,
};
use domain::accounts::staff_role::StaffRole;
use domain::accounts::user::{Credentials, NewUser, PasswordHash, ProfileChange, User, UserType, keeps_password};
use domain::messages::account_mails;
use domain::messages::security_notice::StaffChange;
use domain::shared::email::EmailAddress;
use domain::shared::ids::{SessionId, UserId};
use domain::shared::ports::PortError;

use super::row::{record, record_promotion};
use super::{UserRow, lock_staff, lock_user, profile, replace_password, row, user_of, write_role};
use crate::accounts::staff::tell_of_staff;
use crate::accounts::{second_factors, sessions, staff_invitations};
use crate::connection::pool::Postgres;
use crate::connection::transaction::Aborted;
use crate::connection::work_limits::{Work, row_of};
use crate::error::{DbError, committed};
use crate::images::uploads;
use crate::messages::outbox;
use crate::query::locks::{self, Lock};
use crate::schema::users;

#[async_trait]
impl UserRepository for Postgres {
    async fn create(&self, user: &NewUser) -> Result<User, RegisterUserError> {
        self.in_transaction(Work::Accounts, &[row_of::address(&user.email)], async |connection| {
            let row = insert(connection, user).await.map_err(refused)?;
            if user.sends_verification {
                outbox::enqueue(connection, &account_mails::verification(user.id, &user.email, user.created_at)).await?;
            }
            Ok(user_of(row)?)
        })
        .await
    }

    async fn create_admin(&self, user: &NewUser, by: &Actor) -> Result<User, RegisterUserError> {
        self.in_transaction(Work::Accounts, &[row_of::address(&user.email)], async |connection| {
            locks::take(connection, Lock::FirstAdmin, "").await?;
            let made = user_of(insert(connection, user).await.map_err(refused)?)?;
            record(connection, by, user.created_at, "create", None, Some(&made)).await?;
            Ok(made)
        })
        .await
    }

    async fn credentials(&self, email: &EmailAddress) -> Result<Option<Credentials>, PortError> {
        let found = users::table.filter(users::email.eq(email.as_str())).select((UserRow::as_select(), users::password_hash));
        let connection = &mut *self.connection().await?;
        let found: Option<(UserRow, Option<String>)> = found.first(connection).await.optional().map_err(DbError::from)?;
        found.map(|(row, hash)| Ok(Credentials { user: user_of(row)?, password_hash: hash.map(PasswordHash::new) })).transpose()
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
    ) -> Result<UpdatedUser, UpdateProfileError> {
        profile::update(self, user, change, keep, None, now).await
    }

    async fn update_profile_as_admin(
        &self,
        user: UserId,
        change: &ProfileChange,
        keep: Option<SessionId>,
        by: &Actor,
        now: DateTime<Utc>,
    ) -> Result<UpdatedUser, UpdateProfileError> {
        profile::update(self, user, change, keep, Some(by), now).await
    }

    async fn set_blocked(&self, email: &EmailAddress, blocked: bool, by: &Actor, now: DateTime<Utc>) -> Result<User, SetUserBlockedError> {
        self.in_transaction(Work::Accounts, &[row_of::admins()], async |connection| {
            let staff = lock_staff(connection).await?;
            let user = lock_user(connection, email).await?.ok_or(Aborted::Refused(SetUserBlockedError::NotFound))?;
            staff.check_blocking(by, &user, blocked).map_err(Aborted::Refused)?;
            if user.is_blocked == blocked {
                return Ok(user);
            }
            diesel::update(users::table.find(user.id.uuid())).set(users::is_blocked.eq(blocked)).execute(connection).await?;
            if blocked {
                sessions::revoke_all(connection, user.id, None, now).await?;
                staff_invitations::end_those_of(connection, user.id, now).await?;
            }
            let changed = User { is_blocked: blocked, ..user.clone() };
            record(connection, by, now, if blocked { "block" } else { "unblock" }, Some(&user), Some(&changed)).await?;
            if user.staff_role.is_some() {
                let change = if blocked { StaffChange::Blocked } else { StaffChange::Unblocked };
                tell_of_staff(connection, &user, change, by, now).await?;
            }
            Ok(changed)
        })
        .await
    }

    /// Foreign keys delete the sessions, idempotency keys and review of the user; the orders stay without an account.
    async fn delete(&self, email: &EmailAddress, by: &Actor, now: DateTime<Utc>) -> Result<(), DeleteUserError> {
        self.in_transaction(Work::Accounts, &[row_of::admins()], async |connection| {
            let staff = lock_staff(connection).await?;
            let user = lock_user(connection, email).await?.ok_or(Aborted::Refused(DeleteUserError::NotFound))?;
            staff.check_deletion(by, &user).map_err(Aborted::Refused)?;
            diesel::delete(users::table.find(user.id.uuid())).execute(connection).await?;
            record(connection, by, now, "delete", Some(&user), None).await?;
            if user.staff_role.is_some() {
                tell_of_staff(connection, &user, StaffChange::Deleted, by, now).await?;
            }
            Ok(())
        })
        .await
    }

    async fn promote<'a>(
        &self,
        email: &EmailAddress,
        role: StaffRole,
        password: Option<&'a PasswordHash>,
        by: &Actor,
        now: DateTime<Utc>,
    ) -> Result<Option<Promotion>, PortError> {
        self.in_transaction(Work::Accounts, &[row_of::admins()], async |connection| {
            lock_staff(connection).await?;
            let Some(user) = lock_user(connection, email).await? else { return Ok(None) };
            let (has_password, email_verified) = password_state(connection, &user).await?;
            if user.user_type == UserType::Admin {
                return Ok(Some(Promotion { user, has_password, was_admin: true }));
            }
            let changed = User { user_type: UserType::Admin, staff_role: Some(role), ..user.clone() };
            write_role(connection, &changed).await?;
            // The address was registered without proof: neither the password nor the second factor stays.
            second_factors::drop_unproved(connection, &user).await?;
            let keeps_password = password.is_none() && keeps_password(email_verified);
            if keeps_password {
                sessions::revoke_all(connection, user.id, None, now).await?;
            } else {
                replace_password(connection, user.id, password, now).await?;
            }
            record_promotion(connection, by, now, (&user, &changed), password_fate(password.is_some(), keeps_password)).await?;
            let has_password = if keeps_password { has_password } else { password.is_some() };
            Ok(Some(Promotion { user: changed, has_password, was_admin: false }))
        })
        .await
    }
}

/// The refusal that a violated constraint means.
fn refused(error: DbError) -> Aborted<RegisterUserError> {
    if error.violates("users_email_key") {
        Aborted::Refused(RegisterUserError::EmailTaken)
    } else if error.violates(uploads::GONE) {
        Aborted::Refused(RegisterUserError::PictureGone)
    } else {
        error.into()
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

/// The effect of a promotion on the password, as a word of the audit log.
const fn password_fate(is_set: bool, is_kept: bool) -> &'static str {
    match (is_set, is_kept) {
        (true, _) => "set",
        (false, true) => "kept",
        (false, false) => "dropped",
    }
}

/// Whether a user has a password, and whether the user's e-mail address is verified.
async fn password_state(connection: &mut AsyncPgConnection, user: &User) -> Result<(bool, bool), DbError> {
    let state = (users::password_hash.is_not_null(), users::email_verified_at.is_not_null());
    Ok(users::table.find(user.id.uuid()).select(state).first(connection).await?)
}
