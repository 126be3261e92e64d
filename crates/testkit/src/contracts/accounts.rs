//! Contracts of the room `accounts`.

pub mod administrators;
pub mod email_verification;
pub mod identities;
pub mod login_throttle;
pub mod password_resets;
pub mod provider;
pub mod sessions;
pub mod user_directory;
pub mod users;
