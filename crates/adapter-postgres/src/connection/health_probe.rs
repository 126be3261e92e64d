//! The health probe: whether the database answers.
//!
//! A server that stopped breaks its connections and refuses new ones. A frozen server, or one behind a network that drops packets,
//! gives no sign, and requests would wait until their timeouts. So a connection of its own sends the smallest query 4 times a
//! second. Without an answer within 1 s the database counts as down: its connections are closed, and no request begins to wait
//! until it answers again. `GET /readyz` reads the same state.

use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio_postgres::Client;

use crate::connection::connector::Connector;

/// The pause between an answer and the next query.
const BEAT: Duration = Duration::from_millis(250);
/// The timeout of an answer is counted in ticks. A process that was paused itself, or had no processor for a while, loses one tick
/// and not the whole timeout.
const TICK: Duration = Duration::from_millis(50);
/// 20 ticks of 50 ms. With the pause, callers hear of a silent database within 2 s.
const TICKS: u32 = 20;

/// The result of the last query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Beat {
    Answered,
    /// The connection was refused: requests get the same error as quickly.
    Refused,
    /// No answer in time.
    Silent,
}

/// Whose health it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Server {
    /// The database's. Without it the shop is closed.
    Primary,
    /// A replica's. Without it the primary is read.
    Replica,
}

/// A handle on the state of the probe.
#[derive(Clone)]
pub(crate) struct HealthProbe {
    last: watch::Receiver<Beat>,
    _heart: Arc<Heart>,
}

/// The task that sends the queries. It ends with the last handle.
struct Heart(JoinHandle<()>);

impl Drop for Heart {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl HealthProbe {
    /// Starts the probe. Until the first query fails the database counts as up.
    pub(crate) fn of(connector: Connector, server: Server) -> Self {
        let (tell, last) = watch::channel(Beat::Answered);
        Self { last, _heart: Arc::new(Heart(tokio::spawn(beat(connector, server, tell)))) }
    }

    /// Whether the last query was answered.
    pub(crate) fn answers(&self) -> bool {
        *self.last.borrow() == Beat::Answered
    }

    /// Completes when the database does not answer; at once if it does not answer now.
    pub(crate) fn lost(&self) -> impl Future<Output = ()> + Send + use<> {
        let mut last = self.last.clone();
        async move {
            if last.wait_for(|last| *last == Beat::Silent).await.is_err() {
                // The probe ended with the pool, whose connections end by themselves.
                std::future::pending().await
            }
        }
    }
}

async fn beat(connector: Connector, server: Server, tell: watch::Sender<Beat>) {
    loop {
        match within_patience(connector.open()).await {
            Some(Ok((client, wire))) => {
                note(server, &tell, Beat::Answered);
                let _driver = Heart(tokio::spawn(async move {
                    let _ = wire.await;
                }));
                if ask(&client, server, &tell).await {
                    // Perhaps only this connection ended: a new one tells.
                    continue;
                }
            }
            Some(Err(_)) => note(server, &tell, Beat::Refused),
            None => note(server, &tell, Beat::Silent),
        }
        tokio::time::sleep(BEAT).await;
    }
}

/// Sends queries until one is not answered. `true` if the connection broke.
async fn ask(client: &Client, server: Server, tell: &watch::Sender<Beat>) -> bool {
    loop {
        tokio::time::sleep(BEAT).await;
        match within_patience(client.batch_execute("")).await {
            Some(Ok(())) => {}
            Some(Err(_)) => return true,
            None => {
                note(server, tell, Beat::Silent);
                return false;
            }
        }
    }
}

fn note(server: Server, tell: &watch::Sender<Beat>, beat: Beat) {
    let mut before = beat;
    tell.send_if_modified(|last| {
        before = std::mem::replace(last, beat);
        before != beat
    });
    match server {
        Server::Primary => match (before == Beat::Silent, beat == Beat::Silent) {
            (false, true) => tracing::error!("the database does not answer: connections to it are broken off"),
            (true, false) => tracing::info!("the database answers again"),
            _ => {}
        },
        Server::Replica => match (before == Beat::Answered, beat == Beat::Answered) {
            (true, false) => tracing::warn!("the replica does not answer: the primary is read"),
            (false, true) => tracing::info!("the replica answers again"),
            _ => {}
        },
    }
}

/// The result of `work`, or `None` after the timeout.
async fn within_patience<T>(work: impl Future<Output = T>) -> Option<T> {
    let mut work = pin!(work);
    for _ in 0..TICKS {
        if let Ok(done) = tokio::time::timeout(TICK, &mut work).await {
            return Some(done);
        }
    }
    None
}
