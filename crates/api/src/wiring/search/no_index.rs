//! The search of commands that open no index of products: they neither search nor serve.

use async_trait::async_trait;
use domain::catalog::ports::{ChangeFeed, FeedBatch, FeedCursor, FoundProducts, FoundSuggestions, ProductSearch, SearchIndex};
use domain::catalog::product_change::ProductError;
use domain::catalog::product_query::{FacetQuery, ProductFacets, ProductQuery};
use domain::catalog::stock_alert::StockReport;
use domain::shared::ids::ProductId;
use domain::shared::ports::PortError;
use domain::shared::text::SearchText;

pub(super) struct NoIndex;

fn no_index() -> PortError {
    PortError::internal("this command opens no index of products")
}

#[async_trait]
impl ProductSearch for NoIndex {
    async fn find(&self, _: &ProductQuery) -> Result<FoundProducts, ProductError> {
        Err(no_index().into())
    }

    async fn facets(&self, _: &FacetQuery) -> Result<ProductFacets, PortError> {
        Err(no_index())
    }

    async fn stock_report(&self) -> Result<StockReport<ProductId>, PortError> {
        Err(no_index())
    }

    async fn suggest(&self, _: &SearchText) -> Result<FoundSuggestions, PortError> {
        Err(no_index())
    }
}

#[async_trait]
impl SearchIndex for NoIndex {
    async fn cursor(&self) -> Option<FeedCursor> {
        None
    }

    async fn apply(&self, _: &FeedBatch) -> Result<(), PortError> {
        Err(no_index())
    }
}

#[async_trait]
impl ChangeFeed for NoIndex {
    async fn since<'a>(&self, _: Option<&'a FeedCursor>) -> Result<FeedBatch, PortError> {
        Err(no_index())
    }
}
