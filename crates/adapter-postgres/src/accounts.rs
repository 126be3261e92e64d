//! Accounts: users, sessions, identities, password resets and login attempts.

pub(crate) mod email_verification;
pub(crate) mod identities;
pub(crate) mod login_throttle;
pub(crate) mod password_resets;
pub(crate) mod sessions;
pub(crate) mod signing_key;
pub(crate) mod users;
