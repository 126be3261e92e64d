//! Which account belongs to whom at the provider.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::accounts::identity::{IdentityRefusal, ProvedIdentity};
use crate::accounts::user::{NewUser, User};
use crate::shared::ports::PortError;

/// What looking for somebody's account comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ResolveIdentityOutcome {
    /// This is theirs, linked before or just now.
    Known(User),
    /// There was none; this one was made.
    Created(User),
    /// They may not enter the one there is.
    Refused(IdentityRefusal),
}

/// Links accounts with people at the provider. Accounts are keyed on [`crate::accounts::identity::Subject`], never on the address.
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait IdentityStore: Send + Sync {
    /// Finds, links or makes the account of somebody. Who is linked already may enter as
    /// [`crate::accounts::identity::check_account`] says; else an account with their address is linked as
    /// [`crate::accounts::identity::decide_link`] says, its address being verified from then on and its password and sessions going
    /// where it says so; else `new` is registered, with a verified address. All of it is one transaction, and two at once
    /// make one account.
    ///
    /// # Errors
    /// [`PortError`] when the store fails.
    async fn resolve(&self, identity: &ProvedIdentity, new: &NewUser, now: DateTime<Utc>) -> Result<ResolveIdentityOutcome, PortError>;
}
