//! Signing in with e-mail and password.

use std::sync::Arc;

use chrono::TimeDelta;
use domain::email::EmailAddress;
use domain::ids::SessionId;
use domain::password::Password;
use domain::ports::{
    Clock, IdSource, LoginThrottle, PasswordHasher, PasswordMatch, PortError, SessionStore, TokenService, TokenSigningError, UserRepository,
};
use domain::session::Session;
use domain::user::{Credentials, PasswordHash, User};

use crate::error::{ErrorKind, UseCaseError, port_code, port_kind};

/// Why somebody is not signed in.
#[derive(Debug, thiserror::Error)]
pub enum SignInError {
    /// Unknown address or wrong password: one wording for both (contract, Users).
    #[error("Invalid email or password")]
    WrongCredentials,
    /// The password is right, and the account is blocked (`spec.md` §8).
    #[error("Your account has been blocked. Contact support.")]
    Blocked,
    /// Too many failures for this address; wait.
    #[error("Too many failed attempts. Please wait a moment and try again.")]
    TooManyFailures(TimeDelta),
    /// The token could not be signed.
    #[error("Something went wrong on our side. Please try again.")]
    Token(#[from] TokenSigningError),
    /// A port failed.
    #[error("Something went wrong on our side. Please try again.")]
    Port(#[from] PortError),
}

impl UseCaseError for SignInError {
    fn kind(&self) -> ErrorKind {
        match self {
            Self::WrongCredentials => ErrorKind::Unauthenticated,
            Self::Blocked => ErrorKind::Forbidden,
            Self::TooManyFailures(_) => ErrorKind::TooMany,
            Self::Token(_) => ErrorKind::Internal,
            Self::Port(e) => port_kind(e),
        }
    }

    fn code(&self) -> &'static str {
        match self {
            Self::WrongCredentials => "auth.wrong_credentials",
            Self::Blocked => "auth.blocked",
            Self::TooManyFailures(_) => "auth.too_many_failures",
            Self::Token(_) => "service.internal",
            Self::Port(e) => port_code(e),
        }
    }

    fn retry_after(&self) -> Option<TimeDelta> {
        match self {
            Self::TooManyFailures(wait) => Some(*wait),
            _ => None,
        }
    }
}

/// Somebody who is signed in now.
#[derive(Clone, Debug)]
pub struct SignedIn {
    /// Who.
    pub user: User,
    /// What their browser carries from now on.
    pub token: String,
}

/// Signs users in.
#[derive(Clone)]
pub struct SignIn {
    /// Finds users.
    pub users: Arc<dyn UserRepository>,
    /// Compares passwords.
    pub hasher: Arc<dyn PasswordHasher>,
    /// Slows down guessing.
    pub throttle: Arc<dyn LoginThrottle>,
    /// Keeps sessions.
    pub sessions: Arc<dyn SessionStore>,
    /// Signs tokens.
    pub tokens: Arc<dyn TokenService>,
    /// Draws session ids.
    pub ids: Arc<dyn IdSource>,
    /// Knows the time.
    pub clock: Arc<dyn Clock>,
}

impl SignIn {
    /// Signs somebody in.
    ///
    /// # Errors
    /// [`SignInError`] when they are refused or a port fails.
    pub async fn run(&self, email: &EmailAddress, password: &Password) -> Result<SignedIn, SignInError> {
        let admitted = self.clock.now();
        if let Some(wait) = self.throttle.admit(email, admitted).await? {
            return Err(SignInError::TooManyFailures(wait));
        }
        let (found, matched) = match self.compare(email, password).await {
            Ok(compared) => compared,
            Err(error) => {
                // Nobody learnt anything about the password. If this fails too, the attempt stays counted: that is a short
                // wait at worst, and what is told is why nothing was compared.
                drop(self.throttle.forgive(email, admitted).await);
                return Err(error.into());
            }
        };
        let hash = found.as_ref().and_then(|c| c.password_hash.as_ref());
        let (Some(credentials), false) = (&found, matched == PasswordMatch::Wrong) else {
            return Err(SignInError::WrongCredentials);
        };
        // Whoever knows the password is not guessing, blocked or not.
        self.throttle.clear(email).await?;
        if credentials.user.is_blocked {
            return Err(SignInError::Blocked);
        }
        if let (PasswordMatch::RightButOutdated(new), Some(old)) = (&matched, hash) {
            self.users.rehash(credentials.user.id, old, new).await?;
        }
        let (signed_in, session) = self.begin_session(credentials.user.clone()).await?;
        self.confirm(email, hash, &matched, session).await?;
        Ok(signed_in)
    }

    /// Looks the address up and compares the password, with the same work whether somebody has the address or not.
    async fn compare(&self, email: &EmailAddress, password: &Password) -> Result<(Option<Credentials>, PasswordMatch), PortError> {
        let found = self.users.credentials(email).await?;
        let hash = found.as_ref().and_then(|c| c.password_hash.as_ref());
        let matched = self.hasher.verify(password, hash).await?;
        Ok((found, matched))
    }

    /// Takes the session back when the password was changed while it was compared: the change ended every session but
    /// this one, which was not there yet.
    async fn confirm(
        &self,
        email: &EmailAddress,
        hash: Option<&PasswordHash>,
        matched: &PasswordMatch,
        session: SessionId,
    ) -> Result<(), SignInError> {
        let present = self.users.credentials(email).await?.and_then(|c| c.password_hash);
        let stronger = if let PasswordMatch::RightButOutdated(new) = matched { Some(new) } else { None };
        if present.is_some() && (present.as_ref() == hash || present.as_ref() == stronger) {
            return Ok(());
        }
        self.sessions.revoke(session, self.clock.now()).await?;
        Err(SignInError::WrongCredentials)
    }

    /// Opens a session for a user who has proved who they are, and signs its token.
    ///
    /// # Errors
    /// [`SignInError::Blocked`] when they were blocked or deleted meanwhile, or a failure.
    pub async fn open_session(&self, user: User) -> Result<SignedIn, SignInError> {
        self.begin_session(user).await.map(|(signed_in, _)| signed_in)
    }

    async fn begin_session(&self, mut user: User) -> Result<(SignedIn, SessionId), SignInError> {
        let now = self.clock.now();
        let session = Session::begin(SessionId::new(self.ids.uuid()), &user, now);
        if !self.sessions.open(&session).await? {
            return Err(SignInError::Blocked);
        }
        user.last_login = Some(now);
        let token = self.tokens.issue(&user, &session)?;
        Ok((SignedIn { user, token }, session.id))
    }
}

#[cfg(test)]
mod tests;
