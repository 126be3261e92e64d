//! Accounts: users, sessions, passwords and identities at a sign-in provider.

pub mod address_claim;
pub mod email_verification;
pub mod identity;
pub mod login_attempts;
pub mod password;
pub mod password_reset;
pub mod ports;
pub mod session;
pub mod user;
