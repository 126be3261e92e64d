//! A sign-in of staff whose device and network are compared with those seen before (contract-owner, section 2).

use crate::accounts::sign_in_alert::{AlertSecret, SignInNews};
use crate::accounts::user::{User, UserType};
use crate::shared::ids::{DeviceId, SessionId};

/// A sign-in that succeeded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeenSignIn {
    /// The user as they were before it.
    pub user: User,
    pub device: DeviceId,
    pub session: SessionId,
    /// What an alert would say.
    pub news: SignInNews,
    /// The secret of the link in the alert, whose hash is stored.
    pub secret: AlertSecret,
}

impl SeenSignIn {
    /// Whether an alert is sent where device and network are new: to staff, but not about the first sign-in of an account.
    #[must_use]
    pub fn may_alert(&self) -> bool {
        self.user.user_type == UserType::Admin && self.user.last_login.is_some()
    }
}
