//! Sending the mails of the outbox.

use std::sync::Arc;
use std::time::Duration;

use domain::accounts::email_verification;
use domain::accounts::ports::{EmailTokens, InvitationSigner};
use domain::messages::contact::wait_after;
use domain::messages::mail_message::{MailKind, MailMessage};
use domain::messages::outbox::{BATCH, MailEnding, MailId, PUT_OFF, SEND_TIMEOUT_SECONDS, TakenMail};
use domain::messages::ports::{HandOver, Mail, MailOutbox, MailRenderer, Mailer, ServerAnswer};
use domain::messages::shop_card::ShopCard;
use domain::orders::guest_orders::{AccessKeys, GuestOrders};
use domain::settings::shop_settings::ShopSettings;
use domain::shared::order_id::OrderId;
use domain::shared::ports::{Clock, PortError};
use domain::shared::trace::TRACE_TARGET;
use tokio::time::{Instant, timeout};
use tracing::instrument;

use crate::content::current_content::CurrentContent;
use crate::messages::mail_addresses::{order_link, reply_to};
use crate::settings::current_settings::CurrentSettings;

/// The number of failures after each other at which the mail server counts as away. The rest of the batch then waits. A server that
/// refuses a recipient or a mail is there.
const FAILURES_IN_A_ROW: usize = 3;

/// The outcome of one mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MailFate {
    /// The mail server took it.
    Sent,
    /// The mail server did not; it is tried again.
    Failed,
    /// The mail server refused its recipient or its content; it is not tried again.
    Refused,
    /// It is not tried again: its link had ended, or its last attempt failed.
    GivenUp,
    /// Its kind is switched off.
    SwitchedOff,
    /// Its address was never verified, and enough mails about orders went there within a day.
    TooMany,
    /// It was not tried, because the mail server is away.
    PutOff,
}

/// A mail of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandledMail {
    pub id: MailId,
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
    /// The mails that it did not take, and the reason. They are tried again later, unless the server refused them for good, or the last
    /// attempt failed.
    pub failed: Vec<(MailId, PortError)>,
    /// The mails that are not tried again: refused, or their link had ended, or the last attempt failed.
    pub given_up: Vec<MailId>,
    /// The mails that are not sent, because the shop's settings switch their kind off.
    pub switched_off: usize,
    /// The mails that are not sent, because too many went to their address, which was never verified.
    pub too_many: usize,
    /// The mails of the batch that were not tried, because the mail server is away.
    pub put_off: usize,
}

impl SentMails {
    fn note(&mut self, mail: &TakenMail, took: Duration, fate: MailFate) {
        match fate {
            MailFate::Sent => self.sent += 1,
            MailFate::Refused | MailFate::GivenUp => self.given_up.push(mail.id),
            MailFate::SwitchedOff => self.switched_off += 1,
            MailFate::TooMany => self.too_many += 1,
            MailFate::PutOff => self.put_off += 1,
            MailFate::Failed => {}
        }
        let (id, kind, order) = (mail.id, mail.message.kind(), mail.message.order().cloned());
        self.handled.push(HandledMail { id, kind, order, request_id: mail.request_id.clone(), took, fate });
    }
}

/// The result of an attempt to send a mail.
enum Attempt {
    /// The mail server answered.
    Handed(HandOver),
    LinkEnded,
    /// Too many mails about orders went to its address, which was never verified.
    TooMany,
}

/// Sends the mails of the outbox.
#[derive(Clone)]
pub struct SendOutboxMails {
    pub outbox: Arc<dyn MailOutbox>,
    pub renderer: Arc<dyn MailRenderer>,
    /// Signs the links in them.
    pub claims: Arc<dyn EmailTokens>,
    /// Knows the orders whose links have a key.
    pub guests: Arc<dyn GuestOrders>,
    /// Makes those keys: none is stored with a mail.
    pub access_keys: Arc<dyn AccessKeys>,
    /// Signs the links of invitations.
    pub signer: Arc<dyn InvitationSigner>,
    pub mailer: Arc<dyn Mailer>,
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
                self.outbox.mark_ended(mail.id, MailEnding::SwitchedOff, None).await?;
                outcome.note(&mail, Duration::ZERO, MailFate::SwitchedOff);
            } else if in_a_row >= FAILURES_IN_A_ROW {
                self.outbox.put_off(mail.id, self.clock.now() + PUT_OFF).await?;
                outcome.note(&mail, Duration::ZERO, MailFate::PutOff);
            } else {
                let begun = Instant::now();
                let attempt = self.send(&mail, &settings).await;
                in_a_row = if attempt.is_err() { in_a_row + 1 } else { 0 };
                let fate = self.note(&mail, attempt, &mut outcome).await?;
                outcome.note(&mail, begun.elapsed(), fate);
            }
        }
        Ok(outcome)
    }

    /// Notes the result of an attempt in the outbox.
    async fn note(&self, mail: &TakenMail, attempt: Result<Attempt, PortError>, outcome: &mut SentMails) -> Result<MailFate, PortError> {
        let (ending, fate) = match attempt {
            Ok(Attempt::Handed(HandOver::Taken)) => {
                self.outbox.mark_sent(mail.id, self.clock.now()).await?;
                return Ok(MailFate::Sent);
            }
            Ok(Attempt::Handed(HandOver::Refused(answer))) => {
                self.outbox.mark_ended(mail.id, MailEnding::Refused, Some(&answer)).await?;
                outcome.failed.push((mail.id, PortError::internal(answer.as_str())));
                return Ok(MailFate::Refused);
            }
            Ok(Attempt::Handed(HandOver::Deferred(answer))) => {
                outcome.failed.push((mail.id, PortError::unavailable(answer.as_str())));
                return self.put_back(mail, &answer).await;
            }
            Err(error) => {
                let answer = ServerAnswer::new(&cause_of(&error));
                outcome.failed.push((mail.id, error));
                return self.put_back(mail, &answer).await;
            }
            Ok(Attempt::LinkEnded) => (MailEnding::GivenUp, MailFate::GivenUp),
            Ok(Attempt::TooMany) => (MailEnding::TooMany, MailFate::TooMany),
        };
        self.outbox.mark_ended(mail.id, ending, None).await?;
        Ok(fate)
    }

    /// Puts a mail back into the outbox for the waits of ADR 9: from 1 minute to 4 hours, for about 5 days. Then it is given up.
    async fn put_back(&self, mail: &TakenMail, answer: &ServerAnswer) -> Result<MailFate, PortError> {
        let Some(wait) = wait_after(mail.attempt) else {
            self.outbox.mark_ended(mail.id, MailEnding::GivenUp, Some(answer)).await?;
            return Ok(MailFate::GivenUp);
        };
        self.outbox.mark_failed(mail.id, self.clock.now() + wait, answer).await?;
        Ok(MailFate::Failed)
    }

    /// Sends a mail, unless its link has ended, or too many went to its address. It is a trace of its own, found by the request that
    /// caused the mail.
    #[instrument(parent = None, target = TRACE_TARGET, name = "send_mail", skip_all, fields(
        otel.kind = "client",
        mail.id = mail.id.0,
        mail.kind = mail.message.kind().as_str(),
        mail.attempt = mail.attempt,
        order.number = mail.message.order().map(OrderId::as_str),
        request.id = mail.request_id.as_deref(),
    ))]
    async fn send(&self, mail: &TakenMail, settings: &ShopSettings) -> Result<Attempt, PortError> {
        let until = match &mail.message {
            MailMessage::Verify(claim) => Some(claim.until),
            MailMessage::Invitation(news) => Some(news.until),
            MailMessage::SignInAlert(news) => Some(news.until()),
            MailMessage::Order(..) | MailMessage::Attention(_) | MailMessage::Security(_) => None,
        };
        if until.is_some_and(|until| until <= self.clock.now()) {
            return Ok(Attempt::LinkEnded);
        }
        let message = match mail.unverified_customer() {
            Some(to) if !self.outbox.count_unverified(mail.id, to, self.clock.now()).await? => return Ok(Attempt::TooMany),
            Some(_) => mail.message.clone().without_customers_words(),
            None => mail.message.clone(),
        };
        let to = match &mail.to {
            Some(customer) => customer.clone(),
            None => self.content.shop_address().await?,
        };
        let bank_account = settings.payments.value.plan().bank_account.clone();
        let shop = ShopCard { bank_account, ..self.content.shop_card().await? };
        let language = settings.mails.value.spoken(mail.language);
        let rendered = self.renderer.render(&shop, &message, language, &self.link(&message).await?)?;
        let letter = Mail {
            from: self.content.mail_sender().await?,
            to,
            reply_to: reply_to(&mail.message),
            subject: rendered.subject,
            text: rendered.text,
            html: Some(rendered.html),
            message_id: Some(mail.message_id),
        };
        let limit = Duration::from_secs(SEND_TIMEOUT_SECONDS);
        Ok(Attempt::Handed(timeout(limit, self.mailer.send(&letter)).await.map_err(PortError::unavailable)??))
    }

    async fn link(&self, message: &MailMessage) -> Result<String, PortError> {
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
            MailMessage::SignInAlert(news) => {
                let secret = self.signer.sign_alert(news.session, news.until());
                let secret = secret.ok_or_else(|| PortError::internal("the key cannot sign an alert"))?;
                Ok(secret.link(&self.public_url))
            }
            MailMessage::Security(news) => Ok(format!("{}{}", self.public_url, news.event.path())),
            MailMessage::Order(step, order) if !step.kind().is_for_shop() => self.customers_link(message, &order.id).await,
            MailMessage::Order(..) | MailMessage::Attention(_) => Ok(order_link(&self.public_url, message)),
        }
    }

    /// The page of a customer's order, with the key that it has now if it is a guest's.
    async fn customers_link(&self, message: &MailMessage, order: &OrderId) -> Result<String, PortError> {
        let access = self.guests.access(order).await?;
        let link = access.map(|access| self.access_keys.key_of(order, access.epoch).link(&self.public_url, order));
        Ok(link.unwrap_or_else(|| order_link(&self.public_url, message)))
    }
}

/// The words of a failure and of what caused it.
fn cause_of(error: &PortError) -> String {
    std::error::Error::source(error).map_or_else(|| error.to_string(), ToString::to_string)
}

#[cfg(test)]
mod tests;
