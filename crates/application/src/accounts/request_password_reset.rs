//! Asking for a link that sets a new password.

use std::sync::Arc;

use domain::accounts::password_reset::{ResetSecret, VALID_FOR};
use domain::accounts::ports::{BeginResetOutcome, NewReset, PasswordResetStore, UserDirectory};
use domain::accounts::user::User;
use domain::messages::ports::{Mail, MailSender, MailSubject, Mailer};
use domain::shared::email::EmailAddress;
use domain::shared::ports::{Clock, IdSource, PortError};

use crate::content::current_content::CurrentContent;

/// The outcome. It must not reach the caller: it would disclose who has an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResetRequest {
    /// A link was mailed.
    Mailed,
    /// No user who may sign in has the address.
    Nobody,
    /// The account was sent too many already.
    TooMany,
}

/// The configuration of links.
#[derive(Clone, Debug)]
pub struct ResetLinks {
    /// The shop's public address without a trailing slash; never taken from a request.
    pub public_url: String,
    /// How many an account is sent within an hour; `None` for any number.
    pub per_hour: Option<u32>,
}

/// Mails links that set a new password.
#[derive(Clone)]
pub struct RequestPasswordReset {
    pub directory: Arc<dyn UserDirectory>,
    pub resets: Arc<dyn PasswordResetStore>,
    pub mailer: Arc<dyn Mailer>,
    /// Draws their secrets.
    pub ids: Arc<dyn IdSource>,
    pub clock: Arc<dyn Clock>,
    /// The configuration of the links.
    pub links: ResetLinks,
    /// The published content, which names the shop.
    pub content: CurrentContent,
}

impl RequestPasswordReset {
    /// Mails a link to the user with this address. Its duration depends on whether there is one, so callers must not wait for
    /// it before they answer a client.
    pub async fn run(&self, email: &EmailAddress) -> Result<ResetRequest, PortError> {
        let Some(user) = self.directory.by_email(email).await?.filter(|user| !user.is_blocked) else {
            return Ok(ResetRequest::Nobody);
        };
        let secret = ResetSecret::new(self.ids.secret());
        let reset = NewReset { user: user.id, secret: secret.clone(), at: self.clock.now(), per_hour: self.links.per_hour };
        match self.resets.begin(&reset).await? {
            BeginResetOutcome::Begun => {}
            BeginResetOutcome::TooMany => return Ok(ResetRequest::TooMany),
            BeginResetOutcome::UserGone => return Ok(ResetRequest::Nobody),
        }
        let shop = self.content.mail_sender().await?;
        self.mailer.send(&self.mail(&user, &secret, shop)).await?.taken()?;
        Ok(ResetRequest::Mailed)
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
