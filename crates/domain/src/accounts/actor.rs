//! The actor of a change, for the audit log.

use crate::accounts::user::User;
use crate::shared::email::EmailAddress;
use crate::shared::ids::UserId;

/// The administrator (or the operator at the command line) who makes a change, and the request. Repositories write it to the
/// audit log in the transaction of the change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Actor {
    /// The administrator; `None` for the operator at the command line.
    pub user_id: Option<UserId>,
    /// Their address, stored besides the id because users can be deleted.
    pub email: Option<EmailAddress>,
    /// The request's `X-Request-Id`, or the name of the command.
    pub request_id: String,
}

impl Actor {
    /// A user doing something with a request.
    #[must_use]
    pub fn user(user: &User, request_id: String) -> Self {
        Self { user_id: Some(user.id), email: Some(user.email.clone()), request_id }
    }

    /// The operator running a command of the `api` binary.
    #[must_use]
    pub fn operator(command: &str) -> Self {
        Self { user_id: None, email: None, request_id: command.to_owned() }
    }
}
