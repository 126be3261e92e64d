//! What a quote and an order say of promotions.

use serde::{Deserialize, Serialize};

use crate::promotions::benefit::{BenefitKind, Percent};
use crate::promotions::terms::{CouponCode, PromotionName};
use crate::shared::ids::PromotionId;
use crate::shared::json::words;
use crate::shared::money::Money;

/// A promotion that made an order cheaper. An order keeps it in this form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AppliedPromotion {
    #[serde(rename = "promotionId")]
    pub id: PromotionId,
    /// Its name then.
    pub name: PromotionName,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<CouponCode>,
    pub benefit: BenefitKind,
    /// What it took off: more than 0.
    #[serde(rename = "amountCents")]
    pub amount: Money,
}

words! {
    /// What became of a coupon in a quote (contract-commerce, section 3).
    pub enum CouponState {
        Applied = "applied",
        /// Another promotion takes off more, or the coupon nothing.
        NotBetter = "notBetter",
        /// No active promotion has the code.
        Unknown = "unknown",
        NotYet = "notYet",
        Expired = "expired",
        /// The matching goods are worth too little.
        MinSpend = "minSpend",
        /// No goods match, or too few.
        NoMatch = "noMatch",
        UsedUp = "usedUp",
        /// The customer used it up, or ordered before.
        NotForYou = "notForYou",
        /// The customer decides over it, and is not known.
        LoginNeeded = "loginNeeded",
    }
}

impl CouponState {
    /// Whether an order with the coupon is refused. A beaten coupon is not used up, and its order costs no more.
    #[must_use]
    pub const fn refuses_order(self) -> bool {
        !matches!(self, Self::Applied | Self::NotBetter)
    }
}

/// The coupon of a quote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CouponAnswer {
    /// As it was entered, in upper case.
    pub code: String,
    pub state: CouponState,
    /// The sentence to show.
    pub message: String,
}

/// A benefit that more goods would bring.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    pub benefit: BenefitKind,
    /// The value of the goods that are missing.
    pub remaining: Money,
    /// The name of the promotion, or of the free delivery of the rate.
    pub name: String,
    /// The percentage that is reached.
    pub percent: Option<Percent>,
    /// The amount that is taken off then.
    pub amount: Option<Money>,
}

/// The promotions of a quote.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct QuotePromotions {
    /// At most one of goods, and then one of delivery.
    pub applied: Vec<AppliedPromotion>,
    pub coupon: Option<CouponAnswer>,
    pub hints: Vec<Hint>,
    pub seen: SeenPromotions,
}

/// The state of the promotions that an order is priced with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeenPromotions {
    /// Counts the saves of all promotions up to those that the quote knows.
    pub saves: u64,
    /// The applied ones whose limits decide, so that their orders run one after the other.
    pub limited: Vec<PromotionId>,
}
