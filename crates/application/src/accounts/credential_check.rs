//! Comparing the password and code of an account, within the limits on attempts.

use std::sync::Arc;

use domain::accounts::credentials::CheckRefusal;
use domain::accounts::login_attempts::{AttemptResult, LoginAttempt};
use domain::accounts::password::Password;
use domain::accounts::ports::{Admission, LoginThrottle, PasswordHasher, PasswordMatch};
use domain::accounts::user::Credentials;
use domain::shared::ports::Clock;

use crate::accounts::second_factor_check::{CodeResult, SecondFactorCheck};

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
