//! Changes of users by administrators: create, block, delete, promote. At least one owner always remains who is not blocked.
//!
//! Each change of an existing user first locks the rows of all staff, in the order of their ids. So such changes run one
//! after the other, and each reads the result of the one before.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use domain::accounts::ports::{DeleteUserOutcome, PromoteOutcome, SetBlockedOutcome};
use domain::accounts::staff_role::StaffRole;
use domain::accounts::staff_roster::{StaffMember, StaffRoster};
use domain::accounts::user::{NewUser, PasswordHash, User, UserType, keeps_password};
use domain::messages::security_notice::StaffChange;
use domain::reports::audit::Actor;
use domain::shared::email::EmailAddress;
use domain::shared::ids::UserId;
use uuid::Uuid;

use super::row::{record, record_promotion};
use super::{UserRow, insert, replace_password, user_of};
use crate::accounts::staff::tell_of_staff;
use crate::accounts::{second_factors, sessions, staff_invitations};
use crate::connection::pool::Postgres;
use crate::connection::work_limits::{Work, row_of};
use crate::error::{DbError, known};
use crate::query::locks::{self, Lock};
use crate::schema::users;

/// Creates an administrator, under the lock of the first one. An e-mail address that is taken violates `users_email_key`.
pub(crate) async fn create(db: &Postgres, user: &NewUser, by: &Actor) -> Result<UserRow, DbError> {
    let mut connection = db.connection_for(Work::Accounts, [row_of::address(&user.email)]).await?;
    connection
        .transaction(async |connection| {
            locks::take(connection, Lock::FirstAdmin, "").await?;
            let row = insert(connection, user).await?;
            record(connection, by, user.created_at, "create", None, Some(&user_of(row.clone())?)).await?;
            Ok(row)
        })
        .await
}

/// Blocks or unblocks a user; blocking ends all sessions of the user, and the invitations by the user. Writes nothing if the user is in this state already.
pub(crate) async fn set_blocked(
    db: &Postgres,
    email: &EmailAddress,
    blocked: bool,
    by: &Actor,
    now: DateTime<Utc>,
) -> Result<SetBlockedOutcome, DbError> {
    let mut connection = db.connection_for(Work::Accounts, [row_of::admins()]).await?;
    connection
        .transaction(async |connection| {
            let staff = lock_staff(connection).await?;
            let Some(user) = lock_user(connection, email).await? else { return Ok(SetBlockedOutcome::NotFound) };
            if !staff.may_change(by, &user) {
                return Ok(SetBlockedOutcome::OwnersOnly);
            }
            if user.is_blocked == blocked {
                return Ok(SetBlockedOutcome::Updated(user));
            }
            if blocked && staff.is_last_owner(&user) {
                return Ok(SetBlockedOutcome::LastOwner);
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
            Ok(SetBlockedOutcome::Updated(changed))
        })
        .await
}

/// Deletes a user. Foreign keys delete the sessions, idempotency keys and review of the user; the orders stay without an account.
pub(crate) async fn delete(db: &Postgres, email: &EmailAddress, by: &Actor, now: DateTime<Utc>) -> Result<DeleteUserOutcome, DbError> {
    let mut connection = db.connection_for(Work::Accounts, [row_of::admins()]).await?;
    connection
        .transaction(async |connection| {
            let staff = lock_staff(connection).await?;
            let Some(user) = lock_user(connection, email).await? else { return Ok(DeleteUserOutcome::NotFound) };
            if !staff.may_change(by, &user) {
                return Ok(DeleteUserOutcome::OwnersOnly);
            }
            if staff.is_last_owner(&user) {
                return Ok(DeleteUserOutcome::LastOwner);
            }
            diesel::delete(users::table.find(user.id.uuid())).execute(connection).await?;
            record(connection, by, now, "delete", Some(&user), None).await?;
            if user.staff_role.is_some() {
                tell_of_staff(connection, &user, StaffChange::Deleted, by, now).await?;
            }
            Ok(DeleteUserOutcome::Deleted)
        })
        .await
}

/// Promotes a user to administrator with this role and ends the user's sessions; an administrator is not changed. A `password` replaces that of the
/// user. Without one, the user's password is kept if the e-mail address is verified, and else removed: another person may have
/// registered with this address.
pub(crate) async fn promote(
    db: &Postgres,
    email: &EmailAddress,
    role: StaffRole,
    password: Option<&PasswordHash>,
    by: &Actor,
    now: DateTime<Utc>,
) -> Result<PromoteOutcome, DbError> {
    let mut connection = db.connection_for(Work::Accounts, [row_of::admins()]).await?;
    connection
        .transaction(async |connection| {
            lock_staff(connection).await?;
            let Some(user) = lock_user(connection, email).await? else { return Ok(PromoteOutcome::NotFound) };
            let (has_password, email_verified) = password_state(connection, &user).await?;
            if user.user_type == UserType::Admin {
                return Ok(PromoteOutcome::AlreadyAdmin { user, has_password });
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
            Ok(PromoteOutcome::Promoted { user: changed, has_password })
        })
        .await
}

/// The effect of a promotion on the password, as a word of the audit log.
const fn password_fate(is_set: bool, is_kept: bool) -> &'static str {
    match (is_set, is_kept) {
        (true, _) => "set",
        (false, true) => "kept",
        (false, false) => "dropped",
    }
}

/// Writes type and role of a user.
pub(crate) async fn write_role(connection: &mut AsyncPgConnection, user: &User) -> Result<(), DbError> {
    let values = (users::user_type.eq(user.user_type.as_str()), users::staff_role.eq(user.staff_role.map(StaffRole::as_str)));
    diesel::update(users::table.find(user.id.uuid())).set(values).execute(connection).await?;
    Ok(())
}

pub(crate) async fn lock_staff(connection: &mut AsyncPgConnection) -> Result<StaffRoster, DbError> {
    let staff: Vec<(Uuid, Option<String>, bool)> = users::table
        .filter(users::user_type.eq(UserType::Admin.as_str()))
        .order(users::id)
        .select((users::id, users::staff_role, users::is_blocked))
        .for_update()
        .load(connection)
        .await?;
    let members = staff.into_iter().map(|(id, role, is_blocked)| {
        let role = known("role", role.as_deref().and_then(StaffRole::parse))?;
        Ok(StaffMember { id: UserId::new(id), role, is_blocked })
    });
    Ok(StaffRoster::new(members.collect::<Result<_, DbError>>()?))
}

/// The user with this e-mail address, locked.
pub(crate) async fn lock_user(connection: &mut AsyncPgConnection, email: &EmailAddress) -> Result<Option<User>, DbError> {
    let found = users::table.filter(users::email.eq(email.as_str())).select(UserRow::as_select());
    found.for_update().first(connection).await.optional()?.map(user_of).transpose()
}

/// Whether a user has a password, and whether the user's e-mail address is verified.
async fn password_state(connection: &mut AsyncPgConnection, user: &User) -> Result<(bool, bool), DbError> {
    let state = (users::password_hash.is_not_null(), users::email_verified_at.is_not_null());
    Ok(users::table.find(user.id.uuid()).select(state).first(connection).await?)
}
