//! Follows changes of the catalogue by other instances, the command line or an operator at the database.

use std::convert::Infallible;
use std::error::Error as _;
use std::time::Duration;

use application::catalog::catalogue_follower::CatalogueFollower;

/// The time between two catch-ups.
const PERIOD: Duration = Duration::from_millis(250);
/// The longest pause after failures.
const LONGEST_PAUSE: Duration = Duration::from_secs(2);

/// Catches up until it is dropped. The first failure after a success is logged.
pub async fn watch(follower: CatalogueFollower) -> Infallible {
    let (mut pause, mut is_heard) = (PERIOD, true);
    loop {
        match follower.catch_up().await {
            Ok(()) => (pause, is_heard) = (PERIOD, true),
            Err(error) => {
                if std::mem::replace(&mut is_heard, false) {
                    let cause = error.source().map(ToString::to_string);
                    tracing::warn!(?cause, "changes of the catalogue cannot be followed; nothing is answered from memory");
                }
                pause = (pause * 2).min(LONGEST_PAUSE);
            }
        }
        tokio::time::sleep(pause).await;
    }
}
