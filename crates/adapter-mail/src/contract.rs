//! Contract tests of all mailers.

use domain::messages::ports::Mailer;
use domain::shared::email::EmailAddress;
use mail_parser::MessageParser;

use crate::test_mail::mail;

/// A mailer under test.
pub(crate) trait Fixture {
    fn mailer(&self) -> &dyn Mailer;
    /// The bytes of the one mail that it sent.
    async fn delivered(self) -> Vec<u8>;
}

/// Makes a test of each rule.
macro_rules! mailer_contract {
    ($fixture:path) => {
        $crate::contract::mailer_contract!($fixture: a_mail_arrives_as_it_was_written, typed_text_begins_no_header, a_mail_says_whose_it_is);
    };
    ($fixture:path: $($rule:ident),+) => {
        $(#[tokio::test]
        async fn $rule() {
            $crate::contract::$rule($fixture().await).await;
        })+
    };
}
pub(crate) use mailer_contract;

pub(crate) async fn a_mail_arrives_as_it_was_written(fixture: impl Fixture) {
    let mut mail = mail("Message from නිමාලි 🌸", "Hello!\n.\n.hidden\nend");
    mail.reply_to = EmailAddress::parse("customer@example.com").ok();
    fixture.mailer().send(&mail).await.unwrap().taken().unwrap();
    let bytes = fixture.delivered().await;
    let read = MessageParser::default().parse(&bytes).unwrap();
    assert_eq!(read.subject(), Some("Message from නිමාලි 🌸"));
    assert_eq!(read.to().unwrap().first().unwrap().address(), Some("nimali@example.com"));
    assert_eq!(read.reply_to().unwrap().first().unwrap().address(), Some("customer@example.com"));
    assert_eq!(read.body_text(0).unwrap().replace("\r\n", "\n").trim_end(), "Hello!\n.\n.hidden\nend");
}

pub(crate) async fn typed_text_begins_no_header(fixture: impl Fixture) {
    let mail = mail("Hi\r\nBcc: victim@example.com", "\r\nBcc: victim@example.com\r\n");
    fixture.mailer().send(&mail).await.unwrap().taken().unwrap();
    let bytes = fixture.delivered().await;
    let read = MessageParser::default().parse(&bytes).unwrap();
    assert_eq!(read.subject(), Some("Hi Bcc: victim@example.com"));
    assert!(read.bcc().is_none() && read.cc().is_none(), "{}", String::from_utf8_lossy(&bytes));
}

pub(crate) async fn a_mail_says_whose_it_is(fixture: impl Fixture) {
    fixture.mailer().send(&mail("Hi", "Hello")).await.unwrap().taken().unwrap();
    let bytes = fixture.delivered().await;
    let read = MessageParser::default().parse(&bytes).unwrap();
    assert_eq!(read.from().unwrap().first().unwrap().address(), Some("shop@example.com"));
    assert_eq!(read.date().unwrap().to_timestamp(), 1_772_352_000);
    assert!(read.message_id().is_some_and(|id| id.ends_with("@example.com")), "{:?}", read.message_id());
    assert!(read.reply_to().is_none());
}
