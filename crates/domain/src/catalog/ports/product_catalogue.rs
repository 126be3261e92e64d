//! Reading products.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::catalog::product::{Offer, Product};
use crate::catalog::product_code::ProductCode;
use crate::catalog::product_query::ProductQuery;
use crate::shared::ids::ProductId;
use crate::shared::page::PageAnswer;
use crate::shared::ports::PortError;

/// Lists and prices products. [`ProductSearch`](crate::catalog::ports::ProductSearch) finds them by text.
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait ProductCatalogue: Send + Sync {
    /// One page of the catalogue; `now` is the end of the 30 days that sales are counted over. The text of the query is not looked
    /// at; in the order of the best match the newest come first.
    async fn list(&self, query: &ProductQuery, now: DateTime<Utc>) -> Result<PageAnswer<Product>, PortError>;

    /// The products with these ids, in any order; those that do not exist are left out.
    async fn by_ids(&self, ids: &[ProductId], now: DateTime<Utc>) -> Result<Vec<Product>, PortError>;

    /// The product with this code, compared without regard to case.
    async fn by_code(&self, code: &ProductCode, now: DateTime<Utc>) -> Result<Option<Product>, PortError>;

    /// The offers of these products for a quote, in one round trip; unknown codes are left out.
    async fn offers(&self, codes: &[ProductCode]) -> Result<Vec<Offer>, PortError>;
}
