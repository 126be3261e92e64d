//! Storing promotions, and reading their uses.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::accounts::actor::Actor;
use crate::promotions::customer::{CustomerHistory, CustomerIdentity};
use crate::promotions::promotion::{ActivePromotions, Promotion};
use crate::promotions::terms::PromotionTerms;
use crate::shared::decide::Decide;
use crate::shared::edit::Saved;
use crate::shared::error::feature_error;
use crate::shared::idempotency::IdempotencyKey;
use crate::shared::ids::PromotionId;
use crate::shared::money::Money;
use crate::shared::order_id::OrderId;
use crate::shared::page::{InvalidCursor, Page, PageRequest};
use crate::shared::ports::PortError;
use crate::shared::text::RecipientName;
use crate::shared::versioned::PromotionVersion;

/// The most promotions of a shop: each quote tries all live ones, and the list of staff has all of them.
pub const MAX_PROMOTIONS: usize = 500;

/// A promotion as staff see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PromotionRecord {
    pub promotion: Promotion,
    /// The cents by which its uses made orders cheaper, cancelled ones aside; the sum may pass [`Money::MAX`].
    pub cost_cents: i64,
}

/// The use of a promotion by an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PromotionUse {
    pub order_id: OrderId,
    /// The recipient of the order.
    pub customer: RecipientName,
    /// The amount by which the order is cheaper.
    pub amount: Money,
    pub used_at: DateTime<Utc>,
    /// When the order was cancelled, which gave the use back.
    pub released_at: Option<DateTime<Utc>>,
}

feature_error! {
    /// Why a call about promotions is refused, or fails.
    pub enum PromotionError {
        NotFound => NotFound, "promotion.not_found", "There is no such promotion.";
        /// The promotion has another version than the one that was seen; this is the present one.
        Stale(Box<PromotionRecord>) => Conflict, "promotion.changed", "The promotion has changed meanwhile. Please check it and try again.";
        CodeTaken => Conflict, "promotion.code_taken", "Another promotion has this code.", at "code";
        TooMany => Conflict, "promotion.too_many", "A shop has at most 500 promotions. Please edit one that is over.";
        LimitBelowUses => Invalid, "promotion.limit_below_uses", "The promotion is used by more orders than that.", at "usageLimit";
        KeyReused => Invalid, "promotion.key_reused", "This idempotency key was used for another promotion.";
    } or InvalidCursor(InvalidCursor)
}

impl Promotion {
    /// A promotion without uses.
    #[must_use]
    pub fn new(id: PromotionId, terms: PromotionTerms, now: DateTime<Utc>) -> Self {
        Self { id, terms, version: PromotionVersion::default().next(), uses: 0, created_at: now, updated_at: now }
    }
}

impl PromotionRecord {
    /// The promotion with these terms, where `seen` is its present version. An edit that changes nothing keeps the version.
    ///
    /// # Errors
    /// [`PromotionError::Stale`] for another version; [`PromotionError::LimitBelowUses`] where orders have more uses than the new limit.
    pub fn edited(&self, terms: &PromotionTerms, seen: PromotionVersion, now: DateTime<Utc>) -> Result<Promotion, PromotionError> {
        let present = &self.promotion;
        if present.version != seen {
            return Err(PromotionError::Stale(Box::new(self.clone())));
        }
        if terms.plan().usage_limit.is_some_and(|limit| limit.get() < present.uses) {
            return Err(PromotionError::LimitBelowUses);
        }
        if *terms == present.terms {
            return Ok(present.clone());
        }
        Ok(Promotion { terms: terms.clone(), version: seen.next(), updated_at: now, ..present.clone() })
    }
}

/// Reads and writes promotions.
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait PromotionRepository: Send + Sync {
    /// The promotions that are no drafts. Their `uses` are counted where a limit needs it, else 0.
    async fn active(&self) -> Result<ActivePromotions, PortError>;

    /// What a customer did before, and their uses of these promotions.
    async fn history(&self, customer: &CustomerIdentity, promotions: &[PromotionId]) -> Result<CustomerHistory, PortError>;

    /// All promotions, newest first: at most [`MAX_PROMOTIONS`].
    async fn list(&self) -> Result<Vec<PromotionRecord>, PromotionError>;

    /// Adds a promotion, with its audit entry. Where an earlier request of the actor added one with the same key and terms, it answers
    /// that one, as not changed.
    async fn add(&self, promotion: &Promotion, key: Option<IdempotencyKey>, by: &Actor) -> Result<Saved<PromotionRecord>, PromotionError>;

    /// Stores what `decide` answers for the present promotion, with its audit entry. One transaction waits for the orders that are being
    /// placed, locks the promotion, counts its uses, decides and writes: no order is placed in between with the former terms.
    async fn change(
        &self,
        id: PromotionId,
        by: &Actor,
        decide: Decide<PromotionRecord, Promotion, PromotionError>,
    ) -> Result<Saved<PromotionRecord>, PromotionError>;

    /// One page of the uses of a promotion, newest first; the given back ones too.
    async fn uses(&self, id: PromotionId, page: &PageRequest) -> Result<Page<PromotionUse>, PromotionError>;
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;
    use crate::promotions::benefit::Benefit;
    use crate::promotions::samples::plan;
    use crate::promotions::terms::{PromotionPlan, UseLimit};
    use crate::shared::error::FeatureError as _;

    fn terms(usage_limit: Option<i64>) -> PromotionTerms {
        let usage_limit = usage_limit.map(|limit| UseLimit::parse(limit).unwrap());
        PromotionTerms::new(PromotionPlan { usage_limit, ..plan(Benefit::FreeDelivery) }).unwrap()
    }

    /// A promotion without a limit that orders used three times.
    fn used() -> PromotionRecord {
        let promotion = Promotion::new(PromotionId::new(Uuid::from_u128(1)), terms(None), DateTime::UNIX_EPOCH);
        PromotionRecord { promotion: Promotion { uses: 3, ..promotion }, cost_cents: 105_000 }
    }

    #[test]
    fn an_edit_counts_the_version_unless_it_changes_nothing() {
        let (used, now) = (used(), DateTime::UNIX_EPOCH + chrono::TimeDelta::days(1));
        let seen = used.promotion.version;
        assert_eq!(used.edited(&terms(None), seen, now).unwrap(), used.promotion);
        let edited = used.edited(&terms(Some(3)), seen, now).unwrap();
        assert_eq!(edited, Promotion { terms: terms(Some(3)), version: seen.next(), updated_at: now, ..used.promotion });
    }

    #[test]
    fn an_edit_of_another_version_or_below_the_uses_is_refused() {
        let used = used();
        let refused = |limit, seen| used.edited(&terms(limit), seen, DateTime::UNIX_EPOCH).unwrap_err().code();
        assert_eq!(refused(None, used.promotion.version.next()), "promotion.changed");
        assert_eq!(refused(Some(2), used.promotion.version), "promotion.limit_below_uses");
    }
}
