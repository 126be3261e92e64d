//! Changing one's own profile, or another user's as an administrator.

use std::net::IpAddr;
use std::sync::Arc;

use domain::accounts::actor::Actor;
use domain::accounts::login_attempts::{AddressBlock, LoginAttempt, Origin};
use domain::accounts::password::Password;
use domain::accounts::permission::Permission;
use domain::accounts::ports::{PasswordHasher, TokenService, UpdateProfileError, UpdatedUser, UserDirectory, UserRepository};
use domain::accounts::session::Principal;
use domain::accounts::user::{ProfileChange, User};
use domain::shared::email::EmailAddress;
use domain::shared::language::Language;
use domain::shared::ports::{Clock, PortError};
use domain::shared::text::{PersonName, PictureUrl};

use crate::accounts::credential_check::CredentialCheck;
use crate::settings::current_settings::CurrentSettings;

/// The profile form; `None` (a blank field) keeps the present value (`spec.md` §5).
#[derive(Clone, Debug, Default)]
pub struct ProfileForm {
    pub first_name: Option<PersonName>,
    pub last_name: Option<PersonName>,
    pub profile_picture: Option<PictureUrl>,
    /// New language of mails.
    pub language: Option<Language>,
    pub password: Option<NewPassword>,
}

/// A password that a user sets in a session.
#[derive(Clone, Debug)]
pub struct NewPassword {
    pub new: Password,
    /// The present one, as it was typed; without it the session must be confirmed.
    pub current: Option<Password>,
    /// The address of the client, by which guesses at the present one are slowed down.
    pub address: IpAddr,
}

/// The user after the change, and a new token if they changed their own profile.
#[derive(Clone, Debug)]
pub struct UpdatedProfile {
    /// The user as they are now.
    pub user: User,
    /// A token with the new name and picture; `None` when another user was changed.
    pub token: Option<String>,
    /// Whether their reviews show another author now.
    pub is_shown: bool,
}

#[derive(Clone)]
pub struct UpdateProfile {
    pub directory: Arc<dyn UserDirectory>,
    pub users: Arc<dyn UserRepository>,
    /// Hashes the new password.
    pub hasher: Arc<dyn PasswordHasher>,
    /// Compares the present password.
    pub check: CredentialCheck,
    /// The shop's settings, which name the offered languages.
    pub settings: CurrentSettings,
    /// Signs the fresh token.
    pub tokens: Arc<dyn TokenService>,
    pub clock: Arc<dyn Clock>,
}

impl UpdateProfile {
    /// Checks whether `who` may change the user with `email`, before the form is validated.
    ///
    /// # Errors
    /// [`UpdateProfileError::NotYours`] or [`UpdateProfileError::PasswordOfAnother`].
    pub fn check_may(&self, who: &Principal, email: &EmailAddress, with_password: bool) -> Result<(), UpdateProfileError> {
        let own = who.user.email == *email;
        if !own && !who.is_admin() {
            return Err(UpdateProfileError::NotYours);
        }
        if !own {
            who.require(Permission::ManageUsers)?;
        }
        if !own && with_password {
            return Err(UpdateProfileError::PasswordOfAnother);
        }
        Ok(())
    }

    /// Changes the profile of the user with `email`; a change by an administrator is recorded with the actor `by`. A new password needs the
    /// present one, or a session that was confirmed. Callers must run it to its end even if the client is gone, so that every admitted
    /// attempt at the present password is settled.
    ///
    /// # Errors
    /// [`UpdateProfileError`] when `who` may not do it, no user has the address, the shop does not offer the language, or a port fails.
    pub async fn run(
        &self,
        who: &Principal,
        by: &Actor,
        email: &EmailAddress,
        form: ProfileForm,
    ) -> Result<UpdatedProfile, UpdateProfileError> {
        self.check_may(who, email, form.password.is_some())?;
        let own = who.user.email == *email;
        let id = if own { who.user.id } else { self.other(who, email).await?.id };
        self.check_language(form.language).await?;
        let password_hash = match &form.password {
            Some(password) => {
                self.check_password(who, password).await?;
                Some(self.hasher.hash(&password.new).await?)
            }
            None => None,
        };
        let ProfileForm { first_name, last_name, profile_picture, language, password: _ } = form;
        let change = ProfileChange { first_name, last_name, profile_picture, language, password_hash };
        let keep = own.then_some(who.session.id);
        let now = self.clock.now();
        let updated = if who.is_admin() {
            self.users.update_profile_as_admin(id, &change, keep, by, now).await
        } else {
            self.users.update_profile(id, &change, keep, now).await
        };
        let UpdatedUser { user, is_shown } = updated.map_err(|error| match error {
            UpdateProfileError::NotFound if own => UpdateProfileError::SignedOut,
            other => other,
        })?;
        let token = if own { Some(self.tokens.issue(&user, &who.session).map_err(PortError::internal)?) } else { None };
        Ok(UpdatedProfile { user, token, is_shown })
    }

    /// Whether `who` may set this password.
    async fn check_password(&self, who: &Principal, password: &NewPassword) -> Result<(), UpdateProfileError> {
        let NewPassword { current, address, .. } = password;
        let email = who.user.email.clone();
        let found = self.users.credentials(&email).await?.ok_or(UpdateProfileError::SignedOut)?;
        if found.password_hash.is_none() {
            return Err(UpdateProfileError::FirstPassword);
        }
        let Some(current) = current else {
            let is_confirmed = who.session.confirmed_until(self.clock.now()).is_some();
            return if is_confirmed { Ok(()) } else { Err(UpdateProfileError::ConfirmNeeded) };
        };
        let attempt = LoginAttempt { email, origin: Origin::Block(AddressBlock::of(*address)) };
        Ok(self.check.password(&attempt, current, &found).await?)
    }

    /// Whether customers can choose this language.
    async fn check_language(&self, language: Option<Language>) -> Result<(), UpdateProfileError> {
        let Some(language) = language else { return Ok(()) };
        if self.settings.get().await?.mails.value.offers(language) { Ok(()) } else { Err(UpdateProfileError::LanguageNotOffered) }
    }

    /// Another user, whom `who` may change: only owners change staff.
    async fn other(&self, who: &Principal, email: &EmailAddress) -> Result<User, UpdateProfileError> {
        let user = self.directory.by_email(email).await?.ok_or(UpdateProfileError::NotFound)?;
        if user.staff_role.is_some() {
            who.require(Permission::ManageStaff)?;
        }
        Ok(user)
    }
}

#[cfg(test)]
mod tests;
