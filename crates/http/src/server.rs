//! The server: listener, time limits, middleware and the fallback for unknown addresses.

pub mod app_state;
pub mod background;
pub mod config;

use std::future::ready;
use std::io::ErrorKind;
use std::net::{SocketAddr, TcpListener};
use std::sync::LazyLock;
use std::time::Duration;

use actix_http::error::DispatchError;
use actix_http::{HttpService, KeepAlive, Protocol};
use actix_server::{Server, ServerBuilder};
use actix_service::{IntoServiceFactory as _, ServiceFactoryExt as _, fn_service, map_config};
use actix_web::body::MessageBody;
use actix_web::dev::{AppConfig, ServiceFactory, ServiceRequest, ServiceResponse};
use actix_web::middleware::from_fn;
use actix_web::{App, Error, web};
use tokio::net::TcpStream;

use crate::connections::{Connection, ConnectionLimiter, MAX_CONNECTIONS, track_request};
use crate::extract::query_params::KnownParameters;
use crate::metrics::count_request;
use crate::middleware::access_log::log_request;
use crate::middleware::cors::{cors, refuse_preflight};
use crate::middleware::failure_log::log_failures;
use crate::middleware::request_id::name_request;
use crate::middleware::request_trace::trace_request;
use crate::middleware::security_headers::{SecurityHeaders, add_security_headers};
use crate::openapi;
use crate::pages::web_app::WebApp;
use crate::pages::{self, Pages};
use crate::response::problem::Problem;
use crate::server::app_state::AppState;

/// The longest a client may take to close a connection after the server has.
const GOODBYE_TIME: Duration = Duration::from_secs(1);
/// The longest requests in flight may take after SIGTERM, in seconds; below the contract's 30.
const DRAIN_SECONDS: u64 = 25;

/// The time from the start to the preparation of the renderer. Compiling the bundle keeps a processor busy, and the shop's first answers
/// go first. A page that is asked for before prepares it at once.
const FIRST_ANSWERS: Duration = Duration::from_millis(300);

static KNOWN_PARAMETERS: KnownParameters = LazyLock::new(|| openapi::routes().query_parameters());

/// Registers all routes and the fallback.
pub fn configure(config: &mut web::ServiceConfig) {
    openapi::routes().register(config);
    config.default_service(web::to(pages::fallback));
}

/// The shop with its middleware. The outermost comes last: every answer gets the security headers and a request id.
pub fn app(
    state: AppState,
) -> App<impl ServiceFactory<ServiceRequest, Config = (), Response = ServiceResponse<impl MessageBody>, Error = Error, InitError = ()>> {
    let cors = cors(&state.config.cors_origins);
    let security = SecurityHeaders::of(&state.config);
    App::new()
        .configure(|config| state.register(config))
        .app_data(&KNOWN_PARAMETERS)
        .app_data(web::PathConfig::default().error_handler(|_, _| Problem::no_such_route().into()))
        .wrap(cors)
        .wrap(from_fn(refuse_preflight))
        .wrap(from_fn(log_failures))
        .wrap(from_fn(count_request))
        .wrap(from_fn(log_request))
        .wrap(from_fn(trace_request))
        .wrap(from_fn(name_request))
        .wrap(from_fn(move |request, next| add_security_headers(security.clone(), request, next)))
        .configure(configure)
}

/// A server on `listener` with `workers` threads that also serves the web app; it runs once it is awaited. It keeps at most
/// `capacity` connections, and never more than [`MAX_CONNECTIONS`].
///
/// # Errors
/// When the listener cannot be used.
pub fn server(listener: TcpListener, state: AppState, web_app: WebApp, workers: usize, capacity: usize) -> std::io::Result<Server> {
    let pages = web::Data::new(Pages::new(web_app, state.page_sources()));
    let (counted, preparing) = (pages.clone(), pages.clone());
    state.metrics.observe_renders(move || counted.counts());
    state.background.run("prepare the renderer", async move {
        tokio::time::sleep(FIRST_ANSWERS).await;
        preparing.renderer().await;
    });
    let limiter = ConnectionLimiter::new(capacity.min(MAX_CONNECTIONS), state.config.trusted_proxies.clone());
    state.metrics.observe_connections(&limiter);
    let builder = ServerBuilder::new().workers(workers).shutdown_timeout(DRAIN_SECONDS).disable_signals();
    let (closing, address) = (builder.graceful_shutdown_signal(), listener.local_addr()?);
    // The same as `HttpServer::listen`, but on the streams of `connections`.
    let server = builder.listen("shop", listener, move || {
        let (closing, limiter) = (closing.clone(), limiter.clone());
        // The stream limits heads and pauses. The framework would limit the first head alone, and no pause in which a byte
        // arrived.
        let http = HttpService::build()
            .keep_alive(KeepAlive::Os)
            .client_request_timeout(Duration::ZERO)
            .client_disconnect_timeout(GOODBYE_TIME)
            .local_addr(address)
            .on_connect_ext(|connection: &Connection<TcpStream>, data| drop(data.insert(connection.state().clone())))
            .graceful_shutdown_signal(move || {
                let closing = closing.clone();
                async move { closing.notified().await }
            });
        let app = app(state.clone()).wrap(from_fn(track_request)).app_data(pages.clone()).into_factory();
        let requests = map_config(app, |()| AppConfig::default());
        let connections = fn_service(move |stream: TcpStream| ready(admit(stream, &limiter)));
        connections.and_then(http.finish(requests))
    })?;
    Ok(server.run())
}

/// Admits a connection, or closes it if there is no room.
fn admit(stream: TcpStream, limiter: &ConnectionLimiter) -> Result<(Connection<TcpStream>, Protocol, Option<SocketAddr>), DispatchError> {
    let peer = stream.peer_addr()?;
    let admission = limiter.admit(peer.ip()).ok_or(ErrorKind::ConnectionRefused).map_err(std::io::Error::from)?;
    // Else the last segment of a large answer waits for the client's delayed acknowledgement, 40 ms (Nagle's algorithm).
    stream.set_nodelay(true)?;
    Ok((Connection::new(stream, admission), Protocol::Http1, Some(peer)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn an_admitted_connection_sends_without_delay() {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let _client = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let (stream, _) = listener.accept().await.unwrap();
        assert!(!stream.nodelay().unwrap(), "the system's default");
        let (connection, ..) = admit(stream, &ConnectionLimiter::new(8, Vec::new())).unwrap();
        assert!(connection.stream().nodelay().unwrap());
    }
}
