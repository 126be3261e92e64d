//! The people the shop knows.

use chrono::{DateTime, TimeDelta, Utc};

use crate::accounts::staff_role::StaffRole;
use crate::shared::email::EmailAddress;
use crate::shared::ids::UserId;
use crate::shared::json::words;
use crate::shared::language::Language;
use crate::shared::text::{PersonName, PictureUrl};

words! {
    /// The role of a user (`spec.md` §6).
    pub enum UserType {
        Customer = "customer",
        Admin = "admin",
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct User {
    pub id: UserId,
    /// Where mail reaches them; unique.
    pub email: EmailAddress,
    pub first_name: PersonName,
    pub last_name: PersonName,
    /// Their picture, if they gave one.
    pub profile_picture: Option<PictureUrl>,
    pub user_type: UserType,
    /// The role of an administrator; `None` exactly for customers.
    pub staff_role: Option<StaffRole>,
    /// A blocked user cannot sign in (`spec.md` §6).
    pub is_blocked: bool,
    pub created_at: DateTime<Utc>,
    /// When they last signed in.
    pub last_login: Option<DateTime<Utc>>,
    /// Whether they proved to read mail at their address.
    pub email_verified: bool,
    /// The language of their mails, which they get while it is offered and their address is verified.
    pub language: Language,
}

impl User {
    /// First and last name together.
    #[must_use]
    pub fn name(&self) -> String {
        format!("{} {}", self.first_name, self.last_name)
    }
}

/// Whether an account keeps its password when it is promoted, or linked to the owner of its address at a provider. Registering
/// does not prove that the user owns the address: until it is verified, the password may be another person's.
#[must_use]
pub const fn keeps_password(email_verified: bool) -> bool {
    email_verified
}

/// A hashed password in PHC string form. `Debug` does not show it.
#[derive(Clone, PartialEq, Eq)]
pub struct PasswordHash(String);

impl PasswordHash {
    /// Wraps the output of a password hasher.
    #[must_use]
    pub const fn new(phc: String) -> Self {
        Self(phc)
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for PasswordHash {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("PasswordHash(…)")
    }
}

/// A user to be registered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewUser {
    /// Identity, drawn beforehand.
    pub id: UserId,
    /// Where mail reaches them.
    pub email: EmailAddress,
    pub first_name: PersonName,
    pub last_name: PersonName,
    /// Their picture, if they gave one.
    pub profile_picture: Option<PictureUrl>,
    /// Customer, unless the operator makes an administrator.
    pub user_type: UserType,
    /// The role of an administrator; `None` exactly for customers.
    pub staff_role: Option<StaffRole>,
    /// The hashed password; `None` for a user who signs in through a provider only.
    pub password_hash: Option<PasswordHash>,
    pub created_at: DateTime<Utc>,
    /// Whether the link that verifies the address is mailed to them.
    pub sends_verification: bool,
}

/// A user and their password hash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Credentials {
    pub user: User,
    /// Their hashed password, if they have one.
    pub password_hash: Option<PasswordHash>,
}

/// The fields that a user changes of their own profile; `None` leaves a field as it is.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct ProfileChange {
    pub first_name: Option<PersonName>,
    pub last_name: Option<PersonName>,
    pub profile_picture: Option<PictureUrl>,
    /// New language of their mails.
    pub language: Option<Language>,
    /// New hashed password; every session but the current one ends with it.
    pub password_hash: Option<PasswordHash>,
}

impl ProfileChange {
    /// Whether it changes a value of this user. A new password hash always does.
    #[must_use]
    pub fn differs_from(&self, user: &User) -> bool {
        fn other<T: PartialEq>(new: Option<&T>, present: Option<&T>) -> bool {
            new.is_some() && new != present
        }
        self.password_hash.is_some()
            || other(self.first_name.as_ref(), Some(&user.first_name))
            || other(self.last_name.as_ref(), Some(&user.last_name))
            || other(self.profile_picture.as_ref(), user.profile_picture.as_ref())
            || other(self.language.as_ref(), Some(&user.language))
    }
}

/// A user is active for this time after the last request of a live session (contract, `GET /api/users/activity`).
pub const ACTIVE_FOR: TimeDelta = TimeDelta::minutes(15);
/// The largest number of active users that are listed.
pub const LISTED_ACTIVE_USERS: u16 = 500;
/// The number of recent logins that are listed (contract, `GET /api/users/activity`).
pub const LISTED_LOGINS: u16 = 10;

/// Recent activity of users (contract, `GET /api/users/activity`).
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct UserActivity {
    /// Users with a live session used within [`ACTIVE_FOR`], at most [`LISTED_ACTIVE_USERS`].
    pub active: Vec<(EmailAddress, UserType)>,
    /// The last [`LISTED_LOGINS`] logins, newest first; a user may appear several times.
    pub recent_logins: Vec<(EmailAddress, DateTime<Utc>)>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_is_never_shown() {
        let hash = PasswordHash::new("$argon2id$v=19$secret".to_owned());
        assert_eq!(format!("{hash:?}"), "PasswordHash(…)");
        assert_eq!(hash.as_str(), "$argon2id$v=19$secret");
    }
}
