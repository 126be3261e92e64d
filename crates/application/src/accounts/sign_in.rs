//! Signing in with e-mail and password.

use std::net::IpAddr;
use std::sync::Arc;

use chrono::TimeDelta;
use domain::accounts::login_attempts::{AddressBlock, AttemptResult, LoginAttempt, Origin};
use domain::accounts::password::Password;
use domain::accounts::ports::{
    Admission, DeviceMarkers, LoginThrottle, PasswordHasher, PasswordMatch, SessionStore, TokenService, TokenSigningError, UserRepository,
};
use domain::accounts::session::Session;
use domain::accounts::user::{Credentials, PasswordHash, User};
use domain::shared::email::EmailAddress;
use domain::shared::ids::{DeviceId, SessionId};
use domain::shared::ports::{Clock, IdSource, PortError};

use crate::error::{ErrorKind, UseCaseError, port_code, port_kind};

/// Why a user was not signed in.
#[derive(Debug, thiserror::Error)]
pub enum SignInError {
    /// Unknown address or wrong password: one wording for both (contract, Users).
    #[error("Invalid email or password")]
    WrongCredentials,
    /// The password is right, and the account is blocked (`spec.md` §8).
    #[error("Your account has been blocked. Contact support.")]
    Blocked,
    /// Too many failures for this account; wait.
    #[error("Too many failed attempts. Please wait a moment and try again.")]
    TooManyFailures(TimeDelta),
    /// Too many parallel attempts for this account; this one did not get its turn.
    #[error("Too many attempts at once. Please wait a moment and try again.")]
    NoTurn,
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
            Self::TooManyFailures(_) | Self::NoTurn => ErrorKind::TooMany,
            Self::Token(_) => ErrorKind::Internal,
            Self::Port(e) => port_kind(e),
        }
    }

    fn code(&self) -> &'static str {
        match self {
            Self::WrongCredentials => "auth.wrong_credentials",
            Self::Blocked => "auth.blocked",
            Self::TooManyFailures(_) => "auth.too_many_failures",
            Self::NoTurn => "auth.too_many_attempts",
            Self::Token(_) => "service.internal",
            Self::Port(e) => port_code(e),
        }
    }

    fn retry_after(&self) -> Option<TimeDelta> {
        match self {
            Self::TooManyFailures(wait) => Some(*wait),
            Self::NoTurn => Some(TimeDelta::seconds(1)),
            _ => None,
        }
    }
}

/// A user who signed in.
#[derive(Clone, Debug)]
pub struct OpenedSession {
    /// The user.
    pub user: User,
    /// The bearer token of the session.
    pub token: String,
    /// The marker by which the device is recognised at its next login with a password; `None` when no password was given.
    pub device_marker: Option<String>,
}

/// Where a login comes from.
#[derive(Clone, Debug)]
pub struct LoginSource {
    /// The client's address.
    pub address: IpAddr,
    /// The marker of an earlier login that the device sent; untrusted.
    pub device_marker: Option<String>,
}

/// Signs users in.
#[derive(Clone)]
pub struct SignIn {
    /// Finds users.
    pub users: Arc<dyn UserRepository>,
    /// Compares passwords.
    pub hasher: Arc<dyn PasswordHasher>,
    /// Slows down guessing; `None` where the operator turned the limits off.
    pub throttle: Option<Arc<dyn LoginThrottle>>,
    /// Knows devices again.
    pub devices: Arc<dyn DeviceMarkers>,
    /// Keeps sessions.
    pub sessions: Arc<dyn SessionStore>,
    /// Signs tokens.
    pub tokens: Arc<dyn TokenService>,
    /// Draws the ids of sessions and devices.
    pub ids: Arc<dyn IdSource>,
    /// Knows the time.
    pub clock: Arc<dyn Clock>,
}

impl SignIn {
    /// Signs a user in. Callers must run it to its end even if the client is gone, so that every admitted attempt is settled.
    ///
    /// # Errors
    /// [`SignInError`] when they are refused or a port fails.
    pub async fn run(&self, email: &EmailAddress, password: &Password, from: &LoginSource) -> Result<OpenedSession, SignInError> {
        let found = self.users.credentials(email).await?;
        let device = self.known_device(found.as_ref(), from);
        let origin = device.map_or_else(|| Origin::Block(AddressBlock::of(from.address)), Origin::KnownDevice);
        let attempt = LoginAttempt { email: email.clone(), origin };
        let hash = found.as_ref().and_then(|c| c.password_hash.as_ref());
        let matched = self.compare(&attempt, password, hash).await?;
        let (Some(credentials), false) = (&found, matched == PasswordMatch::Wrong) else {
            return Err(SignInError::WrongCredentials);
        };
        if credentials.user.is_blocked {
            return Err(SignInError::Blocked);
        }
        if let (PasswordMatch::RightButOutdated(new), Some(old)) = (&matched, hash) {
            self.users.rehash(credentials.user.id, old, new).await?;
        }
        let (signed_in, session) = self.begin_session(credentials.user.clone()).await?;
        self.confirm(email, hash, &matched, session).await?;
        let device = device.unwrap_or_else(|| DeviceId::new(self.ids.uuid()));
        Ok(OpenedSession { device_marker: self.devices.mark(signed_in.user.id, device), ..signed_in })
    }

    /// The device that signed in to this account before, if the login shows its marker.
    fn known_device(&self, found: Option<&Credentials>, from: &LoginSource) -> Option<DeviceId> {
        // Read first, so that an unknown address takes as long as a known one.
        let (user, device) = self.devices.read(from.device_marker.as_deref()?)?;
        (user == found?.user.id).then_some(device)
    }

    /// Compares the password after the attempt is admitted. The work is the same whether a user has the address or not.
    async fn compare(
        &self,
        attempt: &LoginAttempt,
        password: &Password,
        hash: Option<&PasswordHash>,
    ) -> Result<PasswordMatch, SignInError> {
        let Some(throttle) = &self.throttle else { return Ok(self.hasher.verify(password, hash).await?) };
        let admitted = match throttle.admit(attempt, self.clock.now()).await? {
            Admission::Admitted(admitted) => admitted,
            Admission::Delayed(wait) => return Err(SignInError::TooManyFailures(wait)),
            Admission::NoTurn => return Err(SignInError::NoTurn),
        };
        let settle = |result| throttle.settle(attempt, admitted, result, self.clock.now());
        match self.hasher.verify(password, hash).await {
            // If the failure cannot be counted, the answer stays the same.
            Ok(PasswordMatch::Wrong) => settle(AttemptResult::Failed).await.map(|()| PasswordMatch::Wrong).map_err(Into::into),
            // A correct password is not a guess, even if the user is blocked.
            Ok(right) => settle(AttemptResult::Succeeded).await.map(|()| right).map_err(Into::into),
            Err(error) => {
                // If this fails too, the attempt stays pending for a few seconds; the answer is the first error.
                drop(settle(AttemptResult::NotCompared).await);
                Err(error.into())
            }
        }
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

    /// Opens a session for an authenticated user and signs its token.
    ///
    /// # Errors
    /// [`SignInError::Blocked`] when they were blocked or deleted meanwhile, or a failure.
    pub async fn open_session(&self, user: User) -> Result<OpenedSession, SignInError> {
        self.begin_session(user).await.map(|(signed_in, _)| signed_in)
    }

    async fn begin_session(&self, mut user: User) -> Result<(OpenedSession, SessionId), SignInError> {
        let now = self.clock.now();
        let session = Session::begin(SessionId::new(self.ids.uuid()), &user, now);
        if !self.sessions.open(&session).await? {
            return Err(SignInError::Blocked);
        }
        user.last_login = Some(now);
        let token = self.tokens.issue(&user, &session)?;
        Ok((OpenedSession { user, token, device_marker: None }, session.id))
    }
}

#[cfg(test)]
mod tests;
