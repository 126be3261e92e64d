//! Health checks of the process and of the services that it needs (contract, Operations).

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use actix_web::http::StatusCode;
use actix_web::http::header::CACHE_CONTROL;
use actix_web::{HttpResponse, web};
use domain::shared::ports::Readiness;
use futures_util::future::join_all;
use serde::Serialize;
use utoipa::ToSchema;

use crate::response::problem::Problem;
use crate::routing::rules::{Access, Limit};
use crate::routing::table::{RouteTable, route};

/// The longest wait for the answer of a service.
const ANSWER_TIME: Duration = Duration::from_secs(2);

/// What `GET /readyz` tells.
#[derive(Clone)]
pub struct ReadinessChecks {
    /// The services that it checks, by name.
    pub services: Vec<(&'static str, Arc<dyn Readiness>)>,
    /// Services without which the shop is ready too, by name: one that is away is told in the notice.
    pub dispensable: Vec<(&'static str, Arc<dyn Readiness>)>,
    /// A text for operators of a shop that is ready.
    pub notice: ReadinessNotice,
    /// Why this instance must not serve, though all services answer.
    pub obstacle: ReadinessNotice,
}

/// A text for operators that can change. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct ReadinessNotice(Arc<Mutex<Option<String>>>);

impl ReadinessNotice {
    /// Sets the text, or takes it away.
    pub fn set(&self, text: Option<String>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = text;
    }

    /// The present text.
    #[must_use]
    pub fn text(&self) -> Option<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// The routes of this file. A load balancer may call them at any rate.
pub(crate) fn routes(table: &mut RouteTable) {
    route!(table, healthz, access: Access::Public, limit: Limit::Unlimited, changes: None);
    route!(table, readyz, access: Access::Public, limit: Limit::Unlimited, changes: None);
}

/// It works.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Health)]
pub struct HealthJson {
    #[schema(example = "ok")]
    status: &'static str,
}

/// Whether the process lives.
#[utoipa::path(get, path = "/healthz", tag = "operations", operation_id = "healthz", responses((status = 200, body = HealthJson)))]
async fn healthz() -> HttpResponse {
    HttpResponse::Ok().insert_header((CACHE_CONTROL, "no-store")).json(HealthJson { status: "ok" })
}

/// The shop is ready.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Readiness)]
pub struct ReadinessJson {
    #[schema(example = "ok")]
    status: &'static str,
    /// What an operator should know of a shop that is ready, such as sessions of the former release; absent if there is nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    notice: Option<String>,
}

/// Whether everything the shop needs is there.
#[utoipa::path(get, path = "/readyz", tag = "operations", operation_id = "readyz",
    responses((status = 200, body = ReadinessJson)))]
async fn readyz(ready: web::Data<ReadinessChecks>) -> Result<HttpResponse, Problem> {
    let checks = ready.services.iter().map(|(name, service)| async move { (*name, is_ready(name, service).await) });
    let away: Vec<&str> = join_all(checks).await.into_iter().filter_map(|(name, ready)| (!ready).then_some(name)).collect();
    if let Some(obstacle) = ready.obstacle.text().filter(|_| away.is_empty()) {
        return Err(not_ready(format!("Not ready: {obstacle}"), away));
    }
    if away.is_empty() {
        let notices: Vec<String> = ready.notice.text().into_iter().chain(missed(&ready.dispensable).await).collect();
        let answer = ReadinessJson { status: "ok", notice: (!notices.is_empty()).then(|| notices.join(" ")) };
        return Ok(HttpResponse::Ok().insert_header((CACHE_CONTROL, "no-store")).json(answer));
    }
    Err(not_ready(format!("Not ready: no answer from {}.", away.join(", ")), away))
}

fn not_ready(message: String, away: Vec<&str>) -> Problem {
    Problem::new(StatusCode::SERVICE_UNAVAILABLE, "service.not_ready", message)
        .with("away", away)
        .retry_after(chrono::TimeDelta::seconds(2))
}

/// A sentence about each service that does not answer and is not needed. It is no line of the log, since it may last for days.
async fn missed(services: &[(&'static str, Arc<dyn Readiness>)]) -> Vec<String> {
    let checks = services.iter().map(|(name, service)| async move {
        let is_there = matches!(tokio::time::timeout(ANSWER_TIME, service.check()).await, Ok(Ok(())));
        (!is_there).then(|| format!("There is no answer from {name}."))
    });
    join_all(checks).await.into_iter().flatten().collect()
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
