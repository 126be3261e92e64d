//! `GET /metrics` on a listener of its own: the counts are for operators, not for the street.

use std::net::TcpListener;

use actix_web::dev::Server;
use actix_web::{App, HttpResponse, HttpServer, web};

use super::exposition;
use crate::app_state::AppState;

/// A server on `listener` that answers `GET /metrics` and nothing else; it runs once it is awaited.
///
/// # Errors
/// When the listener cannot be used.
pub fn listen(listener: TcpListener, state: AppState) -> std::io::Result<Server> {
    let state = web::Data::new(state);
    let app = move || App::new().app_data(state.clone()).route("/metrics", web::get().to(metrics));
    Ok(HttpServer::new(app).workers(1).shutdown_timeout(1).disable_signals().listen(listener)?.run())
}

async fn metrics(state: web::Data<AppState>) -> HttpResponse {
    let Some(counts) = &state.metrics.0 else { return HttpResponse::NotFound().finish() };
    match exposition::text(counts, &state.responses).await {
        Ok(text) => HttpResponse::Ok().content_type(exposition::CONTENT_TYPE).body(text),
        Err(_) => HttpResponse::InternalServerError().finish(),
    }
}
