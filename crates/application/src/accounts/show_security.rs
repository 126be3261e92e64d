//! What a user is told of the security of their account.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use domain::accounts::ports::SecondFactorStore;
use domain::accounts::second_factor::SecondFactorStatus;
use domain::accounts::session::Principal;
use domain::shared::ports::Clock;

use crate::accounts::require_second_factor::RequireSecondFactor;
use crate::error::ReadError;

/// The security of an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AccountSecurity {
    pub second_factor: SecondFactorStatus,
    /// Whether the shop requires one of this user.
    pub is_required: bool,
    /// The end of the session's confirmation, if it is in the future.
    pub confirmed_until: Option<DateTime<Utc>>,
}

/// Shows the security of accounts.
#[derive(Clone)]
pub struct ShowSecurity {
    store: Arc<dyn SecondFactorStore>,
    require: RequireSecondFactor,
    clock: Arc<dyn Clock>,
}

impl ShowSecurity {
    /// Wires the use case.
    #[must_use]
    pub fn new(store: Arc<dyn SecondFactorStore>, require: RequireSecondFactor, clock: Arc<dyn Clock>) -> Self {
        Self { store, require, clock }
    }

    /// The security of the caller's own account.
    ///
    /// # Errors
    /// [`ReadError`] when a port fails.
    pub async fn run(&self, who: &Principal) -> Result<AccountSecurity, ReadError> {
        Ok(AccountSecurity {
            second_factor: self.store.status(who.user.id).await?,
            is_required: self.require.is_required(&who.user).await?,
            confirmed_until: self.confirmed_until(who),
        })
    }

    /// The end of the session's confirmation, if it is in the future.
    #[must_use]
    pub fn confirmed_until(&self, who: &Principal) -> Option<DateTime<Utc>> {
        who.session.confirmed_until(self.clock.now())
    }
}
