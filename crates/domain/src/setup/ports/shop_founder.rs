//! Setting up a shop as a whole.

use async_trait::async_trait;

use crate::setup::new_shop::{NewShop, SetupWatcher};
use crate::setup::ports::FoundingOutcome;
use crate::shared::ports::PortError;

#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait ShopFounder: Send + Sync {
    /// Stores the pictures of the data, then writes owner, name and data in one transaction, or nothing but pictures. Pictures are
    /// stored under the same names each time, so a repetition after a failure finds them.
    async fn found_shop(&self, shop: &NewShop, watcher: &SetupWatcher) -> Result<FoundingOutcome, PortError>;
}
