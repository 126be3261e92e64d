//! The search of this process: an index of products for one that serves, and none for any other command.

mod measured;
mod no_index;

use std::sync::Arc;

use adapter_postgres::Postgres;
use adapter_search::ProductIndex;
use application::catalog::catalogue_follower::CatalogueFollower;
use domain::catalog::ports::{ProductSearch, SearchIndex};
use domain::shared::ports::{Clock, PortError};
use shop_http::metrics::Metrics;

use self::measured::MeasuredSearch;
use self::no_index::NoIndex;
use crate::config::Config;

/// The folder of the index below `DATA_DIR`. It is a cache: deleted while the shop is stopped, it is made again at the next start.
const FOLDER: &str = "search";

/// A search, and what keeps it in step with the catalogue.
#[derive(Clone)]
pub(crate) struct Search {
    pub(crate) products: Arc<dyn ProductSearch>,
    /// Keeps the index in step.
    pub(crate) follower: CatalogueFollower,
    /// The index, if there is one.
    pub(crate) index: Option<Arc<ProductIndex>>,
}

impl Search {
    /// The search of a command that neither searches nor serves.
    pub(crate) fn without_index() -> Self {
        let none = Arc::new(NoIndex);
        Self { products: none.clone(), follower: CatalogueFollower::new(none.clone(), none), index: None }
    }

    /// Opens the index of a process that serves; the first catch-up of its follower builds it, if it is empty.
    ///
    /// # Errors
    /// When the database does not answer.
    pub(crate) async fn open(config: &Config, postgres: Arc<Postgres>, clock: Arc<dyn Clock>, metrics: Metrics) -> Result<Self, PortError> {
        let folder = config.data_dir.join(FOLDER);
        let index = Arc::new(ProductIndex::open(Some(folder), postgres.clone(), clock).await?);
        let follower = CatalogueFollower::telling(postgres.clone(), index.clone() as Arc<dyn SearchIndex>, Some(postgres));
        let products = Arc::new(MeasuredSearch::new(index.clone(), metrics));
        Ok(Self { products, follower, index: Some(index) })
    }
}
