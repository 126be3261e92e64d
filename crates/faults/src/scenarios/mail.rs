//! The mail server.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use serde_json::json;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::sleep;

use super::{Verdict, conclude};
use crate::answer::ask;
use crate::probe::PROMISE;
use crate::report::Figures;
use crate::server::free_port;
use crate::stage::Stage;

/// Nobody there, then somebody who never says anything, and at last a server that takes everything.
pub(super) async fn down(stage: &mut Stage) -> Verdict {
    let mute = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let mute_port = mute.local_addr().expect("a free port").port();
    let mut messages = 0;
    for (name, port) in [("a", free_port()), ("b", mute_port)] {
        stage.shop.set("SMTP_URL", &format!("smtp://127.0.0.1:{port}"));
        let server = if messages == 0 { stage.open(&[name]).await.remove(0) } else { stage.shop.start(name).await };
        for _ in 0..3 {
            write(stage, server.base()).await;
            messages += 1;
        }
        // With letters on their way that nobody takes, it ends in time all the same.
        let status = server.terminate().await;
        assert_eq!(status.code(), Some(0), "{status}");
    }

    let (port, taken) = office().await;
    stage.shop.set("SMTP_URL", &format!("smtp://127.0.0.1:{port}"));
    let due = "UPDATE contact_messages SET next_mail_at = now() WHERE mailed_at IS NULL";
    let outside = stage.server.client(&stage.database).await;
    outside.batch_execute(due).await.expect("a query that runs");
    let begun = Instant::now();
    let instances = stage.shop.start_all(&["a", "b"]).await;
    stage.lead_to(&[instances[0].base().to_owned()]);
    let load = stage.load();
    let mailed = "SELECT count(*) FROM contact_messages WHERE mailed_at IS NOT NULL";
    while outside.query_one(mailed, &[]).await.expect("a count").get::<_, i64>(0) < messages {
        assert!(begun.elapsed() < Duration::from_secs(30), "messages are not mailed");
        sleep(Duration::from_millis(20)).await;
    }
    let mut figures = Figures { note: format!("{messages} messages, all mailed once"), ..Figures::default() };
    figures.recovered(begun.elapsed());
    assert_eq!(taken.load(Ordering::SeqCst) as i64, messages, "messages were mailed more or less than once");
    load.placed(20).await;
    conclude(stage, load, &instances, figures).await
}

/// Whoever writes, or forgot a password, hears at once that it is taken care of.
async fn write(stage: &Stage, base: &str) {
    let client = &stage.counter.client;
    let message = json!({"name": "Nimali", "email": "nimali@example.com", "message": "Do you deliver to Jaffna?"});
    let forgotten = json!({"email": stage.counter.customers[0].email});
    for (path, body) in [("contact", message), ("users/forgot-password", forgotten)] {
        let answer = ask(client.post(format!("{base}/api/{path}")).json(&body)).await.expect("an answer");
        assert_eq!(answer.status, 202, "{}", answer.body);
        assert!(answer.took < PROMISE, "somebody waited {:?} for the mail server", answer.took);
    }
}

/// A mail server that takes everything, and how many letters it took.
async fn office() -> (u16, Arc<AtomicUsize>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let port = listener.local_addr().expect("a free port").port();
    let taken = Arc::new(AtomicUsize::new(0));
    let counted = taken.clone();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(clerk(stream, counted.clone()));
        }
    });
    (port, taken)
}

async fn clerk(stream: TcpStream, taken: Arc<AtomicUsize>) -> std::io::Result<()> {
    let (from, mut to) = stream.into_split();
    let mut lines = BufReader::new(from).lines();
    to.write_all(b"220 office\r\n").await?;
    let mut in_letter = false;
    while let Some(line) = lines.next_line().await? {
        let answer: &[u8] = match (in_letter, line.split(' ').next().unwrap_or_default()) {
            (true, ".") => {
                in_letter = false;
                taken.fetch_add(1, Ordering::SeqCst);
                b"250 taken\r\n"
            }
            (true, _) => continue,
            (false, "DATA") => {
                in_letter = true;
                b"354 go on\r\n"
            }
            (false, "QUIT") => b"221 bye\r\n",
            (false, _) => b"250 fine\r\n",
        };
        to.write_all(answer).await?;
    }
    Ok(())
}
