//! Composes mails in the format of the wire.

use std::sync::Arc;
use std::time::SystemTime;

use domain::messages::ports::{Mail, MailSender, ServerAnswer};
use domain::shared::email::EmailAddress;
use domain::shared::ports::{Clock, IdSource, PortError};
use lettre::Message;
use lettre::message::header::{ContentTransferEncoding, ContentType};
use lettre::message::{Body, Mailbox, MessageBuilder, MultiPart, SinglePart};

use crate::sender::Sender;

/// Composes messages: sender, date and message id.
#[derive(Clone)]
pub(crate) struct Composer {
    /// `MAIL_FROM`.
    pub(crate) sender: Option<Sender>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) ids: Arc<dyn IdSource>,
}

impl Composer {
    /// The message of a mail, and its name: its id without the host, new unless the mail has one. A fault where the recipient's address
    /// passes the shop's rules but not those of Internet mail.
    ///
    /// # Errors
    /// Internal when no mail of the shop can be composed.
    pub(crate) fn compose(&self, mail: &Mail) -> Result<Result<(Message, String), ServerAnswer>, PortError> {
        let sender = self.sender_of(&mail.from)?;
        let Ok(to) = mailbox(&mail.to) else { return Ok(Err(ServerAnswer::new("This is no address of Internet mail."))) };
        let name = mail.message_id.unwrap_or_else(|| self.ids.uuid()).to_string();
        let id = format!("<{name}@{}>", sender.email.domain());
        let message = Message::builder()
            .from(sender)
            .to(to)
            .date(SystemTime::from(self.clock.now()))
            .message_id(Some(id))
            .subject(mail.subject.as_str());
        // The text names an address to which no mail can be sent.
        let reply_to = mail.reply_to.as_ref().and_then(|address| mailbox(address).ok());
        let message = reply_to.into_iter().fold(message, MessageBuilder::reply_to);
        let message = match &mail.html {
            None => message.header(ContentType::TEXT_PLAIN).body(body_of(&mail.text)),
            Some(html) => message.multipart(alternatives(&mail.text, html)),
        };
        Ok(Ok((message.map_err(PortError::internal)?, name)))
    }

    /// The sender: the address of `MAIL_FROM`, else the shop's, and the name that the owner published, else that of `MAIL_FROM`.
    fn sender_of(&self, shop: &MailSender) -> Result<Mailbox, PortError> {
        let configured = self.sender.as_ref().map(Sender::mailbox);
        let email = match configured {
            Some(mailbox) => mailbox.email.clone(),
            None => mailbox(&shop.address)?.email,
        };
        let name = configured.and_then(|mailbox| mailbox.name.clone()).filter(|_| !shop.is_published);
        Ok(Mailbox::new(Some(name.unwrap_or_else(|| shop.name.clone())), email))
    }
}

/// The text and the HTML of a mail: a mail program shows the last part that it can.
fn alternatives(text: &str, html: &str) -> MultiPart {
    let part = |kind, text| SinglePart::builder().header(kind).body(body_of(text));
    MultiPart::alternative().singlepart(part(ContentType::TEXT_PLAIN, text)).singlepart(part(ContentType::TEXT_HTML, html))
}

/// The longest line SMTP takes, less its end (RFC 5321 §4.5.3.1.6).
const MAX_LINE: usize = 998;

/// Plain text where SMTP allows it, so that links stay in one piece; else the encoding of the library.
fn body_of(text: &str) -> Body {
    // A single carriage return does not end a line in SMTP, but some servers take it for a line end; NUL is not allowed.
    let text = text.replace("\r\n", "\n").replace('\r', "\n").replace('\0', "");
    let lines: Vec<_> = text.lines().collect();
    let is_plain = text.is_ascii() && lines.iter().all(|line| line.len() <= MAX_LINE);
    if is_plain {
        let wire: String = lines.iter().flat_map(|line| [line, "\r\n"]).collect();
        Body::dangerous_pre_encoded(wire.into_bytes(), ContentTransferEncoding::SevenBit)
    } else {
        Body::new(text)
    }
}

/// An address without a name.
fn mailbox(address: &EmailAddress) -> Result<Mailbox, PortError> {
    address.as_str().parse().map(|email| Mailbox::new(None, email)).map_err(PortError::internal)
}

#[cfg(test)]
mod tests {
    use mail_parser::{MessageParser, MimeHeaders as _};

    use super::*;
    use crate::test_mail::{composer, mail};

    #[test]
    fn has_sender_date_and_subject() {
        let (message, name) =
            composer().compose(&mail("Reset your password", "Follow the link:\nhttps://shop.example/reset")).unwrap().unwrap();
        let bytes = message.formatted();
        let read = MessageParser::default().parse(&bytes).unwrap();
        assert_eq!(read.from().unwrap().first().unwrap().name(), Some("Araliya"));
        assert_eq!(read.from().unwrap().first().unwrap().address(), Some("shop@example.com"));
        assert_eq!(read.to().unwrap().first().unwrap().address(), Some("nimali@example.com"));
        assert_eq!(read.reply_to(), None);
        assert_eq!(read.subject(), Some("Reset your password"));
        assert_eq!(read.date().unwrap().to_rfc3339(), "2026-03-01T08:00:00Z");
        assert_eq!(read.message_id(), Some(format!("{name}@example.com").as_str()));
        assert_eq!(read.body_text(0).unwrap().trim_end(), "Follow the link:\r\nhttps://shop.example/reset");
    }

    #[test]
    fn a_mail_in_two_forms_has_both_and_its_own_id_each_time() {
        let mut mail = mail("Your order", "Thank you, නිමාලි");
        mail.html = Some("<p>Thank you, නිමාලි</p>".to_owned());
        mail.message_id = Some(uuid::Uuid::from_u128(42));
        let ids = [(); 2].map(|()| {
            let bytes = composer().compose(&mail).unwrap().unwrap().0.formatted();
            let read = MessageParser::default().parse(&bytes).unwrap();
            assert_eq!(read.body_text(0).unwrap().trim_end(), "Thank you, නිමාලි");
            assert_eq!(read.body_html(0).unwrap().trim_end(), "<p>Thank you, නිමාලි</p>");
            assert!(read.content_type().is_some_and(|kind| kind.subtype() == Some("alternative")));
            read.message_id().unwrap().to_owned()
        });
        assert_eq!(ids, ["00000000-0000-0000-0000-00000000002a@example.com"; 2]);
    }

    #[test]
    fn other_scripts_and_long_lines_arrive_as_they_were_written() {
        let text = format!("ආයුබෝවන් 🌸\n{}\n.\n..dots\n", "word ".repeat(400));
        let bytes = composer().compose(&mail("පණිවිඩයක් – from නිමාලි", &text)).unwrap().unwrap().0.formatted();
        assert!(bytes.split(|b| *b == b'\n').all(|line| line.len() <= 998), "no line longer than SMTP takes");
        let read = MessageParser::default().parse(&bytes).unwrap();
        assert_eq!(read.subject(), Some("පණිවිඩයක් – from නිමාලි"));
        assert_eq!(read.body_text(0).unwrap().replace("\r\n", "\n"), text);
    }

    #[test]
    fn a_link_stays_whole_on_the_wire() {
        let link = format!("https://shop.example/reset-password#token={}", "x=".repeat(60));
        let text = format!("Hello,\n\n.\n{link}\n");
        let bytes = composer().compose(&mail("Reset", &text)).unwrap().unwrap().0.formatted();
        let wire = String::from_utf8(bytes.clone()).unwrap();
        assert!(wire.contains(&link) && wire.contains("7bit"), "{wire}");
        assert_eq!(MessageParser::default().parse(&bytes).unwrap().body_text(0).unwrap().replace("\r\n", "\n"), text);
        let bytes = composer().compose(&mail("Odd", "bare \r\0return")).unwrap().unwrap().0.formatted();
        assert!(bytes.ends_with(b"bare \r\nreturn\r\n"));
        for odd in [&"x".repeat(999), "ආයුබෝවන්"] {
            let bytes = composer().compose(&mail("Odd", odd)).unwrap().unwrap().0.formatted();
            assert!(!String::from_utf8_lossy(&bytes).contains("7bit"), "{odd:?}");
            assert!(bytes.split(|b| *b == b'\n').all(|line| line.len() <= 999));
        }
    }

    #[test]
    fn a_mail_is_from_the_shop_as_its_owner_named_it() {
        let from = |configured: Option<&str>, is_published| {
            let composer = Composer { sender: configured.map(|text| Sender::parse(text).unwrap()), ..composer() };
            let mut mail = mail("Hi", "Hello");
            mail.from =
                MailSender { name: "Kiri & Sons".to_owned(), address: EmailAddress::parse("hello@kiri.example").unwrap(), is_published };
            composer.compose(&mail).unwrap().unwrap().0.headers().get_raw("From").unwrap().to_owned()
        };
        assert_eq!(from(None, true), "Kiri & Sons <hello@kiri.example>");
        assert_eq!(from(Some("shop@example.com"), false), "Kiri & Sons <shop@example.com>");
        assert_eq!(from(Some("Rose <shop@example.com>"), true), "Kiri & Sons <shop@example.com>");
        assert_eq!(from(Some("Rose <shop@example.com>"), false), "Rose <shop@example.com>", "no name was published");
    }

    #[test]
    fn an_address_that_no_mail_reaches_is_a_fault_of_its_mail() {
        let mut mail = mail("Hi", "Hello");
        mail.reply_to = Some(EmailAddress::parse_known(&format!("a@{}.lk", "b".repeat(64))).unwrap());
        assert!(composer().compose(&mail).unwrap().is_ok(), "answers go to the shop");
        mail.to = mail.reply_to.take().unwrap();
        assert!(composer().compose(&mail).unwrap().is_err());
    }

    #[test]
    fn typed_text_adds_no_header() {
        let subject = "Message from Eve\r\nBcc: everybody@example.com\r\n\r\nYou won";
        let mut mail = mail(subject, "Bcc: everybody@example.com\r\n\r\nhello");
        mail.reply_to = EmailAddress::parse("eve@example.com").ok();
        let (message, _) = composer().compose(&mail).unwrap().unwrap();
        let bytes = message.formatted();
        let read = MessageParser::default().parse(&bytes).unwrap();
        assert_eq!(read.bcc(), None);
        assert_eq!(read.subject(), Some("Message from Eve Bcc: everybody@example.com You won"));
        assert_eq!(read.reply_to().unwrap().first().unwrap().address(), Some("eve@example.com"));
        assert_eq!(message.envelope().to().len(), 1, "one recipient");
        let headers: Vec<_> = read.headers().iter().map(|h| h.name().to_owned()).collect();
        let wanted =
            ["From", "To", "Date", "Message-ID", "Subject", "Reply-To", "Content-Type", "MIME-Version", "Content-Transfer-Encoding"];
        assert!(headers.iter().all(|h| wanted.iter().any(|w| w.eq_ignore_ascii_case(h))), "{headers:?}");
    }

    proptest::proptest! {
        #[test]
        fn an_address_that_the_shop_takes_is_one_of_internet_mail(text in "\\PC{1,12}@\\PC{1,8}\\.\\PC{1,4}|[a-z.!+-]{1,20}@[a-z0-9_-]{1,70}\\.[a-z]{2,3}") {
            if let Ok(address) = EmailAddress::parse(&text) {
                proptest::prop_assert!(mailbox(&address).is_ok(), "{:?}", address);
            }
        }
    }
}
