//! Confirming with password and code that a session is used by its user, before a change that a thief of the session must not make.

use std::net::IpAddr;
use std::sync::Arc;

use chrono::{DateTime, Utc};
use domain::accounts::login_attempts::{AddressBlock, LoginAttempt, Origin};
use domain::accounts::password::Password;
use domain::accounts::ports::{SessionStore, UserRepository};
use domain::accounts::session::{CONFIRMED_FOR, Principal};
use domain::shared::ports::Clock;

use crate::accounts::credential_check::{CheckRefusal, CredentialCheck};

#[derive(Clone)]
pub struct ConfirmIdentity {
    /// Reads the present password hash.
    pub users: Arc<dyn UserRepository>,
    /// Compares password and code, and counts failures with those of the login.
    pub check: CredentialCheck,
    pub sessions: Arc<dyn SessionStore>,
    pub clock: Arc<dyn Clock>,
}

impl ConfirmIdentity {
    /// Confirms the session of `who`, who calls from `address`; returns until when. Callers must run it to its end even if the client is
    /// gone, so that every admitted attempt is settled.
    ///
    /// # Errors
    /// [`CheckRefusal`] when password or code are refused or a port fails.
    pub async fn run(
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
}
