//! Sending the mails of the outbox.

use std::sync::Arc;
use std::time::Duration;

use domain::accounts::email_verification;
use domain::accounts::ports::{AddressClaims, InvitationSigner};
use domain::accounts::sign_in_alert;
use domain::messages::contact::wait_after;
use domain::messages::language::Language;
use domain::messages::mail_message::{AttentionNews, MailKind, MailMessage, OrderStep};
use domain::messages::outbox::{BATCH, MailId, SEND_TIMEOUT_SECONDS, TakenMail};
use domain::messages::ports::{Mail, MailOutbox, MailRenderer, Mailer};
use domain::orders::order_id::OrderId;
use domain::shared::email::EmailAddress;
use domain::shared::ports::{Clock, PortError};
use domain::shared::trace::TRACE_TARGET;
use tokio::time::{Instant, timeout};
use tracing::instrument;

use crate::content::current_content::CurrentContent;
use crate::settings::current_settings::CurrentSettings;

/// The number of failures after each other at which the mail server counts as away. The rest of the batch then waits.
const FAILURES_IN_A_ROW: usize = 3;

/// The outcome of one mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MailFate {
    /// The mail server took it.
    Sent,
    /// The mail server did not; it is tried again.
    Failed,
    /// It is not tried again.
    GivenUp,
    /// Its kind is switched off.
    SwitchedOff,
    /// It was not tried, because the mail server is away.
    PutOff,
}

/// A mail of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandledMail {
    /// Which mail.
    pub id: MailId,
    /// Its kind.
    pub kind: MailKind,
    /// The order that it is about.
    pub order: Option<OrderId>,
    /// The `X-Request-Id` of the request that caused it.
    pub request_id: Option<String>,
    /// The time until the mail server answered; zero where it was not asked.
    pub took: Duration,
    /// Its outcome.
    pub fate: MailFate,
}

/// The outcome of one run.
#[derive(Debug, Default)]
pub struct SentMails {
    /// Each mail of the batch, in its order.
    pub handled: Vec<HandledMail>,
    /// The number of mails that the mail server took.
    pub sent: usize,
    /// The mails that it did not take, and the reason. They are tried again later.
    pub failed: Vec<(MailId, PortError)>,
    /// The mails that are not tried again: their link had ended, or the last attempt failed.
    pub given_up: Vec<MailId>,
    /// The mails that are not sent, because the shop's settings switch their kind off.
    pub switched_off: usize,
    /// The mails of the batch that were not tried, because the mail server is away.
    pub put_off: usize,
}

impl SentMails {
    fn note(&mut self, mail: &TakenMail, took: Duration, fate: MailFate) {
        let (id, kind, order) = (mail.id, mail.message.kind(), mail.message.order().cloned());
        self.handled.push(HandledMail { id, kind, order, request_id: mail.request_id.clone(), took, fate });
    }
}

/// Sends the mails of the outbox.
#[derive(Clone)]
pub struct SendOutboxMails {
    /// Keeps the mails.
    pub outbox: Arc<dyn MailOutbox>,
    /// Renders them.
    pub renderer: Arc<dyn MailRenderer>,
    /// Signs the links in them.
    pub claims: Arc<dyn AddressClaims>,
    /// Signs the links of invitations.
    pub signer: Arc<dyn InvitationSigner>,
    /// Hands them over.
    pub mailer: Arc<dyn Mailer>,
    /// Knows the time.
    pub clock: Arc<dyn Clock>,
    /// The shop's public address without a trailing slash.
    pub public_url: String,
    /// The shop's settings, which switch kinds of mails off.
    pub settings: CurrentSettings,
    /// The published content, which names the shop and has the address for the mails to it.
    pub content: CurrentContent,
}

impl SendOutboxMails {
    /// Sends the mails that are due, at most [`BATCH`]. Each is sent once, except where the process ends, or the database fails,
    /// between handing it over and noting that: then the same mail, with the same Message-ID, is sent again.
    ///
    /// A mail of a kind that is switched off now is queued like all others, so that each event has its row, and is not sent. A mail
    /// in a language that the shop offers no longer is sent in English.
    ///
    /// # Errors
    /// [`PortError`] when the outbox fails; a mail that fails delays no other.
    pub async fn run(&self) -> Result<SentMails, PortError> {
        let mut outcome = SentMails::default();
        let mut in_a_row = 0;
        let settings = self.settings.get().await?;
        for mail in self.outbox.take_due(self.clock.now(), BATCH).await? {
            if !settings.mails.value.sends(mail.message.kind()) {
                self.outbox.mark_failed(mail.id, None).await?;
                outcome.switched_off += 1;
                outcome.note(&mail, Duration::ZERO, MailFate::SwitchedOff);
                continue;
            }
            if in_a_row >= FAILURES_IN_A_ROW {
                self.put_back(&mail, &mut outcome).await?;
                outcome.put_off += 1;
                outcome.note(&mail, Duration::ZERO, MailFate::PutOff);
                continue;
            }
            let begun = Instant::now();
            let sent = self.send(&mail, settings.mails.value.spoken(mail.language)).await;
            let took = begun.elapsed();
            match sent {
                Ok(true) => {
                    self.outbox.mark_sent(mail.id, self.clock.now()).await?;
                    outcome.sent += 1;
                    outcome.note(&mail, took, MailFate::Sent);
                    in_a_row = 0;
                }
                Ok(false) => {
                    self.outbox.mark_failed(mail.id, None).await?;
                    outcome.given_up.push(mail.id);
                    outcome.note(&mail, took, MailFate::GivenUp);
                }
                Err(error) => {
                    in_a_row += 1;
                    self.put_back(&mail, &mut outcome).await?;
                    let is_given_up = outcome.given_up.last() == Some(&mail.id);
                    outcome.note(&mail, took, if is_given_up { MailFate::GivenUp } else { MailFate::Failed });
                    outcome.failed.push((mail.id, error));
                }
            }
        }
        Ok(outcome)
    }

    /// Puts a mail back into the outbox for the waits of ADR 9: from 1 minute to 4 hours, for about 5 days. Then it is given up.
    async fn put_back(&self, mail: &TakenMail, outcome: &mut SentMails) -> Result<(), PortError> {
        let again = wait_after(mail.attempt).map(|wait| self.clock.now() + wait);
        if again.is_none() {
            outcome.given_up.push(mail.id);
        }
        self.outbox.mark_failed(mail.id, again).await
    }

    /// Sends a mail; `false` without sending it if its link has ended. It is a trace of its own, found by the request that caused the mail.
    #[instrument(parent = None, target = TRACE_TARGET, name = "send_mail", skip_all, fields(
        otel.kind = "client",
        mail.id = mail.id.0,
        mail.kind = mail.message.kind().as_str(),
        mail.attempt = mail.attempt,
        order.number = mail.message.order().map(OrderId::as_str),
        request.id = mail.request_id.as_deref(),
    ))]
    async fn send(&self, mail: &TakenMail, language: Language) -> Result<bool, PortError> {
        let until = match &mail.message {
            MailMessage::Verify(claim) => Some(claim.until),
            MailMessage::Invitation(news) => Some(news.until),
            MailMessage::SignInAlert(news) => Some(news.at + sign_in_alert::VALID_FOR),
            MailMessage::Order(..) | MailMessage::Attention(_) => None,
        };
        if until.is_some_and(|until| until <= self.clock.now()) {
            return Ok(false);
        }
        let to = match &mail.to {
            Some(customer) => customer.clone(),
            None => self.content.shop_address().await?,
        };
        let shop = self.content.shop_card().await?;
        let rendered = self.renderer.render(&shop, &mail.message, language, &self.link(&mail.message)?)?;
        let letter = Mail {
            to,
            reply_to: reply_to(&mail.message),
            subject: rendered.subject,
            text: rendered.text,
            html: Some(rendered.html),
            message_id: Some(mail.message_id),
        };
        let limit = Duration::from_secs(SEND_TIMEOUT_SECONDS);
        timeout(limit, self.mailer.send(&letter)).await.map_err(PortError::unavailable)??;
        Ok(true)
    }

    fn link(&self, message: &MailMessage) -> Result<String, PortError> {
        match message {
            MailMessage::Verify(claim) => {
                let token = self.claims.sign(claim).ok_or_else(|| PortError::internal("the key cannot sign a claim"))?;
                Ok(email_verification::link(&self.public_url, &token))
            }
            MailMessage::Invitation(news) => {
                let secret = self.signer.sign(news.id, news.until);
                let secret = secret.ok_or_else(|| PortError::internal("the key cannot sign an invitation"))?;
                Ok(secret.link(&self.public_url))
            }
            MailMessage::SignInAlert(news) => Ok(news.secret.link(&self.public_url)),
            MailMessage::Order(..) | MailMessage::Attention(_) => Ok(order_link(&self.public_url, message)),
        }
    }
}

/// The page about the order of a mail: the customer's, or the shop's list with this order. A payment that belongs to no order leads to
/// the dashboard, which shows what waits.
pub(super) fn order_link(public_url: &str, message: &MailMessage) -> String {
    match message {
        MailMessage::Order(OrderStep::ForShop, order) => format!("{public_url}/admin/orders?q={}", order.id.as_str()),
        MailMessage::Attention(AttentionNews { order: Some(order), .. }) => format!("{public_url}/admin/orders?q={}", order.as_str()),
        MailMessage::Attention(_) => format!("{public_url}/admin"),
        MailMessage::Order(_, order) => format!("{public_url}/orders/{}", order.id.as_str()),
        MailMessage::Verify(_) | MailMessage::Invitation(_) | MailMessage::SignInAlert(_) => format!("{public_url}/orders"),
    }
}

/// The shop answers the customer from the mail about a new order, and an invited person the owner.
fn reply_to(message: &MailMessage) -> Option<EmailAddress> {
    match message {
        MailMessage::Order(OrderStep::ForShop, order) => Some(order.email.clone()),
        MailMessage::Invitation(news) => Some(news.invited_by.clone()),
        MailMessage::Order(..) | MailMessage::Verify(_) | MailMessage::Attention(_) | MailMessage::SignInAlert(_) => None,
    }
}

#[cfg(test)]
mod tests;
