//! Faults of the mail server.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use serde_json::json;
use test_harness::answer::Ask as _;
use test_harness::instance::free_port;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::sleep;

use super::{Verdict, conclude};
use crate::database_server::count;
use crate::fixture::Fixture;
use crate::report::Figures;

/// The longest time to an answer that must not wait for the mail server.
const ANSWERED_WITHIN: Duration = Duration::from_secs(2);

/// No server, then a server that never answers, and at last one that accepts every message.
pub(super) async fn down(fixture: &mut Fixture) -> Verdict {
    let silent = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let silent_port = silent.local_addr().expect("a free port").port();
    let mut messages = 0;
    for (name, port) in [("a", free_port()), ("b", silent_port)] {
        fixture.shop.set("SMTP_URL", &format!("smtp://127.0.0.1:{port}"));
        let server = if messages == 0 { fixture.open(&[name]).await.remove(0) } else { fixture.shop.start(name).await };
        for _ in 0..3 {
            write(fixture, &server.origin()).await;
            messages += 1;
        }
        // It ends in time although messages are unsent.
        let status = server.terminate().await;
        assert_eq!(status.code(), Some(0), "{status}");
    }

    let (port, taken) = accepting_server().await;
    fixture.shop.set("SMTP_URL", &format!("smtp://127.0.0.1:{port}"));
    let due = "UPDATE contact_messages SET next_mail_at = now() WHERE mailed_at IS NULL";
    let superuser = fixture.database_server.client(&fixture.database).await;
    superuser.batch_execute(due).await.expect("a query that runs");
    let begun = Instant::now();
    let instances = fixture.start_all(&["a", "b"]).await;
    fixture.set_origins(&[instances[0].origin()]);
    let load = fixture.load();
    let mailed = "contact_messages WHERE mailed_at IS NOT NULL";
    while count(&superuser, mailed).await < messages {
        assert!(begun.elapsed() < Duration::from_secs(30), "messages are not mailed");
        sleep(Duration::from_millis(20)).await;
    }
    let mut figures = Figures { note: format!("{messages} messages, all mailed once"), ..Figures::default() };
    figures.recovered(begun.elapsed());
    assert_eq!(taken.load(Ordering::SeqCst) as i64, messages, "messages were mailed more or less than once");
    load.placed(20).await;
    conclude(fixture, load, &instances, figures).await
}

/// A contact message and a forgotten password are answered at once with 202.
async fn write(fixture: &Fixture, origin: &str) {
    let client = &fixture.customers.client;
    let message = json!({"name": "Nimali", "email": "nimali@example.com", "message": "Do you deliver to Jaffna?"});
    let forgotten = json!({"email": fixture.customers.users[0].email});
    for (path, body) in [("contact", message), ("users/forgot-password", forgotten)] {
        let answer = client.post(format!("{origin}/api/{path}")).json(&body).ask().await;
        answer.expect_status(202);
        assert!(answer.took < ANSWERED_WITHIN, "a request waited {:?} for the mail server", answer.took);
    }
}

/// Starts a mail server that accepts every mail. Returns its port and the count of messages from visitors: the outbox mails the
/// customers' orders meanwhile.
async fn accepting_server() -> (u16, Arc<AtomicUsize>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let port = listener.local_addr().expect("a free port").port();
    let taken = Arc::new(AtomicUsize::new(0));
    let counted = taken.clone();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(serve_client(stream, counted.clone()));
        }
    });
    (port, taken)
}

async fn serve_client(stream: TcpStream, taken: Arc<AtomicUsize>) -> std::io::Result<()> {
    let (from, mut to) = stream.into_split();
    let mut lines = BufReader::new(from).lines();
    to.write_all(b"220 ready\r\n").await?;
    let (mut in_message, mut is_from_visitor) = (false, false);
    while let Some(line) = lines.next_line().await? {
        let answer: &[u8] = match (in_message, line.split(' ').next().unwrap_or_default()) {
            (true, ".") => {
                in_message = false;
                taken.fetch_add(usize::from(is_from_visitor), Ordering::SeqCst);
                b"250 taken\r\n"
            }
            (true, _) => {
                is_from_visitor |= line.starts_with("Subject: Message from");
                continue;
            }
            (false, "DATA") => {
                (in_message, is_from_visitor) = (true, false);
                b"354 go on\r\n"
            }
            (false, "QUIT") => b"221 bye\r\n",
            (false, _) => b"250 fine\r\n",
        };
        to.write_all(answer).await?;
    }
    Ok(())
}
