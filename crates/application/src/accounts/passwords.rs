//! Links that set a new password.

use std::sync::Arc;

use domain::accounts::password::Password;
use domain::accounts::password_reset::{ResetSecret, VALID_FOR};
use domain::accounts::ports::{
    BeginResetOutcome, LoginThrottle, NewReset, PasswordHasher, PasswordResetStore, ResetPasswordError, UserDirectory,
};
use domain::accounts::user::User;
use domain::messages::ports::{Mail, MailSender, MailSubject, Mailer};
use domain::shared::email::EmailAddress;
use domain::shared::error::feature_error;
use domain::shared::ports::{Clock, IdSource, PortError};

use crate::content::current_content::CurrentContent;
use crate::ports::{Ports, ResetLinks};

/// The outcome of a request for a link. It must not reach the caller: it would disclose who has an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResetRequest {
    Mailed,
    /// No user who may sign in has the address.
    Nobody,
    /// The account was sent too many already.
    TooMany,
}

feature_error! {
    /// Why the operator gets no link.
    pub enum IssueResetLinkError {
        NotFound => NotFound, "user.not_found", "there is no user with this e-mail";
        Blocked => Conflict, "auth.blocked", "this user is blocked; an owner or a manager can unblock them in the back-office";
    } port "the link could not be written"
}

#[derive(Clone)]
pub struct Passwords {
    pub directory: Arc<dyn UserDirectory>,
    pub resets: Arc<dyn PasswordResetStore>,
    pub hasher: Arc<dyn PasswordHasher>,
    pub throttle: Arc<dyn LoginThrottle>,
    pub mailer: Arc<dyn Mailer>,
    /// Draws the secrets of links.
    pub ids: Arc<dyn IdSource>,
    pub clock: Arc<dyn Clock>,
    pub links: ResetLinks,
    /// The published content, which names the shop.
    pub content: CurrentContent,
}

impl Passwords {
    #[must_use]
    pub fn new(ports: &Ports) -> Self {
        Self {
            directory: ports.user_directory.clone(),
            resets: ports.password_resets.clone(),
            hasher: ports.hasher.clone(),
            throttle: ports.login_throttle.clone(),
            mailer: ports.mailer.clone(),
            ids: ports.ids.clone(),
            clock: ports.clock.clone(),
            links: ports.settings.reset_links.clone(),
            content: ports.current_content.clone(),
        }
    }

    /// Mails a link to the user with this address. Its duration depends on whether there is one, so callers must not wait for
    /// it before they answer a client.
    pub async fn request(&self, email: &EmailAddress) -> Result<ResetRequest, PortError> {
        let Some(user) = self.directory.by_email(email).await?.filter(|user| !user.is_blocked) else {
            return Ok(ResetRequest::Nobody);
        };
        let (outcome, secret) = self.begin(&user, self.links.per_hour).await?;
        match outcome {
            BeginResetOutcome::Begun => {}
            BeginResetOutcome::TooMany => return Ok(ResetRequest::TooMany),
            BeginResetOutcome::UserGone => return Ok(ResetRequest::Nobody),
        }
        let shop = self.content.mail_sender().await?;
        self.mailer.send(&self.mail(&user, &secret, shop)).await?.taken()?;
        Ok(ResetRequest::Mailed)
    }

    /// The secret of a new link for the operator, valid for [`VALID_FOR`]: for a user whom no mail of the shop reaches. Earlier links of the
    /// user end; their present password holds until the link is used. The operator's links are not limited in number.
    ///
    /// # Errors
    /// [`IssueResetLinkError`] when no user has the address, when they are blocked, or when a port fails.
    pub async fn issue(&self, email: &EmailAddress) -> Result<ResetSecret, IssueResetLinkError> {
        let user = self.directory.by_email(email).await?.ok_or(IssueResetLinkError::NotFound)?;
        if user.is_blocked {
            return Err(IssueResetLinkError::Blocked);
        }
        match self.begin(&user, None).await? {
            (BeginResetOutcome::Begun, secret) => Ok(secret),
            _ => Err(IssueResetLinkError::NotFound),
        }
    }

    async fn begin(&self, user: &User, per_hour: Option<u32>) -> Result<(BeginResetOutcome, ResetSecret), PortError> {
        let secret = ResetSecret::new(self.ids.secret());
        let reset = NewReset { user: user.id, secret: secret.clone(), at: self.clock.now(), per_hour };
        Ok((self.resets.begin(&reset).await?, secret))
    }

    /// Uses a link: sets the user's password, ends their sessions and clears their failed logins.
    ///
    /// # Errors
    /// [`ResetPasswordError`] when the link is dead or a port fails.
    pub async fn reset(&self, secret: &ResetSecret, password: &Password) -> Result<(), ResetPasswordError> {
        // Hashing is expensive, so an invalid link is refused before.
        if !self.resets.is_valid(secret, self.clock.now()).await? {
            return Err(ResetPasswordError::InvalidLink);
        }
        let hash = self.hasher.hash(password).await?;
        let user = self.resets.finish(secret, &hash, self.clock.now()).await?;
        // The failures were made with the old password. If clearing them fails, the password is set and the link used
        // nevertheless, so the answer is success; the user waits at most a minute.
        drop(self.throttle.clear(&user.email).await);
        Ok(())
    }

    /// The mail does not contain the user's name: a person who registered with another's address could have put any text there.
    fn mail(&self, user: &User, secret: &ResetSecret, from: MailSender) -> Mail {
        let shop_name = &from.name;
        let (minutes, link) = (VALID_FOR.num_minutes(), secret.link(&self.links.public_url));
        Mail {
            to: user.email.clone(),
            reply_to: None,
            subject: MailSubject::one_line(&format!("Set a new password for {shop_name}")),
            text: format!(
                "Hello,\n\n\
                 somebody asked for a new password for your account at {shop_name}. To set one, open this link within {minutes} minutes:\n\n\
                 {link}\n\n\
                 It works once. If it was not you, do nothing: your password stays as it is.\n\n\
                 {shop_name}\n"
            ),
            html: None,
            message_id: None,
            from,
        }
    }
}

#[cfg(test)]
mod tests;
