//! Writing to the shop.

use std::sync::Arc;

use domain::messages::contact::{ContactMessage, ContactText};
use domain::messages::ports::ContactInbox;
use domain::shared::email::EmailAddress;
use domain::shared::ports::Clock;
use domain::shared::text::PersonName;

use domain::shared::error::feature_error;

/// The contact form (`spec.md` §2, Contact).
#[derive(Clone, Debug)]
pub struct ContactForm {
    pub name: PersonName,
    /// The address for the answer.
    pub email: EmailAddress,
    pub message: ContactText,
}

feature_error! {
    /// Why a message was not taken.
    pub enum SendContactMessageError {} port "Your message could not be sent. Please try again."
}

/// Takes messages to the shop.
#[derive(Clone)]
pub struct SendContactMessage {
    inbox: Arc<dyn ContactInbox>,
    clock: Arc<dyn Clock>,
}

impl SendContactMessage {
    /// Wires the use case.
    #[must_use]
    pub fn new(inbox: Arc<dyn ContactInbox>, clock: Arc<dyn Clock>) -> Self {
        Self { inbox, clock }
    }

    /// Keeps a message; [`crate::messages::mail_contact_messages::MailContactMessages`] mails it.
    ///
    /// # Errors
    /// [`SendContactMessageError`] when the message could not be kept.
    pub async fn run(&self, form: ContactForm) -> Result<(), SendContactMessageError> {
        let message = ContactMessage { name: form.name, email: form.email, message: form.message, sent_at: self.clock.now() };
        Ok(self.inbox.store(&message).await?)
    }
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use domain::messages::ports::MockContactInbox;
    use domain::shared::ports::MockClock;

    use domain::shared::error::{ErrorKind, FeatureError as _};
    use domain::shared::ports::PortError;

    use super::*;

    fn form() -> ContactForm {
        ContactForm {
            name: PersonName::parse("Nimali").unwrap(),
            email: EmailAddress::parse("nimali@example.com").unwrap(),
            message: ContactText::parse("Do you deliver to Jaffna?").unwrap(),
        }
    }

    fn use_case(inbox: MockContactInbox) -> SendContactMessage {
        let mut clock = MockClock::new();
        clock.expect_now().return_const(DateTime::UNIX_EPOCH);
        SendContactMessage::new(Arc::new(inbox), Arc::new(clock))
    }

    #[tokio::test]
    async fn a_message_is_kept_with_its_time() {
        let mut inbox = MockContactInbox::new();
        let expected = |m: &ContactMessage| m.message.as_str() == "Do you deliver to Jaffna?" && m.sent_at == DateTime::UNIX_EPOCH;
        inbox.expect_store().withf(expected).once().returning(|_| Ok(()));
        use_case(inbox).run(form()).await.unwrap();
    }

    #[tokio::test]
    async fn a_message_that_is_not_kept_is_not_sent() {
        let mut inbox = MockContactInbox::new();
        inbox.expect_store().returning(|_| Err(PortError::unavailable("connection refused")));
        let refused = use_case(inbox).run(form()).await.unwrap_err();
        assert_eq!(
            (refused.kind(), refused.to_string().as_str()),
            (ErrorKind::Unavailable, "Your message could not be sent. Please try again.")
        );
    }
}
