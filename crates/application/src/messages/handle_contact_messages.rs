//! The messages from the contact page in the back-office.

use std::sync::Arc;

use domain::messages::contact::{ContactMessageId, ContactState, ReceivedMessage};
use domain::messages::ports::ContactInbox;
use domain::reports::audit::Actor;
use domain::shared::error::feature_error;
use domain::shared::page::{Page, PageRequest};
use domain::shared::ports::Clock;

use crate::error::{ListError, page_or_invalid};

feature_error! {
    /// Why the state of a message was not set.
    pub enum SetContactStateError {
        NotFound => NotFound, "message.not_found", "There is no message with this number.";
    }
}

/// Lists messages to the shop, and notes which of them are done.
#[derive(Clone)]
pub struct HandleContactMessages {
    inbox: Arc<dyn ContactInbox>,
    clock: Arc<dyn Clock>,
}

impl HandleContactMessages {
    /// Wires the use case.
    #[must_use]
    pub fn new(inbox: Arc<dyn ContactInbox>, clock: Arc<dyn Clock>) -> Self {
        Self { inbox, clock }
    }

    /// One page of the messages in this state, newest first.
    ///
    /// # Errors
    /// [`ListError`] for a foreign cursor or a failing store.
    pub async fn list(&self, state: ContactState, page: &PageRequest) -> Result<Page<ReceivedMessage>, ListError> {
        page_or_invalid(self.inbox.list(state, page).await?)
    }

    /// Sets the state of a message. A message that has it already is returned as it is.
    ///
    /// # Errors
    /// [`SetContactStateError`] where there is no such message, or the store fails.
    pub async fn set_state(&self, id: ContactMessageId, state: ContactState, by: &Actor) -> Result<ReceivedMessage, SetContactStateError> {
        self.inbox.set_state(id, state, by, self.clock.now()).await?.ok_or(SetContactStateError::NotFound)
    }
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use domain::messages::contact::{ContactDone, ContactMessage, ContactText};
    use domain::messages::ports::MockContactInbox;
    use domain::shared::email::EmailAddress;
    use domain::shared::error::{ErrorKind, FeatureError as _};
    use domain::shared::page::PageAnswer;
    use domain::shared::ports::MockClock;
    use domain::shared::text::PersonName;

    use super::*;

    fn done() -> ReceivedMessage {
        ReceivedMessage {
            id: ContactMessageId(7),
            message: ContactMessage {
                name: PersonName::parse("Nimali").unwrap(),
                email: EmailAddress::parse("nimali@example.com").unwrap(),
                message: ContactText::parse("Do you deliver to Jaffna?").unwrap(),
                sent_at: DateTime::UNIX_EPOCH,
            },
            done: Some(ContactDone { at: DateTime::UNIX_EPOCH, by: None }),
        }
    }

    fn use_case(inbox: MockContactInbox) -> HandleContactMessages {
        let mut clock = MockClock::new();
        clock.expect_now().return_const(DateTime::UNIX_EPOCH);
        HandleContactMessages::new(Arc::new(inbox), Arc::new(clock))
    }

    #[tokio::test]
    async fn a_state_is_set_at_the_present_time() {
        let mut inbox = MockContactInbox::new();
        inbox.expect_set_state().returning(|id, state, by, now| {
            assert_eq!((state, by.request_id.as_str(), now), (ContactState::Done, "a command", DateTime::UNIX_EPOCH));
            Ok((id.0 == 7).then(done))
        });
        let messages = use_case(inbox);
        let operator = Actor::operator("a command");
        let set = async |id| messages.set_state(ContactMessageId(id), ContactState::Done, &operator).await;
        assert_eq!(set(7).await.unwrap().state(), ContactState::Done);
        let unknown = set(8).await.unwrap_err();
        assert_eq!((unknown.kind(), unknown.code()), (ErrorKind::NotFound, "message.not_found"));
    }

    #[tokio::test]
    async fn a_foreign_cursor_is_refused() {
        let mut inbox = MockContactInbox::new();
        inbox.expect_list().returning(|_, _| Ok(PageAnswer::InvalidCursor));
        let refused = use_case(inbox).list(ContactState::Open, &PageRequest::default()).await.unwrap_err();
        assert_eq!(refused.kind(), ErrorKind::Invalid);
    }
}
