//! Faults of the mail server.

use std::time::{Duration, Instant};

use serde_json::json;
use test_harness::answer::Ask as _;
use test_harness::instance::free_port;
use tokio::net::TcpListener;
use tokio::time::sleep;

use super::{Verdict, conclude};
use crate::database_server::count;
use crate::fixture::Fixture;
use crate::mail_server::MailServer;
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

    let mail_server = MailServer::start(0, Duration::ZERO).await;
    fixture.shop.set("SMTP_URL", &format!("smtp://127.0.0.1:{}", mail_server.port()));
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
    // The outbox mails the customers' orders meanwhile.
    let taken = mail_server.mails().iter().filter(|mail| mail.subject.starts_with("Message from")).count();
    assert_eq!(taken as i64, messages, "messages were mailed more or less than once");
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
