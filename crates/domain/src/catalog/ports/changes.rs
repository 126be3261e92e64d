//! The feed of changes of the public catalogue, by any process, and the commits of this one.

use async_trait::async_trait;

use crate::shared::ids::ProductId;
use crate::shared::ports::PortError;

/// An opaque cursor of the change feed; only the store reads it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeedCursor(pub String);

/// The kind of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CatalogueChange {
    /// Stock and sales alone, as by an order.
    Stock,
    /// Anything else: products, their texts and prices, reviews and the names under them.
    Content,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChangedProducts {
    /// These, each at most once in each list.
    Known {
        /// Products that were added, edited or deleted.
        edited: Vec<ProductId>,
        /// Products whose stock or sales changed.
        sold: Vec<ProductId>,
    },
    /// Any of them: the store does not remember all changes since the cursor.
    Unknown,
}

impl ChangedProducts {
    #[must_use]
    pub const fn none() -> Self {
        Self::Known { edited: Vec::new(), sold: Vec::new() }
    }
}

/// The changes since a cursor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeedBatch {
    /// Where the next batch begins.
    pub cursor: FeedCursor,
    /// The most significant kind of change; `None` when nothing changed.
    pub change: Option<CatalogueChange>,
    pub products: ChangedProducts,
}

/// The change feed of the catalogue.
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait ChangeFeed: Send + Sync {
    /// The changes committed since `last`, by this process or another. Without `last`, or when it is older than the store
    /// remembers, everything counts as changed. Every commit is in the answer to the first call after it, regardless of other
    /// open transactions.
    ///
    /// # Errors
    /// [`PortError`] when the store does not answer.
    async fn since<'a>(&self, last: Option<&'a FeedCursor>) -> Result<FeedBatch, PortError>;
}

/// A change that was committed through this process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Commit {
    /// Of the public catalogue.
    Catalogue,
    /// Of anything, by staff.
    ByStaff,
}

/// Is called after each commit of this process, so that reads from replicas wait until it is replayed (read your writes): reads of the
/// catalogue for every commit, reports for those by staff.
#[cfg_attr(feature = "mock", mockall::automock)]
pub trait CommitListener: Send + Sync {
    /// Never waits.
    fn committed(&self, commit: Commit);
}
