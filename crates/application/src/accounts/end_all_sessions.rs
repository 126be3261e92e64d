//! Ending all sessions of a user through the link of an alert.

use std::sync::Arc;

use domain::accounts::ports::SignInWatch;
use domain::accounts::sign_in_alert::AlertSecret;
use domain::shared::ports::Clock;

use domain::shared::error::feature_error;

feature_error! {
    /// Why no session was ended.
    pub enum EndAllSessionsError {
        DeadLink => Invalid, "sign_in_alert.dead_link", "This link has ended. To end your sessions, log in and open Security in your profile.";
    }
}

/// Ends all sessions of the user of an alert.
#[derive(Clone)]
pub struct EndAllSessions {
    watch: Arc<dyn SignInWatch>,
    clock: Arc<dyn Clock>,
}

impl EndAllSessions {
    /// Wires the use case.
    #[must_use]
    pub fn new(watch: Arc<dyn SignInWatch>, clock: Arc<dyn Clock>) -> Self {
        Self { watch, clock }
    }

    /// Uses the link with this secret, in the request with this id.
    ///
    /// # Errors
    /// [`EndAllSessionsError`] when the link has ended or a port fails.
    pub async fn run(&self, secret: &AlertSecret, request_id: &str) -> Result<(), EndAllSessionsError> {
        let is_used = self.watch.end_sessions(secret, request_id, self.clock.now()).await?;
        if is_used { Ok(()) } else { Err(EndAllSessionsError::DeadLink) }
    }
}
