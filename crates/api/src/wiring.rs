//! The wiring: fills the ports with adapters. No other module knows both.

pub(crate) mod adapters;
mod gauges;
mod measured_gateway;
pub(crate) mod search;
mod shop_creator;
pub(crate) mod system;

use std::sync::Arc;

use application::content::current_content::CurrentContent;
use application::ports::{Ports, ResetLinks, Settings, Stores};
use application::promotions::current_promotions::CurrentPromotions;
use application::settings::current_settings::CurrentSettings;
use application::use_cases::UseCases;
use domain::accounts::password_reset::LINKS_PER_HOUR;
use domain::shared::ports::Readiness;
use shop_http::metrics::Metrics;
use shop_http::middleware::rate_limit::scaled_count;
use shop_http::operations::{ReadinessChecks, ReadinessNotice};
use shop_http::server::app_state::AppState;

use crate::config::Config;
use crate::wiring::adapters::Adapters;
use crate::wiring::gauges::ProcessGauges;
use crate::wiring::shop_creator::DemoShopCreator;

impl Adapters {
    /// The state of the HTTP interface of a serving process, whose search these adapters have.
    pub(crate) fn app_state(&self, config: &Config, metrics: Metrics) -> AppState {
        let state = AppState::new(self.ports(config), config.http.clone(), self.readiness());
        metrics.observe_readings(Arc::new(ProcessGauges {
            postgres: self.postgres.clone(),
            hasher: self.hasher.clone(),
            follower: self.search.follower.clone(),
            index: self.search.index.clone(),
            data_dir: config.data_dir.clone(),
            backs_up: config.backup.schedule(&config.images).is_some(),
        }));
        AppState { metrics, ..state }
    }

    /// The services that `GET /readyz` checks.
    fn readiness(&self) -> ReadinessChecks {
        let mut services: Vec<(&'static str, Arc<dyn Readiness>)> =
            vec![("database", self.postgres.clone()), ("images", self.image_readiness.clone())];
        services.extend(self.search.index.clone().map(|index| ("search", index as Arc<dyn Readiness>)));
        let dispensable = self.postgres.replica_readiness().map(|replica| ("the replica of the database", replica));
        let (dispensable, notice) = (dispensable.into_iter().collect(), ReadinessNotice::default());
        ReadinessChecks { services, dispensable, notice, obstacle: ReadinessNotice::default() }
    }

    /// The use cases on these adapters.
    pub(crate) fn use_cases(&self, config: &Config) -> UseCases {
        UseCases::new(&self.ports(config))
    }

    /// The published content, with the details of the configuration where none is published.
    fn current_content(&self, config: &Config) -> CurrentContent {
        CurrentContent::new(self.postgres.clone(), self.search.follower.version().clone(), config.http.shop.clone())
    }

    /// The ports, filled with these adapters.
    pub(crate) fn ports(&self, config: &Config) -> Ports {
        Ports {
            stores: Stores::of(&self.postgres),
            access_keys: self.tokens.clone(),
            email_tokens: self.tokens.clone(),
            catalogue_follower: self.search.follower.clone(),
            clock: self.clock.clone(),
            current_content: self.current_content(config),
            current_promotions: CurrentPromotions::new(self.postgres.clone()),
            current_settings: CurrentSettings::new(self.postgres.clone()),
            device_tokens: self.tokens.clone(),
            hasher: self.hasher.clone(),
            identity_provider: self.provider.clone(),
            invitation_signer: self.tokens.clone(),
            ids: self.ids.clone(),
            images: self.images.clone(),
            mail_renderer: self.mail_renderer.clone(),
            mailer: self.mailer.clone(),
            one_time_codes: self.codes.clone(),
            payment_gateway: self.gateway.clone(),
            picture_processor: self.processor.clone(),
            product_search: self.search.products.clone(),
            secret_cipher: self.cipher.clone(),
            shop_creator: Arc::new(DemoShopCreator { adapters: self.clone(), has_gateway: config.payments.is_some() }),
            tokens: self.tokens.clone(),
            settings: settings(config),
        }
    }
}

fn settings(config: &Config) -> Settings {
    let scale = config.http.rate_limit_scale;
    Settings {
        calendar: config.calendar,
        has_gateway: config.payments.is_some(),
        backups: config.backup.schedule(&config.images),
        delays_logins: scale > 0.0,
        reset_links: ResetLinks { public_url: config.http.public_url.clone(), per_hour: scaled_count(LINKS_PER_HOUR, scale) },
    }
}
