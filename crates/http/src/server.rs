//! The server: listeners, time limits, middleware and the fallback for addresses that are nobody's.

use std::net::TcpListener;
use std::time::Duration;

use actix_web::dev::Server;
use actix_web::middleware::from_fn;
use actix_web::{App, HttpServer, web};

use crate::app_state::AppState;
use crate::openapi;
use crate::request_id::name_request;
use crate::security_headers::add_security_headers;
use crate::web_app::{self, WebApp};

/// The longest a request's head may take to arrive (contract, Conventions).
const HEAD_TIME: Duration = Duration::from_secs(5);
/// How long requests in flight may go on after SIGTERM, in seconds; under the 30 of the contract.
const DRAIN_SECONDS: u64 = 25;

/// Registers everything the shop serves.
pub fn configure(config: &mut web::ServiceConfig) {
    for resource in openapi::routes().into_resources() {
        config.service(resource);
    }
    config.default_service(web::to(web_app::fallback));
}

/// A server on `listener` with `workers` threads that also serves the web app; it runs once it is awaited.
///
/// # Errors
/// When the listener cannot be used.
pub fn server(listener: TcpListener, state: AppState, web_app: WebApp, workers: usize) -> std::io::Result<Server> {
    let (state, web_app) = (web::Data::new(state), web::Data::new(web_app));
    let server = HttpServer::new(move || {
        App::new()
            .app_data(state.clone())
            .app_data(web_app.clone())
            .wrap(from_fn(add_security_headers))
            .wrap(from_fn(name_request))
            .configure(configure)
    });
    Ok(server.workers(workers).client_request_timeout(HEAD_TIME).shutdown_timeout(DRAIN_SECONDS).disable_signals().listen(listener)?.run())
}
