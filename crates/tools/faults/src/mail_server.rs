//! A mail server that takes every mail and remembers it.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::sleep;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct TakenMail {
    /// Its Message-ID, without the brackets and the domain.
    pub(crate) id: String,
    pub(crate) subject: String,
}

/// A running server; it takes mails until the program ends.
pub(crate) struct MailServer {
    port: u16,
    taken: Arc<Mutex<Vec<TakenMail>>>,
}

impl MailServer {
    /// Starts a server on this port of the loopback address, 0 for a free one. It has a mail for `pause` before it says so.
    pub(crate) async fn start(port: u16, pause: Duration) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", port)).await.expect("a free port");
        let port = listener.local_addr().expect("a free port").port();
        let taken = Arc::new(Mutex::new(Vec::new()));
        let kept = taken.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve_client(stream, kept.clone(), pause));
            }
        });
        Self { port, taken }
    }

    /// Where it listens.
    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    /// All mails that it took, in order.
    pub(crate) fn mails(&self) -> Vec<TakenMail> {
        self.taken.lock().expect("a lock that no panic has poisoned").clone()
    }
}

async fn serve_client(stream: TcpStream, taken: Arc<Mutex<Vec<TakenMail>>>, pause: Duration) -> std::io::Result<()> {
    let (from, mut to) = stream.into_split();
    let mut lines = BufReader::new(from).lines();
    to.write_all(b"220 ready\r\n").await?;
    let (mut in_message, mut mail) = (false, TakenMail::default());
    while let Some(line) = lines.next_line().await? {
        let answer: &[u8] = match (in_message, line.split(' ').next().unwrap_or_default()) {
            (true, ".") => {
                in_message = false;
                taken.lock().expect("a lock that no panic has poisoned").push(std::mem::take(&mut mail));
                sleep(pause).await;
                b"250 taken\r\n"
            }
            (true, _) => {
                mail.read(&line);
                continue;
            }
            (false, "DATA") => {
                in_message = true;
                b"354 go on\r\n"
            }
            (false, "QUIT") => b"221 bye\r\n",
            (false, _) => b"250 fine\r\n",
        };
        to.write_all(answer).await?;
    }
    Ok(())
}

impl TakenMail {
    /// Notes what a line says; the first line of a name counts.
    fn read(&mut self, line: &str) {
        if let (true, Some(subject)) = (self.subject.is_empty(), line.strip_prefix("Subject: ")) {
            subject.clone_into(&mut self.subject);
        }
        if let (true, Some(id)) = (self.id.is_empty(), line.strip_prefix("Message-ID: <")) {
            id.split('@').next().unwrap_or_default().clone_into(&mut self.id);
        }
    }
}

#[test]
fn the_number_and_the_subject_of_a_mail_are_read() {
    let mut mail = TakenMail::default();
    for line in ["Message-ID: <42@shop.example>", "Subject: Your order", "", "Subject: no header"] {
        mail.read(line);
    }
    assert_eq!(mail, TakenMail { id: "42".to_owned(), subject: "Your order".to_owned() });
}
