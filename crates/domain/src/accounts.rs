//! Accounts: users, sessions, passwords and identities at a sign-in provider.

pub mod actor;
pub mod credentials;
pub mod email_verification;
pub mod identity;
pub mod login_attempts;
pub mod password;
pub mod password_reset;
pub mod permission;
pub mod ports;
pub mod second_factor;
pub mod security_settings;
pub mod seen_sign_in;
pub mod session;
pub mod session_origin;
pub mod sign_in_alert;
pub mod staff_invitation;
pub mod staff_role;
pub mod staff_roster;
pub mod user;
