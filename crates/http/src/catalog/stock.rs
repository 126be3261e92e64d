//! Adjusting a product's stock, and showing how it came about.

use actix_web::{HttpRequest, HttpResponse, web};
use application::catalog::adjust_stock::AdjustStockError;
use application::catalog::list_stock_movements::ListStockMovementsError;
use application::error::ListError;
use domain::catalog::product_code::ProductCode;
use domain::catalog::stock_adjustment::{AdjustmentNote, StockAdjustment, StockDelta};
use domain::orders::quantity::Stock;

use crate::app_state::AppState;
use crate::catalog::products_json::ProductResponse;
use crate::catalog::stock_json::{StockAdjustmentInput, StockMovementJson};
use crate::extract::authenticated_json::AuthenticatedJson;
use crate::extract::authentication::Admin;
use crate::extract::field_errors::FieldErrors;
use crate::extract::paging::{list_refusal, page_headers, page_request};
use crate::extract::query_params::QueryParams;
use crate::response::private::private;
use crate::response::problem::Problem;
use crate::response::refusals::{Conflicting, Failures, ForAdmins, Limited, Missing, WithBody, WithParameters};

/// Adjusts the stock of a product. A result below 0 or above 1,000,000 is 409 `product.stock_out_of_range`, another stock
/// than the expected one 409 `product.stock_changed`, each with the present `stock`.
#[utoipa::path(post, path = "/api/products/{productId}/stock", tag = "products", operation_id = "adjustStock",
    request_body = StockAdjustmentInput, security(("bearer" = [])), params(("productId" = String, Path)),
    responses((status = 200, body = ProductResponse), WithBody, ForAdmins, Missing, Conflicting, Failures))]
pub async fn adjust(
    state: web::Data<AppState>,
    code: web::Path<String>,
    call: AuthenticatedJson<Admin, StockAdjustmentInput>,
) -> Result<HttpResponse, Problem> {
    let AuthenticatedJson(admin, body) = call;
    let code = ProductCode::parse(&code).map_err(|_| AdjustStockError::NotFound)?;
    let adjustment = parse(&body)?;
    let product = state.use_cases.catalog.adjust_stock.run(&admin.actor, &code, &adjustment).await.map_err(refusal)?;
    let answer = ProductResponse { message: "The stock was adjusted successfully", product: product.into() };
    Ok(private(HttpResponse::Ok(), &answer))
}

/// How the stock of a product came about, newest first.
#[utoipa::path(get, path = "/api/products/{productId}/stock-movements", tag = "products", operation_id = "listStockMovements",
    security(("bearer" = [])),
    params(("productId" = String, Path),
        ("limit" = Option<u16>, Query, minimum = 1, maximum = 500, description = "100 unless given"), ("after" = Option<String>, Query, description = "cursor of the next page, from Link")),
    responses((status = 200, body = [StockMovementJson], headers(("X-Total-Count" = String), ("Link" = String))),
        WithParameters, ForAdmins, Missing, Limited, Failures))]
pub async fn movements(
    state: web::Data<AppState>,
    request: HttpRequest,
    _admin: Admin,
    code: web::Path<String>,
    query: QueryParams,
) -> Result<HttpResponse, Problem> {
    let code = ProductCode::parse(&code).map_err(|_| ListStockMovementsError::NotFound)?;
    let mut errors = FieldErrors::default();
    let page = page_request(&query, &mut errors);
    errors.check()?;
    let page = state.use_cases.catalog.list_stock_movements.run(&code, &page).await.map_err(|error| match error {
        ListStockMovementsError::InvalidCursor => list_refusal(ListError::InvalidCursor),
        other => other.into(),
    })?;
    let mut response = HttpResponse::Ok();
    page_headers(&mut response, &request, &query, &page);
    let movements: Vec<StockMovementJson> = page.items.into_iter().map(Into::into).collect();
    Ok(private(response, &movements))
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

fn refusal(error: AdjustStockError) -> Problem {
    match error {
        AdjustStockError::StockChanged(present) | AdjustStockError::OutOfRange { present, .. } => {
            Problem::from(error).with("stock", present.get())
        }
        other => other.into(),
    }
}
