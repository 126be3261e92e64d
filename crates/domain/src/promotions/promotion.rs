//! A promotion, and where it stands on a day.

use chrono::{DateTime, NaiveDate, Utc};

use crate::promotions::applied::{AppliedPromotion, SeenPromotions};
use crate::promotions::terms::PromotionTerms;
use crate::shared::ids::PromotionId;
use crate::shared::json::words;
use crate::shared::versioned::PromotionVersion;

/// A promotion of the shop. It is never deleted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Promotion {
    pub id: PromotionId,
    pub terms: PromotionTerms,
    pub version: PromotionVersion,
    /// The orders that use it; cancelled ones do not.
    pub uses: u32,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
}

/// The promotions that are no drafts, in one snapshot.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ActivePromotions {
    /// Oldest first.
    pub promotions: Vec<Promotion>,
    /// The sum of the versions of all promotions, drafts too: it counts the saves, so that a later state has a greater one.
    pub saves: u64,
}

impl ActivePromotions {
    /// The state that an order with these promotions is priced with.
    #[must_use]
    pub fn seen(&self, applied: &[AppliedPromotion]) -> SeenPromotions {
        let is_limited = |id: &PromotionId| self.promotions.iter().any(|promotion| promotion.id == *id && promotion.terms.is_limited());
        SeenPromotions { saves: self.saves, limited: applied.iter().map(|applied| applied.id).filter(is_limited).collect() }
    }

    /// The same with this promotion in its place, or as the newest: live from now on, and not yet used.
    #[must_use]
    pub fn with_live(&self, promotion: Promotion) -> Self {
        let mut promotions = self.promotions.clone();
        let live = Promotion { terms: promotion.terms.into_live(), uses: 0, ..promotion };
        match promotions.iter_mut().find(|known| known.id == live.id) {
            Some(known) => *known = live,
            None => promotions.push(live),
        }
        Self { promotions, saves: self.saves }
    }
}

words! {
    /// Where a promotion stands.
    pub enum PromotionState or "must be draft, scheduled, live, ended or usedUp" {
        Draft = "draft",
        Scheduled = "scheduled",
        Live = "live",
        Ended = "ended",
        UsedUp = "usedUp",
    }
}

impl Promotion {
    /// Where it stands on this day of the shop. A promotion that is used up and over is over.
    #[must_use]
    pub fn state(&self, today: NaiveDate) -> PromotionState {
        let plan = self.terms.plan();
        if !plan.is_active {
            PromotionState::Draft
        } else if plan.starts_on.is_some_and(|first| today < first) {
            PromotionState::Scheduled
        } else if plan.ends_on.is_some_and(|last| last < today) {
            PromotionState::Ended
        } else if plan.usage_limit.is_some_and(|limit| limit.get() <= self.uses) {
            PromotionState::UsedUp
        } else {
            PromotionState::Live
        }
    }
}
