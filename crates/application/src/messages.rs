//! Use cases of the mails that the shop sends and gets.

mod mail_addresses;
pub mod mail_connection;
pub mod mail_contact_messages;
pub mod preview_mails;
pub mod send_outbox_mails;

use self::mail_connection::MailConnection;
use self::mail_contact_messages::MailContactMessages;
use self::preview_mails::PreviewMails;
use self::send_outbox_mails::SendOutboxMails;
use crate::ports::use_cases;

use_cases! {
    /// The use cases of messages and mails.
    MessageUseCases(ports) {
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
        send_outbox_mails: SendOutboxMails = SendOutboxMails {
            outbox: ports.mail_outbox.clone(),
            renderer: ports.mail_renderer.clone(),
            claims: ports.email_tokens.clone(),
            guests: ports.guest_orders.clone(),
            access_keys: ports.access_keys.clone(),
            signer: ports.invitation_signer.clone(),
            mailer: ports.mailer.clone(),
            clock: ports.clock.clone(),
            public_url: ports.settings.reset_links.public_url.clone(),
            content: ports.current_content.clone(),
            settings: ports.current_settings.clone(),
        },
    }
}
