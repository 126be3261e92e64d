//! Removing a second factor: one's own, or anyone's by an owner or the operator.

use std::sync::Arc;

use domain::accounts::ports::{SecondFactorChange, SecondFactorStore};
use domain::accounts::second_factor::SecondFactorStatus;
use domain::accounts::session::Principal;
use domain::accounts::user::User;
use domain::reports::audit::Actor;
use domain::shared::email::EmailAddress;
use domain::shared::ports::Clock;

use crate::accounts::account_access::{AccountAccess, AccountAccessError};

#[derive(Clone)]
pub struct RemoveSecondFactor {
    access: AccountAccess,
    store: Arc<dyn SecondFactorStore>,
    clock: Arc<dyn Clock>,
}

impl RemoveSecondFactor {
    /// Wires the use case.
    #[must_use]
    pub fn new(access: AccountAccess, store: Arc<dyn SecondFactorStore>, clock: Arc<dyn Clock>) -> Self {
        Self { access, store, clock }
    }

    /// Removes the second factor of `email`, or that of `who` where none is named. Doing it again changes nothing.
    ///
    /// # Errors
    /// [`AccountAccessError`] when the account is out of reach or a port fails.
    pub async fn run(&self, who: &Principal, by: &Actor, email: Option<&EmailAddress>) -> Result<(), AccountAccessError> {
        let user = self.access.enrolled(who, email).await?;
        self.remove(user, by.clone()).await.map(drop)
    }

    /// The second factor of `email`, or that of `who` where none is named.
    ///
    /// # Errors
    /// [`AccountAccessError`] when the account is out of reach or a port fails.
    pub async fn status(&self, who: &Principal, email: Option<&EmailAddress>) -> Result<SecondFactorStatus, AccountAccessError> {
        let user = self.access.enrolled(who, email).await?;
        Ok(self.store.status(user.id).await?)
    }

    /// The same by the operator's command line, of any user. Returns whether there was one.
    ///
    /// # Errors
    /// [`AccountAccessError`] when no user has the address or a port fails.
    pub async fn as_operator(&self, email: &EmailAddress) -> Result<bool, AccountAccessError> {
        let user = self.access.directory.by_email(email).await?.ok_or(AccountAccessError::NoUser)?;
        self.remove(user, Actor::operator("admin reset-second-factor")).await
    }

    async fn remove(&self, user: User, by: Actor) -> Result<bool, AccountAccessError> {
        Ok(self.store.remove(&SecondFactorChange { user, by, at: self.clock.now() }).await?)
    }
}
