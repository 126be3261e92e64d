//! `GET /metrics` on a listener of its own, which only operators can reach.

use std::net::TcpListener;

use actix_web::dev::Server;
use actix_web::{App, HttpResponse, HttpServer, web};

use super::{Metrics, exposition};
use crate::cache::response_cache::ResponseCache;

/// A server on `listener` for `GET /metrics` alone; it runs once it is awaited.
///
/// # Errors
/// When the listener cannot be used.
pub fn listen(listener: TcpListener, metrics: Metrics, responses: ResponseCache) -> std::io::Result<Server> {
    let (metrics, responses) = (web::Data::new(metrics), web::Data::new(responses));
    let app = move || App::new().app_data(metrics.clone()).app_data(responses.clone()).route("/metrics", web::get().to(show));
    Ok(HttpServer::new(app).workers(1).shutdown_timeout(1).disable_signals().listen(listener)?.run())
}

async fn show(metrics: web::Data<Metrics>, responses: web::Data<ResponseCache>) -> HttpResponse {
    let Some(counts) = &metrics.0 else { return HttpResponse::NotFound().finish() };
    match exposition::text(counts, &responses).await {
        Ok(text) => HttpResponse::Ok().content_type(exposition::CONTENT_TYPE).body(text),
        Err(_) => HttpResponse::InternalServerError().finish(),
    }
}
