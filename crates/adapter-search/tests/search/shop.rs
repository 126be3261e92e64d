//! A catalogue in memory, and a shop that searches it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

use adapter_search::ProductIndex;
use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};
use domain::catalog::ports::{
    CatalogueChange, ChangedProducts, FeedBatch, FeedCursor, FoundProducts, IdRange, ProductRevision, ProductSearch as _, SearchIndex as _,
    SearchSource, SearchableProduct, StockLevel,
};
use domain::catalog::product::{NewProduct, Product, ProductDetails};
use domain::catalog::product_change::ProductError;
use domain::catalog::product_query::ProductQuery;
use domain::shared::ids::ProductId;
use domain::shared::page::{Cursor, TotalCount};
use domain::shared::ports::{Clock, PortError};
use testkit::moments;
use uuid::Uuid;

/// A catalogue in memory, which remembers what changed since the last batch.
pub(crate) struct MemoryCatalogue {
    id: Uuid,
    state: Mutex<State>,
    /// How many calls succeed before all fail; `usize::MAX` for all.
    calls_left: AtomicUsize,
    /// How many products were read.
    read: AtomicUsize,
}

#[derive(Default)]
struct State {
    products: BTreeMap<ProductId, Product>,
    edited: BTreeSet<ProductId>,
    sold: BTreeSet<ProductId>,
    cursor: u64,
}

impl MemoryCatalogue {
    pub(crate) fn new() -> Arc<Self> {
        Self::with_id(Uuid::from_u128(1))
    }

    pub(crate) fn with_id(id: Uuid) -> Arc<Self> {
        Arc::new(Self { id, state: Mutex::default(), calls_left: AtomicUsize::new(usize::MAX), read: AtomicUsize::new(0) })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap()
    }

    pub(crate) fn add(&self, new: NewProduct) {
        let product = Product::from(new);
        self.put(product);
    }

    pub(crate) fn put(&self, product: Product) {
        let mut state = self.state();
        state.edited.insert(product.id);
        state.products.insert(product.id, product);
    }

    pub(crate) fn edit(&self, id: ProductId, edit: impl FnOnce(&mut ProductDetails)) {
        let mut state = self.state();
        let product = state.products.get_mut(&id).unwrap();
        edit(&mut product.details);
        product.version += 1;
        product.updated_at += TimeDelta::microseconds(1);
        state.edited.insert(id);
    }

    pub(crate) fn delete(&self, id: ProductId) {
        let mut state = self.state();
        state.products.remove(&id);
        state.edited.insert(id);
    }

    pub(crate) fn set_level(&self, id: ProductId, stock: i64, sales: u64) {
        let mut state = self.state();
        let product = state.products.get_mut(&id).unwrap();
        product.stock = testkit::sample_products::stock(stock);
        product.total_sales = sales;
        state.sold.insert(id);
    }

    /// Changes sales without batch of it, as time alone does.
    pub(crate) fn forget_sales(&self) {
        self.state().products.values_mut().for_each(|product| product.total_sales = 0);
    }

    pub(crate) fn products(&self) -> Vec<Product> {
        self.state().products.values().cloned().collect()
    }

    pub(crate) fn product(&self, id: ProductId) -> Option<Product> {
        self.state().products.get(&id).cloned()
    }

    /// What changed since the last batch that [`MemoryCatalogue::confirm`] confirmed.
    pub(crate) fn batch(&self) -> FeedBatch {
        let mut state = self.state();
        state.cursor += 1;
        let (edited, sold): (Vec<_>, Vec<_>) = (state.edited.iter().copied().collect(), state.sold.iter().copied().collect());
        let change = if edited.is_empty() { None } else { Some(CatalogueChange::Content) };
        FeedBatch { cursor: FeedCursor(state.cursor.to_string()), change, products: ChangedProducts::Known { edited, sold } }
    }

    /// The batch of a store that does not remember what changed.
    pub(crate) fn unknown_batch(&self) -> FeedBatch {
        FeedBatch { products: ChangedProducts::Unknown, ..self.batch() }
    }

    pub(crate) fn confirm(&self) {
        let mut state = self.state();
        state.edited.clear();
        state.sold.clear();
    }

    /// Whether all batch is confirmed.
    fn is_confirmed(&self) -> bool {
        let state = self.state();
        state.edited.is_empty() && state.sold.is_empty()
    }

    /// Fails all calls after the next `calls`.
    pub(crate) fn fail_after(&self, calls: usize) {
        self.calls_left.store(calls, Ordering::SeqCst);
    }

    /// How many products the index has asked for.
    pub(crate) fn read(&self) -> usize {
        self.read.load(Ordering::SeqCst)
    }

    fn call(&self) -> Result<(), PortError> {
        let left = self.calls_left.load(Ordering::SeqCst);
        if left == 0 {
            return Err(PortError::unavailable("on purpose"));
        }
        if left < usize::MAX {
            self.calls_left.store(left - 1, Ordering::SeqCst);
        }
        Ok(())
    }
}

fn level(product: &Product) -> StockLevel {
    StockLevel { stock: product.stock.get(), sales: u32::try_from(product.total_sales).unwrap() }
}

#[async_trait]
impl SearchSource for MemoryCatalogue {
    async fn catalogue_id(&self) -> Result<Uuid, PortError> {
        Ok(self.id)
    }

    async fn revisions(&self, range: IdRange, limit: u32) -> Result<Vec<ProductRevision>, PortError> {
        self.call()?;
        tokio::task::yield_now().await;
        let state = self.state();
        let is_in = |id| range.after.is_none_or(|after| id > after) && range.until.is_none_or(|until| id <= until);
        let products = state.products.values().filter(|product| is_in(product.id));
        let revision = |p: &Product| ProductRevision { id: p.id, version: p.version, updated_at: p.updated_at, stock: p.stock.get() };
        Ok(products.take(limit as usize).map(revision).collect())
    }

    async fn products(&self, ids: &[ProductId]) -> Result<Vec<SearchableProduct>, PortError> {
        self.call()?;
        tokio::task::yield_now().await;
        self.read.fetch_add(ids.len(), Ordering::SeqCst);
        let state = self.state();
        Ok(ids.iter().filter_map(|id| state.products.get(id)).cloned().map(SearchableProduct::from).collect())
    }

    async fn levels(&self, ids: &[ProductId], _: DateTime<Utc>) -> Result<Vec<(ProductId, StockLevel)>, PortError> {
        self.call()?;
        let state = self.state();
        Ok(ids.iter().filter_map(|id| state.products.get(id)).map(|product| (product.id, level(product))).collect())
    }

    async fn sales(&self, _: DateTime<Utc>) -> Result<Vec<(ProductId, u32)>, PortError> {
        self.call()?;
        let state = self.state();
        Ok(state.products.values().map(|product| (product.id, level(product).sales)).filter(|(_, sales)| *sales > 0).collect())
    }
}

/// A clock that is set by hand.
pub(crate) struct ManualClock(Mutex<DateTime<Utc>>);

impl ManualClock {
    pub(crate) fn new() -> Arc<Self> {
        Arc::new(Self(Mutex::new(moments::now())))
    }

    pub(crate) fn advance(&self, by: TimeDelta) {
        *self.0.lock().unwrap() += by;
    }
}

impl Clock for ManualClock {
    fn now(&self) -> DateTime<Utc> {
        *self.0.lock().unwrap()
    }
}

/// A catalogue with its index.
pub(crate) struct Shop {
    pub(crate) catalogue: Arc<MemoryCatalogue>,
    pub(crate) index: ProductIndex,
    pub(crate) clock: Arc<ManualClock>,
}

/// A page with the products themselves.
pub(crate) struct Page {
    pub(crate) items: Vec<Product>,
    pub(crate) next: Option<Cursor>,
    pub(crate) total: TotalCount,
    pub(crate) corrected: Option<String>,
}

impl Shop {
    /// An empty shop with an index in memory.
    pub(crate) async fn empty() -> Self {
        Self::open(MemoryCatalogue::new(), None).await
    }

    /// A shop with these products and an index in memory.
    pub(crate) async fn with(products: impl IntoIterator<Item = NewProduct>) -> Self {
        let shop = Self::empty().await;
        products.into_iter().for_each(|product| shop.catalogue.add(product));
        shop
    }

    /// A shop with an index below `folder`.
    pub(crate) async fn open(catalogue: Arc<MemoryCatalogue>, folder: Option<&Path>) -> Self {
        let clock = ManualClock::new();
        let index = ProductIndex::open(folder.map(Path::to_owned), catalogue.clone(), clock.clone()).await.unwrap();
        Self { catalogue, index, clock }
    }

    /// Brings the index up to the catalogue.
    pub(crate) async fn catch_up(&self) {
        self.index.apply(&self.catalogue.batch()).await.unwrap();
        self.catalogue.confirm();
    }

    /// The outcome of a search, over an index that is up to date.
    pub(crate) async fn outcome(&self, query: &ProductQuery) -> Result<FoundProducts, ProductError> {
        if !self.catalogue.is_confirmed() || self.index.cursor().await.is_none() {
            self.catch_up().await;
        }
        self.index.find(query).await
    }

    /// What a list or a search finds.
    pub(crate) async fn found(&self, query: &ProductQuery) -> FoundProducts {
        self.outcome(query).await.unwrap()
    }

    /// The page of a search.
    pub(crate) async fn products(&self, query: &ProductQuery) -> Page {
        let found = self.found(query).await;
        let items = found.ids.iter().map(|id| self.catalogue.product(*id).unwrap()).collect();
        Page { items, next: found.next, total: found.total, corrected: found.corrected }
    }
}
