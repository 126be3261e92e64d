//! Lists, searches, suggestions, facets and imports. The index finds products; their data comes from memory or the store.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use domain::accounts::actor::Actor;
use domain::catalog::ports::{CatalogueChange, FoundProducts, FoundSuggestions, ProductRepository, ProductSearch};
use domain::catalog::product::Product;
use domain::catalog::product_change::ProductError;
use domain::catalog::product_import::{Import, ImportCounts, ImportStep, ImportWatcher, Plan};
use domain::catalog::product_query::{FacetQuery, ProductFacets, ProductQuery, ProductSort};
use domain::catalog::stock_alert::StockReport;
use domain::images::image::ImageName;
use domain::images::ports::ImageStore;
use domain::shared::ids::ProductId;
use domain::shared::page::Page;
use domain::shared::ports::{Clock, PortError};
use domain::shared::text::SearchText;
use tokio::task::JoinSet;

use crate::catalog::catalogue_follower::CatalogueFollower;
use crate::ports::Ports;

/// The folder of the shop's own pictures in their addresses.
const OWN_PICTURES: &str = "/images/";
/// The number of pictures that are looked up at once.
const LOOKUPS: usize = 16;

/// A page of the catalogue or of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProductPage {
    pub page: Page<Arc<Product>>,
    /// The text that was answered; `None` when it is the one that was given, or there is none.
    pub corrected: Option<String>,
}

#[derive(Clone)]
pub struct CatalogService {
    products: Arc<dyn ProductRepository>,
    search: Arc<dyn ProductSearch>,
    follower: CatalogueFollower,
    images: Arc<dyn ImageStore>,
    clock: Arc<dyn Clock>,
}

impl CatalogService {
    #[must_use]
    pub fn new(ports: &Ports) -> Self {
        Self {
            products: ports.products.clone(),
            search: ports.product_search.clone(),
            follower: ports.catalogue_follower.clone(),
            images: ports.images.clone(),
            clock: ports.clock.clone(),
        }
    }

    /// One page of the catalogue, or of the search for the text of the query. A text without words lists the catalogue. A product that was
    /// deleted since it was found is left out.
    ///
    /// # Errors
    /// [`ProductError`] for a foreign cursor, and when the index or the store fails, or the index cannot follow the store.
    pub async fn list(&self, query: &ProductQuery) -> Result<ProductPage, ProductError> {
        self.follower.ensure_current(depends_on(query)).await?;
        let FoundProducts { ids, next, total, corrected } = self.search.find(query).await?;
        Ok(ProductPage { page: Page { items: self.by_ids(&ids).await?, next, total }, corrected })
    }

    /// Suggestions for a text that is being typed, and their products.
    ///
    /// # Errors
    /// [`ProductError::Port`] when the search or the store fails, or the index cannot follow it.
    pub async fn suggestions(&self, text: &SearchText) -> Result<(Vec<Arc<Product>>, FoundSuggestions), ProductError> {
        self.follower.ensure_current(CatalogueChange::Content).await?;
        let found = self.search.suggest(text).await?;
        Ok((self.by_ids(&found.products).await?, found))
    }

    /// The facets of a list. They count the products with stock, so they depend on every change.
    ///
    /// # Errors
    /// [`ProductError::Port`] when the index fails, or cannot follow the store.
    pub async fn facets(&self, query: &FacetQuery) -> Result<ProductFacets, ProductError> {
        self.follower.ensure_current(CatalogueChange::Stock).await?;
        Ok(self.search.facets(query).await?)
    }

    /// All products by their stock. A product that was deleted since is left out of the lists.
    ///
    /// # Errors
    /// [`ProductError::Port`] when the index or the store fails, or the index cannot follow the store.
    pub async fn stock_report(&self) -> Result<StockReport<Arc<Product>>, ProductError> {
        self.follower.ensure_current(CatalogueChange::Stock).await?;
        let report = self.search.stock_report().await?;
        let ids: BTreeSet<ProductId> = report.listed().copied().collect();
        let products = self.by_ids(&ids.into_iter().collect::<Vec<_>>()).await?;
        Ok(report.filter_map(|id| products.iter().find(|product| product.id == id).cloned()))
    }

    /// The number of products with low stock.
    ///
    /// # Errors
    /// As [`CatalogService::stock_report`].
    pub async fn low_stock(&self) -> Result<u64, ProductError> {
        self.follower.ensure_current(CatalogueChange::Stock).await?;
        Ok(self.search.stock_report().await?.low.count)
    }

    /// The changes that an import would make now, with all its problems. Nothing is written.
    ///
    /// # Errors
    /// [`ProductError::Port`] when the store fails.
    pub async fn plan_import(&self, import: &Import) -> Result<Plan, ProductError> {
        let mut plan = self.products.plan_import(import, self.clock.now()).await?;
        let missing = self.missing_pictures(&plan).await?;
        plan.add_problems(import.rows_with_pictures(&missing));
        Ok(plan)
    }

    /// Imports a sheet as a whole or not at all.
    ///
    /// # Errors
    /// [`ProductError::ImportRefused`] with all problems of the sheet.
    pub async fn import(&self, import: &Arc<Import>, by: &Actor, watcher: &ImportWatcher) -> Result<ImportCounts, ProductError> {
        watcher(ImportStep::Checking);
        let plan = self.plan_import(import).await?;
        if !plan.problems.is_empty() {
            return Err(ProductError::ImportRefused(Box::new(plan)));
        }
        let imported = self.products.import(import, by, self.clock.now(), watcher).await;
        let Err(ProductError::ImportRefused(refused)) = imported else { return imported };
        // The problem may have arisen during the import, so the answer is that of a trial now.
        let mut plan = self.plan_import(import).await?;
        if plan.problems.is_empty() {
            plan.problems = refused.problems;
        }
        Err(ProductError::ImportRefused(Box::new(plan)))
    }

    /// The names of the own pictures that products begin to show and that are not kept.
    async fn missing_pictures(&self, plan: &Plan) -> Result<Vec<String>, PortError> {
        let names: BTreeSet<String> = plan.new_pictures(OWN_PICTURES).map(ToOwned::to_owned).collect();
        let (mut names, mut lookups, mut missing) = (names.into_iter(), JoinSet::new(), Vec::new());
        loop {
            for name in names.by_ref().take(LOOKUPS.saturating_sub(lookups.len())) {
                let images = self.images.clone();
                lookups.spawn(async move {
                    // A name of another form is no picture of the shop.
                    let is_kept = match ImageName::parse(&name) {
                        Ok(parsed) => images.contains(&parsed).await?,
                        Err(_) => false,
                    };
                    Ok::<_, PortError>((!is_kept).then_some(name))
                });
            }
            let Some(looked_up) = lookups.join_next().await else { return Ok(missing) };
            missing.extend(looked_up.map_err(PortError::internal)??);
        }
    }

    /// These products, in this order; those that do not exist are left out. Read from memory where the state of the catalogue is known.
    async fn by_ids(&self, ids: &[ProductId]) -> Result<Vec<Arc<Product>>, ProductError> {
        let cached = self.follower.current_cache().map_or_else(|| vec![None; ids.len()], |cache| cache.get(ids));
        let missing: Vec<ProductId> = ids.iter().zip(&cached).filter(|(_, product)| product.is_none()).map(|(id, _)| *id).collect();
        let mut read = self.read(&missing).await?;
        Ok(ids.iter().zip(cached).filter_map(|(id, product)| product.or_else(|| read.remove(id))).collect())
    }

    /// Reads products from the store, and keeps them in memory.
    async fn read(&self, ids: &[ProductId]) -> Result<HashMap<ProductId, Arc<Product>>, ProductError> {
        if ids.is_empty() {
            return Ok(HashMap::new());
        }
        let cache = self.follower.cache();
        let before = cache.generation();
        let products: Vec<_> = self.products.by_ids(ids, self.clock.now()).await?.into_iter().map(Arc::new).collect();
        cache.insert(&products, before);
        Ok(products.into_iter().map(|product| (product.id, product)).collect())
    }
}

/// The changes on which the products of a list and their order depend.
fn depends_on(query: &ProductQuery) -> CatalogueChange {
    let by_stock = query.filter.in_stock.is_some() || query.alert.is_some() || query.sort == ProductSort::Bestselling;
    if by_stock { CatalogueChange::Stock } else { CatalogueChange::Content }
}

#[cfg(test)]
mod tests;
