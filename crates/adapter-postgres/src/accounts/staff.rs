//! The port [`StaffAccounts`]: staff, their roles, and their removal.

use std::collections::HashSet;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::accounts::actor::Actor;
use domain::accounts::ports::{StaffAccount, StaffAccounts, StaffError};
use domain::accounts::staff_invitation::StaffInvitation;
use domain::accounts::staff_role::StaffRole;
use domain::accounts::staff_roster::LISTED_STAFF;
use domain::accounts::user::{User, UserType};
use domain::messages::security_notice::{SecurityEvent, SecurityNews, StaffChange};
use domain::shared::email::EmailAddress;
use uuid::Uuid;

use crate::accounts::users::{UserRow, lock_staff, lock_user, record, user_of, write_role};
use crate::accounts::{sessions, staff_invitations};
use crate::connection::pool::Postgres;
use crate::connection::transaction::Aborted;
use crate::connection::work_limits::{Work, row_of};
use crate::error::{DbError, stored};
use crate::messages::outbox;
use crate::schema::{second_factors, users};

#[async_trait]
impl StaffAccounts for Postgres {
    async fn list(&self) -> Result<Vec<StaffAccount>, StaffError> {
        let staff = users::table.filter(users::user_type.eq(UserType::Admin.as_str()));
        let by_name = staff.order((users::first_name, users::last_name, users::email)).limit(LISTED_STAFF.into());
        let connection = &mut *self.connection().await?;
        let rows = by_name.select(UserRow::as_select()).load(connection).await.map_err(DbError::from)?;
        let users = rows.into_iter().map(user_of).collect::<Result<_, DbError>>()?;
        Ok(accounts_of(connection, users).await?)
    }

    async fn change_role(&self, email: &EmailAddress, role: StaffRole, by: &Actor, now: DateTime<Utc>) -> Result<StaffAccount, StaffError> {
        change(self, email, Some(role), by, now).await
    }

    async fn remove(&self, email: &EmailAddress, by: &Actor, now: DateTime<Utc>) -> Result<StaffAccount, StaffError> {
        change(self, email, None, by, now).await
    }
}

/// Queues a notice to every owner who is not blocked. Runs in the transaction of the change that it reports; `cause` names the change
/// among all of its kind.
pub(crate) async fn tell_owners(connection: &mut AsyncPgConnection, news: &SecurityNews, cause: &str) -> Result<(), DbError> {
    tell_owners_but(connection, None, news, cause).await
}

/// Queues a notice about a person who accepted an invitation to every other owner who is not blocked. Runs in the transaction of the change,
/// after it.
pub(crate) async fn tell_of_new_staff(
    connection: &mut AsyncPgConnection,
    user: &User,
    invitation: &StaffInvitation,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    let event = SecurityEvent::StaffAccount { email: user.email.clone(), change: StaffChange::Role(invitation.role) };
    let news = SecurityNews { at: now, by: Some(invitation.invited_by.clone()), event };
    tell_owners_but(connection, Some(user), &news, &format!("joined:{}:{}", user.id.uuid(), now.timestamp_micros())).await
}

/// Queues notices about a change of the account of a member of staff: to the person, whom an owner may just have blocked, and to every
/// other owner who is not blocked. Runs in the transaction of the change, after it.
pub(crate) async fn tell_of_staff(
    connection: &mut AsyncPgConnection,
    user: &User,
    change: StaffChange,
    by: &Actor,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    let cause = format!("staff:{}:{}", user.id.uuid(), now.timestamp_micros());
    let news = |event| SecurityNews { at: now, by: by.email.clone(), event };
    outbox::enqueue(connection, &news(SecurityEvent::OwnStaffAccount(change)).mail(&user.email, &cause)).await?;
    let told = news(SecurityEvent::StaffAccount { email: user.email.clone(), change });
    tell_owners_but(connection, Some(user), &told, &cause).await
}

async fn tell_owners_but(
    connection: &mut AsyncPgConnection,
    except: Option<&User>,
    news: &SecurityNews,
    cause: &str,
) -> Result<(), DbError> {
    let owners = users::table.filter(users::staff_role.eq(StaffRole::Owner.as_str())).filter(users::is_blocked.eq(false));
    let addresses: Vec<String> = owners.order(users::id).select(users::email).load(connection).await?;
    for address in addresses.into_iter().filter(|address| except.is_none_or(|user| user.email.as_str() != address)) {
        let owner = stored("e-mail address", EmailAddress::parse_known(&address))?;
        outbox::enqueue(connection, &news.mail(&owner, cause)).await?;
    }
    Ok(())
}

/// These users, each with whether they have a second factor.
async fn accounts_of(connection: &mut AsyncPgConnection, users: Vec<User>) -> Result<Vec<StaffAccount>, DbError> {
    let ids: Vec<Uuid> = users.iter().map(|user| user.id.uuid()).collect();
    let enabled = second_factors::table.filter(second_factors::user_id.eq_any(ids)).filter(second_factors::enabled_at.is_not_null());
    let enabled: HashSet<Uuid> = enabled.select(second_factors::user_id).load(connection).await?.into_iter().collect();
    let account = |user: User| StaffAccount { has_second_factor: enabled.contains(&user.id.uuid()), user };
    Ok(users.into_iter().map(account).collect())
}

/// Gives a member of staff this role, or makes a customer of them.
async fn change(
    db: &Postgres,
    email: &EmailAddress,
    role: Option<StaffRole>,
    by: &Actor,
    now: DateTime<Utc>,
) -> Result<StaffAccount, StaffError> {
    db.in_transaction(Work::Accounts, &[row_of::admins()], async |connection| {
        let staff = lock_staff(connection).await?;
        staff.require_owner(by).map_err(|lacking| Aborted::Refused(lacking.into()))?;
        let user = lock_user(connection, email).await?.ok_or(Aborted::Refused(StaffError::NotFound))?;
        let changed = staff.changed_role(&user, role).map_err(Aborted::Refused)?;
        if changed != user {
            write(connection, (&user, &changed), by, now).await?;
        }
        let account = accounts_of(connection, vec![changed]).await?.into_iter().next();
        account.ok_or(Aborted::Refused(StaffError::NotFound))
    })
    .await
}

/// Writes another role, and ends what the user could do with the one before. Runs in the transaction of the change.
async fn write(connection: &mut AsyncPgConnection, (user, changed): (&User, &User), by: &Actor, now: DateTime<Utc>) -> Result<(), DbError> {
    write_role(connection, changed).await?;
    sessions::revoke_all(connection, user.id, None, now).await?;
    staff_invitations::end_those_of(connection, user.id, now).await?;
    let action = if changed.staff_role.is_some() { "update" } else { "demote" };
    record(connection, by, now, action, Some(user), Some(changed)).await?;
    let change = changed.staff_role.map_or(StaffChange::Removed, StaffChange::Role);
    tell_of_staff(connection, user, change, by, now).await
}
