//! Notices changes of the public catalogue, by any process.

use async_trait::async_trait;

use crate::shared::ids::ProductId;
use crate::shared::ports::PortError;

/// A moment in the history of the catalogue, in the words of the store; only the store reads it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CatalogueMark(pub String);

/// The kind of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CatalogueChange {
    /// Stock and sales alone, as by an order.
    Stock,
    /// Anything else: products, their texts and prices, reviews and the names under them.
    Content,
}

/// The products that changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChangedProducts {
    /// These, each at most once in each list.
    Known {
        /// Products that were added, edited or deleted.
        edited: Vec<ProductId>,
        /// Products whose stock or sales changed.
        sold: Vec<ProductId>,
    },
    /// Any of them: the store does not remember all changes since the mark.
    Unknown,
}

impl ChangedProducts {
    #[must_use]
    pub const fn none() -> Self {
        Self::Known { edited: Vec::new(), sold: Vec::new() }
    }
}

/// The changes since a moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CatalogueNews {
    /// The moment of the answer; the next question starts here.
    pub mark: CatalogueMark,
    /// The most significant kind of change; `None` when nothing changed.
    pub change: Option<CatalogueChange>,
    pub products: ChangedProducts,
}

/// Notices changes of the catalogue.
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait CatalogueChanges: Send + Sync {
    /// The changes committed since `last`, by this process or another. Without `last`, or when it is older than the store
    /// remembers, everything counts as changed. Every commit is in the answer to the first call after it, regardless of other
    /// open transactions.
    ///
    /// # Errors
    /// [`PortError`] when the store does not answer.
    async fn since<'a>(&self, last: Option<&'a CatalogueMark>) -> Result<CatalogueNews, PortError>;
}
