//! A user as a row.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::AsyncPgConnection;
use domain::accounts::actor::Actor;
use domain::accounts::staff_role::StaffRole;
use domain::accounts::user::{User, UserType};
use domain::shared::email::EmailAddress;
use domain::shared::ids::UserId;
use domain::shared::language::Language;
use domain::shared::text::{PersonName, PictureUrl};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::audit::{self, Entry};
use crate::catalog::search_text::{fold, grams_of_text};
use crate::error::{DbError, known, stored};
use crate::schema::users;

/// The columns of [`users`] that make a [`User`].
#[derive(Clone, Debug, Queryable, Selectable, QueryableByName)]
#[diesel(table_name = users, check_for_backend(diesel::pg::Pg))]
pub(crate) struct UserRow {
    pub(crate) id: Uuid,
    pub(crate) email: String,
    pub(crate) first_name: String,
    pub(crate) last_name: String,
    pub(crate) profile_picture: Option<String>,
    pub(crate) user_type: String,
    pub(crate) staff_role: Option<String>,
    pub(crate) is_blocked: bool,
    pub(crate) created_at: DateTime<Utc>,
    pub(crate) last_login: Option<DateTime<Utc>>,
    pub(crate) email_verified_at: Option<DateTime<Utc>>,
    pub(crate) language: Option<String>,
}

pub(crate) fn user_of(row: UserRow) -> Result<User, DbError> {
    Ok(User {
        id: UserId::new(row.id),
        email: stored("e-mail address", EmailAddress::parse_known(&row.email))?,
        first_name: stored("first name", PersonName::parse_known(&row.first_name))?,
        last_name: stored("last name", PersonName::parse_known(&row.last_name))?,
        profile_picture: stored("profile picture", row.profile_picture.as_deref().map(PictureUrl::parse_known).transpose())?,
        user_type: known("user type", UserType::parse(&row.user_type))?,
        staff_role: row.staff_role.map(|role| known("role", StaffRole::parse(&role))).transpose()?,
        is_blocked: row.is_blocked,
        created_at: row.created_at,
        last_login: row.last_login,
        email_verified: row.email_verified_at.is_some(),
        language: Language::of_stored(row.language.as_deref()),
    })
}

/// The columns by which a user is found: the folded text and its n-grams.
pub(crate) fn search_columns(first_name: &PersonName, last_name: &PersonName, email: &EmailAddress) -> (String, Vec<i32>) {
    let text = fold(&format!("{first_name} {last_name} {email}"));
    let grams = grams_of_text(&text);
    (text, grams)
}

/// A user's values in the audit log.
fn audited(user: &User) -> Value {
    json!({
        "email": user.email.as_str(),
        "firstName": user.first_name.as_str(),
        "lastName": user.last_name.as_str(),
        "type": user.user_type.as_str(),
        "role": user.staff_role.map(StaffRole::as_str),
        "isBlocked": user.is_blocked,
        "language": user.language.as_str(),
        "profilePicture": user.profile_picture.as_ref().map(|p| p.as_str()),
    })
}

/// Records a change of a user. Runs in the transaction of the change.
pub(crate) async fn record(
    connection: &mut AsyncPgConnection,
    by: &Actor,
    now: DateTime<Utc>,
    action: &'static str,
    before: Option<&User>,
    after: Option<&User>,
) -> Result<(), DbError> {
    let entity_id = after.or(before).map(|user| user.id.to_string()).unwrap_or_default();
    let entry = Entry { action, entity: "user", entity_id: &entity_id, before: before.map(audited), after: after.map(audited) };
    audit::record(connection, by, now, entry).await
}

/// Records a promotion: the user before and after, and the effect on the password. Runs in the transaction of the change.
pub(crate) async fn record_promotion(
    connection: &mut AsyncPgConnection,
    by: &Actor,
    now: DateTime<Utc>,
    (before, after): (&User, &User),
    password: &'static str,
) -> Result<(), DbError> {
    let mut shown = audited(after);
    if let Value::Object(fields) = &mut shown {
        fields.insert("password".to_owned(), password.into());
    }
    let entity_id = after.id.to_string();
    let entry = Entry { action: "promote", entity: "user", entity_id: &entity_id, before: Some(audited(before)), after: Some(shown) };
    audit::record(connection, by, now, entry).await
}
