//! The wiring: fills the ports with adapters. No other module knows both.

use std::sync::Arc;

use adapter_auth::{Argon2Hasher, JwtTokens, OAuthIdentityProvider, SignedAddressClaims, SignedDeviceMarkers, hashing_limits};
use adapter_mail::{ShopCard, TemplateRenderer};
use adapter_payhere::PayHereGateway;
use adapter_postgres::Postgres;
use adapter_storage::{WebPProcessor, picture_limits};
use application::accounts::request_password_reset::ResetLinks;
use application::ports::{Ports, Settings};
use application::settings::current_settings::CurrentSettings;
use application::use_cases::UseCases;
use domain::accounts::password_reset::LINKS_PER_HOUR;
use domain::accounts::ports::{AddressClaims, DeviceMarkers, IdentityProvider, TokenService};
use domain::images::ports::{ImageStore, PictureProcessor};
use domain::messages::ports::{MailRenderer, Mailer};
use domain::payments::ports::PaymentGateway;
use domain::shared::ports::{Clock, IdSource, Readiness};
use shop_http::app_state::AppState;
use shop_http::middleware::metrics::Metrics;
use shop_http::middleware::rate_limit::scaled_count;
use shop_http::operations::{ReadinessChecks, ReadinessNotice};

use crate::CommandError;
use crate::config::Config;
use crate::readings::OwnReadings;
use crate::search::Search;
use crate::signing_key;
use crate::system::{RandomIds, SystemClock};

/// The adapters of a shop.
#[derive(Clone)]
pub(crate) struct Adapters {
    /// The database, which implements most ports.
    pub(crate) postgres: Arc<Postgres>,
    /// The search.
    pub(crate) search: Search,
    /// The store of pictures.
    pub(crate) images: Arc<dyn ImageStore>,
    /// The health check of the store of pictures.
    image_readiness: Arc<dyn Readiness>,
    /// The processor of uploaded pictures.
    processor: Arc<dyn PictureProcessor>,
    /// The sender of mail.
    mailer: Arc<dyn Mailer>,
    /// The renderer of mails.
    mail_renderer: Arc<dyn MailRenderer>,
    /// Identifies people with the sign-in provider, if one is configured.
    provider: Option<Arc<dyn IdentityProvider>>,
    /// The payment gateway, if one is configured.
    gateway: Option<Arc<dyn PaymentGateway>>,
    /// The hasher of passwords.
    pub(crate) hasher: Arc<Argon2Hasher>,
    /// The signer of session tokens.
    pub(crate) tokens: Arc<dyn TokenService>,
    /// The signer of the markers of known devices.
    devices: Arc<dyn DeviceMarkers>,
    /// The signer of links that verify an address.
    claims: Arc<dyn AddressClaims>,
    /// The system's clock.
    pub(crate) clock: Arc<dyn Clock>,
    /// The source of random ids.
    pub(crate) ids: Arc<dyn IdSource>,
}

impl Adapters {
    /// Creates the adapters of a shop on this database, without an index of products.
    ///
    /// # Errors
    /// When the signing key can neither be read nor generated, or is too weak; or when the image store is misconfigured.
    pub(crate) async fn new(config: &Config, postgres: Postgres) -> Result<Self, CommandError> {
        let clock: Arc<dyn Clock> = Arc::new(SystemClock);
        let key = signing_key::obtain(config, &postgres, clock.now()).await?;
        let ids: Arc<dyn IdSource> = Arc::new(RandomIds);
        let images = Arc::new(config.images.store(&config.data_dir)?);
        Ok(Self {
            postgres: Arc::new(postgres),
            search: Search::without_index(),
            image_readiness: images.clone(),
            images,
            processor: Arc::new(WebPProcessor::new(picture_limits())?),
            mailer: config.mail.mailer(&config.data_dir, clock.clone(), ids.clone()),
            mail_renderer: Arc::new(TemplateRenderer::new(shop_card(config), config.calendar)),
            provider: provider(config, &clock)?,
            gateway: gateway(config)?,
            hasher: Arc::new(Argon2Hasher::new(hashing_limits())?),
            tokens: Arc::new(JwtTokens::new(key.as_bytes(), clock.clone())?),
            devices: Arc::new(SignedDeviceMarkers::new(key.as_bytes(), clock.clone())?),
            claims: Arc::new(SignedAddressClaims::new(key.as_bytes(), clock.clone())?),
            clock,
            ids,
        })
    }

    /// The state of the HTTP interface of a serving process, whose search these adapters have.
    pub(crate) fn app_state(&self, config: &Config, metrics: Metrics) -> AppState {
        let state = AppState::new(self.use_cases(config), self.search.follower.clone(), config.http.clone(), self.readiness());
        metrics.observe_readings(Arc::new(OwnReadings {
            postgres: self.postgres.clone(),
            hasher: self.hasher.clone(),
            follower: self.search.follower.clone(),
            index: self.search.index.clone(),
        }));
        AppState { metrics, ..state }
    }

    /// The services that `GET /readyz` checks.
    fn readiness(&self) -> ReadinessChecks {
        let mut services: Vec<(&'static str, Arc<dyn Readiness>)> =
            vec![("database", self.postgres.clone()), ("images", self.image_readiness.clone())];
        services.extend(self.search.index.clone().map(|index| ("search", index as Arc<dyn Readiness>)));
        ReadinessChecks { services, notice: ReadinessNotice::default() }
    }

    /// The use cases on these adapters.
    pub(crate) fn use_cases(&self, config: &Config) -> UseCases {
        UseCases::new(&self.ports(config))
    }

    /// The ports, filled with these adapters.
    pub(crate) fn ports(&self, config: &Config) -> Ports {
        let postgres = &self.postgres;
        Ports {
            address_claims: self.claims.clone(),
            attention: postgres.clone(),
            address_book: postgres.clone(),
            audit_log: postgres.clone(),
            catalogue: postgres.clone(),
            catalogue_follower: self.search.follower.clone(),
            clock: self.clock.clone(),
            contact_inbox: postgres.clone(),
            current_settings: CurrentSettings::new(postgres.clone()),
            device_markers: self.devices.clone(),
            fulfilment: postgres.clone(),
            email_verifier: postgres.clone(),
            expiring_orders: postgres.clone(),
            payment_reminders: postgres.clone(),
            hasher: self.hasher.clone(),
            identities: postgres.clone(),
            identity_provider: self.provider.clone(),
            ids: self.ids.clone(),
            images: self.images.clone(),
            login_throttle: postgres.clone(),
            mail_outbox: postgres.clone(),
            mail_renderer: self.mail_renderer.clone(),
            mailer: self.mailer.clone(),
            order_reader: postgres.clone(),
            orders: postgres.clone(),
            overview: postgres.clone(),
            password_resets: postgres.clone(),
            payment_attempts: postgres.clone(),
            payment_desk: postgres.clone(),
            payments: postgres.clone(),
            refund_queue: postgres.clone(),
            payment_gateway: self.gateway.clone(),
            picture_processor: self.processor.clone(),
            product_importer: postgres.clone(),
            product_search: self.search.products.clone(),
            products: postgres.clone(),
            reviews: postgres.clone(),
            sessions: postgres.clone(),
            shop_settings: postgres.clone(),
            stock_ledger: postgres.clone(),
            tokens: self.tokens.clone(),
            uploads: postgres.clone(),
            user_directory: postgres.clone(),
            users: postgres.clone(),
            write_product: shop_http::catalog::products_json::write_product,
            settings: settings(config),
        }
    }
}

fn settings(config: &Config) -> Settings {
    let scale = config.http.rate_limit_scale;
    Settings {
        calendar: config.calendar,
        has_gateway: config.payments.is_some(),
        delays_logins: scale > 0.0,
        reset_links: ResetLinks {
            public_url: config.http.public_url.clone(),
            shop_name: config.http.shop.name.clone(),
            per_hour: scaled_count(LINKS_PER_HOUR, scale),
        },
        shop_email: config.mail.shop.clone(),
    }
}

/// The shop's details at the foot of its mails.
fn shop_card(config: &Config) -> ShopCard {
    let shop = config.http.shop.clone();
    ShopCard { name: shop.name, phone: shop.phone, email: shop.email, address: shop.address }
}

/// The sign-in provider, if the shop is registered at one.
fn provider(config: &Config, clock: &Arc<dyn Clock>) -> Result<Option<Arc<dyn IdentityProvider>>, CommandError> {
    let Some(sign_in) = &config.sign_in else { return Ok(None) };
    Ok(Some(Arc::new(OAuthIdentityProvider::new(sign_in.provider.clone(), clock.clone())?)))
}

/// The payment gateway, if the shop has an account at it.
fn gateway(config: &Config) -> Result<Option<Arc<dyn PaymentGateway>>, CommandError> {
    let Some(payments) = &config.payments else { return Ok(None) };
    Ok(Some(Arc::new(PayHereGateway::new(payments.clone())?)))
}
