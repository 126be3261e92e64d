//! The accounts of staff.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::accounts::staff_role::StaffRole;
use crate::accounts::user::User;
use crate::reports::audit::Actor;
use crate::shared::email::EmailAddress;
use crate::shared::ports::PortError;

/// An account of staff.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StaffAccount {
    pub user: User,
    /// Whether signing in needs a code besides the password.
    pub has_second_factor: bool,
}

/// The outcome of changing an account of staff.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChangeStaffOutcome {
    /// The account after the change. One who had the wanted role already is not changed.
    Changed(StaffAccount),
    /// No member of staff has the address.
    NotFound,
    /// The user is the last owner who is not blocked.
    LastOwner,
    /// The actor is no owner, or no longer one.
    OwnersOnly,
}

/// Lists and changes accounts of staff. Changes run one after the other: of two owners who demote each other concurrently, one stays.
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait StaffAccounts: Send + Sync {
    /// All staff by name, at most [`crate::accounts::staff_roster::LISTED_STAFF`].
    async fn list(&self) -> Result<Vec<StaffAccount>, PortError>;

    /// Gives a member of staff another role. One transaction ends the user's sessions and the invitations by the user, and writes the
    /// audit entry.
    async fn change_role(
        &self,
        email: &EmailAddress,
        role: StaffRole,
        by: &Actor,
        now: DateTime<Utc>,
    ) -> Result<ChangeStaffOutcome, PortError>;

    /// Makes a member of staff a customer; the orders stay. One transaction ends the user's sessions and the invitations by the user,
    /// and writes the audit entry.
    async fn remove(&self, email: &EmailAddress, by: &Actor, now: DateTime<Utc>) -> Result<ChangeStaffOutcome, PortError>;
}
