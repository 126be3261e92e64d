//! What operators and machines ask: whether the process lives, whether it can work, and what it serves (contract,
//! Operations).

use std::sync::{Arc, LazyLock};
use std::time::Duration;

use actix_web::http::StatusCode;
use actix_web::http::header::CACHE_CONTROL;
use actix_web::{HttpRequest, HttpResponse, web};
use domain::shared::ports::Readiness;
use futures_util::future::join_all;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa::openapi::OpenApi;

use crate::app_state::AppState;
use crate::openapi;
use crate::response::conditional::catalogue_json;
use crate::response::problem::Problem;
use crate::response::refusals::{Failures, Limited};

/// A service that has not answered by then is away.
const ANSWER_TIME: Duration = Duration::from_secs(2);

/// It works.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Health)]
pub struct HealthJson {
    #[schema(example = "ok")]
    status: &'static str,
}

/// Whether the process lives.
#[utoipa::path(get, path = "/healthz", tag = "operations", operation_id = "healthz", responses((status = 200, body = HealthJson), Failures))]
pub async fn healthz() -> HttpResponse {
    HttpResponse::Ok().insert_header((CACHE_CONTROL, "no-store")).json(HealthJson { status: "ok" })
}

/// Whether everything the shop needs is there.
#[utoipa::path(get, path = "/readyz", tag = "operations", operation_id = "readyz", responses((status = 200, body = HealthJson), Failures))]
pub async fn readyz(state: web::Data<AppState>) -> Result<HttpResponse, Problem> {
    let checks = state.readiness.iter().map(|(name, service)| async move { (*name, is_ready(name, service).await) });
    let away: Vec<&str> = join_all(checks).await.into_iter().filter_map(|(name, ready)| (!ready).then_some(name)).collect();
    if away.is_empty() {
        return Ok(HttpResponse::Ok().insert_header((CACHE_CONTROL, "no-store")).json(HealthJson { status: "ok" }));
    }
    let message = format!("Not ready: no answer from {}.", away.join(", "));
    Err(Problem::new(StatusCode::SERVICE_UNAVAILABLE, "service.not_ready", message)
        .with("away", away)
        .retry_after(chrono::TimeDelta::seconds(2)))
}

async fn is_ready(name: &str, service: &Arc<dyn Readiness>) -> bool {
    match tokio::time::timeout(ANSWER_TIME, service.check()).await {
        Ok(Ok(())) => true,
        Ok(Err(error)) => {
            tracing::warn!(name, cause = ?std::error::Error::source(&error).map(ToString::to_string), "a service is not ready: {error}");
            false
        }
        Err(_) => {
            tracing::warn!(name, "a service is not ready: no answer within {ANSWER_TIME:?}");
            false
        }
    }
}

/// This document.
#[utoipa::path(get, path = "/api/openapi.json", tag = "operations", operation_id = "openapi",
    responses((status = 200, body = Object, headers(("ETag" = String))), (status = 304, description = "Not changed"), Limited, Failures))]
pub async fn openapi_json(request: HttpRequest) -> Result<HttpResponse, Problem> {
    static DOCUMENT: LazyLock<OpenApi> = LazyLock::new(openapi::document);
    catalogue_json(&request, HttpResponse::Ok(), &*DOCUMENT)
}
