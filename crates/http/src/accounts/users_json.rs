//! Users in JSON.

use chrono::{DateTime, Utc};
use domain::accounts::user::{User, UserActivity, UserType};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::accounts::staff_json::{PermissionJson, StaffRoleJson, permissions_of};
use crate::messages::language_json::LanguageJson;
use crate::response::word_json::word_json;

/// A registration.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RegisterRequest {
    /// Given name.
    #[schema(required = true, nullable = false, max_length = 100, pattern = r"\S")]
    pub first_name: Option<String>,
    /// Family name.
    #[schema(required = true, nullable = false, max_length = 100, pattern = r"\S")]
    pub last_name: Option<String>,
    /// E-mail address.
    #[schema(required = true, nullable = false, format = IdnEmail, max_length = 254)]
    pub email: Option<String>,
    /// 8 to 128 characters, not one of the 10,000 most common.
    #[schema(required = true, nullable = false, min_length = 8, max_length = 128)]
    pub password: Option<String>,
    /// Address of the profile picture; empty for none.
    #[schema(max_length = 2048)]
    pub profile_picture: Option<String>,
}

/// A login.
#[derive(Debug, Deserialize, ToSchema)]
pub struct LoginRequest {
    /// E-mail address.
    #[schema(required = true, nullable = false, format = IdnEmail, max_length = 254)]
    pub email: Option<String>,
    /// Password.
    #[schema(required = true, nullable = false, min_length = 1)]
    pub password: Option<String>,
    /// The code of the authenticator app, or a recovery code, where the account has a second factor.
    #[schema(max_length = 64)]
    pub code: Option<String>,
}

word_json! {
    /// The kind of a user.
    pub UserTypeJson as UserType of UserType
}

/// The user's own details.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SignedInUser)]
pub struct SignedInUserJson {
    #[serde(rename = "type")]
    user_type: UserTypeJson,
    /// The role of an administrator; null for customers.
    #[schema(required = true)]
    role: Option<StaffRoleJson>,
    /// What the role may do; empty for customers.
    permissions: Vec<PermissionJson>,
    email: String,
    first_name: String,
    last_name: String,
    /// First and last name together.
    name: String,
    /// Empty for none.
    profile_picture: String,
    /// Whether the user proved to read mail at the address.
    email_verified: bool,
    /// The language that the user chose for mails. The shop writes in English while the address is not verified, or when it no longer
    /// offers the language.
    language: LanguageJson,
}

impl From<User> for SignedInUserJson {
    fn from(user: User) -> Self {
        Self {
            user_type: user.user_type.into(),
            role: user.staff_role.map(Into::into),
            permissions: permissions_of(user.staff_role),
            email: user.email.as_str().to_owned(),
            email_verified: user.email_verified,
            language: user.language.into(),
            name: user.name(),
            first_name: user.first_name.into_string(),
            last_name: user.last_name.into_string(),
            profile_picture: user.profile_picture.map(|p| p.into_string()).unwrap_or_default(),
        }
    }
}

/// The user of the session.
#[derive(Debug, Serialize, ToSchema)]
#[serde(transparent)]
#[schema(as = UserDetail)]
pub struct UserDetailJson(pub SignedInUserJson);

/// The outcome of a login.
#[derive(Debug, Serialize, ToSchema)]
pub struct LoginResponse {
    /// The sentence to show.
    pub message: &'static str,
    /// The user.
    pub user: SignedInUserJson,
    /// Always false: a blocked user gets 403.
    pub blocked: bool,
    /// The session's token.
    pub token: String,
}

/// `Yes` or `No`, as the dashboard reads it.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub enum YesNo {
    /// Yes.
    Yes,
    /// No.
    No,
}

/// A user as administrators see them.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AdminUser)]
pub struct AdminUserJson {
    #[serde(rename = "_id")]
    id: String,
    first_name: String,
    last_name: String,
    name: String,
    email: String,
    #[serde(rename = "type")]
    user_type: UserTypeJson,
    /// The role of an administrator; null for customers.
    #[schema(required = true)]
    role: Option<StaffRoleJson>,
    is_blocked: bool,
    #[schema(inline)]
    blocked: YesNo,
    /// Empty for none.
    profile_picture: String,
    created_at: DateTime<Utc>,
    /// Null if the user never signed in.
    #[schema(required = true)]
    last_login: Option<DateTime<Utc>>,
}

impl From<User> for AdminUserJson {
    fn from(user: User) -> Self {
        Self {
            id: user.id.to_string(),
            name: user.name(),
            email: user.email.as_str().to_owned(),
            first_name: user.first_name.into_string(),
            last_name: user.last_name.into_string(),
            user_type: user.user_type.into(),
            role: user.staff_role.map(Into::into),
            is_blocked: user.is_blocked,
            blocked: if user.is_blocked { YesNo::Yes } else { YesNo::No },
            profile_picture: user.profile_picture.map(|p| p.into_string()).unwrap_or_default(),
            created_at: user.created_at,
            last_login: user.last_login,
        }
    }
}

/// Blocks or unblocks a user.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UpdateUserStatusRequest {
    /// The user's e-mail.
    #[schema(required = true, nullable = false, format = IdnEmail, max_length = 254)]
    pub email: Option<String>,
    /// Whether to block or to unblock.
    #[schema(required = true, nullable = false)]
    pub is_blocked: Option<bool>,
    /// Of blocking: whether the orders of the user that are not packed are cancelled too, the newest 200 of them. Absent: no.
    pub cancel_orders: Option<bool>,
}

/// The user after a change.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UserResponse {
    /// The sentence to show.
    pub message: &'static str,
    /// The user as they are now.
    pub user: AdminUserJson,
    /// The orders that were cancelled with a blocking that asked for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub cancelled_orders: Option<Vec<String>>,
}

/// Deletes a user.
#[derive(Debug, Deserialize, ToSchema)]
pub struct DeleteUserRequest {
    /// Whom.
    #[schema(required = true, nullable = false, format = IdnEmail, max_length = 254)]
    pub email: Option<String>,
}

/// New details; absent, null and blank fields stay as they are.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UpdateProfileRequest {
    /// New given name.
    #[schema(max_length = 100)]
    pub first_name: Option<String>,
    /// New family name.
    #[schema(max_length = 100)]
    pub last_name: Option<String>,
    /// New password: 8 to 128 characters, not one of the 10,000 most common.
    #[schema(max_length = 128)]
    pub password: Option<String>,
    /// The present password; a new one needs it, or a session that was confirmed in the last 10 minutes.
    #[schema(max_length = 128)]
    pub current_password: Option<String>,
    /// Address of a new picture.
    #[schema(max_length = 2048)]
    pub profile_picture: Option<String>,
    /// New language of mails, one of `mailLanguages` of the shop.
    #[schema(value_type = Option<LanguageJson>)]
    pub language: Option<String>,
}

/// The changed user, and a fresh token if the caller is that user.
#[derive(Debug, Serialize, ToSchema)]
pub struct UpdateProfileResponse {
    /// The sentence to show.
    pub message: &'static str,
    /// The user as they are now.
    pub user: SignedInUserJson,
    /// A token with the new name and picture; absent if an administrator changed another user.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub token: Option<String>,
}

/// An active user.
#[derive(Debug, Serialize, ToSchema)]
pub struct ActiveUser {
    email: String,
    #[serde(rename = "type")]
    user_type: UserTypeJson,
}

/// A recent login.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecentLogin {
    email: String,
    last_login: DateTime<Utc>,
}

/// Active users and recent logins.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = UserActivity)]
pub struct UserActivityJson {
    /// Users whose session was used within the last 15 minutes.
    active_users: Vec<ActiveUser>,
    /// The last 10 logins, newest first.
    recent_logins: Vec<RecentLogin>,
}

impl From<UserActivity> for UserActivityJson {
    fn from(activity: UserActivity) -> Self {
        let active =
            activity.active.into_iter().map(|(email, kind)| ActiveUser { email: email.as_str().to_owned(), user_type: kind.into() });
        let recent = activity.recent_logins.into_iter();
        Self {
            active_users: active.collect(),
            recent_logins: recent.map(|(email, at)| RecentLogin { email: email.as_str().to_owned(), last_login: at }).collect(),
        }
    }
}
