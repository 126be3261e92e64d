//! A TCP proxy that holds or loses data on command.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// What the proxy does with the data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Traffic {
    /// It passes data on.
    Passes,
    /// It holds data of both directions back until the traffic passes again.
    Held,
    /// It closes every connection, old or new, at once.
    Cut,
}

/// A listener whose connections all lead to one port of this machine.
pub(crate) struct Proxy {
    port: u16,
    traffic: watch::Sender<Traffic>,
    losses: Arc<Losses>,
    task: JoinHandle<()>,
}

/// The end of PostgreSQL's answer to COMMIT.
const COMMITTED: &[u8] = b"COMMIT\0";

/// Which answers are lost, each with its connection.
#[derive(Default)]
struct Losses {
    /// The number of coming answers that are lost.
    to_lose: AtomicUsize,
    /// The number of coming answers to COMMIT that are lost.
    commits_to_lose: AtomicUsize,
    lost: AtomicUsize,
}

impl Losses {
    /// Whether this answer is lost.
    fn take(&self, answer: &[u8]) -> bool {
        let counted = |counter: &AtomicUsize| counter.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1)).is_ok();
        let is_commit = || answer.windows(COMMITTED.len()).any(|part| part == COMMITTED);
        let loses = counted(&self.to_lose) || is_commit() && counted(&self.commits_to_lose);
        self.lost.fetch_add(usize::from(loses), Ordering::SeqCst);
        loses
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Proxy {
    /// A proxy before this port of the loopback address.
    pub(crate) async fn before(port: u16) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let own = listener.local_addr().expect("a free port").port();
        let (traffic, seen) = watch::channel(Traffic::Passes);
        let losses = Arc::new(Losses::default());
        let shared = losses.clone();
        let task = tokio::spawn(async move {
            while let Ok((near, _)) = listener.accept().await {
                tokio::spawn(pass(near, port, seen.clone(), shared.clone()));
            }
        });
        Self { port: own, traffic, losses, task }
    }

    /// The port at which it listens.
    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    /// Passes or holds data, or closes connections, from now on.
    pub(crate) fn set(&self, traffic: Traffic) {
        self.traffic.send_replace(traffic);
    }

    /// Loses the next `answers` answers.
    pub(crate) fn lose(&self, answers: usize) {
        self.losses.to_lose.store(answers, Ordering::SeqCst);
    }

    /// Loses PostgreSQL's next `answers` answers to COMMIT: the transactions are committed, and their sessions do not know it.
    pub(crate) fn lose_commits(&self, answers: usize) {
        self.losses.commits_to_lose.store(answers, Ordering::SeqCst);
    }

    /// The number of answers lost so far.
    pub(crate) fn lost(&self) -> usize {
        self.losses.lost.load(Ordering::SeqCst)
    }
}

async fn pass(near: TcpStream, port: u16, traffic: watch::Receiver<Traffic>, losses: Arc<Losses>) {
    let mut until_cut = traffic.clone();
    let cut = async { until_cut.wait_for(|traffic| *traffic == Traffic::Cut).await.is_ok() };
    let passed = pass_on(near, port, traffic, losses);
    tokio::select! {
        _ = cut => {}
        () = passed => {}
    }
}

async fn pass_on(near: TcpStream, port: u16, traffic: watch::Receiver<Traffic>, losses: Arc<Losses>) {
    let Ok(far) = TcpStream::connect(("127.0.0.1", port)).await else { return };
    let _ = (near.set_nodelay(true), far.set_nodelay(true));
    let ((requests, to_client), (answers, to_server)) = (near.into_split(), far.into_split());
    tokio::select! {
        () = copy(requests, to_server, traffic.clone(), |_| false) => {}
        () = copy(answers, to_client, traffic, |answer| losses.take(answer)) => {}
    }
}

/// Copies data until a side closes its connection or an answer is lost.
async fn copy(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, mut traffic: watch::Receiver<Traffic>, loses: impl Fn(&[u8]) -> bool) {
    let mut bytes = vec![0; 64 * 1024];
    while let Ok(read @ 1..) = from.read(&mut bytes).await {
        let passes = traffic.wait_for(|traffic| *traffic == Traffic::Passes).await.is_ok();
        if !passes || loses(&bytes[..read]) || to.write_all(&bytes[..read]).await.is_err() {
            return;
        }
    }
}
