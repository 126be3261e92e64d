//! How a total comes about, line by line.

use serde::{Deserialize, Serialize};

use crate::promotions::applied::AppliedPromotion;
use crate::shared::json::words;

words! {
    /// What a line of an explanation is about.
    pub enum ExplanationCode or "must be a code of an explanation" {
        /// The goods at their full price.
        Goods = "goods",
        /// The reduction of the price of one product.
        Markdown = "markdown",
        /// What a promotion takes off the goods.
        Promotion = "promotion",
        /// Delivery at its full price.
        Delivery = "delivery",
        /// What of the delivery is free.
        FreeDelivery = "freeDelivery",
        /// The fee of cash on delivery.
        CodFee = "codFee",
    }
}

/// One line of an explanation; the lines of an order or a quote sum exactly to its total (contract-commerce, section 1).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExplanationLine {
    /// What it is about.
    pub code: ExplanationCode,
    /// The name that a customer reads.
    pub label: String,
    /// The amount in cents; below 0 for what is taken off.
    pub cents: i64,
}

impl ExplanationLine {
    /// A line of this amount.
    #[must_use]
    pub fn new(code: ExplanationCode, label: impl Into<String>, cents: i64) -> Self {
        Self { code, label: label.into(), cents }
    }

    /// The line of the fee of cash on delivery.
    #[must_use]
    pub fn cod_fee(cents: i64) -> Self {
        Self::new(ExplanationCode::CodFee, "Fee for cash on delivery", cents)
    }

    /// The line of a promotion.
    #[must_use]
    pub fn promotion(promotion: &AppliedPromotion) -> Self {
        let code = if promotion.benefit.is_of_goods() { ExplanationCode::Promotion } else { ExplanationCode::FreeDelivery };
        let label = promotion.code.as_ref().map_or_else(|| promotion.name.to_string(), |code| format!("{} ({code})", promotion.name));
        Self::new(code, label, -promotion.amount.cents())
    }

    /// The one line of a total of goods at full price.
    #[must_use]
    pub fn goods(cents: i64) -> Self {
        Self::new(ExplanationCode::Goods, "Goods at full price", cents)
    }
}
