//! Stock in JSON: adjustments and movements.

use chrono::{DateTime, Utc};
use domain::catalog::stock_movement::{MovementReason, StockMovement};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::extract::integer;

/// An adjustment of the stock.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StockAdjustmentInput {
    /// The number of units to add; negative to remove, never 0.
    #[serde(default, deserialize_with = "integer::optional")]
    #[schema(required = true, nullable = false, minimum = -1_000_000, maximum = 1_000_000)]
    pub delta: Option<i64>,
    /// The reason.
    #[schema(required = true, nullable = false, max_length = 1000, pattern = r"\S")]
    pub reason: Option<String>,
    /// The stock that the caller saw; another one by now is 409.
    #[serde(default, deserialize_with = "integer::optional")]
    #[schema(minimum = 0, maximum = 1_000_000)]
    pub expected_stock: Option<i64>,
}

/// The kinds of stock movements.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = MovementReason)]
pub enum MovementReasonJson {
    /// The product was added with this stock.
    Initial,
    /// An order was placed.
    Sale,
    /// An order was cancelled.
    Cancellation,
    /// A cancelled order was reinstated.
    Reinstatement,
    /// An administrator adjusted the stock.
    Adjustment,
    /// An administrator edited the product.
    Edit,
    /// A sheet of products was imported.
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

/// One movement of a product's stock.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = StockMovement)]
pub struct StockMovementJson {
    /// The time.
    at: DateTime<Utc>,
    /// The number of units added; negative for units removed.
    delta: i32,
    /// The stock afterwards.
    stock_after: u32,
    /// Why.
    reason: MovementReasonJson,
    /// The reason that was given for an adjustment.
    #[schema(required = true)]
    note: Option<String>,
    /// The order that caused it.
    #[schema(required = true)]
    order_id: Option<String>,
    /// The e-mail of the actor.
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
