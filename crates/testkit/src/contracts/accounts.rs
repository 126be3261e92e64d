//! Contracts of the room `accounts`.

pub mod administrators;
pub mod email_verification;
pub mod identities;
pub mod login_throttle;
pub mod password_resets;
pub mod provider;
pub mod second_factors;
pub mod sessions;
pub mod sign_in_watch;
pub mod staff;
pub mod staff_invitations;
pub mod user_directory;
pub mod users;
