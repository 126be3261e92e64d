//! Mailing visitors' messages to the shop's address.

use std::sync::Arc;

use domain::messages::contact::{ContactInbox, ContactMessage, ContactMessageId};
use domain::messages::ports::{Mail, MailSender, MailSubject, Mailer};
use domain::shared::ports::{Clock, PortError};

use crate::content::current_content::CurrentContent;

/// The outcome of one run.
#[derive(Debug, Default)]
pub struct MailedMessages {
    /// How many the mail server took.
    pub mailed: usize,
    /// Those it did not take, and why. They are kept, and tried again later.
    pub failed: Vec<(ContactMessageId, PortError)>,
}

/// Mails messages to the shop.
#[derive(Clone)]
pub struct MailContactMessages {
    inbox: Arc<dyn ContactInbox>,
    mailer: Arc<dyn Mailer>,
    clock: Arc<dyn Clock>,
    content: CurrentContent,
}

impl MailContactMessages {
    /// Wires the use case; `content` has the shop's address.
    #[must_use]
    pub fn new(inbox: Arc<dyn ContactInbox>, mailer: Arc<dyn Mailer>, clock: Arc<dyn Clock>, content: CurrentContent) -> Self {
        Self { inbox, mailer, clock, content }
    }

    /// Mails the due messages, with the visitor as the address for answers (contract, Contact). No message is lost; a message
    /// may be mailed twice if the process ends between mailing and marking it. Messages are taken one at a time: if a slow mail
    /// server took longer for a batch than the time after which they become due again, another instance would mail them too.
    ///
    /// # Errors
    /// [`PortError`] when the inbox fails; one message that fails does not hold up the others.
    pub async fn run(&self) -> Result<MailedMessages, PortError> {
        let mut outcome = MailedMessages::default();
        while let Some((id, message)) = self.inbox.take_due(self.clock.now(), 1).await?.pop() {
            match self.send(&message).await {
                Ok(()) => {
                    self.inbox.mark_mailed(id, self.clock.now()).await?;
                    outcome.mailed += 1;
                }
                Err(error) => {
                    // All messages that were due at the start have been tried.
                    let came_round = outcome.failed.iter().any(|(failed, _)| *failed == id);
                    outcome.failed.push((id, error));
                    if came_round {
                        break;
                    }
                }
            }
        }
        Ok(outcome)
    }

    async fn send(&self, message: &ContactMessage) -> Result<(), PortError> {
        let from = self.content.mail_sender().await?;
        self.mailer.send(&mail(message, from)).await?.taken()
    }
}

/// The mail to the shop, which is from the shop, too.
fn mail(message: &ContactMessage, from: MailSender) -> Mail {
    let ContactMessage { name, email, message: text, .. } = message;
    Mail {
        to: from.address.clone(),
        from,
        reply_to: Some(email.clone()),
        subject: MailSubject::one_line(&format!("Message from {name}")),
        text: format!("{name} <{email}> wrote:\n\n{text}\n"),
        html: None,
        message_id: None,
    }
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use domain::messages::contact::{ContactText, MockContactInbox};
    use domain::messages::ports::{HandOver, MockMailer};
    use domain::shared::email::EmailAddress;
    use domain::shared::ports::MockClock;
    use domain::shared::text::PersonName;
    use mockall::Sequence;

    use super::*;
    use crate::content::samples::{PUBLISHED_EMAIL, named};

    fn message(id: i64) -> (ContactMessageId, ContactMessage) {
        let message = ContactMessage {
            name: PersonName::parse("Nimali Bcc: x").unwrap(),
            email: EmailAddress::parse("nimali@example.com").unwrap(),
            message: ContactText::parse("Do you deliver to Jaffna?").unwrap(),
            sent_at: DateTime::UNIX_EPOCH,
        };
        (ContactMessageId(id), message)
    }

    fn use_case(inbox: MockContactInbox, mailer: MockMailer) -> MailContactMessages {
        let mut clock = MockClock::new();
        clock.expect_now().return_const(DateTime::UNIX_EPOCH);
        MailContactMessages::new(Arc::new(inbox), Arc::new(mailer), Arc::new(clock), named("Nelum"))
    }

    /// An inbox in which these are due, the last one first.
    fn holding(due: Vec<i64>) -> MockContactInbox {
        let (mut inbox, mut due) = (MockContactInbox::new(), due);
        let mut take = move |limit| due.split_off(due.len().saturating_sub(limit)).into_iter().map(message).collect();
        inbox.expect_take_due().returning(move |_, limit| Ok(take(limit)));
        inbox
    }

    #[tokio::test]
    async fn a_message_goes_to_the_shop_and_the_answer_to_its_writer() {
        let (mut inbox, mut mailer) = (holding(vec![1]), MockMailer::new());
        inbox.expect_mark_mailed().withf(|id, _| *id == ContactMessageId(1)).once().returning(|_, _| Ok(()));
        let expected = |m: &Mail| {
            m.to.as_str() == PUBLISHED_EMAIL
                && m.reply_to.as_ref().is_some_and(|r| r.as_str() == "nimali@example.com")
                && m.subject.as_str() == "Message from Nimali Bcc: x"
                && m.text.ends_with("wrote:\n\nDo you deliver to Jaffna?\n")
        };
        mailer.expect_send().withf(expected).once().returning(|_| Ok(HandOver::Taken));
        assert_eq!(use_case(inbox, mailer).run().await.unwrap().mailed, 1);
    }

    #[tokio::test]
    async fn a_message_that_fails_stays_due_and_delays_no_other() {
        let (mut inbox, mut mailer) = (holding(vec![2, 1]), MockMailer::new());
        inbox.expect_mark_mailed().withf(|id, _| *id == ContactMessageId(2)).once().returning(|_, _| Ok(()));
        let mut answers = vec![Ok(HandOver::Taken), Err(PortError::unavailable("no route to host"))];
        mailer.expect_send().times(2).returning(move |_| answers.pop().unwrap());
        let outcome = use_case(inbox, mailer).run().await.unwrap();
        assert_eq!((outcome.mailed, outcome.failed.len()), (1, 1));
        assert_eq!(outcome.failed[0].0, ContactMessageId(1));
    }

    #[tokio::test]
    async fn however_many_are_due_all_are_mailed() {
        let (mut inbox, mut mailer) = (holding((1..=43).collect()), MockMailer::new());
        inbox.expect_mark_mailed().times(43).returning(|_, _| Ok(()));
        mailer.expect_send().times(43).returning(|_| Ok(HandOver::Taken));
        assert_eq!(use_case(inbox, mailer).run().await.unwrap().mailed, 43);
    }

    #[tokio::test]
    async fn none_is_taken_before_the_one_taken_before_is_mailed() {
        let (mut inbox, mut mailer, mut order) = (MockContactInbox::new(), MockMailer::new(), Sequence::new());
        for id in [1, 2] {
            inbox
                .expect_take_due()
                .withf(|_, limit| *limit == 1)
                .once()
                .in_sequence(&mut order)
                .returning(move |_, _| Ok(vec![message(id)]));
            mailer.expect_send().once().in_sequence(&mut order).returning(|_| Ok(HandOver::Taken));
            inbox.expect_mark_mailed().once().in_sequence(&mut order).returning(|_, _| Ok(()));
        }
        inbox.expect_take_due().once().in_sequence(&mut order).returning(|_, _| Ok(Vec::new()));
        assert_eq!(use_case(inbox, mailer).run().await.unwrap().mailed, 2);
    }

    #[tokio::test]
    async fn a_run_ends_when_a_message_that_failed_comes_round_again() {
        // The mail server fails so slowly that each is due again before all were tried.
        let (inbox, mut mailer) = (holding(vec![1, 3, 2, 1, 3, 2, 1]), MockMailer::new());
        mailer.expect_send().times(4).returning(|_| Err(PortError::unavailable("it does not answer")));
        let failed = use_case(inbox, mailer).run().await.unwrap().failed;
        assert_eq!(failed.iter().map(|(id, _)| id.0).collect::<Vec<_>>(), [1, 2, 3, 1]);
    }
}
