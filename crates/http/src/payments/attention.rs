//! What waits for staff: `GET /api/admin/attention` and `POST /api/admin/attention/{id}/close` (contract-commerce, section 2).

use actix_web::{HttpRequest, HttpResponse, web};
use chrono::{DateTime, Utc};
use domain::accounts::permission::Permission;
use domain::payments::attention::{Attention, AttentionError, AttentionKind, AttentionList, AttentionNote};
use domain::shared::order_id::OrderId;
use domain::shared::ports::Clock;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::extract::authentication::Admin;
use crate::extract::body::Body;
use crate::extract::field_errors::FieldErrors;
use crate::extract::paging::{page_request, page_response};
use crate::extract::query_params::QueryParams;
use crate::middleware::rate_limit::RateLimit;
use crate::response::message_json::MessageJson;
use crate::response::private::private;
use crate::response::problem::Problem;
use crate::response::refusals::{Failures, ForAdmins, Limited, NotFound, WithBody, WithParameters};
use crate::response::word_json::word_json;
use crate::routing::rules::{Access, Limit};
use crate::routing::table::{RouteTable, route};

/// The routes of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    route!(table, list, access: Access::Staff(Permission::ReadPayments), limit: Limit::PerAddress(RateLimit::Read), changes: None);
    route!(table, close, access: Access::Staff(Permission::ManagePayments), limit: Limit::Unlimited, changes: None);
}

word_json! {
    /// Why something waits for staff.
    pub AttentionKindJson as AttentionKind of AttentionKind
}

/// An item that waits.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Attention)]
struct AttentionJson {
    attention_id: i64,
    at: DateTime<Utc>,
    kind: AttentionKindJson,
    /// The order, where one is known.
    #[schema(required = true)]
    order_id: Option<String>,
    /// What happened.
    detail: String,
}

impl From<Attention> for AttentionJson {
    fn from(item: Attention) -> Self {
        Self {
            attention_id: item.id,
            at: item.at,
            kind: item.kind.into(),
            order_id: item.order.map(|id| id.as_str().to_owned()),
            detail: item.detail,
        }
    }
}

/// The end of an item.
#[derive(Debug, Deserialize, ToSchema)]
struct CloseAttentionRequest {
    /// What was done about it.
    #[schema(required = true, nullable = false, max_length = 500, pattern = r"\S")]
    note: Option<String>,
}

/// One page of what waits, newest first.
#[utoipa::path(get, path = "/api/admin/attention", tag = "payments", operation_id = "listAttention",
    params(("orderId" = Option<String>, Query, pattern = "^[A-Z]{2,5}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$", description = "only what waits of this order"), ("limit" = Option<u16>, Query, minimum = 1, maximum = 500), ("after" = Option<String>, Query)),
    responses((status = 200, body = [AttentionJson], headers(("X-Total-Count" = String), ("Link" = String))), ForAdmins, WithParameters, Limited, Failures))]
async fn list(attention: web::Data<dyn AttentionList>, request: HttpRequest, query: QueryParams) -> Result<HttpResponse, Problem> {
    let mut errors = FieldErrors::default();
    let order = errors.optional("orderId", query.get("orderId"), OrderId::parse);
    let page = page_request(&query, &mut errors);
    errors.check()?;
    let page = attention.list(order.as_ref(), &page).await?;
    Ok(page_response(&request, &query, page, AttentionJson::from))
}

/// Closes an item.
#[utoipa::path(post, path = "/api/admin/attention/{id}/close", tag = "payments", operation_id = "closeAttention", request_body = CloseAttentionRequest, params(("id" = i64, Path, minimum = 1, maximum = 9_007_199_254_740_991i64)),
    responses((status = 200, body = MessageJson), WithBody, ForAdmins, NotFound, Failures))]
async fn close(
    attention: web::Data<dyn AttentionList>,
    clock: web::Data<dyn Clock>,
    id: web::Path<String>,
    admin: Admin,
    Body(body): Body<CloseAttentionRequest>,
) -> Result<HttpResponse, Problem> {
    let id: i64 = id.parse().map_err(|_| AttentionError::NotFound)?;
    let mut errors = FieldErrors::default();
    let Some(note) = errors.required("note", body.note.as_deref(), AttentionNote::parse) else { return Err(errors.into_problem()) };
    attention.close(id, &note, &admin.actor, clock.now()).await?;
    Ok(private(HttpResponse::Ok(), &MessageJson { message: "Closed." }))
}
