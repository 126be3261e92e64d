//! Why credentials do not count.

use chrono::TimeDelta;

use crate::accounts::login_attempts::AttemptResult;
use crate::shared::error::{ErrorKind, FeatureError, port_code, port_kind};
use crate::shared::ports::PortError;

/// Why credentials do not count. None of these ends a session.
#[derive(Debug, thiserror::Error)]
pub enum CheckRefusal {
    /// No user has the address, the account has no password, or the password is wrong.
    #[error("The password is not right.")]
    WrongPassword,
    /// The password is right, and the account is blocked (`spec.md` §8).
    #[error("Your account has been blocked. Contact support.")]
    Blocked,
    /// The password is right, and the account has a second factor whose code is missing.
    #[error("Please enter the code of your authenticator app.")]
    CodeNeeded,
    /// The password is right, and the code is wrong, too old or was used before.
    #[error("The code is wrong or was used before.")]
    CodeWrong,
    /// The password is right, and was set in the session that it would confirm.
    #[error("You set this password in this session. Please log out and log in with it, then confirm again.")]
    SetInSession,
    /// Too many failures for this account; wait.
    #[error("Too many failed attempts. Please wait a moment and try again.")]
    TooManyFailures(TimeDelta),
    /// Too many parallel attempts for this account; this one did not get its turn.
    #[error("Too many attempts at once. Please wait a moment and try again.")]
    NoTurn,
    #[error("Something went wrong on our side. Please try again.")]
    Port(#[from] PortError),
}

impl FeatureError for CheckRefusal {
    fn kind(&self) -> ErrorKind {
        match self {
            Self::WrongPassword | Self::Blocked | Self::CodeNeeded | Self::CodeWrong | Self::SetInSession => ErrorKind::Forbidden,
            Self::TooManyFailures(_) | Self::NoTurn => ErrorKind::TooMany,
            Self::Port(e) => port_kind(e),
        }
    }

    fn code(&self) -> &'static str {
        match self {
            Self::WrongPassword => "auth.wrong_password",
            Self::Blocked => "auth.blocked",
            Self::CodeNeeded => "auth.code_needed",
            Self::CodeWrong => "auth.code_wrong",
            Self::SetInSession => "auth.sign_in_again",
            Self::TooManyFailures(_) => "auth.too_many_failures",
            Self::NoTurn => "auth.too_many_attempts",
            Self::Port(e) => port_code(e),
        }
    }

    fn field(&self) -> Option<&'static str> {
        match self {
            Self::WrongPassword => Some("password"),
            Self::CodeWrong => Some("code"),
            _ => None,
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

impl CheckRefusal {
    /// How an attempt ended that was refused for this. A right password is not a guess, even if the user is blocked. Without its code it
    /// is no success either: that would forget the wrong codes before it.
    #[must_use]
    pub const fn result(&self) -> AttemptResult {
        match self {
            Self::WrongPassword | Self::CodeWrong => AttemptResult::Failed,
            Self::Blocked => AttemptResult::Succeeded,
            Self::CodeNeeded | Self::SetInSession | Self::TooManyFailures(_) | Self::NoTurn | Self::Port(_) => AttemptResult::NotCompared,
        }
    }
}
