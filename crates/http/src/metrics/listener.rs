//! The private listener, which only operators can reach: `GET /metrics`, and `GET` and `PUT /log-level`.

use std::net::TcpListener;
use std::sync::Arc;

use actix_web::dev::Server;
use actix_web::{App, HttpResponse, HttpServer, web};

use super::{Metrics, exposition};
use crate::cache::response_cache::ResponseCache;
use crate::middleware::log_level::{self, LogLevel, MAX_FILTER_BYTES};

/// What the listener shows and changes.
pub struct PrivateListener {
    /// The counts.
    pub metrics: Metrics,
    /// The cached answers, whose counts it shows.
    pub responses: ResponseCache,
    /// The level of the log, which it changes.
    pub log: Arc<dyn LogLevel>,
}

impl PrivateListener {
    /// A server on `listener`; it runs once it is awaited.
    ///
    /// # Errors
    /// When the listener cannot be used.
    pub fn listen(self, listener: TcpListener) -> std::io::Result<Server> {
        let (metrics, responses, log) = (web::Data::new(self.metrics), web::Data::new(self.responses), web::Data::new(self.log));
        let app = move || {
            let level = web::resource("/log-level")
                .app_data(web::PayloadConfig::new(MAX_FILTER_BYTES + 2))
                .route(web::get().to(log_level::show))
                .route(web::put().to(log_level::change));
            App::new()
                .app_data(metrics.clone())
                .app_data(responses.clone())
                .app_data(log.clone())
                .route("/metrics", web::get().to(show))
                .service(level)
        };
        Ok(HttpServer::new(app).workers(1).shutdown_timeout(1).disable_signals().listen(listener)?.run())
    }
}

async fn show(metrics: web::Data<Metrics>, responses: web::Data<ResponseCache>) -> HttpResponse {
    let Some(counts) = &metrics.0 else { return HttpResponse::NotFound().finish() };
    match exposition::text(counts, &responses).await {
        Ok(text) => HttpResponse::Ok().content_type(exposition::CONTENT_TYPE).body(text),
        Err(_) => HttpResponse::InternalServerError().finish(),
    }
}
