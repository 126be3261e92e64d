//! `api outbox release`: sends the mails that a restore holds back.

use application::messages::release_mails;
use domain::reports::audit::Actor;

use crate::CommandError;
use crate::config::Config;
use crate::database::Database;
use crate::process::telemetry::say;
use crate::wiring::adapters::Adapters;

/// Releases the mails; a running shop sends them within seconds.
pub(crate) async fn release(config: Config) -> Result<(), CommandError> {
    let database = Database::join(&config).await?;
    let adapters = Adapters::new(&config, database.postgres.clone()).await?;
    let released = release_mails(&adapters.ports(&config)).run(&Actor::operator("outbox release")).await?;
    drop(adapters);
    database.close().await?;
    say(&match released {
        Some(0) => "Mails are released. None waited.".to_owned(),
        Some(1) => "Mails are released. 1 waits to be sent.".to_owned(),
        Some(waiting) => format!("Mails are released. {waiting} wait to be sent."),
        None => "No mails were held.".to_owned(),
    });
    Ok(())
}
