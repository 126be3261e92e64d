//! Links between accounts and people at the provider.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::accounts::identity::{IdentityRefusal, ProvedIdentity};
use crate::accounts::user::{NewUser, User};
use crate::shared::ports::PortError;

/// The outcome of `resolve`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ResolveIdentityOutcome {
    /// The account of the person, linked before or by this call.
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
    /// Finds, links or creates the account of a person, in one transaction; concurrent calls for one person create one account.
    /// An account that is linked to the person is checked with [`crate::accounts::identity::check_account`]. Else an account
    /// with the person's address is linked if [`crate::accounts::identity::decide_link`] allows it: its address becomes
    /// verified, and its password and sessions are removed if the decision says so. Else `new` is registered, with a verified
    /// address.
    async fn resolve(&self, identity: &ProvedIdentity, new: &NewUser, now: DateTime<Utc>) -> Result<ResolveIdentityOutcome, PortError>;
}
