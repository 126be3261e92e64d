//! Readiness of the services that the shop depends on.

use async_trait::async_trait;

use crate::shared::ports::PortError;

/// Answers whether a service can be used right now.
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait Readiness: Send + Sync {
    /// Does the smallest possible piece of work.
    ///
    /// # Errors
    /// [`PortError`] when the service does not answer.
    async fn check(&self) -> Result<(), PortError>;
}
