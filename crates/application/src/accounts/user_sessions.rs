//! The sessions of a user: listing and ending them.

use std::sync::Arc;

use domain::accounts::ports::SessionStore;
use domain::accounts::session::{Principal, Session};
use domain::accounts::user::UserType;
use domain::reports::audit::Actor;
use domain::shared::email::EmailAddress;
use domain::shared::error::feature_error;
use domain::shared::ids::SessionId;
use domain::shared::ports::Clock;

use crate::accounts::account_access::{AccountAccess, AccountAccessError};
use crate::error::ReadError;

feature_error! {
    /// Why a session was not ended.
    pub enum EndSessionError {
        NotFound => NotFound, "session.not_found", "There is no such session.";
    }
}

impl From<ReadError> for EndSessionError {
    fn from(ReadError::Port(error): ReadError) -> Self {
        Self::Port(error)
    }
}

/// Lists and ends sessions.
#[derive(Clone)]
pub struct UserSessions {
    access: AccountAccess,
    sessions: Arc<dyn SessionStore>,
    clock: Arc<dyn Clock>,
}

impl UserSessions {
    /// Wires the use case.
    #[must_use]
    pub fn new(access: AccountAccess, sessions: Arc<dyn SessionStore>, clock: Arc<dyn Clock>) -> Self {
        Self { access, sessions, clock }
    }

    /// The live sessions of `email`, or of `who` where none is named, the last used first.
    ///
    /// # Errors
    /// [`AccountAccessError`] when the account is out of reach or a port fails.
    pub async fn list(&self, who: &Principal, email: Option<&EmailAddress>) -> Result<Vec<Session>, AccountAccessError> {
        let user = self.access.account(who, email).await?;
        Ok(self.sessions.list(&user, self.clock.now()).await?)
    }

    /// Ends all sessions of `email`, or of `who` where none is named, except the one of this request. Their tokens are dead from then on,
    /// on every instance.
    ///
    /// # Errors
    /// [`AccountAccessError`] when the account is out of reach or a port fails.
    pub async fn end_others(&self, who: &Principal, by: &Actor, email: Option<&EmailAddress>) -> Result<(), AccountAccessError> {
        let user = self.access.account(who, email).await?;
        Ok(self.sessions.end_others(&user, who.session.id, by, self.clock.now()).await?)
    }

    /// Ends a session of one's own, or of a staff member; its token is dead from then on, on every instance.
    ///
    /// # Errors
    /// [`EndSessionError`] when there is no such session or a port fails.
    pub async fn end(&self, who: &Principal, by: &Actor, session: SessionId) -> Result<(), EndSessionError> {
        let owner = self.sessions.user_of(session).await?.ok_or(EndSessionError::NotFound)?;
        let is_in_reach = owner.id == who.user.id || (owner.user_type == UserType::Admin && self.access.manages_staff(who).await?);
        let is_ended = is_in_reach && self.sessions.end(session, &owner, by, self.clock.now()).await?;
        if is_ended { Ok(()) } else { Err(EndSessionError::NotFound) }
    }
}

#[cfg(test)]
mod tests {
    use domain::accounts::ports::{MockSecondFactorStore, MockSessionStore, MockUserDirectory};
    use domain::accounts::user::User;
    use domain::settings::ports::MockSettingsStore;
    use domain::settings::shop_settings::ShopSettings;

    use super::*;
    use crate::accounts::require_second_factor::RequireSecondFactor;
    use crate::samples::{actor, admin, clock, customer};
    use crate::settings::current_settings::CurrentSettings;

    async fn end(who: &Principal, owner: Option<User>, is_live: bool) -> Result<(), EndSessionError> {
        let mut sessions = MockSessionStore::new();
        sessions.expect_user_of().returning(move |_| Ok(owner.clone()));
        sessions.expect_end().returning(move |_, _, _, _| Ok(is_live));
        let mut settings = MockSettingsStore::new();
        settings.expect_load().returning(|| Ok(ShopSettings::default()));
        let require = RequireSecondFactor::new(CurrentSettings::new(Arc::new(settings)), Arc::new(MockSecondFactorStore::new()));
        let access = AccountAccess { directory: Arc::new(MockUserDirectory::new()), require };
        let sessions = UserSessions::new(access, Arc::new(sessions), clock());
        sessions.end(who, &actor(who), customer().session.id).await
    }

    #[tokio::test]
    async fn ones_own_sessions_and_those_of_staff_can_be_ended() {
        let (who, boss) = (customer(), admin());
        assert!(end(&who, Some(who.user.clone()), true).await.is_ok());
        assert!(end(&boss, Some(admin().user), true).await.is_ok());
        for (caller, owner) in [(&who, Some(admin().user)), (&who, Some(customer().user)), (&boss, Some(customer().user)), (&boss, None)] {
            assert!(matches!(end(caller, owner, true).await, Err(EndSessionError::NotFound)));
        }
        assert!(matches!(end(&who, Some(who.user.clone()), false).await, Err(EndSessionError::NotFound)));
    }
}
