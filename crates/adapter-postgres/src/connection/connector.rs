//! Opening connections: the address, timeouts and keepalive.

use std::error::Error as StdError;
use std::future::Future;
use std::io;
use std::time::Duration;

use diesel_async::AsyncPgConnection;
use tokio::runtime::Handle;
use tokio::task::{JoinError, JoinHandle};
use tokio::time::error::Elapsed;
use tokio_postgres::error::SqlState;
use tokio_postgres::tls::MakeTlsConnect;
use tokio_postgres::{CancelToken, Client, Socket};
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::connection::address::{Address, AddressError};

/// The timeout of opening a connection, from the network to the session.
const OPENING: Duration = Duration::from_secs(5);
/// The idle time of a connection after which keepalive probes are sent.
const KEEPALIVE_IDLE: Duration = Duration::from_secs(30);
/// The pause between keepalive probes.
const KEEPALIVE_INTERVAL: Duration = Duration::from_secs(5);
/// The keepalive probes without an answer after which the connection is closed.
const KEEPALIVE_RETRIES: u32 = 3;
/// The time after which unacknowledged data counts as lost.
const UNACKNOWLEDGED: Duration = Duration::from_secs(10);

/// The name of the shop's sessions in `pg_stat_activity`, unless the address gives another. [`GENERATION`] follows it.
const APPLICATION: &str = "araliya";
/// The end of the name of a session, behind a slash: it tells the sessions of this release from those of earlier ones. The first
/// generation has no such end. A release that takes something from the database that the release before needs counts it up, and notes
/// it in the database (`operations/migrate/compatibility.rs`).
pub(crate) const GENERATION: u32 = 3;
/// The most bytes of a session's name that the server keeps.
const NAME_LENGTH: usize = 63;

/// A connection could not be opened.
#[derive(Debug, thiserror::Error)]
pub(crate) enum OpenError {
    /// The address is wrong.
    #[error("the address of the database is wrong")]
    Address(#[from] AddressError),
    /// The server cannot be reached, or refuses.
    #[error("the database cannot be reached")]
    Unreachable(#[from] tokio_postgres::Error),
    /// The server did not answer in time.
    #[error("the database did not answer within {OPENING:?}")]
    Silent(#[from] Elapsed),
    /// The session could not be set up.
    #[error("the session could not be set up")]
    Session(#[source] diesel::ConnectionError),
    /// The task that opened it was stopped.
    #[error("opening a connection was broken off")]
    Task(#[source] JoinError),
}

impl OpenError {
    /// Whether trying again may help: the server is starting or has no free connection. A wrong name, password or certificate is
    /// final.
    pub(crate) fn may_pass(&self) -> bool {
        match self {
            Self::Silent(_) => true,
            Self::Unreachable(error) => match error.code() {
                Some(code) => [SqlState::CANNOT_CONNECT_NOW, SqlState::TOO_MANY_CONNECTIONS].contains(code),
                None => error.is_closed() || caused_by_io(error),
            },
            Self::Address(_) | Self::Session(_) | Self::Task(_) => false,
        }
    }
}

fn caused_by_io(error: &tokio_postgres::Error) -> bool {
    // A refusal by rustls is an I/O error too, but final.
    let cause = error.source().and_then(|cause| cause.downcast_ref::<io::Error>());
    cause.is_some_and(|cause| cause.kind() != io::ErrorKind::InvalidData && cause.kind() != io::ErrorKind::InvalidInput)
}

/// The driver of a connection, which must be polled for the connection to work.
pub(crate) type Wire = tokio_postgres::Connection<Socket, <MakeRustlsConnect as MakeTlsConnect<Socket>>::Stream>;

/// Opens connections to one database. They run on the runtime on which this was created: the runtimes of the HTTP server's workers
/// end before the last request is answered, and would end the connections of other workers.
#[derive(Clone)]
pub(crate) struct Connector {
    address: Address,
    /// The name of its sessions without [`GENERATION`].
    application: String,
    runtime: Handle,
}

impl Connector {
    /// A connector for this address, on the current runtime.
    ///
    /// # Errors
    /// [`OpenError::Address`].
    pub(crate) fn new(url: &str) -> Result<Self, OpenError> {
        let mut address = Address::parse(url)?;
        let config = &mut address.config;
        let application = config.get_application_name().unwrap_or(APPLICATION).to_owned();
        config.application_name(of_generation(&application, GENERATION));
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(OPENING);
        }
        if config.get_tcp_user_timeout().is_none() {
            config.tcp_user_timeout(UNACKNOWLEDGED);
        }
        config.keepalives_idle(KEEPALIVE_IDLE).keepalives_interval(KEEPALIVE_INTERVAL).keepalives_retries(KEEPALIVE_RETRIES);
        Ok(Self { address, application, runtime: Handle::current() })
    }

    /// The names of sessions of earlier releases: with this address, and with one that gives no name.
    pub(crate) fn former_applications(&self) -> Vec<String> {
        let of = |application: &str| -> Vec<String> { (1..GENERATION).map(|generation| of_generation(application, generation)).collect() };
        [of(&self.application), of(APPLICATION)].concat()
    }

    /// The runtime that its connections belong to.
    pub(crate) fn runtime(&self) -> &Handle {
        &self.runtime
    }

    /// Asks the server, through another connection, to cancel the statement of a connection.
    pub(crate) async fn cancel(&self, token: CancelToken) -> Result<(), tokio_postgres::Error> {
        token.cancel_query(self.address.tls.clone()).await
    }

    /// A bare connection and its driver, both on the current runtime.
    pub(crate) async fn open(&self) -> Result<(Client, Wire), OpenError> {
        Ok(tokio::time::timeout(OPENING, self.address.config.connect(self.address.tls.clone())).await??)
    }

    /// A connection for Diesel and the task that drives it. The connection is closed when `end` completes.
    pub(crate) async fn establish(
        &self,
        end: impl Future<Output = ()> + Send + 'static,
    ) -> Result<(AsyncPgConnection, JoinHandle<()>), OpenError> {
        let connector = self.clone();
        let opening = self.runtime.spawn(async move {
            let (client, wire) = connector.open().await?;
            let task = tokio::spawn(async move {
                tokio::select! {
                    ended = wire => if let Err(error) = ended { tracing::debug!(%error, "a connection to the database ended") },
                    () = end => {}
                }
            });
            let setup = tokio::time::timeout(OPENING, AsyncPgConnection::try_from(client));
            Ok((setup.await?.map_err(OpenError::Session)?, task))
        });
        opening.await.map_err(OpenError::Task)?
    }
}

/// The name of a session as the server keeps it.
fn of_generation(application: &str, generation: u32) -> String {
    let end = if generation > 1 { format!("/{generation}") } else { String::new() };
    let kept = application.floor_char_boundary(NAME_LENGTH.saturating_sub(end.len()));
    application.get(..kept).unwrap_or(application).to_owned() + &end
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(query: &str) -> Connector {
        Connector::new(&format!("postgres://shop@db/shop{query}")).unwrap()
    }

    #[tokio::test]
    async fn the_names_of_sessions_tell_the_releases_apart() {
        for (query, name, former) in [("", "araliya/3", ["araliya", "araliya/2"]), ("?application_name=till", "till/3", ["till", "till/2"])]
        {
            let connector = named(query);
            assert_eq!(connector.address.config.get_application_name(), Some(name));
            assert_eq!(connector.former_applications(), [former, ["araliya", "araliya/2"]].concat());
        }
        let connector = named(&format!("?application_name={}", "%C3%A9".repeat(40)));
        assert_eq!(connector.address.config.get_application_name(), Some(format!("{}/3", "é".repeat(30)).as_str()));
        assert_eq!(connector.former_applications()[0], "é".repeat(31));
    }
}
