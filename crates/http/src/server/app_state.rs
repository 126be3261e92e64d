//! The state of a running shop, which the server registers part by part: a handler or middleware asks for the part that it needs.

use actix_web::web::{Data, ServiceConfig};
use application::catalog::catalogue_follower::{CatalogueFollower, CatalogueVersion};
use application::ports::Ports;
use application::use_cases::UseCases;

use crate::cache::response_cache::ResponseCache;
use crate::images::pictures_in_flight::PicturesInFlight;
use crate::images::upload_room::UploadRoom;
use crate::metrics::Metrics;
use crate::middleware::rate_limit::RateLimits;
use crate::middleware::request_trace::RequestTraces;
use crate::operations::ReadinessChecks;
use crate::pages::sources::PageSources;
use crate::server::background::Background;
use crate::server::config::HttpConfig;

/// The parts; their clones share what changes.
#[derive(Clone)]
pub struct AppState {
    /// The use cases.
    pub use_cases: UseCases,
    /// The ports that handlers call themselves.
    pub ports: Ports,
    /// The configuration.
    pub config: HttpConfig,
    /// The services that `GET /readyz` checks.
    pub readiness: ReadinessChecks,
    /// The counts of requests per address and user.
    pub rate_limits: RateLimits,
    /// Work that continues after the answer.
    pub background: Background,
    /// Memory for uploads that are being read.
    pub upload_room: UploadRoom,
    /// Keeps the index of products in step, and notes the changes made here.
    pub follower: CatalogueFollower,
    /// Numbers the states of the catalogue.
    pub catalogue_version: CatalogueVersion,
    /// Cached answers of the catalogue.
    pub responses: ResponseCache,
    /// Pictures that are being sent.
    pub pictures: PicturesInFlight,
    /// Counts for operators.
    pub metrics: Metrics,
    /// The traces of requests.
    pub traces: RequestTraces,
}

impl AppState {
    /// The state of a shop that has just started. Background work runs on the current runtime.
    #[must_use]
    pub fn new(ports: Ports, config: HttpConfig, readiness: ReadinessChecks) -> Self {
        let follower = ports.catalogue_follower.clone();
        let (background, catalogue_version) = (Background::default(), follower.version().clone());
        Self {
            use_cases: UseCases::new(&ports),
            ports,
            rate_limits: RateLimits::new(config.rate_limit_scale),
            config,
            readiness,
            upload_room: UploadRoom::default(),
            responses: ResponseCache::new(catalogue_version.clone(), background.clone()),
            background,
            follower,
            catalogue_version,
            pictures: PicturesInFlight::default(),
            metrics: Metrics::default(),
            traces: RequestTraces::default(),
        }
    }

    /// The parts that pages are made from.
    #[must_use]
    pub fn page_sources(&self) -> PageSources {
        PageSources {
            catalog: self.use_cases.catalog.clone(),
            products: self.ports.products.clone(),
            content: self.use_cases.content.clone(),
            clock: self.ports.clock.clone(),
            reviews: self.ports.reviews.clone(),
            setup: self.use_cases.setup.setup_state.clone(),
            config: self.config.clone(),
            catalogue_version: self.catalogue_version.clone(),
            rate_limits: self.rate_limits.clone(),
            background: self.background.clone(),
            metrics: self.metrics.clone(),
        }
    }

    /// Registers each part as data of its own type.
    pub(crate) fn register(self, config: &mut ServiceConfig) {
        let UseCases { accounts, backups, catalog, content, images, messages, orders, payments, promotions, settings, setup } =
            self.use_cases;
        let stores = self.ports.stores;
        config
            .app_data(Data::new(accounts))
            .app_data(Data::new(backups))
            .app_data(Data::new(catalog))
            .app_data(Data::new(content))
            .app_data(Data::new(images))
            .app_data(Data::new(messages))
            .app_data(Data::new(orders))
            .app_data(Data::new(payments))
            .app_data(Data::new(promotions))
            .app_data(Data::from(stores.address_book))
            .app_data(Data::from(self.ports.email_tokens))
            .app_data(Data::from(stores.attention))
            .app_data(Data::from(stores.audit_log))
            .app_data(Data::from(self.ports.clock))
            .app_data(Data::from(stores.contact_inbox))
            .app_data(Data::from(stores.content))
            .app_data(Data::from(stores.email_verifier))
            .app_data(Data::from(self.ports.ids))
            .app_data(Data::from(self.ports.images))
            .app_data(Data::from(stores.invoices))
            .app_data(Data::from(stores.mail_hold))
            .app_data(Data::from(stores.mail_outbox))
            .app_data(Data::from(stores.order_reader))
            .app_data(Data::from(stores.overview))
            .app_data(Data::from(stores.payments))
            .app_data(Data::from(stores.products))
            .app_data(Data::from(stores.promotions))
            .app_data(Data::from(stores.reviews))
            .app_data(Data::from(stores.second_factors))
            .app_data(Data::from(stores.sessions))
            .app_data(Data::from(stores.setup))
            .app_data(Data::from(stores.shop_settings))
            .app_data(Data::from(stores.sign_in_watch))
            .app_data(Data::from(stores.staff_accounts))
            .app_data(Data::from(stores.staff_invitations))
            .app_data(Data::from(stores.user_directory))
            .app_data(Data::from(stores.users))
            .app_data(Data::new(settings))
            .app_data(Data::new(setup))
            .app_data(Data::new(self.ports.settings.calendar))
            .app_data(Data::new(self.config))
            .app_data(Data::new(self.readiness))
            .app_data(Data::new(self.rate_limits))
            .app_data(Data::new(self.background))
            .app_data(Data::new(self.upload_room))
            .app_data(Data::new(self.follower))
            .app_data(Data::new(self.catalogue_version))
            .app_data(Data::new(self.responses))
            .app_data(Data::new(self.pictures))
            .app_data(Data::new(self.metrics))
            .app_data(Data::new(self.traces));
    }
}
