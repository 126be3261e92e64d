//! Accounts: users, sessions, identities, password resets and login attempts.

pub(crate) mod data_keys;
pub(crate) mod email_verification;
pub(crate) mod identities;
pub(crate) mod login_throttle;
pub(crate) mod password_resets;
pub(crate) mod second_factors;
pub(crate) mod sessions;
pub(crate) mod sign_in_watch;
pub(crate) mod signing_key;
pub(crate) mod staff;
pub(crate) mod staff_invitations;
pub(crate) mod users;
