//! Locks for changes of users by administrators: each first locks the rows of all staff, in the order of their ids. So such changes run
//! one after the other, and each reads the result of the one before.

use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::accounts::staff_role::StaffRole;
use domain::accounts::staff_roster::{StaffMember, StaffRoster};
use domain::accounts::user::{User, UserType};
use domain::shared::email::EmailAddress;
use domain::shared::ids::UserId;
use uuid::Uuid;

use super::{UserRow, user_of};
use crate::error::{DbError, known};
use crate::schema::users;

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
