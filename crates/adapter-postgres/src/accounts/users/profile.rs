//! Changing a user's profile.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::accounts::actor::Actor;
use domain::accounts::ports::{UpdateProfileError, UpdatedUser};
use domain::accounts::user::{PasswordHash, ProfileChange, User};
use domain::shared::ids::{SessionId, UserId};
use domain::shared::language::Language;

use super::row::{record, search_columns};
use super::{UserRow, password, user_of};
use crate::accounts::sessions;
use crate::connection::pool::Postgres;
use crate::connection::transaction::Aborted;
use crate::connection::work_limits::{Work, row_of};
use crate::error::DbError;
use crate::images::uploads;
use crate::schema::users;

/// The columns that a change writes; `None` keeps a column.
#[derive(AsChangeset)]
#[diesel(table_name = users)]
struct Changes<'a> {
    first_name: &'a str,
    last_name: &'a str,
    profile_picture: Option<&'a str>,
    language: Option<&'a str>,
    password_hash: Option<&'a str>,
    search_text: String,
    search_grams: Vec<i32>,
}

/// Changes a user. A new password ends every session but `keep` and the reset links; if that session has ended, nothing is changed.
/// A change by an administrator is recorded in the audit log. A change to the present values writes nothing.
pub(crate) async fn update(
    db: &Postgres,
    user: UserId,
    change: &ProfileChange,
    keep: Option<SessionId>,
    by: Option<&Actor>,
    now: DateTime<Utc>,
) -> Result<UpdatedUser, UpdateProfileError> {
    db.in_transaction(Work::Accounts, &[row_of::user(user)], async |connection| {
        let current = locked(connection, user).await?.ok_or(Aborted::Refused(UpdateProfileError::NotFound))?;
        if !change.differs_from(&current) {
            return Ok(UpdatedUser { user: current, is_shown: false });
        }
        // The user may have ended all sessions while the password was hashed.
        if let (Some(_), Some(session)) = (&change.password_hash, keep)
            && !sessions::is_open(connection, session, user).await?
        {
            return Err(Aborted::Refused(UpdateProfileError::NotFound));
        }
        let changed = write(connection, &current, change).await.map_err(refused)?;
        if change.password_hash.is_some() {
            password::end_former(connection, user, keep, now).await?;
            if let Some(session) = keep {
                sessions::note_password_set(connection, session).await?;
            }
            password::tell(connection, &current, now).await?;
        }
        if let Some(by) = by {
            record(connection, by, now, "update", Some(&current), Some(&changed)).await?;
        }
        Ok(UpdatedUser { is_shown: current.name() != changed.name(), user: changed })
    })
    .await
}

/// The refusal that a violated constraint means.
fn refused(error: DbError) -> Aborted<UpdateProfileError> {
    if error.violates(uploads::GONE) { Aborted::Refused(UpdateProfileError::PictureGone) } else { error.into() }
}

async fn locked(connection: &mut AsyncPgConnection, user: UserId) -> Result<Option<User>, DbError> {
    let row = users::table.find(user.uuid()).select(UserRow::as_select()).for_no_key_update().first(connection).await.optional()?;
    row.map(user_of).transpose()
}

async fn write(connection: &mut AsyncPgConnection, current: &User, change: &ProfileChange) -> Result<User, DbError> {
    let first_name = change.first_name.as_ref().unwrap_or(&current.first_name);
    let last_name = change.last_name.as_ref().unwrap_or(&current.last_name);
    let (search_text, search_grams) = search_columns(first_name, last_name, &current.email);
    let changes = Changes {
        first_name: first_name.as_str(),
        last_name: last_name.as_str(),
        profile_picture: change.profile_picture.as_ref().map(|p| p.as_str()),
        language: change.language.map(Language::as_str),
        password_hash: change.password_hash.as_ref().map(PasswordHash::as_str),
        search_text,
        search_grams,
    };
    let row =
        diesel::update(users::table.find(current.id.uuid())).set(changes).returning(UserRow::as_returning()).get_result(connection).await?;
    user_of(row)
}
