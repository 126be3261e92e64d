//! Keeping what visitors write to the shop.

use async_trait::async_trait;

use super::PortError;
use crate::contact::ContactMessage;

/// Keeps messages from the contact page.
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait ContactInbox: Send + Sync {
    /// Keeps a message.
    ///
    /// # Errors
    /// [`PortError`] when the store fails; the message is not kept then.
    async fn store(&self, message: &ContactMessage) -> Result<(), PortError>;
}
