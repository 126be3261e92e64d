//! `api config check`: the configuration in force, without its secrets, and whether the servers that it names answer.

use std::error::Error;
use std::time::Duration;

use adapter_postgres::{PoolOptions, Postgres};
use domain::shared::ports::Readiness as _;

use crate::CommandError;
use crate::config::images::ImageConfig;
use crate::config::{Config, DatabaseConfig};
use crate::process::telemetry::say;

/// The longest wait for one server.
const PATIENCE: Duration = Duration::from_secs(10);

/// The end of one attempt: what answered, or was not tried, or the failure.
type Outcome = Result<&'static str, CommandError>;

/// Prints the configuration and tries its connections. Migrates, starts and writes nothing.
///
/// # Errors
/// When a server does not answer as it should.
pub(crate) async fn run(config: &Config) -> Result<(), CommandError> {
    say("The configuration in force:");
    say(config.effective.to_string().trim_end());
    say("Connections:");
    // Boxed: the future of opening a connection is large.
    let replica = within(Box::pin(replica(config)));
    let tried = tokio::join!(within(database(config)), replica, within(pictures(config)), within(mail(config)));
    let outcomes = [("database", tried.0), ("replica", tried.1), ("pictures", tried.2), ("mail", tried.3)];
    for (name, outcome) in &outcomes {
        match outcome {
            Ok(what) => say(&format!("  {name}: {what}")),
            Err(error) => say(&format!("  {name}: FAILED: {}", chain(error.as_ref()))),
        }
    }
    match outcomes.iter().filter(|(_, outcome)| outcome.is_err()).count() {
        0 => Ok(()),
        failed => Err(format!("{failed} of the connections failed").into()),
    }
}

async fn within(attempt: impl Future<Output = Outcome>) -> Outcome {
    tokio::time::timeout(PATIENCE, attempt).await.unwrap_or_else(|_| Err(format!("no answer within {} s", PATIENCE.as_secs()).into()))
}

async fn database(config: &Config) -> Outcome {
    let DatabaseConfig::External(url) = &config.database else {
        return Ok("a private PostgreSQL in DATA_DIR, which this check does not start");
    };
    let postgres = Postgres::connect(url, PoolOptions { max_connections: 1, acquire_timeout: PATIENCE }).await?;
    postgres.require_utf8().await?;
    Ok("answers")
}

/// Whether the replica answers, replays the log of a primary, and has the same database.
async fn replica(config: &Config) -> Outcome {
    let (DatabaseConfig::External(url), Some(replica)) = (&config.database, &config.replica) else {
        return Ok("none, the database answers all reads");
    };
    let postgres = Postgres::connect(url, PoolOptions { max_connections: 1, acquire_timeout: PATIENCE }).await?;
    postgres.examine_replica(replica).await?;
    Ok("answers, and is a copy of the database")
}

async fn pictures(config: &Config) -> Outcome {
    match &config.images {
        ImageConfig::Folder => Ok("a folder in DATA_DIR"),
        ImageConfig::Bucket(_) => {
            config.images.store(&config.data_dir)?.check().await?;
            Ok("the bucket answers")
        }
    }
}

async fn mail(config: &Config) -> Outcome {
    let Some(server) = &config.mail.server else { return Ok("files in DATA_DIR, no mail is sent") };
    server.greet().await?;
    Ok("the server greets and accepts the login, if there is one")
}

/// An error with its causes. None of them repeats an address or a secret of the configuration.
fn chain(error: &(dyn Error + 'static)) -> String {
    let causes = std::iter::successors(Some(error), |error| (*error).source());
    causes.map(ToString::to_string).collect::<Vec<_>>().join(": ")
}
