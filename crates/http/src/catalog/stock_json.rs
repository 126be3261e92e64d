//! Stock on the wire: adjustments and the history of a product's stock.

use chrono::{DateTime, Utc};
use domain::catalog::stock_movement::{MovementReason, StockMovement};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::extract::integer;

/// A stock to be adjusted.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StockAdjustmentInput {
    /// So many units more, or fewer where it is below 0; never 0.
    #[serde(default, deserialize_with = "integer::optional")]
    #[schema(required = true, nullable = false, minimum = -1_000_000, maximum = 1_000_000)]
    pub delta: Option<i64>,
    /// Why.
    #[schema(required = true, nullable = false, max_length = 1000, pattern = r"\S")]
    pub reason: Option<String>,
    /// The stock that was seen; another one by now is 409.
    #[serde(default, deserialize_with = "integer::optional")]
    #[schema(minimum = 0, maximum = 1_000_000)]
    pub expected_stock: Option<i64>,
}

/// Why units came or went.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = MovementReason)]
pub enum MovementReasonJson {
    /// The product was added with them.
    Initial,
    /// They were ordered.
    Sale,
    /// Their order was cancelled.
    Cancellation,
    /// Their order was cancelled no longer.
    Reinstatement,
    /// Somebody adjusted the stock and said why.
    Adjustment,
    /// Somebody edited the product.
    Edit,
    /// A file of products was imported.
    Import,
}

impl From<MovementReason> for MovementReasonJson {
    fn from(reason: MovementReason) -> Self {
        match reason {
            MovementReason::Initial => Self::Initial,
            MovementReason::Sale => Self::Sale,
            MovementReason::Cancellation => Self::Cancellation,
            MovementReason::Reinstatement => Self::Reinstatement,
            MovementReason::Adjustment => Self::Adjustment,
            MovementReason::Edit => Self::Edit,
            MovementReason::Import => Self::Import,
        }
    }
}

/// One change of a product's stock.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = StockMovement)]
pub struct StockMovementJson {
    /// When.
    at: DateTime<Utc>,
    /// So many units came, or went where it is below 0.
    delta: i32,
    /// What was on the shelf afterwards.
    stock_after: u32,
    /// Why.
    reason: MovementReasonJson,
    /// Why, in the words of whoever adjusted the stock.
    #[schema(required = true)]
    note: Option<String>,
    /// The order behind it.
    #[schema(required = true)]
    order_id: Option<String>,
    /// Who did it.
    #[schema(required = true)]
    actor_email: Option<String>,
}

impl From<StockMovement> for StockMovementJson {
    fn from(movement: StockMovement) -> Self {
        Self {
            at: movement.at,
            delta: movement.delta,
            stock_after: movement.stock_after.get(),
            reason: movement.reason.into(),
            note: movement.note,
            order_id: movement.order_id.map(|id| id.as_str().to_owned()),
            actor_email: movement.actor_email.map(|email| email.as_str().to_owned()),
        }
    }
}
