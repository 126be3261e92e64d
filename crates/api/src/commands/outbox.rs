//! `api outbox release`: sends the mails that a restore holds back.

use domain::accounts::actor::Actor;
use domain::messages::mail_hold::MailHold as _;
use domain::shared::ports::Clock as _;

use crate::CommandError;
use crate::config::Config;
use crate::database::Database;
use crate::process::telemetry::say;
use crate::wiring::system::SystemClock;

/// Releases the mails; a running shop sends them within seconds.
pub(crate) async fn release(config: Config) -> Result<(), CommandError> {
    let database = Database::join(&config).await?;
    let released = database.postgres.release(&Actor::operator("outbox release"), SystemClock.now()).await?;
    database.close().await?;
    say(&match released {
        Some(0) => "Mails are released. None waited.".to_owned(),
        Some(1) => "Mails are released. 1 waits to be sent.".to_owned(),
        Some(waiting) => format!("Mails are released. {waiting} wait to be sent."),
        None => "No mails were held.".to_owned(),
    });
    Ok(())
}
