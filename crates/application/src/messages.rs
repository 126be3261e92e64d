//! Use cases of messages to the shop, and of the mails that the shop sends.

pub mod handle_contact_messages;
pub mod mail_connection;
pub mod mail_contact_messages;
pub mod preview_mails;
pub mod release_mails;
pub mod send_contact_message;
pub mod send_outbox_mails;
pub mod show_undelivered_mails;

use self::handle_contact_messages::HandleContactMessages;
use self::mail_connection::MailConnection;
use self::mail_contact_messages::MailContactMessages;
use self::preview_mails::PreviewMails;
use self::release_mails::ReleaseMails;
use self::send_contact_message::SendContactMessage;
use self::send_outbox_mails::SendOutboxMails;
use self::show_undelivered_mails::ShowUndeliveredMails;
use crate::ports::{Ports, use_cases};

use_cases! {
    /// The use cases of messages and mails.
    MessageUseCases(ports) {
        handle_contact_messages: HandleContactMessages = HandleContactMessages::new(ports.contact_inbox.clone(), ports.clock.clone()),
        mail_connection: MailConnection = MailConnection::new(ports.mailer.clone()),
        mail_contact_messages: MailContactMessages = MailContactMessages::new(ports.contact_inbox.clone(), ports.mailer.clone(), ports.clock.clone(), ports.current_content.clone()),
        preview_mails: PreviewMails = PreviewMails {
            renderer: ports.mail_renderer.clone(),
            clock: ports.clock.clone(),
            ids: ports.ids.clone(),
            public_url: ports.settings.reset_links.public_url.clone(),
            content: ports.current_content.clone(),
            settings: ports.current_settings.clone(),
        },
        release_mails: ReleaseMails = release_mails(ports),
        send_contact_message: SendContactMessage = SendContactMessage::new(ports.contact_inbox.clone(), ports.clock.clone()),
        send_outbox_mails: SendOutboxMails = SendOutboxMails {
            outbox: ports.mail_outbox.clone(),
            renderer: ports.mail_renderer.clone(),
            claims: ports.address_claims.clone(),
            signer: ports.invitation_signer.clone(),
            mailer: ports.mailer.clone(),
            clock: ports.clock.clone(),
            public_url: ports.settings.reset_links.public_url.clone(),
            content: ports.current_content.clone(),
            settings: ports.current_settings.clone(),
        },
        show_undelivered_mails: ShowUndeliveredMails = ShowUndeliveredMails::new(ports.mail_outbox.clone()),
    }
}

/// Releases the mails that a restore holds back: an owner, or the operator at the command line.
#[must_use]
pub fn release_mails(ports: &Ports) -> ReleaseMails {
    ReleaseMails::new(ports.mail_hold.clone(), ports.clock.clone())
}
