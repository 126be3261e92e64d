//! Whether what the public catalogue shows has changed, whoever changed it.

use async_trait::async_trait;

use crate::shared::ports::PortError;

/// A moment in the history of the catalogue, in the words of the store; only the store reads it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CatalogueMark(pub String);

/// What kind of thing changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CatalogueChange {
    /// Stock and sales alone, as by an order.
    Stock,
    /// Anything else: products, their texts and prices, reviews and the names under them.
    Content,
}

/// What happened since a moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CatalogueNews {
    /// The moment of the answer; the next question starts here.
    pub mark: CatalogueMark,
    /// The weightiest change; `None` when nothing changed.
    pub change: Option<CatalogueChange>,
}

/// Notices changes of the catalogue.
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait CatalogueChanges: Send + Sync {
    /// What was committed since `last`, by this process or any other. What is in doubt counts as changed: there is no
    /// `last`, or it is so old that nobody knows any more. Each commit is in the answer to the first question asked after
    /// it, whatever other transactions are open.
    ///
    /// # Errors
    /// [`PortError`] when the store does not answer.
    async fn since<'a>(&self, last: Option<&'a CatalogueMark>) -> Result<CatalogueNews, PortError>;
}
