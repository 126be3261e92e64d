//! The dependencies of the pages that the server renders and caches.

use std::sync::Arc;

use application::catalog::catalogue_follower::CatalogueVersion;
use application::catalog::service::CatalogService;
use application::content::ContentUseCases;
use application::setup::SetupState;
use domain::catalog::ports::ProductRepository;
use domain::reviews::ReviewRepository;
use domain::shared::ports::Clock;

use crate::metrics::Metrics;
use crate::middleware::rate_limit::RateLimits;
use crate::server::background::Background;
use crate::server::config::HttpConfig;

/// The dependencies. Clones share the version, the counts and the background tasks.
#[derive(Clone)]
pub struct PageSources {
    pub catalog: CatalogService,
    pub products: Arc<dyn ProductRepository>,
    /// The use cases that read the content.
    pub content: ContentUseCases,
    /// The time at which an announcement is shown.
    pub clock: Arc<dyn Clock>,
    /// The reviews.
    pub reviews: Arc<dyn ReviewRepository>,
    /// Whether the shop waits for its set-up: until then search engines index nothing.
    pub setup: SetupState,
    /// The public address, and the shop's details until an identity is published.
    pub config: HttpConfig,
    /// The version of the catalogue: pages of an earlier version are stale.
    pub catalogue_version: CatalogueVersion,
    /// Limits the requests of one address for pages that are not cached.
    pub rate_limits: RateLimits,
    /// Runs the renewal of stale pages.
    pub background: Background,
    /// Counts the pages and times their rendering.
    pub metrics: Metrics,
}
