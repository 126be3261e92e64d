//! Confirming with password and code that a session is used by its user, before a change that a thief of the session must not make.

use std::net::IpAddr;
use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use domain::accounts::login_attempts::{AddressBlock, LoginAttempt, Origin};
use domain::accounts::password::Password;
use domain::accounts::ports::{SessionStore, UserRepository};
use domain::accounts::session::{CONFIRMED_FOR, Principal};
use domain::shared::ports::{Clock, PortError};

use crate::accounts::credential_check::{CheckRefusal, CredentialCheck};
use crate::error::{ErrorKind, UseCaseError, port_code, port_kind};

/// Why a session was not confirmed. None of these ends it.
#[derive(Debug, thiserror::Error)]
pub enum ConfirmIdentityError {
    /// The password is wrong, or the account has none.
    #[error("The password is not right.")]
    WrongPassword,
    /// The account has a second factor.
    #[error("Please enter the code of your authenticator app.")]
    CodeNeeded,
    /// The code is wrong, too old or was used before.
    #[error("The code is wrong or was used before.")]
    CodeWrong,
    /// The account was blocked meanwhile.
    #[error("Your account has been blocked. Contact support.")]
    Blocked,
    /// Too many failures for this account; wait.
    #[error("Too many failed attempts. Please wait a moment and try again.")]
    TooManyFailures(TimeDelta),
    /// Too many parallel attempts for this account; this one did not get its turn.
    #[error("Too many attempts at once. Please wait a moment and try again.")]
    NoTurn,
    /// A port failed.
    #[error("Something went wrong on our side. Please try again.")]
    Port(#[from] PortError),
}

impl UseCaseError for ConfirmIdentityError {
    fn kind(&self) -> ErrorKind {
        match self {
            Self::WrongPassword | Self::CodeNeeded | Self::CodeWrong | Self::Blocked => ErrorKind::Forbidden,
            Self::TooManyFailures(_) | Self::NoTurn => ErrorKind::TooMany,
            Self::Port(e) => port_kind(e),
        }
    }

    fn code(&self) -> &'static str {
        match self {
            Self::WrongPassword => "auth.wrong_password",
            Self::CodeNeeded => "auth.code_needed",
            Self::CodeWrong => "auth.code_wrong",
            Self::Blocked => "auth.blocked",
            Self::TooManyFailures(_) => "auth.too_many_failures",
            Self::NoTurn => "auth.too_many_attempts",
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

impl From<CheckRefusal> for ConfirmIdentityError {
    fn from(refusal: CheckRefusal) -> Self {
        match refusal {
            CheckRefusal::WrongPassword => Self::WrongPassword,
            CheckRefusal::Blocked => Self::Blocked,
            CheckRefusal::CodeNeeded => Self::CodeNeeded,
            CheckRefusal::CodeWrong => Self::CodeWrong,
            CheckRefusal::TooManyFailures(wait) => Self::TooManyFailures(wait),
            CheckRefusal::NoTurn => Self::NoTurn,
            CheckRefusal::Port(error) => Self::Port(error),
        }
    }
}

/// Confirms sessions.
#[derive(Clone)]
pub struct ConfirmIdentity {
    /// Reads the present password hash.
    pub users: Arc<dyn UserRepository>,
    /// Compares password and code, and counts failures with those of the login.
    pub check: CredentialCheck,
    /// Keeps the confirmation.
    pub sessions: Arc<dyn SessionStore>,
    /// Knows the time.
    pub clock: Arc<dyn Clock>,
}

impl ConfirmIdentity {
    /// Confirms the session of `who`, who calls from `address`; returns until when. Callers must run it to its end even if the client is
    /// gone, so that every admitted attempt is settled.
    ///
    /// # Errors
    /// [`ConfirmIdentityError`] when password or code are refused or a port fails.
    pub async fn run(
        &self,
        who: &Principal,
        password: &Password,
        code: Option<&str>,
        address: IpAddr,
    ) -> Result<DateTime<Utc>, ConfirmIdentityError> {
        let email = who.user.email.clone();
        let found = self.users.credentials(&email).await?;
        let attempt = LoginAttempt { email, origin: Origin::Block(AddressBlock::of(address)) };
        self.check.run(&attempt, password, code, found.as_ref()).await?;
        let now = self.clock.now();
        self.sessions.confirm(who.session.id, now).await?;
        Ok(now + CONFIRMED_FOR)
    }
}
