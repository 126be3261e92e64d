//! Sessions: whose they are, confirming them, and ending them.

use std::net::IpAddr;
use std::sync::Arc;

use chrono::{DateTime, Utc};
use domain::accounts::actor::Actor;
use domain::accounts::credentials::CheckRefusal;
use domain::accounts::login_attempts::{AddressBlock, LoginAttempt, Origin};
use domain::accounts::password::Password;
use domain::accounts::ports::{AccountAccessError, SessionStore, TokenService, UserRepository};
use domain::accounts::session::{CONFIRMED_FOR, Principal, Session};
use domain::accounts::user::{User, UserType};
use domain::shared::email::EmailAddress;
use domain::shared::error::feature_error;
use domain::shared::ids::SessionId;
use domain::shared::ports::Clock;

use crate::accounts::credential_check::CredentialCheck;
use crate::accounts::second_factors::SecondFactors;

feature_error! {
    /// Why a request's token does not count.
    pub enum AuthenticateError {
        DeadToken => Unauthenticated, "auth.session_ended", "Your session has ended. Please log in again.";
    }
}

#[derive(Clone)]
pub struct Sessions {
    pub tokens: Arc<dyn TokenService>,
    pub sessions: Arc<dyn SessionStore>,
    /// Reads the present password hash.
    pub users: Arc<dyn UserRepository>,
    /// Compares password and code, and counts failures with those of the login.
    pub check: CredentialCheck,
    pub second_factors: SecondFactors,
    pub clock: Arc<dyn Clock>,
}

impl Sessions {
    /// The user of a token and their present permissions.
    ///
    /// # Errors
    /// [`AuthenticateError`] when there is none or a port fails.
    pub async fn authenticate(&self, token: &str) -> Result<Principal, AuthenticateError> {
        let claims = self.tokens.read(token).ok_or(AuthenticateError::DeadToken)?;
        self.sessions.authenticate(claims.session_id, claims.user_id, self.clock.now()).await?.ok_or(AuthenticateError::DeadToken)
    }

    /// Confirms with password and code that the session of `who`, who calls from `address`, is used by its user: before a change that a
    /// thief of the session must not make. Returns until when. Callers must run it to its end even if the client is gone, so that every
    /// admitted attempt is settled.
    ///
    /// # Errors
    /// [`CheckRefusal`] when password or code are refused or a port fails.
    pub async fn confirm(
        &self,
        who: &Principal,
        password: &Password,
        code: Option<&str>,
        address: IpAddr,
    ) -> Result<DateTime<Utc>, CheckRefusal> {
        let email = who.user.email.clone();
        let found = self.users.credentials(&email).await?;
        let attempt = LoginAttempt { email, origin: Origin::Block(AddressBlock::of(address)) };
        self.check.run(&attempt, password, code, found.as_ref()).await?;
        let now = self.clock.now();
        let is_confirmed = self.sessions.confirm(who.session.id, now).await?;
        if is_confirmed { Ok(now + CONFIRMED_FOR) } else { Err(CheckRefusal::SetInSession) }
    }

    /// The live sessions of `email`, or of `who` where none is named, the last used first.
    ///
    /// # Errors
    /// [`AccountAccessError`] when the account is out of reach or a port fails.
    pub async fn list(&self, who: &Principal, email: Option<&EmailAddress>) -> Result<Vec<Session>, AccountAccessError> {
        let user = self.account(who, email).await?;
        Ok(self.sessions.list(&user, self.clock.now()).await?)
    }

    /// Ends all sessions of `email`, or of `who` where none is named, except the one of this request. Their tokens are dead from then on,
    /// on every instance.
    ///
    /// # Errors
    /// [`AccountAccessError`] when the account is out of reach or a port fails.
    pub async fn end_others(&self, who: &Principal, by: &Actor, email: Option<&EmailAddress>) -> Result<(), AccountAccessError> {
        let user = self.account(who, email).await?;
        Ok(self.sessions.end_others(&user, who.session.id, by, self.clock.now()).await?)
    }

    /// Ends a session of one's own, or of a staff member; its token is dead from then on, on every instance.
    ///
    /// # Errors
    /// [`AccountAccessError`] when there is no such session in reach or a port fails.
    pub async fn end(&self, who: &Principal, by: &Actor, session: SessionId) -> Result<(), AccountAccessError> {
        let owner = self.sessions.user_of(session).await?.ok_or(AccountAccessError::NoSession)?;
        let is_in_reach = owner.id == who.user.id || (owner.user_type == UserType::Admin && self.second_factors.manages_staff(who).await?);
        if !is_in_reach {
            return Err(AccountAccessError::NoSession);
        }
        self.sessions.end(session, &owner, by, self.clock.now()).await
    }

    /// The account with `email`, or that of `who` where none is named; owners reach those of staff alone.
    async fn account(&self, who: &Principal, email: Option<&EmailAddress>) -> Result<User, AccountAccessError> {
        let user = self.second_factors.account(who, email, AccountAccessError::NotFound).await?;
        if user.id == who.user.id || user.user_type == UserType::Admin { Ok(user) } else { Err(AccountAccessError::NotFound) }
    }
}
