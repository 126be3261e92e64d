//! `api serve`: the shop, until SIGTERM or Ctrl-C.

use std::io;
use std::net::TcpListener;
use std::sync::Arc;
use std::time::Duration;

use application::accounts::create_admin::{CreateAdmin, CreateAdminError};
use domain::accounts::actor::Actor;
use domain::accounts::ports::UserDirectory as _;
use domain::accounts::staff_role::StaffRole;
use domain::setup::{SetupRepository as _, SetupSecret};
use domain::shared::text::PersonName;
use shop_http::connections::listen;
use shop_http::metrics::{Metrics, PrivateListener};
use shop_http::middleware::request_id;
use shop_http::middleware::request_trace::{RequestTraces, SpanTraces};
use shop_http::server::app_state::AppState;
use tokio::signal::unix::{Signal, SignalKind, signal};

use crate::CommandError;
use crate::config::{Config, FirstAdmin};
use crate::database::Database;
use crate::demo;
use crate::maintenance;
use crate::process::descriptors;
use crate::process::telemetry::{Telemetry, say};
use crate::secrets::data_key;
use crate::wiring::adapters::Adapters;
use crate::wiring::search::Search;

/// The longest time for mail after the last request is answered; requests have 25 of the contract's 30 seconds.
const MAIL_TIME: Duration = Duration::from_secs(3);

/// Serves the shop.
///
/// # Errors
/// When the address is taken, or the database cannot be used.
pub(crate) async fn run(config: Config, with_demo: bool, telemetry: &Telemetry) -> Result<(), CommandError> {
    let mut stop = Stop::listen()?;
    adapter_postgres::name_causes_by(request_id::current);
    // The address first: a second start on a taken address must not touch the database of the first.
    let listener = listen(config.bind).map_err(|e| format!("cannot listen on {} (BIND): {e}", config.bind))?;
    let metrics =
        config.metrics_bind.map(|bind| TcpListener::bind(bind).map_err(|e| format!("cannot listen on {bind} (METRICS_BIND): {e}")));
    let metrics = metrics.transpose()?;
    let counts = if metrics.is_some() { Metrics::on() } else { Metrics::default() };
    let (database, adapters, setup_link) = tokio::select! {
        opened = open(&config, with_demo, counts.clone()) => opened?,
        // May be dropped at any point: a migration is either finished or not begun.
        () = stop.told() => return Ok(()),
    };
    let workers = std::thread::available_parallelism().map_or(2, usize::from);
    let counted = counts.clone();
    let traces = telemetry.traces.clone().map(|traces| Arc::new(traces) as Arc<dyn SpanTraces>);
    let state = AppState { traces: RequestTraces(traces), ..adapters.app_state(&config, counts) };
    let background = state.background.clone();
    let readiness = state.readiness.clone();
    if let Some(metrics) = metrics {
        let private =
            PrivateListener { metrics: state.metrics.clone(), responses: state.responses.clone(), log: Arc::new(telemetry.filter.clone()) };
        tokio::task::spawn_local(private.listen(metrics)?);
    }
    let server = shop_http::server::server(listener, state, crate::web_files::web_app(), workers, descriptors::connections())?;
    let mut maintenance = maintenance::start(&config, &adapters, readiness, background.clone(), counted);
    say(&format!("The shop is open at {}", config.http.public_url));
    if let Some(link) = setup_link {
        say("It has no owner yet. This link sets it up, until the next start or until the shop is set up:");
        say(&link);
    }
    let handle = server.handle();
    let running = tokio::task::spawn_local(server);
    stop.told().await;
    tracing::info!("closing: requests in flight are finished first");
    handle.stop(true).await;
    running.await??;
    background.finish(MAIL_TIME).await;
    maintenance.shutdown().await;
    if let Some(index) = &adapters.search.index {
        index.close().await;
    }
    drop(adapters);
    database.close().await
}

/// Migrates the database, adds the administrator and the demo shop that the operator configured, and opens the index of products. The
/// index is built while the shop is open already. A shop without an administrator gets a new link that sets it up.
async fn open(config: &Config, with_demo: bool, metrics: Metrics) -> Result<(Database, Adapters, Option<String>), CommandError> {
    let database = Database::open(config).await?.with_replica(config).await?;
    let mut adapters = Adapters::new(config, database.postgres.clone()).await?.measured(&metrics);
    data_key::check(&database.postgres, adapters.cipher.as_ref()).await?;
    if let Some(admin) = &config.first_admin {
        make_first_admin(&adapters, CreateAdmin::new(&adapters.ports(config)), admin).await?;
    }
    if with_demo {
        say(&demo::fill(config, &adapters).await?.to_string());
    }
    adapters.search = Search::open(config, adapters.postgres.clone(), adapters.clock.clone(), metrics).await?;
    let secret = SetupSecret::new(adapters.ids.secret());
    let is_kept = adapters.postgres.renew_link(&secret, adapters.clock.now()).await?;
    let setup_link = is_kept.then(|| secret.link(&config.http.public_url));
    Ok((database, adapters, setup_link))
}

/// SIGTERM and SIGINT. Listened for before anything else: the first process of a container is sent no signal that it does not
/// listen for.
struct Stop {
    terminate: Signal,
    interrupt: Signal,
}

impl Stop {
    fn listen() -> io::Result<Self> {
        Ok(Self { terminate: signal(SignalKind::terminate())?, interrupt: signal(SignalKind::interrupt())? })
    }

    /// Waits until one of them comes, or has come.
    async fn told(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }
}

/// `ADMIN_EMAIL` and `ADMIN_PASSWORD` count only while there is no administrator at all (contract, Users).
async fn make_first_admin(adapters: &Adapters, create_admin: CreateAdmin, admin: &FirstAdmin) -> Result<(), CommandError> {
    if adapters.postgres.any_admin().await? {
        return Ok(());
    }
    let (first, last) = (PersonName::parse("Shop")?, PersonName::parse("Owner")?);
    match create_admin.run(admin.email.clone(), StaffRole::Owner, &admin.password, first, last, &Actor::operator("first start")).await {
        Ok(user) => tracing::info!(email = %user.email, "made the first administrator"),
        // Another process that starts at the same moment was faster.
        Err(CreateAdminError::EmailTaken) if adapters.postgres.any_admin().await? => {}
        Err(error) => return Err(error.into()),
    }
    Ok(())
}
