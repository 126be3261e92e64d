//! Promotions as staff write them and as the storefront announces them.

use std::sync::Arc;

use chrono::NaiveDate;
use domain::accounts::actor::Actor;
use domain::promotions::promotion::{Promotion, PromotionState};
use domain::promotions::repository::{PromotionError, PromotionRecord, PromotionRepository};
use domain::promotions::terms::{PromotionTerms, Trigger};
use domain::shared::calendar::ShopCalendar;
use domain::shared::edit::Saved;
use domain::shared::idempotency::IdempotencyKey;
use domain::shared::ids::PromotionId;
use domain::shared::ports::{Clock, IdSource};
use domain::shared::versioned::PromotionVersion;

use crate::error::ReadError;
use crate::ports::Ports;
use crate::promotions::current_promotions::CurrentPromotions;

/// The most promotions that the storefront announces, so that cards and pages stay small.
pub const MAX_ANNOUNCED: usize = 20;

/// Writes promotions, and forgets those in memory.
#[derive(Clone)]
pub struct PromotionService {
    promotions: Arc<dyn PromotionRepository>,
    current: CurrentPromotions,
    clock: Arc<dyn Clock>,
    ids: Arc<dyn IdSource>,
    calendar: ShopCalendar,
}

impl PromotionService {
    /// Builds the service on these ports.
    #[must_use]
    pub fn new(ports: &Ports) -> Self {
        Self {
            promotions: ports.promotions.clone(),
            current: ports.current_promotions.clone(),
            clock: ports.clock.clone(),
            ids: ports.ids.clone(),
            calendar: ports.settings.calendar,
        }
    }

    /// The shop's day.
    #[must_use]
    pub fn today(&self) -> NaiveDate {
        self.calendar.day_of(self.clock.now())
    }

    /// Adds a promotion. A request with the key of an earlier one answers the promotion of that one, as not changed.
    ///
    /// # Errors
    /// [`PromotionError`] when it is refused or the repository fails.
    pub async fn add(
        &self,
        by: &Actor,
        terms: PromotionTerms,
        key: Option<IdempotencyKey>,
    ) -> Result<Saved<PromotionRecord>, PromotionError> {
        let promotion = Promotion::new(PromotionId::new(self.ids.uuid()), terms, self.clock.now());
        let added = self.promotions.add(&promotion, key, by).await;
        // Also after a failure: the promotion may be stored.
        self.current.forget();
        added
    }

    /// Gives a promotion of the version `seen` these terms.
    ///
    /// # Errors
    /// [`PromotionError`] when it is refused or the repository fails.
    pub async fn change(
        &self,
        by: &Actor,
        id: PromotionId,
        seen: PromotionVersion,
        terms: PromotionTerms,
    ) -> Result<Saved<PromotionRecord>, PromotionError> {
        let now = self.clock.now();
        let decide = move |present: &PromotionRecord| present.edited(&terms, seen, now);
        let changed = self.promotions.change(id, by, Box::new(decide)).await;
        self.current.forget();
        changed
    }

    /// The promotion that an edit would make of the one with this id, or a new one, live in any case.
    #[must_use]
    pub fn edited(&self, id: Option<PromotionId>, terms: &PromotionTerms) -> Promotion {
        let id = id.unwrap_or_else(|| PromotionId::new(self.ids.uuid()));
        Promotion::new(id, terms.live(), self.clock.now())
    }

    /// The live automatic promotions, oldest first: at most [`MAX_ANNOUNCED`]. Coupons are for those who know their code.
    ///
    /// # Errors
    /// [`ReadError`] when the repository fails.
    pub async fn announced(&self) -> Result<Vec<Promotion>, ReadError> {
        let today = self.today();
        let is_announced =
            |promotion: &&Promotion| promotion.terms.plan().trigger == Trigger::Automatic && promotion.state(today) == PromotionState::Live;
        Ok(self.current.get().await?.promotions.iter().filter(is_announced).take(MAX_ANNOUNCED).cloned().collect())
    }
}
