//! Accounts: users, sessions, passwords and identities at a sign-in provider.

pub mod identity;
pub mod login_attempts;
pub mod password;
pub mod password_reset;
pub mod ports;
pub mod session;
pub mod user;
