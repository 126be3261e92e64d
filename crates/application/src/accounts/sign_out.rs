//! Signing out.

use std::sync::Arc;

use domain::accounts::ports::SessionStore;
use domain::shared::ids::SessionId;
use domain::shared::ports::Clock;

use crate::error::ReadError;

#[derive(Clone)]
pub struct SignOut {
    sessions: Arc<dyn SessionStore>,
    clock: Arc<dyn Clock>,
}

impl SignOut {
    /// Wires the use case.
    #[must_use]
    pub fn new(sessions: Arc<dyn SessionStore>, clock: Arc<dyn Clock>) -> Self {
        Self { sessions, clock }
    }

    /// Ends one session; the token that carries it is dead from now on, on every instance.
    ///
    /// # Errors
    /// [`ReadError`] when the store fails; the session lives on then.
    pub async fn run(&self, session: SessionId) -> Result<(), ReadError> {
        Ok(self.sessions.revoke(session, self.clock.now()).await?)
    }
}
