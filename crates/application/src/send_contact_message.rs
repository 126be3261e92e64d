//! Writing to the shop.

use std::sync::Arc;

use domain::contact::{ContactMessage, ContactText};
use domain::email::EmailAddress;
use domain::ports::{Clock, ContactInbox, Mail, MailSubject, Mailer, PortError};
use domain::text::PersonName;

use crate::error::use_case_error;

/// What a visitor fills in (`spec.md` §2, Contact).
#[derive(Clone, Debug)]
pub struct ContactForm {
    /// Who writes.
    pub name: PersonName,
    /// Where the answer goes.
    pub email: EmailAddress,
    /// What they write.
    pub message: ContactText,
}

/// Why a message was not taken.
#[derive(Debug, thiserror::Error)]
pub enum SendContactMessageError {
    /// A port failed.
    #[error("Your message could not be sent. Please try again.")]
    Port(#[from] PortError),
}

use_case_error!(SendContactMessageError {});

/// A message that is kept.
#[derive(Debug)]
pub struct TakenMessage {
    /// Why it could not be mailed to the shop as well, for the log: the message is not lost, and sending it again
    /// would only keep it twice.
    pub mail_failure: Option<PortError>,
}

/// Takes messages to the shop.
#[derive(Clone)]
pub struct SendContactMessage {
    inbox: Arc<dyn ContactInbox>,
    mailer: Arc<dyn Mailer>,
    clock: Arc<dyn Clock>,
    shop: EmailAddress,
}

impl SendContactMessage {
    /// Wires the use case; `shop` is where the shop reads its mail.
    #[must_use]
    pub fn new(inbox: Arc<dyn ContactInbox>, mailer: Arc<dyn Mailer>, clock: Arc<dyn Clock>, shop: EmailAddress) -> Self {
        Self { inbox, mailer, clock, shop }
    }

    /// Keeps a message, then mails it to the shop with the visitor as the one to answer to (contract, Contact).
    ///
    /// # Errors
    /// [`SendContactMessageError`] when the message could not be kept.
    pub async fn run(&self, form: ContactForm) -> Result<TakenMessage, SendContactMessageError> {
        let message = ContactMessage { name: form.name, email: form.email, message: form.message, sent_at: self.clock.now() };
        self.inbox.store(&message).await?;
        let mail = Mail {
            to: self.shop.clone(),
            reply_to: Some(message.email.clone()),
            subject: MailSubject::one_line(&format!("Message from {}", message.name)),
            text: format!("{} <{}> wrote:\n\n{}\n", message.name, message.email, message.message),
        };
        Ok(TakenMessage { mail_failure: self.mailer.send(&mail).await.err() })
    }
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use domain::ports::{MockClock, MockContactInbox, MockMailer};

    use super::*;
    use crate::error::{ErrorKind, UseCaseError as _};

    fn form() -> ContactForm {
        ContactForm {
            name: PersonName::parse("Nimali\r\nBcc: x").unwrap(),
            email: EmailAddress::parse("nimali@example.com").unwrap(),
            message: ContactText::parse("Do you deliver to Jaffna?").unwrap(),
        }
    }

    fn use_case(inbox: MockContactInbox, mailer: MockMailer) -> SendContactMessage {
        let mut clock = MockClock::new();
        clock.expect_now().return_const(DateTime::UNIX_EPOCH);
        SendContactMessage::new(Arc::new(inbox), Arc::new(mailer), Arc::new(clock), EmailAddress::parse("hello@araliya.example").unwrap())
    }

    #[tokio::test]
    async fn a_message_is_kept_and_mailed_to_the_shop() {
        let (mut inbox, mut mailer) = (MockContactInbox::new(), MockMailer::new());
        inbox.expect_store().withf(|m| m.message.as_str() == "Do you deliver to Jaffna?").once().returning(|_| Ok(()));
        mailer
            .expect_send()
            .withf(|m| {
                m.to.as_str() == "hello@araliya.example"
                    && m.reply_to.as_ref().is_some_and(|r| r.as_str() == "nimali@example.com")
                    && m.subject.as_str() == "Message from Nimali Bcc: x"
                    && m.text.ends_with("wrote:\n\nDo you deliver to Jaffna?\n")
            })
            .once()
            .returning(|_| Ok(()));
        assert!(use_case(inbox, mailer).run(form()).await.unwrap().mail_failure.is_none());
    }

    #[tokio::test]
    async fn a_message_that_is_kept_but_not_mailed_is_taken() {
        let (mut inbox, mut mailer) = (MockContactInbox::new(), MockMailer::new());
        inbox.expect_store().returning(|_| Ok(()));
        mailer.expect_send().returning(|_| Err(PortError::unavailable("no route to host")));
        assert!(use_case(inbox, mailer).run(form()).await.unwrap().mail_failure.is_some());
    }

    #[tokio::test]
    async fn a_message_that_is_not_kept_is_not_mailed_either() {
        let mut inbox = MockContactInbox::new();
        inbox.expect_store().returning(|_| Err(PortError::unavailable("connection refused")));
        let refused = use_case(inbox, MockMailer::new()).run(form()).await.unwrap_err();
        assert_eq!(
            (refused.kind(), refused.to_string().as_str()),
            (ErrorKind::Unavailable, "Your message could not be sent. Please try again.")
        );
    }
}
