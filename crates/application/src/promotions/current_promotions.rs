//! The promotions that are no drafts, from memory where they are at most a second old ([`ShortMemory`]).

use std::sync::Arc;

use domain::promotions::customer::{CustomerHistory, CustomerIdentity};
use domain::promotions::promotion::ActivePromotions;
use domain::promotions::repository::PromotionRepository;
use domain::shared::ids::PromotionId;
use domain::shared::ports::PortError;

use crate::short_memory::ShortMemory;

/// Reads the present promotions. Clones share the memory.
#[derive(Clone)]
pub struct CurrentPromotions {
    store: Arc<dyn PromotionRepository>,
    recent: ShortMemory<ActivePromotions>,
}

impl CurrentPromotions {
    /// Wires the use case, with nothing in memory.
    #[must_use]
    pub fn new(store: Arc<dyn PromotionRepository>) -> Self {
        Self { store, recent: ShortMemory::default() }
    }

    /// The promotions, at most a second old.
    ///
    /// # Errors
    /// [`PortError`] when the store fails.
    pub async fn get(&self) -> Result<Arc<ActivePromotions>, PortError> {
        self.recent.get(self.store.active()).await
    }

    /// Forgets the promotions in memory: the next call of [`CurrentPromotions::get`] reads them.
    pub fn forget(&self) {
        self.recent.forget();
    }

    /// What a customer did before, from the store.
    pub(crate) async fn history(&self, customer: &CustomerIdentity, known: &ActivePromotions) -> Result<CustomerHistory, PortError> {
        let bound = known.promotions.iter().filter(|promotion| promotion.terms.is_bound_to_customers());
        let bound: Vec<PromotionId> = bound.map(|promotion| promotion.id).collect();
        self.store.history(customer, &bound).await
    }
}
