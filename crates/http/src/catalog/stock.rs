//! Adjusting a product's stock, and listing its movements.

use actix_web::{HttpRequest, HttpResponse, web};
use chrono::{DateTime, Utc};
use domain::accounts::permission::Permission;
use domain::catalog::ports::{CatalogueChange, ProductRepository};
use domain::catalog::product_change::ProductError;
use domain::catalog::product_code::ProductCode;
use domain::catalog::stock_adjustment::{AdjustmentNote, StockAdjustment, StockDelta};
use domain::catalog::stock_movement::{MovementReason, StockMovement};
use domain::shared::ports::Clock;
use domain::shared::quantity::Stock;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::catalog::product_edits::ProductResponse;
use crate::extract::authentication::Admin;
use crate::extract::body::Body;
use crate::extract::field_errors::FieldErrors;
use crate::extract::integer;
use crate::extract::paging::{page_request, page_response};
use crate::extract::query_params::QueryParams;
use crate::middleware::rate_limit::RateLimit;
use crate::response::private::private;
use crate::response::problem::Problem;
use crate::response::refusals::{Conflict, Failures, ForAdmins, Limited, NotFound, WithBody, WithParameters};
use crate::response::word_json::word_json;
use crate::routing::rules::{Access, Limit};
use crate::routing::table::{RouteTable, route};

/// The routes of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    route!(table, adjust, access: Access::Staff(Permission::AdjustStock), limit: Limit::Unlimited, changes: Some(CatalogueChange::Content));
    route!(table, movements, access: Access::Staff(Permission::AdjustStock), limit: Limit::PerAddress(RateLimit::Read), changes: None);
}

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

word_json! {
    /// The kinds of stock movements.
    MovementReasonJson as MovementReason of MovementReason
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

/// Adjusts the stock of a product. A result below 0 or above 1,000,000 is 409 `product.stock_out_of_range`; a stock other than
/// the expected one is 409 `product.stock_changed`. Both have the present `stock`.
#[utoipa::path(post, path = "/api/products/{productId}/stock", tag = "products", operation_id = "adjustStock",
    request_body = StockAdjustmentInput, params(("productId" = String, Path)),
    responses((status = 200, body = ProductResponse), WithBody, ForAdmins, NotFound, Conflict, Failures))]
async fn adjust(
    products: web::Data<dyn ProductRepository>,
    clock: web::Data<dyn Clock>,
    code: web::Path<String>,
    admin: Admin,
    Body(body): Body<StockAdjustmentInput>,
) -> Result<HttpResponse, Problem> {
    let code = ProductCode::parse(&code).map_err(|_| ProductError::NotFound)?;
    let adjustment = parse(&body)?;
    let product = products.adjust_stock(&code, &adjustment, &admin.actor, clock.now()).await.map_err(refusal)?;
    let answer = ProductResponse { message: "The stock was adjusted successfully", product: (&product).into() };
    Ok(private(HttpResponse::Ok(), &answer))
}

/// The movements of a product's stock, newest first.
#[utoipa::path(get, path = "/api/products/{productId}/stock-movements", tag = "products", operation_id = "listStockMovements",
       params(("productId" = String, Path),
        ("limit" = Option<u16>, Query, minimum = 1, maximum = 500, description = "100 unless given"), ("after" = Option<String>, Query, description = "cursor of the next page, from Link")),
    responses((status = 200, body = [StockMovementJson], headers(("X-Total-Count" = String), ("Link" = String))),
        WithParameters, ForAdmins, NotFound, Limited, Failures))]
async fn movements(
    products: web::Data<dyn ProductRepository>,
    request: HttpRequest,
    code: web::Path<String>,
    query: QueryParams,
) -> Result<HttpResponse, Problem> {
    let code = ProductCode::parse(&code).map_err(|_| ProductError::NotFound)?;
    let mut errors = FieldErrors::default();
    let page = page_request(&query, &mut errors);
    errors.check()?;
    let page = products.stock_movements(&code, &page).await?;
    Ok(page_response(&request, &query, page, StockMovementJson::from))
}

fn parse(body: &StockAdjustmentInput) -> Result<StockAdjustment, Problem> {
    let mut errors = FieldErrors::default();
    let delta = errors.required("delta", body.delta, StockDelta::parse);
    let note = errors.required("reason", body.reason.as_deref(), AdjustmentNote::parse);
    let expected = errors.optional("expectedStock", body.expected_stock, Stock::parse);
    match (delta, note, errors.is_empty()) {
        (Some(delta), Some(note), true) => Ok(StockAdjustment { delta, note, expected }),
        _ => Err(errors.into_problem()),
    }
}

fn refusal(error: ProductError) -> Problem {
    match error {
        ProductError::StockChanged(present) | ProductError::StockBelowZero(present) | ProductError::StockAboveMax(present) => {
            Problem::from(error).with("stock", present.get())
        }
        other => Problem::from(other).failing("The stock was not adjusted due to an error. Please try again."),
    }
}
