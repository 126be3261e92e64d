//! `/api/admin/promotions`: promotions, their uses and what they cost (contract-commerce, section 3).

pub(crate) mod announced_json;
pub(crate) mod benefit_json;
pub(crate) mod coupon_limit;
pub(crate) mod promotion_json;

use actix_web::http::header::CACHE_CONTROL;
use actix_web::{HttpRequest, HttpResponse, web};
use application::promotions::promotion_service::PromotionService;
use domain::accounts::permission::Permission;
use domain::promotions::promotion::PromotionState;
use domain::promotions::repository::{PromotionError, PromotionRepository};
use domain::promotions::terms::PromotionTerms;
use domain::shared::edit::Saved;
use domain::shared::ids::PromotionId;
use domain::shared::versioned::PromotionVersion;
use serde::Serialize;
use utoipa::ToSchema;

use crate::extract::authentication::Admin;
use crate::extract::body::Body;
use crate::extract::field_errors::FieldErrors;
use crate::extract::idempotency_key::{created_or_repeated, idempotency_key};
use crate::extract::paging::{page_request, page_response};
use crate::extract::query_params::QueryParams;
use crate::middleware::rate_limit::RateLimit;
use crate::promotions::promotion_json::{PromotionJson, PromotionRequest, PromotionUseJson};
use crate::response::private::private;
use crate::response::problem::Problem;
use crate::response::refusals::{Conflict, NotFound, WithBody, WithParameters};
use crate::routing::rules::{Access, Limit};
use crate::routing::table::{RouteTable, route};

/// The routes of this feature.
pub(crate) fn routes(table: &mut RouteTable) {
    let access = Access::Staff(Permission::ManagePromotions);
    route!(table, list_promotions, access: access, limit: Limit::PerAddress(RateLimit::Read), changes: None);
    route!(table, add_promotion, access: access, limit: Limit::Unlimited, changes: None);
    route!(table, change_promotion, access: access, limit: Limit::Unlimited, changes: None);
    route!(table, list_uses, access: access, limit: Limit::PerAddress(RateLimit::Read), changes: None);
}

/// A promotion after a change.
#[derive(Debug, Serialize, ToSchema)]
struct PromotionResponse {
    /// The sentence to show.
    message: &'static str,
    /// The promotion as it is now.
    promotion: PromotionJson,
}

const SAVED: &str = "Promotion saved successfully!";

/// All promotions, newest first: at most 500.
#[utoipa::path(get, path = "/api/admin/promotions", tag = "promotions", operation_id = "listPromotions",
    params(("state" = Option<String>, Query, pattern = "^(draft|scheduled|live|ended|usedUp)$", description = "Only promotions that stand so: draft, scheduled, live, ended or usedUp")),
    responses((status = 200, body = [PromotionJson]), WithParameters))]
async fn list_promotions(
    promotions: web::Data<dyn PromotionRepository>,
    service: web::Data<PromotionService>,
    query: QueryParams,
) -> Result<HttpResponse, Problem> {
    let query = query.only(&["state"]);
    let mut errors = FieldErrors::default();
    let state = errors.optional("state", query.get("state"), PromotionState::parse);
    errors.check()?;
    let today = service.today();
    let records = promotions.list().await?;
    let wanted = records.iter().filter(|record| state.is_none_or(|state| record.promotion.state(today) == state));
    Ok(private(HttpResponse::Ok(), &wanted.map(|record| PromotionJson::on(today, record)).collect::<Vec<_>>()))
}

/// Adds a promotion. A code that another promotion has is 409 `promotion.code_taken`, a shop with 500 promotions 409
/// `promotion.too_many`.
#[utoipa::path(post, path = "/api/admin/promotions", tag = "promotions", operation_id = "addPromotion", request_body = PromotionRequest,
    params(("Idempotency-Key" = Option<String>, Header, max_length = 255, pattern = "^[!-~]([ -~]*[!-~])?$", description = "1 to 255 printable ASCII characters; the same key adds the promotion once")),
    responses((status = 201, body = PromotionResponse), (status = 200, description = "The promotion was added before with this key", body = PromotionResponse, headers(("Idempotent-Replayed" = String))),
        WithBody, Conflict))]
async fn add_promotion(
    service: web::Data<PromotionService>,
    request: HttpRequest,
    admin: Admin,
    Body(body): Body<PromotionRequest>,
) -> Result<HttpResponse, Problem> {
    let key = idempotency_key(request.headers())?;
    let mut errors = FieldErrors::default();
    let terms = body.parse(&mut errors);
    let terms = terms_of(terms, errors)?;
    let Saved { value, is_changed } = service.add(&admin.actor, terms, key).await?;
    let answer = PromotionResponse { message: SAVED, promotion: PromotionJson::on(service.today(), &value) };
    Ok(created_or_repeated(is_changed).insert_header((CACHE_CONTROL, "no-store")).json(answer))
}

/// Replaces a promotion. Another present version is 409 `promotion.changed` with the `promotion`; a `usageLimit` below the number of orders
/// that use it is 422 `promotion.limit_below_uses`.
#[utoipa::path(put, path = "/api/admin/promotions/{promotionId}", tag = "promotions", operation_id = "changePromotion", request_body = PromotionRequest,
    params(("promotionId" = String, Path)),
    responses((status = 200, body = PromotionResponse), WithBody, NotFound, Conflict))]
async fn change_promotion(
    service: web::Data<PromotionService>,
    id: web::Path<String>,
    admin: Admin,
    Body(body): Body<PromotionRequest>,
) -> Result<HttpResponse, Problem> {
    let id = id_of(&id)?;
    let mut errors = FieldErrors::default();
    let seen = errors.required("version", body.version, PromotionVersion::parse).unwrap_or_default();
    let terms = body.parse(&mut errors);
    let terms = terms_of(terms, errors)?;
    let changed = service.change(&admin.actor, id, seen, terms).await.map_err(|error| match error {
        PromotionError::Stale(ref present) => {
            let present = PromotionJson::on(service.today(), present);
            Problem::from(error).with("promotion", present)
        }
        other => other.into(),
    })?;
    let answer = PromotionResponse { message: SAVED, promotion: PromotionJson::on(service.today(), &changed.value) };
    Ok(private(HttpResponse::Ok(), &answer))
}

/// The terms, or a 422 with every wrong field.
pub(crate) fn terms_of(terms: Option<PromotionTerms>, errors: FieldErrors) -> Result<PromotionTerms, Problem> {
    match terms {
        Some(terms) if errors.is_empty() => Ok(terms),
        _ => Err(errors.into_problem()),
    }
}

/// One page of the orders that used a promotion, newest first, cancelled ones too.
#[utoipa::path(get, path = "/api/admin/promotions/{promotionId}/uses", tag = "promotions", operation_id = "listPromotionUses",
    params(("promotionId" = String, Path), ("limit" = Option<u16>, Query, minimum = 1, maximum = 500), ("after" = Option<String>, Query)),
    responses((status = 200, body = [PromotionUseJson], headers(("X-Total-Count" = String), ("Link" = String))), WithParameters, NotFound))]
async fn list_uses(
    promotions: web::Data<dyn PromotionRepository>,
    id: web::Path<String>,
    request: HttpRequest,
    query: QueryParams,
) -> Result<HttpResponse, Problem> {
    let query = query.only(&["limit", "after"]);
    let mut errors = FieldErrors::default();
    let page = page_request(&query, &mut errors);
    errors.check()?;
    let uses = promotions.uses(id_of(&id)?, &page).await?;
    Ok(page_response(&request, &query, uses, PromotionUseJson::from))
}

/// The id in a path; one that is none belongs to no promotion.
fn id_of(text: &str) -> Result<PromotionId, PromotionError> {
    PromotionId::parse(text).ok_or(PromotionError::NotFound)
}
