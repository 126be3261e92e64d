//! Reading users.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::accounts::user::{User, UserActivity};
use crate::shared::email::EmailAddress;
use crate::shared::page::{PageAnswer, PageRequest};
use crate::shared::ports::PortError;
use crate::shared::text::SearchText;

/// Finds and lists users.
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait UserDirectory: Send + Sync {
    /// The user with this address.
    async fn by_email(&self, email: &EmailAddress) -> Result<Option<User>, PortError>;

    /// One page of all users, newest first; `text` is searched for in name and e-mail.
    async fn list<'a>(&self, text: Option<&'a SearchText>, page: &PageRequest) -> Result<PageAnswer<User>, PortError>;

    /// The users with a recent request and the last logins, as [`UserActivity`] defines them.
    async fn activity(&self, now: DateTime<Utc>) -> Result<UserActivity, PortError>;

    /// Whether there is any administrator.
    async fn any_admin(&self) -> Result<bool, PortError>;
}
