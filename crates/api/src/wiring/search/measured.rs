//! Counts and times the searches of the index.

use std::sync::Arc;
use std::time::Instant;

use async_trait::async_trait;
use domain::catalog::ports::{FoundProducts, FoundSuggestions, ProductSearch};
use domain::catalog::product_change::ProductError;
use domain::catalog::product_query::{FacetQuery, ProductFacets, ProductQuery};
use domain::catalog::stock_alert::StockReport;
use domain::shared::ids::ProductId;
use domain::shared::ports::PortError;
use domain::shared::text::SearchText;
use shop_http::metrics::{Metrics, SearchCall};

/// A search whose calls are counted.
pub(super) struct MeasuredSearch {
    search: Arc<dyn ProductSearch>,
    metrics: Metrics,
}

impl MeasuredSearch {
    /// Counts the calls of `search`.
    pub(super) fn new(search: Arc<dyn ProductSearch>, metrics: Metrics) -> Self {
        Self { search, metrics }
    }

    async fn measure<T, E>(&self, call: SearchCall, search: impl Future<Output = Result<T, E>> + Send) -> Result<T, E> {
        let begun = Instant::now();
        let outcome = search.await;
        self.metrics.count_search(call, outcome.is_ok(), begun.elapsed());
        outcome
    }
}

#[async_trait]
impl ProductSearch for MeasuredSearch {
    async fn find(&self, query: &ProductQuery) -> Result<FoundProducts, ProductError> {
        self.measure(SearchCall::Find, self.search.find(query)).await
    }

    async fn facets(&self, query: &FacetQuery) -> Result<ProductFacets, PortError> {
        self.measure(SearchCall::Facets, self.search.facets(query)).await
    }

    async fn stock_report(&self) -> Result<StockReport<ProductId>, PortError> {
        self.measure(SearchCall::StockReport, self.search.stock_report()).await
    }

    async fn suggest(&self, text: &SearchText) -> Result<FoundSuggestions, PortError> {
        self.measure(SearchCall::Suggest, self.search.suggest(text)).await
    }
}
