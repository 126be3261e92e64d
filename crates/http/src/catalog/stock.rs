//! Adjusting a product's stock, and listing its movements.

use actix_web::{HttpRequest, HttpResponse, web};
use domain::accounts::permission::Permission;
use domain::catalog::ports::{CatalogueChange, StockLedger};
use domain::catalog::product_code::ProductCode;
use domain::catalog::stock_adjustment::{AdjustmentNote, StockAdjustment, StockDelta, StockError};
use domain::shared::ports::Clock;
use domain::shared::quantity::Stock;

use crate::catalog::products_json::ProductResponse;
use crate::catalog::stock_json::{StockAdjustmentInput, StockMovementJson};
use crate::extract::authentication::Admin;
use crate::extract::body::Body;
use crate::extract::field_errors::FieldErrors;
use crate::extract::paging::{page_request, page_response};
use crate::extract::query_params::QueryParams;
use crate::middleware::rate_limit::Rule;
use crate::response::private::private;
use crate::response::problem::Problem;
use crate::response::refusals::{Conflicting, Failures, ForAdmins, Limited, Missing, WithBody, WithParameters};
use crate::routing::rules::{Access, Limit};
use crate::routing::table::{RouteTable, route};

/// The routes of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    route!(table, adjust, access: Access::Staff(Permission::AdjustStock), limit: Limit::Unlimited, changes: Some(CatalogueChange::Content));
    route!(table, movements, access: Access::Staff(Permission::AdjustStock), limit: Limit::PerAddress(Rule::Read), changes: None);
}

/// Adjusts the stock of a product. A result below 0 or above 1,000,000 is 409 `product.stock_out_of_range`; a stock other than
/// the expected one is 409 `product.stock_changed`. Both have the present `stock`.
#[utoipa::path(post, path = "/api/products/{productId}/stock", tag = "products", operation_id = "adjustStock",
    request_body = StockAdjustmentInput, params(("productId" = String, Path)),
    responses((status = 200, body = ProductResponse), WithBody, ForAdmins, Missing, Conflicting, Failures))]
async fn adjust(
    ledger: web::Data<dyn StockLedger>,
    clock: web::Data<dyn Clock>,
    code: web::Path<String>,
    admin: Admin,
    Body(body): Body<StockAdjustmentInput>,
) -> Result<HttpResponse, Problem> {
    let code = ProductCode::parse(&code).map_err(|_| StockError::NotFound)?;
    let adjustment = parse(&body)?;
    let product = ledger.adjust(&code, &adjustment, &admin.actor, clock.now()).await.map_err(refusal)?;
    let answer = ProductResponse { message: "The stock was adjusted successfully", product: product.into() };
    Ok(private(HttpResponse::Ok(), &answer))
}

/// The movements of a product's stock, newest first.
#[utoipa::path(get, path = "/api/products/{productId}/stock-movements", tag = "products", operation_id = "listStockMovements",
       params(("productId" = String, Path),
        ("limit" = Option<u16>, Query, minimum = 1, maximum = 500, description = "100 unless given"), ("after" = Option<String>, Query, description = "cursor of the next page, from Link")),
    responses((status = 200, body = [StockMovementJson], headers(("X-Total-Count" = String), ("Link" = String))),
        WithParameters, ForAdmins, Missing, Limited, Failures))]
async fn movements(
    ledger: web::Data<dyn StockLedger>,
    request: HttpRequest,
    code: web::Path<String>,
    query: QueryParams,
) -> Result<HttpResponse, Problem> {
    let code = ProductCode::parse(&code).map_err(|_| StockError::NotFound)?;
    let mut errors = FieldErrors::default();
    let page = page_request(&query, &mut errors);
    errors.check()?;
    let page = ledger.movements(&code, &page).await?;
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

fn refusal(error: StockError) -> Problem {
    match error {
        StockError::StockChanged(present) | StockError::BelowZero(present) | StockError::AboveMax(present) => {
            Problem::from(error).with("stock", present.get())
        }
        other => Problem::from(other).failing("The stock was not adjusted due to an error. Please try again."),
    }
}
