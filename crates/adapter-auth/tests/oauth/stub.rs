//! A provider whose answers a test chooses.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;

/// The answer to a request.
#[derive(Clone)]
pub(crate) enum Answer {
    /// Answers with this status and body.
    Say(u16, String),
    /// Sends the caller to another of its paths.
    SendTo(&'static str),
    /// Does not answer, and keeps the connection open.
    Wait,
    HangUp,
    /// Answers and does not stop.
    Babble,
}

/// A provider on this machine.
pub(crate) struct Stub {
    /// Where it is.
    pub(crate) base: String,
    /// The requests so far, by path.
    pub(crate) asked: Arc<Mutex<Vec<String>>>,
    /// Notifies of each request.
    pub(crate) bell: Arc<Notify>,
}

impl Stub {
    /// A provider that answers so at each path.
    pub(crate) async fn start(answers: impl IntoIterator<Item = (&'static str, Answer)>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        let (asked, bell) = (Arc::new(Mutex::new(Vec::new())), Arc::new(Notify::new()));
        let answers: Arc<BTreeMap<&str, Answer>> = Arc::new(answers.into_iter().collect());
        let stub = Self { base, asked: Arc::clone(&asked), bell: Arc::clone(&bell) };
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(stream, Arc::clone(&answers), Arc::clone(&asked), Arc::clone(&bell)));
            }
        });
        stub
    }
}

async fn serve(mut stream: TcpStream, answers: Arc<BTreeMap<&'static str, Answer>>, asked: Arc<Mutex<Vec<String>>>, bell: Arc<Notify>) {
    let mut head = Vec::new();
    while !head.windows(4).any(|end| end == b"\r\n\r\n") {
        let mut chunk = [0; 4_096];
        let Ok(read @ 1..) = stream.read(&mut chunk).await else { return };
        head.extend_from_slice(&chunk[..read]);
    }
    let head = String::from_utf8_lossy(&head);
    let target = head.split_whitespace().nth(1).unwrap_or_default();
    let path = target.split('?').next().unwrap_or_default().to_owned();
    asked.lock().unwrap().push(path.clone());
    bell.notify_one();
    let head =
        |status: u16, rest: &str| format!("HTTP/1.1 {status} x\r\nContent-Type: application/json\r\nConnection: close\r\n{rest}\r\n");
    // The caller may have closed the connection.
    let _ = match answers.get(path.as_str()).cloned().unwrap_or(Answer::Say(404, String::new())) {
        Answer::Say(status, body) => {
            stream.write_all(format!("{}{body}", head(status, &format!("Content-Length: {}\r\n", body.len()))).as_bytes()).await
        }
        Answer::SendTo(path) => stream.write_all(head(302, &format!("Location: {path}\r\nContent-Length: 0\r\n")).as_bytes()).await,
        Answer::Wait => std::future::pending().await,
        Answer::HangUp => Ok(()),
        Answer::Babble => babble(&mut stream, &head(200, "")).await,
    };
}

async fn babble(stream: &mut TcpStream, head: &str) -> std::io::Result<()> {
    stream.write_all(head.as_bytes()).await?;
    loop {
        stream.write_all(&[b' '; 4_096]).await?;
    }
}
