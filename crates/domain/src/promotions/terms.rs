//! The terms of a promotion, whose parts agree.

use std::fmt;

use chrono::NaiveDate;

use crate::promotions::benefit::Benefit;
use crate::promotions::scope::Scope;
use crate::shared::faults::{Fault, Faults, InvalidValue};
use crate::shared::json::{number, text_json, words};
use crate::shared::money::Money;
use crate::shared::text::Text;

/// The name of a promotion, which customers read.
pub type PromotionName = Text<1, 100>;

/// What a customer enters as the code of a coupon. Any text may be entered; one that is no code belongs to no promotion.
pub type EnteredCode = Text<1, 100>;

/// The code of a coupon: 3 to 32 letters, digits and `-`, kept in upper case.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CouponCode(String);

text_json!(CouponCode, Self::parse);

number! {
    /// The most uses of a promotion.
    pub struct UseLimit: u32 = 1..=1_000_000, or "must be a whole number from 1 to 1,000,000"
}

words! {
    /// How a promotion comes into a quote.
    pub enum PromotionKind or "must be automatic or coupon" {
        Automatic = "automatic",
        Coupon = "coupon",
    }
}

/// What brings a promotion into a quote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trigger {
    Automatic,
    /// The customer enters the code.
    Coupon(CouponCode),
}

/// The parts of [`PromotionTerms`], before their agreement is checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PromotionPlan {
    pub name: PromotionName,
    pub trigger: Trigger,
    pub benefit: Benefit,
    /// The most that it takes off one order.
    pub max_discount: Option<Money>,
    /// The least value of the matching goods, at their current prices.
    pub min_spend: Option<Money>,
    pub scope: Scope,
    /// Only for a customer without an earlier order, cancelled ones aside.
    pub first_order_only: bool,
    /// The first of the shop's days on which it holds.
    pub starts_on: Option<NaiveDate>,
    /// The last one, which belongs to it.
    pub ends_on: Option<NaiveDate>,
    /// The most orders that use it.
    pub usage_limit: Option<UseLimit>,
    /// The most orders of one customer that use it.
    pub per_customer_limit: Option<UseLimit>,
    /// Whether it is more than a draft.
    pub is_active: bool,
}

impl PromotionPlan {
    /// An active plan for all goods, without conditions and limits.
    #[must_use]
    pub fn unlimited(name: PromotionName, trigger: Trigger, benefit: Benefit) -> Self {
        Self {
            name,
            trigger,
            benefit,
            max_discount: None,
            min_spend: None,
            scope: Scope::default(),
            first_order_only: false,
            starts_on: None,
            ends_on: None,
            usage_limit: None,
            per_customer_limit: None,
            is_active: true,
        }
    }
}

/// The terms of a promotion, whose parts agree (contract-commerce, section 3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PromotionTerms(PromotionPlan);

impl CouponCode {
    pub const INVALID: InvalidValue = InvalidValue("must be 3 to 32 letters, digits or -");

    /// Reads a code in any case.
    ///
    /// # Errors
    /// For another length or another character.
    pub fn parse(text: &str) -> Result<Self, InvalidValue> {
        let text = text.trim();
        let is_code = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        if is_code && (3..=32).contains(&text.len()) { Ok(Self(text.to_ascii_uppercase())) } else { Err(Self::INVALID) }
    }

    /// Whether the customer entered this code, in any case.
    #[must_use]
    pub fn is_entered(&self, entered: &EnteredCode) -> bool {
        self.0.eq_ignore_ascii_case(entered.as_str())
    }

    /// In upper case.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for CouponCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Trigger {
    #[must_use]
    pub const fn kind(&self) -> PromotionKind {
        match self {
            Self::Automatic => PromotionKind::Automatic,
            Self::Coupon(_) => PromotionKind::Coupon,
        }
    }

    #[must_use]
    pub const fn code(&self) -> Option<&CouponCode> {
        match self {
            Self::Automatic => None,
            Self::Coupon(code) => Some(code),
        }
    }
}

impl PromotionTerms {
    /// Checks that the parts agree.
    ///
    /// # Errors
    /// [`Faults`] with each disagreement.
    pub fn new(plan: PromotionPlan) -> Result<Self, Faults> {
        let mut faults = Vec::new();
        if let Err((field, error)) = plan.benefit.check() {
            faults.push(Fault::new(field, error.to_string()));
        }
        if plan.max_discount == Some(Money::ZERO) {
            faults.push(Fault::new("maxDiscount", "must be more than 0"));
        }
        if let (Some(first), Some(last)) = (plan.starts_on, plan.ends_on)
            && last < first
        {
            faults.push(Fault::new("endsAt", "must not be before the first day"));
        }
        plan.scope.check(&mut faults);
        Faults::check(faults).map(|()| Self(plan))
    }

    #[must_use]
    pub const fn plan(&self) -> &PromotionPlan {
        &self.0
    }

    /// The same terms without days, and active: a preview shows what a promotion will take off.
    #[must_use]
    pub fn live(&self) -> Self {
        Self(PromotionPlan { starts_on: None, ends_on: None, is_active: true, ..self.0.clone() })
    }

    /// The same terms for a promotion that is live on every day.
    #[must_use]
    pub fn into_live(self) -> Self {
        Self(PromotionPlan { starts_on: None, ends_on: None, is_active: true, ..self.0 })
    }

    /// Whether who the customer is decides over it.
    #[must_use]
    pub const fn is_bound_to_customers(&self) -> bool {
        self.0.first_order_only || self.0.per_customer_limit.is_some()
    }

    /// Whether its uses are counted under its lock, because their number decides over it.
    #[must_use]
    pub const fn is_limited(&self) -> bool {
        self.0.usage_limit.is_some() || self.is_bound_to_customers()
    }
}
