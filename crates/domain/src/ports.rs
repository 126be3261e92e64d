//! What the rules need from the outside: one trait per capability, reads apart from writes.
//!
//! How to add one: a file of its own here, `#[cfg_attr(feature = "mock", mockall::automock)]` above
//! `#[async_trait]`, arguments owned or `&T`, business outcomes as variants of the answer and everything else as
//! [`PortError`], each method saying what is atomic. Implement it in an adapter, add a contract suite for it to
//! the `testkit` crate, and run that suite on the real adapter.

mod audit_log;
mod catalogue_changes;
mod clock;
mod contact_inbox;
mod device_markers;
mod id_source;
mod identity_provider;
mod identity_store;
mod image_store;
mod login_throttle;
mod mailer;
mod order_reader;
mod order_repository;
mod overview_reader;
mod password_hasher;
mod password_reset_store;
mod picture_processor;
mod port_error;
mod product_catalogue;
mod product_importer;
mod product_repository;
mod readiness;
mod review_repository;
mod session_store;
mod stock_ledger;
mod token_service;
mod upload_register;
mod user_directory;
mod user_repository;

pub use audit_log::*;
pub use catalogue_changes::*;
pub use clock::*;
pub use contact_inbox::*;
pub use device_markers::*;
pub use id_source::*;
pub use identity_provider::*;
pub use identity_store::*;
pub use image_store::*;
pub use login_throttle::*;
pub use mailer::*;
pub use order_reader::*;
pub use order_repository::*;
pub use overview_reader::*;
pub use password_hasher::*;
pub use password_reset_store::*;
pub use picture_processor::*;
pub use port_error::*;
pub use product_catalogue::*;
pub use product_importer::*;
pub use product_repository::*;
pub use readiness::*;
pub use review_repository::*;
pub use session_store::*;
pub use stock_ledger::*;
pub use token_service::*;
pub use upload_register::*;
pub use user_directory::*;
pub use user_repository::*;
