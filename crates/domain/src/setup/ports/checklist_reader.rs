//! Reading how far the owner's first steps are.

use async_trait::async_trait;

use crate::setup::checklist::Checklist;
use crate::shared::ports::PortError;

/// Reads the facts behind the checklist.
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait ChecklistReader: Send + Sync {
    /// The facts, read in one snapshot. The cost of a call does not grow with the shop.
    async fn checklist(&self) -> Result<Checklist, PortError>;
}
