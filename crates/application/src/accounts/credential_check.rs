//! Comparing the password and code of an account, within the limits on attempts.

use std::sync::Arc;

use chrono::TimeDelta;
use domain::accounts::login_attempts::{AttemptResult, LoginAttempt};
use domain::accounts::password::Password;
use domain::accounts::ports::{Admission, LoginThrottle, PasswordHasher, PasswordMatch};
use domain::accounts::user::Credentials;
use domain::shared::error::{ErrorKind, FeatureError, port_code, port_kind};
use domain::shared::ports::{Clock, PortError};

use crate::accounts::second_factor_check::{CodeResult, SecondFactorCheck};

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
    const fn result(&self) -> AttemptResult {
        match self {
            Self::WrongPassword | Self::CodeWrong => AttemptResult::Failed,
            Self::Blocked => AttemptResult::Succeeded,
            Self::CodeNeeded | Self::SetInSession | Self::TooManyFailures(_) | Self::NoTurn | Self::Port(_) => AttemptResult::NotCompared,
        }
    }
}

#[derive(Clone)]
pub struct CredentialCheck {
    pub hasher: Arc<dyn PasswordHasher>,
    /// Slows down guessing; `None` where the operator turned the limits off.
    pub throttle: Option<Arc<dyn LoginThrottle>>,
    pub second_factor: SecondFactorCheck,
    pub clock: Arc<dyn Clock>,
}

impl CredentialCheck {
    /// Compares the password, and then the code where the account needs one, after the attempt is admitted. The work is the same whether
    /// a user has the address or not, and whether there is a second factor shows with the right password alone. Callers must run it to
    /// its end even if the client is gone, so that every admitted attempt is settled.
    ///
    /// # Errors
    /// [`CheckRefusal`] when the credentials do not count, or a port fails.
    pub(crate) async fn run(
        &self,
        attempt: &LoginAttempt,
        password: &Password,
        code: Option<&str>,
        found: Option<&Credentials>,
    ) -> Result<PasswordMatch, CheckRefusal> {
        let Some(throttle) = &self.throttle else { return self.compare(password, code, found).await };
        let admitted = match throttle.admit(attempt, self.clock.now()).await? {
            Admission::Admitted(admitted) => admitted,
            Admission::Delayed(wait) => return Err(CheckRefusal::TooManyFailures(wait)),
            Admission::NoTurn => return Err(CheckRefusal::NoTurn),
        };
        let compared = self.compare(password, code, found).await;
        let result = compared.as_ref().map_or_else(CheckRefusal::result, |_| AttemptResult::Succeeded);
        let settled = throttle.settle(attempt, admitted, result, self.clock.now()).await;
        if matches!(compared, Err(CheckRefusal::Port(_))) {
            // If settling failed too, the attempt stays pending for a few seconds; the answer is the first error.
            return compared;
        }
        // If the result cannot be counted, right and wrong have the same answer.
        settled?;
        compared
    }

    /// Compares the password alone, of an account that may have a second factor. Callers must run it to its end, as [`Self::run`].
    ///
    /// # Errors
    /// [`CheckRefusal`] when the password does not count, or a port fails.
    pub(crate) async fn password(&self, attempt: &LoginAttempt, password: &Password, found: &Credentials) -> Result<(), CheckRefusal> {
        match self.run(attempt, password, None, Some(found)).await {
            // The code is asked for after the right password alone.
            Ok(_) | Err(CheckRefusal::CodeNeeded) => Ok(()),
            Err(refusal) => Err(refusal),
        }
    }

    async fn compare(&self, password: &Password, code: Option<&str>, found: Option<&Credentials>) -> Result<PasswordMatch, CheckRefusal> {
        let hash = found.and_then(|credentials| credentials.password_hash.as_ref());
        let matched = self.hasher.verify(password, hash).await?;
        let (Some(Credentials { user, .. }), false) = (found, matched == PasswordMatch::Wrong) else {
            return Err(CheckRefusal::WrongPassword);
        };
        if user.is_blocked {
            return Err(CheckRefusal::Blocked);
        }
        match self.second_factor.run(user, code, self.clock.now()).await? {
            CodeResult::NotEnrolled | CodeResult::Right => Ok(matched),
            CodeResult::Needed => Err(CheckRefusal::CodeNeeded),
            CodeResult::Wrong => Err(CheckRefusal::CodeWrong),
        }
    }
}
