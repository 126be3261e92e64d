//! Sending to a small SMTP server on this machine.

use domain::shared::email::EmailAddress;
use mail_parser::MessageParser;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

use super::*;
use crate::contract::{Fixture, mailer_contract};
use crate::test_mail::{composer, mail};

/// The input of a server: the commands, and the mail with its dots unstuffed.
#[derive(Default)]
struct Session {
    commands: Vec<String>,
    data: Vec<u8>,
}

/// A server for one connection that answers `refuse.1` to commands beginning with `refuse.0`, and its address.
async fn server(refuse: Option<(&'static str, &'static str)>) -> (String, JoinHandle<Session>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("smtp://{}", listener.local_addr().unwrap());
    let session = tokio::spawn(async move {
        let (stream, _) = listener.accept().await.unwrap();
        serve(stream, refuse).await
    });
    (url, session)
}

async fn serve(mut stream: TcpStream, refuse: Option<(&'static str, &'static str)>) -> Session {
    let (read, mut write) = stream.split();
    let mut read = BufReader::new(read);
    let mut session = Session::default();
    write.write_all(b"220 sink ESMTP\r\n").await.unwrap();
    loop {
        let mut command = String::new();
        if read.read_line(&mut command).await.unwrap() == 0 {
            return session;
        }
        let command = command.trim_end().to_owned();
        let answer = match refuse {
            Some((verb, answer)) if command.starts_with(verb) => answer,
            _ if command.starts_with("EHLO") => "250-sink\r\n250 8BITMIME",
            _ if command == "DATA" => "354 go on",
            _ if command == "QUIT" => "221 bye",
            _ => "250 ok",
        };
        write.write_all(format!("{answer}\r\n").as_bytes()).await.unwrap();
        if command == "DATA" && answer.starts_with("354") {
            session.data = read_data(&mut read).await;
            write.write_all(b"250 taken\r\n").await.unwrap();
        }
        session.commands.push(command);
    }
}

/// Reads up to the lone dot.
async fn read_data(read: &mut (impl tokio::io::AsyncBufRead + Unpin)) -> Vec<u8> {
    let mut data = Vec::new();
    loop {
        let mut line = Vec::new();
        read.read_until(b'\n', &mut line).await.unwrap();
        if line == b".\r\n" {
            return data;
        }
        data.extend_from_slice(line.strip_prefix(b".").unwrap_or(&line));
    }
}

fn mailer(url: &str) -> SmtpMailer {
    let Composer { sender, clock, ids } = composer();
    SmtpMailer::new(SmtpServer::parse(url).unwrap(), sender, clock, ids)
}

/// A mailer to a server of its own.
struct Sink {
    mailer: SmtpMailer,
    session: JoinHandle<Session>,
}

impl Fixture for Sink {
    fn mailer(&self) -> &dyn Mailer {
        &self.mailer
    }

    async fn delivered(self) -> Vec<u8> {
        self.session.await.unwrap().data
    }
}

async fn fixture() -> Sink {
    let (url, session) = server(None).await;
    Sink { mailer: mailer(&url), session }
}

mailer_contract!(fixture);

#[tokio::test]
async fn the_server_gets_sender_and_recipient() {
    let (url, session) = server(None).await;
    mailer(&url).send(&mail("Hi", "Hello")).await.unwrap().taken().unwrap();
    let session = session.await.unwrap();
    assert!(session.commands.iter().any(|c| c.starts_with("MAIL FROM:<shop@example.com>")), "{:?}", session.commands);
    let recipients: Vec<_> = session.commands.iter().filter(|c| c.starts_with("RCPT")).collect();
    assert_eq!(recipients, ["RCPT TO:<nimali@example.com>"]);
}

#[tokio::test]
async fn a_line_break_in_typed_text_reaches_no_command_and_no_header() {
    let (url, session) = server(None).await;
    let mail = mail("Hi\r\n.\r\nRCPT TO:<victim@example.com>", "x\r\n.\r\nRCPT TO:<victim@example.com>\r\n");
    mailer(&url).send(&mail).await.unwrap().taken().unwrap();
    let session = session.await.unwrap();
    assert!(!session.commands.iter().any(|c| c.contains("victim")), "{:?}", session.commands);
    let read = MessageParser::default().parse(&session.data).unwrap();
    assert_eq!(read.subject(), Some("Hi . RCPT TO:<victim@example.com>"));
}

#[tokio::test]
async fn a_server_that_is_away_or_busy_can_be_tried_again() {
    let nobody = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("smtp://{}", nobody.local_addr().unwrap());
    drop(nobody);
    assert!(mailer(&url).send(&mail("Away", "text")).await.unwrap_err().is_unavailable());

    for refuse in [("EHLO", "421 too busy"), ("MAIL", "451 later"), ("RCPT", "421 closing"), ("DATA", "421 closing")] {
        let (url, _session) = server(Some(refuse)).await;
        assert!(mailer(&url).send(&mail("Busy", "text")).await.unwrap_err().is_unavailable(), "{refuse:?}");
    }
}

/// What the server says of the recipient or the content of one mail says nothing of others.
#[tokio::test]
async fn a_recipient_or_a_content_is_refused_alone() {
    for (refuse, answer) in [
        (("RCPT", "550 5.1.1 no such user"), "550 5.1.1 no such user"),
        (("DATA", "554 no"), "554 no"),
        (("RCPT", "552 mailbox full"), "552 mailbox full"),
    ] {
        let (url, _session) = server(Some(refuse)).await;
        let outcome = mailer(&url).send(&mail("Refused", "text")).await.unwrap();
        assert_eq!(outcome, HandOver::Refused(ServerAnswer::new(answer)), "{refuse:?}");
    }
    for refuse in [("RCPT", "451 try again later"), ("DATA", "452 no room")] {
        let (url, _session) = server(Some(refuse)).await;
        assert_eq!(mailer(&url).send(&mail("Later", "text")).await.unwrap(), HandOver::Deferred(ServerAnswer::new(refuse.1)));
    }
}

/// A wrong sender or password would otherwise end every mail.
#[tokio::test]
async fn a_sender_that_is_refused_concerns_every_mail() {
    for refuse in [("MAIL", "550 not you"), ("RCPT", "530 log in first"), ("EHLO", "554 go away")] {
        let (url, _session) = server(Some(refuse)).await;
        let error = mailer(&url).send(&mail("Refused", "text")).await.unwrap_err();
        assert!(!error.is_unavailable(), "{refuse:?}");
    }
}

#[tokio::test]
async fn a_recipient_that_the_server_cannot_name_is_refused() {
    let (url, _session) = server(None).await;
    let mail = Mail { to: EmailAddress::parse("නිමාලි@example.com").unwrap(), ..mail("Hi", "text") };
    assert!(matches!(mailer(&url).send(&mail).await.unwrap(), HandOver::Refused(_)));
}
