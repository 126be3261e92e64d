//! Authenticating a request.

use std::sync::Arc;

use domain::accounts::ports::{SessionStore, TokenService};
use domain::accounts::session::Principal;
use domain::shared::ports::Clock;

use domain::shared::error::feature_error;

feature_error! {
    /// Why a request's token does not count.
    pub enum AuthenticateError {
        DeadToken => Unauthenticated, "auth.session_ended", "Your session has ended. Please log in again.";
    }
}

/// Looks up the user of a token and their present permissions, for every request.
#[derive(Clone)]
pub struct Authenticate {
    tokens: Arc<dyn TokenService>,
    sessions: Arc<dyn SessionStore>,
    clock: Arc<dyn Clock>,
}

impl Authenticate {
    /// Wires the use case.
    #[must_use]
    pub fn new(tokens: Arc<dyn TokenService>, sessions: Arc<dyn SessionStore>, clock: Arc<dyn Clock>) -> Self {
        Self { tokens, sessions, clock }
    }

    /// The user and session behind a token.
    ///
    /// # Errors
    /// [`AuthenticateError`] when there is none or a port fails.
    pub async fn run(&self, token: &str) -> Result<Principal, AuthenticateError> {
        let claims = self.tokens.read(token).ok_or(AuthenticateError::DeadToken)?;
        self.sessions.authenticate(claims.session_id, claims.user_id, self.clock.now()).await?.ok_or(AuthenticateError::DeadToken)
    }
}
