//! Changing a password, which ends all sessions and links of the former one.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::accounts::user::{PasswordHash, User};
use domain::messages::security_notice::{SecurityEvent, SecurityNews};
use domain::shared::ids::{SessionId, UserId};

use crate::accounts::{password_resets, sessions};
use crate::error::DbError;
use crate::messages::outbox;
use crate::schema::users;

/// Sets or removes the password of a user, and ends what [`end_former`] ends. Runs in the transaction of the caller.
pub(crate) async fn replace(
    connection: &mut AsyncPgConnection,
    user: UserId,
    password: Option<&PasswordHash>,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    let change = users::password_hash.eq(password.map(PasswordHash::as_str));
    diesel::update(users::table.find(user.uuid())).set(change).execute(connection).await?;
    end_former(connection, user, None, now).await
}

/// Queues the mail about a new password to the address of its account. Runs in the transaction of the caller.
pub(crate) async fn tell(connection: &mut AsyncPgConnection, user: &User, now: DateTime<Utc>) -> Result<(), DbError> {
    let news = SecurityNews { at: now, by: None, event: SecurityEvent::PasswordSet };
    outbox::enqueue(connection, &news.mail(&user.email, &format!("password:{}", now.timestamp_micros()))).await?;
    Ok(())
}

/// Ends all sessions of a user but `keep`, and voids the links that reset the former password. Runs in the transaction of the
/// caller.
pub(crate) async fn end_former(
    connection: &mut AsyncPgConnection,
    user: UserId,
    keep: Option<SessionId>,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    password_resets::end_all(connection, user, now).await?;
    sessions::revoke_all(connection, user, keep, now).await
}
