//! Whether the database answers at all.
//!
//! A server that is gone says so: connections break, new ones are refused. One that is frozen, or behind a network that
//! swallows everything, says nothing, and whoever asked would wait for ever. So one connection of its own asks the smallest
//! question there is a few times a second. When no answer comes, the database counts as away: connections are broken off,
//! and nobody begins to wait, until it answers again.

use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio_postgres::Client;

use crate::connector::Connector;

/// The time between an answer and the next question.
const BEAT: Duration = Duration::from_millis(250);
/// How an answer is waited for: so many times so long. A process that was stopped itself, or had no processor for a while,
/// finds one of these gone by, not all of them.
const TICK: Duration = Duration::from_millis(50);
/// One second: with the beat, whoever waits hears of it well within two.
const TICKS: u32 = 20;

/// Whether the database answers.
#[derive(Clone)]
pub(crate) struct Pulse {
    answers: watch::Receiver<bool>,
    _heart: Arc<Heart>,
}

/// The task that asks; it ends with the last who wants to know.
struct Heart(JoinHandle<()>);

impl Drop for Heart {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl Pulse {
    /// Begins asking; until the first question was not answered the database counts as there.
    pub(crate) fn of(connector: Connector) -> Self {
        let (tell, answers) = watch::channel(true);
        Self { answers, _heart: Arc::new(Heart(tokio::spawn(beat(connector, tell)))) }
    }

    /// Comes when the database does not answer, at once if that is so already.
    pub(crate) fn lost(&self) -> impl Future<Output = ()> + Send + use<> {
        let mut answers = self.answers.clone();
        async move {
            if answers.wait_for(|answers| !answers).await.is_err() {
                // Nobody asks any more: the pool is gone, and its connections end by themselves.
                std::future::pending().await
            }
        }
    }
}

async fn beat(connector: Connector, tell: watch::Sender<bool>) {
    loop {
        match within_patience(connector.open()).await {
            Some(Ok((client, wire))) => {
                note(&tell, true);
                let _driver = Heart(tokio::spawn(async move {
                    let _ = wire.await;
                }));
                ask(&client, &tell).await;
            }
            // Refused: that is an answer, and whoever tries gets it as quickly.
            Some(Err(_)) => note(&tell, true),
            None => note(&tell, false),
        }
        tokio::time::sleep(BEAT).await;
    }
}

/// Asks until there is no answer, or none but that the connection is broken.
async fn ask(client: &Client, tell: &watch::Sender<bool>) {
    loop {
        tokio::time::sleep(BEAT).await;
        match within_patience(client.batch_execute("")).await {
            Some(Ok(())) => {}
            Some(Err(_)) => return,
            None => return note(tell, false),
        }
    }
}

fn note(tell: &watch::Sender<bool>, answers: bool) {
    let changed = tell.send_if_modified(|before| std::mem::replace(before, answers) != answers);
    match (changed, answers) {
        (true, false) => tracing::error!("the database does not answer: connections to it are broken off"),
        (true, true) => tracing::info!("the database answers again"),
        (false, _) => {}
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
