//! What handlers work with: the use cases and the shop's configuration.

use std::sync::Arc;

use application::use_cases::UseCases;
use domain::shared::ports::Readiness;

use crate::background::Background;
use crate::cache::catalogue_version::CatalogueVersion;
use crate::cache::response_cache::ResponseCache;
use crate::images::pictures_in_flight::PicturesInFlight;
use crate::images::upload_room::UploadRoom;
use crate::middleware::metrics::Metrics;
use crate::middleware::rate_limit::RateLimits;

/// What the shop says of itself (contract, `GET /api/shop`).
#[derive(Clone, Debug)]
pub struct ShopDetails {
    /// The shop's name.
    pub name: String,
    /// Its telephone number.
    pub phone: String,
    /// Its e-mail address.
    pub email: String,
    /// Its postal address.
    pub address: String,
    /// When somebody answers.
    pub opening_hours: String,
    /// The IANA name of the zone whose calendar days are the shop's days.
    pub time_zone: String,
}

/// What the HTTP side needs to know of the configuration.
#[derive(Clone, Debug)]
pub struct HttpConfig {
    /// Where the shop is reached, without a slash at the end.
    pub public_url: String,
    /// What the shop says of itself.
    pub shop: ShopDetails,
    /// Exact origins of a web app served elsewhere.
    pub cors_origins: Vec<String>,
    /// Addresses whose `X-Forwarded-For` is believed.
    pub trusted_proxies: Vec<std::net::IpAddr>,
    /// Multiplies every rate limit; 0 turns them off.
    pub rate_limit_scale: f64,
    /// Hosts besides the shop's own that pictures may point to.
    pub image_url_hosts: Vec<String>,
    /// Where pictures are served from when not by the shop itself, without a slash at the end.
    pub images_public_url: Option<String>,
    /// The third-party sign-in provider, if there is one.
    pub google: Option<GoogleClient>,
}

/// The shop as a client of its sign-in provider; all of it is public.
#[derive(Clone, Debug)]
pub struct GoogleClient {
    /// The shop's name there.
    pub client_id: String,
    /// Where people sign in.
    pub authorize_url: String,
}

/// Shared by all handlers.
#[derive(Clone)]
pub struct AppState {
    /// What the shop can be asked to do.
    pub use_cases: UseCases,
    /// How it is configured.
    pub config: HttpConfig,
    /// The services `GET /readyz` asks, by name.
    pub readiness: Vec<(&'static str, Arc<dyn Readiness>)>,
    /// How often one may ask; all workers share the counts.
    pub rate_limits: RateLimits,
    /// Work that goes on after the answer.
    pub background: Background,
    /// Room for uploads that are being read.
    pub upload_room: UploadRoom,
    /// Numbers the states of what the public pages show.
    pub catalogue_version: CatalogueVersion,
    /// Answers of the catalogue that are finished.
    pub responses: ResponseCache,
    /// Pictures that are being sent.
    pub pictures: PicturesInFlight,
    /// What is counted for operators.
    pub metrics: Metrics,
}

impl AppState {
    /// The state of a shop that has counted nothing yet; what goes on in the background goes on on this runtime.
    #[must_use]
    pub fn new(use_cases: UseCases, config: HttpConfig, readiness: Vec<(&'static str, Arc<dyn Readiness>)>) -> Self {
        let rate_limits = RateLimits::new(config.rate_limit_scale);
        Self {
            use_cases,
            config,
            readiness,
            rate_limits,
            background: Background::default(),
            upload_room: UploadRoom::default(),
            catalogue_version: CatalogueVersion::default(),
            responses: ResponseCache::default(),
            pictures: PicturesInFlight::default(),
            metrics: Metrics::default(),
        }
    }
}
