//! Use cases of messages to the shop.

pub mod mail_contact_messages;
pub mod send_contact_message;

use self::mail_contact_messages::MailContactMessages;
use self::send_contact_message::SendContactMessage;
use crate::ports::use_cases;

use_cases! {
    /// The use cases of messages to the shop.
    MessageUseCases(ports) {
        mail_contact_messages: MailContactMessages = MailContactMessages::new(ports.contact_inbox.clone(), ports.mailer.clone(), ports.clock.clone(), ports.settings.shop_email.clone()),
        send_contact_message: SendContactMessage = SendContactMessage::new(ports.contact_inbox.clone(), ports.clock.clone()),
    }
}
