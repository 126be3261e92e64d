//! The adapters of a shop, which the wiring puts into the ports.

use std::sync::Arc;

use adapter_auth::{Argon2Hasher, DataKeyCipher, JwtTokens, OAuthIdentityProvider, TotpCodes, hashing_limits};
use adapter_mail::TemplateRenderer;
use adapter_payhere::PayHereGateway;
use adapter_postgres::Postgres;
use adapter_storage::{WebPProcessor, picture_limits};
use application::content::current_content::ShopDetails;
use domain::accounts::ports::{IdentityProvider, OneTimeCodes, SecretCipher};
use domain::images::ports::{ImageStore, PictureProcessor};
use domain::invoices::document::Seller;
use domain::messages::ports::{MailRenderer, Mailer};
use domain::orders::invoicing::repository::ConfiguredSeller;
use domain::payments::ports::PaymentGateway;
use domain::shared::ports::{Clock, IdSource, Readiness};
use shop_http::metrics::Metrics;

use crate::CommandError;
use crate::config::Config;
use crate::secrets::{data_key, signing_key};
use crate::wiring::measured_gateway::MeasuredGateway;
use crate::wiring::search::Search;
use crate::wiring::system::{RandomIds, SystemClock};

/// The adapters of a shop.
#[derive(Clone)]
pub(crate) struct Adapters {
    /// The database, which implements most ports.
    pub(crate) postgres: Arc<Postgres>,
    pub(crate) search: Search,
    /// The store of pictures.
    pub(crate) images: Arc<dyn ImageStore>,
    /// The health check of the store of pictures.
    pub(crate) image_readiness: Arc<dyn Readiness>,
    /// The processor of uploaded pictures.
    pub(crate) processor: Arc<dyn PictureProcessor>,
    /// The sender of mail.
    pub(crate) mailer: Arc<dyn Mailer>,
    pub(crate) mail_renderer: Arc<dyn MailRenderer>,
    /// Identifies people with the sign-in provider, if one is configured.
    pub(crate) provider: Option<Arc<dyn IdentityProvider>>,
    /// The payment gateway, if one is configured.
    pub(crate) gateway: Option<Arc<dyn PaymentGateway>>,
    /// The hasher of passwords.
    pub(crate) hasher: Arc<Argon2Hasher>,
    /// The signer of all tokens.
    pub(crate) tokens: Arc<JwtTokens>,
    pub(crate) cipher: Arc<dyn SecretCipher>,
    /// The codes of authenticator apps.
    pub(crate) codes: Arc<dyn OneTimeCodes>,
    pub(crate) clock: Arc<dyn Clock>,
    /// The source of random ids.
    pub(crate) ids: Arc<dyn IdSource>,
}

impl Adapters {
    /// Creates the adapters of a shop on this database, without an index of products.
    ///
    /// # Errors
    /// When the signing key or the data key can neither be read nor generated, or is too weak; or when the image store is misconfigured.
    pub(crate) async fn new(config: &Config, postgres: Postgres) -> Result<Self, CommandError> {
        let clock: Arc<dyn Clock> = Arc::new(SystemClock);
        let key = signing_key::obtain(config, &postgres, clock.now()).await?;
        let data_keys = data_key::obtain(config, &postgres, clock.now()).await?;
        let ids: Arc<dyn IdSource> = Arc::new(RandomIds);
        postgres.issue_invoices_as(seller(config));
        let images = Arc::new(config.images.store(&config.data_dir)?);
        Ok(Self {
            postgres: Arc::new(postgres),
            search: Search::without_index(),
            image_readiness: images.clone(),
            images,
            processor: Arc::new(WebPProcessor::new(picture_limits())?),
            mailer: config.mail.mailer(&config.data_dir, clock.clone(), ids.clone()),
            mail_renderer: Arc::new(TemplateRenderer::new(config.calendar)),
            provider: provider(config, &clock)?,
            gateway: gateway(config)?,
            hasher: Arc::new(Argon2Hasher::new(hashing_limits())?),
            tokens: Arc::new(JwtTokens::new(key.as_bytes(), clock.clone())?),
            cipher: Arc::new(DataKeyCipher::new(&data_keys)?),
            codes: Arc::new(TotpCodes),
            clock,
            ids,
        })
    }

    /// The same adapters, whose waits for the database and calls of the gateway are counted.
    pub(crate) fn measured(mut self, metrics: &Metrics) -> Self {
        let counts = metrics.clone();
        self.postgres.observe_waits(move |took| counts.observe_connection_wait(took));
        self.gateway = self.gateway.map(|gateway| Arc::new(MeasuredGateway::new(gateway, metrics.clone())) as Arc<dyn PaymentGateway>);
        self
    }

    /// The same adapters on another handle of the database, such as a transaction.
    pub(crate) fn on(&self, postgres: Postgres) -> Self {
        Self { postgres: Arc::new(postgres), ..self.clone() }
    }
}

/// The shop as documents name it until it publishes an identity.
fn seller(config: &Config) -> ConfiguredSeller {
    let ShopDetails { name, phone, email, address, .. } = config.http.shop.clone();
    ConfiguredSeller { calendar: config.calendar, seller: Seller { name, phone, email, address, ..Seller::default() } }
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
