//! A network between two parties that loses what it is told to lose.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// What happens to what comes by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Weather {
    /// It arrives.
    Fair,
    /// It stays on the way until the weather is fair again, in both directions.
    Silence,
}

/// A listener whose connections all lead to one port of this machine.
pub(crate) struct Proxy {
    port: u16,
    weather: watch::Sender<Weather>,
    /// How many of the next answers are lost, and their connections with them.
    to_lose: Arc<AtomicUsize>,
    lost: Arc<AtomicUsize>,
    task: JoinHandle<()>,
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Proxy {
    /// One before this port.
    pub(crate) async fn before(port: u16) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let own = listener.local_addr().expect("a free port").port();
        let (weather, seen) = watch::channel(Weather::Fair);
        let (to_lose, lost) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let losses = (to_lose.clone(), lost.clone());
        let task = tokio::spawn(async move {
            while let Ok((near, _)) = listener.accept().await {
                tokio::spawn(pass(near, port, seen.clone(), losses.clone()));
            }
        });
        Self { port: own, weather, to_lose, lost, task }
    }

    /// Where it listens.
    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    /// Changes the weather.
    pub(crate) fn set(&self, weather: Weather) {
        self.weather.send_replace(weather);
    }

    /// Loses the next so many answers.
    pub(crate) fn lose(&self, answers: usize) {
        self.to_lose.store(answers, Ordering::SeqCst);
    }

    /// How many answers were lost by now.
    pub(crate) fn lost(&self) -> usize {
        self.lost.load(Ordering::SeqCst)
    }
}

async fn pass(near: TcpStream, port: u16, weather: watch::Receiver<Weather>, (to_lose, lost): (Arc<AtomicUsize>, Arc<AtomicUsize>)) {
    let Ok(far) = TcpStream::connect(("127.0.0.1", port)).await else { return };
    let _ = (near.set_nodelay(true), far.set_nodelay(true));
    let ((questions, answer), (answers, question)) = (near.into_split(), far.into_split());
    let loses = move || {
        let loses = to_lose.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1)).is_ok();
        lost.fetch_add(usize::from(loses), Ordering::SeqCst);
        loses
    };
    tokio::select! {
        () = flow(questions, question, weather.clone(), || false) => {}
        () = flow(answers, answer, weather, loses) => {}
    }
}

/// Passes on what comes, until either side ends or something is lost.
async fn flow(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, mut weather: watch::Receiver<Weather>, loses: impl Fn() -> bool) {
    let mut bytes = vec![0; 64 * 1024];
    while let Ok(read @ 1..) = from.read(&mut bytes).await {
        let fair = weather.wait_for(|weather| *weather == Weather::Fair).await.is_ok();
        if !fair || loses() || to.write_all(&bytes[..read]).await.is_err() {
            return;
        }
    }
}
