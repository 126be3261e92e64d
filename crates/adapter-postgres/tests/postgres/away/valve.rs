//! A way to the database that can be shut, like a tap: what is sent stays in the pipe until it is opened again.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tempfile::TempDir;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::unix::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{UnixListener, UnixStream};
use tokio::sync::watch;
use tokio_postgres::config::Host;

/// Which ways are open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct State {
    questions: bool,
    answers: bool,
    /// Whether the server gets to say that it is ready for the next statement, which it does after the commit.
    endings: bool,
    /// Counts how often everything was cut.
    cuts: usize,
}

/// `ReadyForQuery`, outside a transaction.
const READY: &[u8] = b"Z\0\0\0\x05I";

/// A socket before the database's own.
pub(crate) struct Valve {
    state: watch::Sender<State>,
    connections: Arc<AtomicUsize>,
    url: String,
    _folder: TempDir,
}

impl Valve {
    /// One before the database at this address, open.
    pub(crate) fn before(url: &str) -> Self {
        let config: tokio_postgres::Config = url.parse().unwrap();
        let Some(Host::Unix(behind)) = config.get_hosts().first() else { panic!("not behind a Unix socket: {url}") };
        let behind = behind.join(".s.PGSQL.5432");
        let folder = tempfile::tempdir().unwrap();
        let listener = UnixListener::bind(folder.path().join(".s.PGSQL.5432")).unwrap();
        let (state, seen) = watch::channel(State { questions: true, answers: true, endings: true, cuts: 0 });
        let connections = Arc::new(AtomicUsize::new(0));
        let counted = connections.clone();
        tokio::spawn(async move {
            while let Ok((before, _)) = listener.accept().await {
                let (counted, mut seen) = (counted.clone(), seen.clone());
                let behind = UnixStream::connect(&behind).await.unwrap();
                counted.fetch_add(1, Ordering::SeqCst);
                seen.mark_unchanged();
                tokio::spawn(async move {
                    let ((questions, answer), (answers, question)) = (before.into_split(), behind.into_split());
                    let cuts = seen.borrow().cuts;
                    tokio::select! {
                        () = flow(questions, question, seen.clone(), |state| state.questions) => {}
                        () = flow(answers, answer, seen.clone(), |state| state.answers) => {}
                        _ = seen.wait_for(|state| state.cuts > cuts) => {}
                    }
                    counted.fetch_sub(1, Ordering::SeqCst);
                });
            }
        });
        let place = folder.path().to_str().unwrap().replace('/', "%2F");
        let url = format!("postgres://postgres@{place}/{}", config.get_dbname().unwrap());
        Self { state, connections, url, _folder: folder }
    }

    /// The address of the database behind it.
    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    /// Nothing gets through any more, in either direction; nothing is lost.
    pub(crate) fn shut(&self) {
        self.state.send_modify(|state| (state.questions, state.answers) = (false, false));
    }

    /// Questions get through, answers do not.
    pub(crate) fn shut_after_questions(&self) {
        self.state.send_modify(|state| state.answers = false);
    }

    /// Answers get through but for their end, and with it the connection is lost: what a server says that is shut down at once.
    pub(crate) fn lose_endings(&self) {
        self.state.send_modify(|state| state.endings = false);
    }

    /// Everything gets through, also what waited.
    pub(crate) fn open(&self) {
        self.state.send_modify(|state| (state.questions, state.answers, state.endings) = (true, true, true));
    }

    /// Ends all connections, and waits until their users can see it.
    pub(crate) async fn cut(&self) {
        let before = self.connections.load(Ordering::SeqCst);
        assert!(before > 0);
        self.state.send_modify(|state| state.cuts += 1);
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
}

async fn flow(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, mut state: watch::Receiver<State>, open: fn(&State) -> bool) {
    let mut bytes = vec![0; 64 * 1024];
    while let Ok(read @ 1..) = from.read(&mut bytes).await {
        let Ok(endings) = state.wait_for(open).await.map(|state| state.endings) else { return };
        let all = bytes.get(..read).unwrap();
        let said = if endings { all } else { all.strip_suffix(READY).unwrap_or(all) };
        if to.write_all(said).await.is_err() || said.len() < all.len() {
            return;
        }
    }
}
