//! The parts of the shop that its pages are made from.

use application::catalog::CatalogUseCases;
use application::reviews::ReviewUseCases;

use crate::background::Background;
use crate::cache::catalogue_version::CatalogueVersion;
use crate::config::HttpConfig;
use crate::middleware::rate_limit::RateLimits;

/// The parts; their clones share what changes.
#[derive(Clone)]
pub struct PageSources {
    /// Reads products.
    pub catalog: CatalogUseCases,
    /// Reads reviews.
    pub reviews: ReviewUseCases,
    /// The shop's details and public address.
    pub config: HttpConfig,
    /// Numbers the states of the catalogue.
    pub catalogue_version: CatalogueVersion,
    /// Counts requests for pages that are not cached.
    pub rate_limits: RateLimits,
    /// Renews pages.
    pub background: Background,
}
