//! Whether the database answers at all.
//!
//! A server that is gone says so: connections break, new ones are refused. One that is frozen, or behind a network that
//! swallows everything, says nothing, and whoever asked would wait for ever. So one connection of its own asks the smallest
//! question there is a few times a second. When no answer comes, the database counts as away: connections are broken off,
//! and nobody begins to wait, until it answers again. `GET /readyz` tells the same, without a connection of its own.

use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio_postgres::Client;

use crate::connection::connector::Connector;

/// The time between an answer and the next question.
const BEAT: Duration = Duration::from_millis(250);
/// How an answer is waited for: so many times so long. A process that was stopped itself, or had no processor for a while,
/// finds one of these gone by, not all of them.
const TICK: Duration = Duration::from_millis(50);
/// One second: with the beat, whoever waits hears of it well within two.
const TICKS: u32 = 20;

/// What came of the last question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Beat {
    /// An answer.
    Answered,
    /// No connection: whoever tries hears it as quickly.
    Refused,
    /// Nothing.
    Silent,
}

/// Whether the database answers.
#[derive(Clone)]
pub(crate) struct HealthProbe {
    last: watch::Receiver<Beat>,
    _heart: Arc<Heart>,
}

/// The task that asks; it ends with the last who wants to know.
struct Heart(JoinHandle<()>);

impl Drop for Heart {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl HealthProbe {
    /// Begins asking; until the first question was not answered the database counts as there.
    pub(crate) fn of(connector: Connector) -> Self {
        let (tell, last) = watch::channel(Beat::Answered);
        Self { last, _heart: Arc::new(Heart(tokio::spawn(beat(connector, tell)))) }
    }

    /// Whether the last question was answered.
    pub(crate) fn answers(&self) -> bool {
        *self.last.borrow() == Beat::Answered
    }

    /// Comes when the database does not answer, at once if that is so already.
    pub(crate) fn lost(&self) -> impl Future<Output = ()> + Send + use<> {
        let mut last = self.last.clone();
        async move {
            if last.wait_for(|last| *last == Beat::Silent).await.is_err() {
                // Nobody asks any more: the pool is gone, and its connections end by themselves.
                std::future::pending().await
            }
        }
    }
}

async fn beat(connector: Connector, tell: watch::Sender<Beat>) {
    loop {
        match within_patience(connector.open()).await {
            Some(Ok((client, wire))) => {
                note(&tell, Beat::Answered);
                let _driver = Heart(tokio::spawn(async move {
                    let _ = wire.await;
                }));
                if ask(&client, &tell).await {
                    // Only this connection may have ended: another one tells at once.
                    continue;
                }
            }
            Some(Err(_)) => note(&tell, Beat::Refused),
            None => note(&tell, Beat::Silent),
        }
        tokio::time::sleep(BEAT).await;
    }
}

/// Asks until there is no answer, or none but that the connection is broken, which is `true`.
async fn ask(client: &Client, tell: &watch::Sender<Beat>) -> bool {
    loop {
        tokio::time::sleep(BEAT).await;
        match within_patience(client.batch_execute("")).await {
            Some(Ok(())) => {}
            Some(Err(_)) => return true,
            None => {
                note(tell, Beat::Silent);
                return false;
            }
        }
    }
}

fn note(tell: &watch::Sender<Beat>, beat: Beat) {
    let mut before = beat;
    tell.send_if_modified(|last| {
        before = std::mem::replace(last, beat);
        before != beat
    });
    match (before == Beat::Silent, beat == Beat::Silent) {
        (false, true) => tracing::error!("the database does not answer: connections to it are broken off"),
        (true, false) => tracing::info!("the database answers again"),
        _ => {}
    }
}

/// What comes of `work`, unless it takes too long.
async fn within_patience<T>(work: impl Future<Output = T>) -> Option<T> {
    let mut work = pin!(work);
    for _ in 0..TICKS {
        if let Ok(done) = tokio::time::timeout(TICK, &mut work).await {
            return Some(done);
        }
    }
    None
}
