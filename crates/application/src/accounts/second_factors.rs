//! Second factors: whose shop requires one, getting one, and removing it.

use std::sync::Arc;

use domain::accounts::actor::Actor;
use domain::accounts::permission::Permission;
use domain::accounts::ports::{AccountAccessError, SecondFactorChange, SecondFactorError, SecondFactorStore, UserDirectory};
use domain::accounts::second_factor::{AppKey, RecoveryCode, RecoveryHash, SecondFactorStatus, TypedCode};
use domain::accounts::session::Principal;
use domain::accounts::user::{User, UserType};
use domain::shared::email::EmailAddress;
use domain::shared::ports::{Clock, PortError};

use crate::accounts::second_factor_check::SecondFactorCheck;
use crate::content::current_content::CurrentContent;
use crate::settings::current_settings::CurrentSettings;

#[derive(Clone)]
pub struct SecondFactors {
    pub check: SecondFactorCheck,
    pub directory: Arc<dyn UserDirectory>,
    /// Say of whom the shop requires a second factor.
    pub settings: CurrentSettings,
    /// Names the shop to the authenticator app.
    pub content: CurrentContent,
    pub clock: Arc<dyn Clock>,
}

impl SecondFactors {
    fn store(&self) -> &dyn SecondFactorStore {
        self.check.store.as_ref()
    }

    /// Whether a second factor is required of this user. Nothing is read for a customer.
    pub async fn is_required(&self, user: &User) -> Result<bool, PortError> {
        if user.user_type == UserType::Customer {
            return Ok(false);
        }
        Ok(self.settings.get().await?.security.value.require_second_factor.includes(user))
    }

    /// Whether it is required and they have none.
    pub async fn is_lacking(&self, user: &User) -> Result<bool, PortError> {
        Ok(self.is_required(user).await? && self.store().status(user.id).await?.enabled_at.is_none())
    }

    /// Whether `who` handles the sessions and second factors of others: an owner who does not lack a second factor.
    pub(crate) async fn manages_staff(&self, who: &Principal) -> Result<bool, PortError> {
        Ok(who.may(Permission::ManageStaff) && !self.is_lacking(&who.user).await?)
    }

    /// The account with `email`, or that of `who` where none is named; `unknown` where no user has the address.
    pub(crate) async fn account(
        &self,
        who: &Principal,
        email: Option<&EmailAddress>,
        unknown: AccountAccessError,
    ) -> Result<User, AccountAccessError> {
        let Some(email) = email.filter(|email| **email != who.user.email) else { return Ok(who.user.clone()) };
        if !self.manages_staff(who).await? {
            return Err(AccountAccessError::NotYours);
        }
        self.directory.by_email(email).await?.ok_or(unknown)
    }

    /// The second factor of `email`, or that of `who` where none is named. Owners reach those of customers too: a customer who lost the
    /// app has no other way to recover it.
    ///
    /// # Errors
    /// [`AccountAccessError`] when the account is out of reach or a port fails.
    pub async fn status(&self, who: &Principal, email: Option<&EmailAddress>) -> Result<SecondFactorStatus, AccountAccessError> {
        let user = self.account(who, email, AccountAccessError::NoUser).await?;
        Ok(self.store().status(user.id).await?)
    }

    /// Removes the second factor of `email`, or that of `who` where none is named. Doing it again changes nothing.
    ///
    /// # Errors
    /// [`AccountAccessError`] when the account is out of reach or a port fails.
    pub async fn remove(&self, who: &Principal, by: &Actor, email: Option<&EmailAddress>) -> Result<(), AccountAccessError> {
        let user = self.account(who, email, AccountAccessError::NoUser).await?;
        self.store().remove(&SecondFactorChange { user, by: by.clone(), at: self.clock.now() }).await?;
        Ok(())
    }

    /// The same by the operator's command line, of any user. Returns whether there was one.
    ///
    /// # Errors
    /// [`AccountAccessError`] when no user has the address or a port fails.
    pub async fn remove_as_operator(&self, email: &EmailAddress) -> Result<bool, AccountAccessError> {
        let user = self.directory.by_email(email).await?.ok_or(AccountAccessError::NoUser)?;
        let by = Actor::operator("admin reset-second-factor");
        Ok(self.store().remove(&SecondFactorChange { user, by, at: self.clock.now() }).await?)
    }

    /// Draws a secret for the authenticator app of `user`. It counts once [`Self::enable`] has seen a code of it.
    ///
    /// # Errors
    /// [`SecondFactorError`] when the user has a second factor, or a port fails.
    pub async fn begin(&self, user: &User) -> Result<AppKey, SecondFactorError> {
        check_verified(user)?;
        let secret = self.check.codes.draw_secret().ok_or_else(no_entropy)?;
        let sealed = self.check.cipher.seal(&secret, user.id).map_err(PortError::internal)?;
        let content = self.content.get().await?;
        self.store().begin(user.id, &sealed, self.clock.now()).await?;
        Ok(self.check.codes.app_key(&secret, content.identity_text("name"), &user.email))
    }

    /// Enables the second factor that was begun, with a code of the app; returns the recovery codes, which are shown once. The other sessions
    /// of the user end: they began without it.
    ///
    /// # Errors
    /// [`SecondFactorError`] when the code is wrong, nothing was begun, or a port fails.
    pub async fn enable(&self, who: &Principal, by: &Actor, typed: &str) -> Result<Vec<RecoveryCode>, SecondFactorError> {
        let user = &who.user;
        check_verified(user)?;
        let begun = self.store().find(user.id).await?.ok_or(SecondFactorError::NotBegun)?;
        if begun.enabled_at.is_some() {
            return Err(SecondFactorError::AlreadyEnabled);
        }
        let (secret, at) = (self.check.open(&begun.secret, user.id)?, self.clock.now());
        let TypedCode::OfApp(digits) = TypedCode::parse(typed) else { return Err(SecondFactorError::CodeWrong) };
        let step = self.check.codes.step_of(&secret, &digits, at).ok_or(SecondFactorError::CodeWrong)?;
        let codes = self.check.codes.draw_recovery_codes().ok_or_else(no_entropy)?;
        let change = SecondFactorChange { user: user.clone(), by: by.clone(), at };
        let hashes = self.hashes(&codes, user)?;
        self.store().enable(&change, &begun.secret, step, &hashes, who.session.id).await?;
        Ok(codes)
    }

    /// Replaces the recovery codes, which are shown once.
    ///
    /// # Errors
    /// [`SecondFactorError`] when the user has no second factor, or a port fails.
    pub async fn renew_recovery_codes(&self, user: &User, by: &Actor) -> Result<Vec<RecoveryCode>, SecondFactorError> {
        let codes = self.check.codes.draw_recovery_codes().ok_or_else(no_entropy)?;
        let change = SecondFactorChange { user: user.clone(), by: by.clone(), at: self.clock.now() };
        self.store().replace_recovery_codes(&change, &self.hashes(&codes, user)?).await?;
        Ok(codes)
    }

    /// The stored forms of recovery codes.
    fn hashes(&self, codes: &[RecoveryCode], user: &User) -> Result<Vec<RecoveryHash>, PortError> {
        codes.iter().map(|code| self.check.cipher.hash_code(code, user.id).map_err(PortError::internal)).collect()
    }
}

/// Staff got their accounts from an owner or the operator, who know whose address it is.
fn check_verified(user: &User) -> Result<(), SecondFactorError> {
    let may_be_a_strangers = user.user_type == UserType::Customer && !user.email_verified;
    if may_be_a_strangers { Err(SecondFactorError::Unverified) } else { Ok(()) }
}

fn no_entropy() -> PortError {
    PortError::internal("the machine has no entropy")
}

#[cfg(test)]
mod tests;
