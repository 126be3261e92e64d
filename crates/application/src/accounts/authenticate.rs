//! Authenticating a request.

use std::sync::Arc;

use domain::accounts::ports::{SessionStore, TokenService};
use domain::accounts::session::Principal;
use domain::shared::ports::{Clock, PortError};

use crate::error::use_case_error;

/// Why a request's token does not count.
#[derive(Debug, thiserror::Error)]
pub enum AuthenticateError {
    /// It is malformed, expired or revoked, or its user is blocked or deleted.
    #[error("Your session has ended. Please log in again.")]
    DeadToken,
    /// A port failed.
    #[error("Something went wrong on our side. Please try again.")]
    Port(#[from] PortError),
}

use_case_error!(AuthenticateError {
    Self::DeadToken => Unauthenticated, "auth.session_ended";
});

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
