//! Signing in with e-mail and password.

use std::net::IpAddr;
use std::sync::Arc;

use chrono::TimeDelta;
use domain::accounts::credentials::CheckRefusal;
use domain::accounts::login_attempts::{AddressBlock, LoginAttempt, Origin};
use domain::accounts::password::Password;
use domain::accounts::ports::{DeviceTokens, InvitationSigner, PasswordMatch, SessionStore, SignInWatch, TokenService, UserRepository};
use domain::accounts::seen_sign_in::SeenSignIn;
use domain::accounts::session::Session;
use domain::accounts::session_origin::{DeviceName, Network, SessionOrigin};
use domain::accounts::sign_in_alert::SignInNews;
use domain::accounts::user::{Credentials, PasswordHash, User, UserType};
use domain::shared::email::EmailAddress;
use domain::shared::error::{ErrorKind, FeatureError, port_code, port_kind};
use domain::shared::ids::{DeviceId, SessionId};
use domain::shared::ports::{Clock, IdSource, PortError};

use crate::accounts::credential_check::CredentialCheck;

/// Why a user was not signed in.
#[derive(Debug, thiserror::Error)]
pub enum SignInError {
    /// Unknown address or wrong password: one wording for both (contract, Users).
    #[error("Invalid email or password")]
    WrongCredentials,
    /// The attempt was not admitted, or the password is right and something else is not.
    #[error(transparent)]
    Refused(CheckRefusal),
    #[error("Something went wrong on our side. Please try again.")]
    Port(#[from] PortError),
}

impl FeatureError for SignInError {
    fn kind(&self) -> ErrorKind {
        match self {
            Self::WrongCredentials | Self::Refused(CheckRefusal::CodeNeeded | CheckRefusal::CodeWrong) => ErrorKind::Unauthenticated,
            Self::Refused(refusal) => refusal.kind(),
            Self::Port(e) => port_kind(e),
        }
    }

    fn code(&self) -> &'static str {
        match self {
            Self::WrongCredentials => "auth.wrong_credentials",
            Self::Refused(refusal) => refusal.code(),
            Self::Port(e) => port_code(e),
        }
    }

    fn retry_after(&self) -> Option<TimeDelta> {
        if let Self::Refused(refusal) = self { refusal.retry_after() } else { None }
    }
}

impl From<CheckRefusal> for SignInError {
    fn from(refusal: CheckRefusal) -> Self {
        match refusal {
            CheckRefusal::WrongPassword => Self::WrongCredentials,
            CheckRefusal::Port(error) => Self::Port(error),
            other => Self::Refused(other),
        }
    }
}

/// A user who signed in.
#[derive(Clone, Debug)]
pub struct OpenedSession {
    pub user: User,
    /// The bearer token of the session.
    pub token: String,
    /// The token by which the device is recognised at its next login with a password; `None` when no password was given.
    pub device_token: Option<String>,
}

/// Where a login comes from.
#[derive(Clone, Debug)]
pub struct LoginSource {
    pub address: IpAddr,
    /// The token of an earlier login that the device sent; untrusted.
    pub device_token: Option<String>,
    /// The program that it names; untrusted.
    pub user_agent: Option<String>,
}

impl LoginSource {
    fn origin(&self) -> SessionOrigin {
        SessionOrigin { device: DeviceName::of_user_agent(self.user_agent.as_deref()), network: Network::of(self.address) }
    }
}

#[derive(Clone)]
pub struct SignIn {
    pub users: Arc<dyn UserRepository>,
    /// Compares passwords and codes, and slows down guessing.
    pub check: CredentialCheck,
    pub devices: Arc<dyn DeviceTokens>,
    pub sessions: Arc<dyn SessionStore>,
    /// Knows the devices and networks of staff.
    pub watch: Arc<dyn SignInWatch>,
    /// Signs the links of alerts.
    pub signer: Arc<dyn InvitationSigner>,
    pub tokens: Arc<dyn TokenService>,
    /// Draws the ids of sessions and devices.
    pub ids: Arc<dyn IdSource>,
    pub clock: Arc<dyn Clock>,
}

impl SignIn {
    /// Signs a user in, with the code of the second factor if they have one. Callers must run it to its end even if the client is gone,
    /// so that every admitted attempt is settled.
    ///
    /// # Errors
    /// [`SignInError`] when they are refused or a port fails.
    pub async fn run(
        &self,
        email: &EmailAddress,
        password: &Password,
        code: Option<&str>,
        from: &LoginSource,
    ) -> Result<OpenedSession, SignInError> {
        let found = self.users.credentials(email).await?;
        let device = self.known_device(found.as_ref(), from);
        let origin = device.map_or_else(|| Origin::Block(AddressBlock::of(from.address)), Origin::KnownDevice);
        let attempt = LoginAttempt { email: email.clone(), origin };
        let hash = found.as_ref().and_then(|c| c.password_hash.as_ref());
        let matched = self.check.run(&attempt, password, code, found.as_ref()).await?;
        let (Some(credentials), Some(compared)) = (&found, hash) else { return Err(SignInError::WrongCredentials) };
        let present = match &matched {
            PasswordMatch::RightButOutdated(stronger) => {
                self.users.rehash(credentials.user.id, compared, stronger).await?;
                stronger
            }
            PasswordMatch::Right | PasswordMatch::Wrong => compared,
        };
        let (signed_in, session) = self.begin_session(credentials.user.clone(), Some(present), from).await?;
        let device = device.unwrap_or_else(|| DeviceId::new(self.ids.uuid()));
        self.watch(&credentials.user, device, session, from).await?;
        Ok(OpenedSession { device_token: self.devices.sign(signed_in.user.id, device), ..signed_in })
    }

    /// The device that signed in to this account before, if the login shows its token.
    fn known_device(&self, found: Option<&Credentials>, from: &LoginSource) -> Option<DeviceId> {
        // Read first, so that an unknown address takes as long as a known one.
        let (user, device) = self.devices.read(from.device_token.as_deref()?)?;
        (user == found?.user.id).then_some(device)
    }

    /// Opens a session for an authenticated user and signs its token.
    ///
    /// # Errors
    /// [`CheckRefusal::Blocked`] when they were blocked or deleted meanwhile, or a failure.
    pub async fn open_session(&self, user: User, from: &LoginSource) -> Result<OpenedSession, SignInError> {
        self.begin_session(user, None, from).await.map(|(signed_in, _)| signed_in)
    }

    /// Notes the device and network of staff, which alerts them of unusual ones. `user` is as before the sign-in.
    async fn watch(&self, user: &User, device: DeviceId, session: SessionId, from: &LoginSource) -> Result<(), SignInError> {
        if user.user_type == UserType::Customer {
            return Ok(());
        }
        let news = SignInNews { at: self.clock.now(), origin: from.origin(), session };
        let secret = self.signer.sign_alert(session, news.until()).ok_or_else(|| PortError::internal("the key cannot sign an alert"))?;
        self.watch.note(&SeenSignIn { user: user.clone(), device, session, news, secret }).await?;
        Ok(())
    }

    /// Opens a session of a user whose password is still the `compared` one, where it was asked for.
    async fn begin_session(
        &self,
        mut user: User,
        compared: Option<&PasswordHash>,
        from: &LoginSource,
    ) -> Result<(OpenedSession, SessionId), SignInError> {
        let now = self.clock.now();
        let origin = Some(from.origin());
        let session = Session { origin, ..Session::begin(SessionId::new(self.ids.uuid()), &user, now) };
        if !self.sessions.open(&session, compared).await? {
            return Err(self.refusal(&user.email, compared).await?);
        }
        user.last_login = Some(now);
        let token = self.tokens.issue(&user, &session).map_err(PortError::internal)?;
        Ok((OpenedSession { user, token, device_token: None }, session.id))
    }

    /// Why no session was opened: the password was changed while it was compared, or the user blocked or deleted.
    async fn refusal(&self, email: &EmailAddress, compared: Option<&PasswordHash>) -> Result<SignInError, PortError> {
        let Some(compared) = compared else { return Ok(SignInError::Refused(CheckRefusal::Blocked)) };
        let present = self.users.credentials(email).await?.and_then(|found| found.password_hash);
        let is_same = present.as_ref() == Some(compared);
        Ok(if is_same { SignInError::Refused(CheckRefusal::Blocked) } else { SignInError::WrongCredentials })
    }
}

#[cfg(test)]
mod tests;
