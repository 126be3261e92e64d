//! The ports of accounts.

mod address_claims;
mod device_markers;
mod email_verifier;
mod identity_provider;
mod identity_store;
mod login_throttle;
mod password_hasher;
mod password_reset_store;
mod session_store;
mod token_service;
mod user_directory;
mod user_repository;

pub use address_claims::*;
pub use device_markers::*;
pub use email_verifier::*;
pub use identity_provider::*;
pub use identity_store::*;
pub use login_throttle::*;
pub use password_hasher::*;
pub use password_reset_store::*;
pub use session_store::*;
pub use token_service::*;
pub use user_directory::*;
pub use user_repository::*;
