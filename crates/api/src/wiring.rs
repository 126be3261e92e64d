//! Ports meet adapters: the only place that knows both.

use std::sync::Arc;

use adapter_auth::{Argon2Hasher, JwtTokens, OAuthIdentityProvider, SignedDeviceMarkers, hashing_limits};
use adapter_postgres::Postgres;
use adapter_storage::{WebPProcessor, picture_limits};
use application::accounts::authenticate::Authenticate;
use application::accounts::create_admin::CreateAdmin;
use application::accounts::delete_user::DeleteUser;
use application::accounts::list_users::ListUsers;
use application::accounts::register_user::RegisterUser;
use application::accounts::request_password_reset::{RequestPasswordReset, ResetLinks};
use application::accounts::reset_password::ResetPassword;
use application::accounts::set_user_blocked::SetUserBlocked;
use application::accounts::sign_in::SignIn;
use application::accounts::sign_in_with_provider::SignInWithProvider;
use application::accounts::sign_out::SignOut;
use application::accounts::update_profile::UpdateProfile;
use application::accounts::user_activity::UserActivity;
use application::catalog::add_product::AddProduct;
use application::catalog::adjust_stock::AdjustStock;
use application::catalog::browse_products::BrowseProducts;
use application::catalog::count_facets::CountFacets;
use application::catalog::delete_product::DeleteProduct;
use application::catalog::edit_product::EditProduct;
use application::catalog::export_products::ExportProducts;
use application::catalog::import_products::ImportProducts;
use application::catalog::list_stock_movements::ListStockMovements;
use application::catalog::show_product::ShowProduct;
use application::images::show_picture::ShowPicture;
use application::images::sweep_uploads::SweepUploads;
use application::images::upload_picture::UploadPicture;
use application::messages::mail_contact_messages::MailContactMessages;
use application::messages::send_contact_message::SendContactMessage;
use application::orders::list_orders::ListOrders;
use application::orders::place_order::PlaceOrder;
use application::orders::quote_cart::QuoteCart;
use application::orders::show_order::ShowOrder;
use application::orders::show_order_history::ShowOrderHistory;
use application::orders::sum_purchases::SumPurchases;
use application::orders::update_order::UpdateOrder;
use application::reports::browse_audit_log::BrowseAuditLog;
use application::reports::revenue_stats::RevenueStats;
use application::reports::show_overview::ShowOverview;
use application::reviews::browse_reviews::BrowseReviews;
use application::reviews::delete_review::DeleteReview;
use application::reviews::edit_review::EditReview;
use application::reviews::write_review::WriteReview;
use domain::accounts::password_reset::LINKS_PER_HOUR;
use domain::accounts::ports::{DeviceMarkers, IdentityProvider, TokenService};
use domain::images::ports::{ImageStore, PictureProcessor};
use domain::messages::ports::Mailer;
use domain::shared::ports::{Clock, IdSource, Readiness};
use shop_http::app_state::{AppState, UseCases};
use shop_http::middleware::metrics::Metrics;
use shop_http::middleware::rate_limit::scaled_count;

use crate::CommandError;
use crate::config::Config;
use crate::readings::OwnReadings;
use crate::signing_key;
use crate::system::{RandomIds, SystemClock};

/// The adapters of a running shop.
#[derive(Clone)]
pub(crate) struct Adapters {
    /// The database, behind most ports.
    pub(crate) postgres: Arc<Postgres>,
    /// Keeps pictures.
    pub(crate) images: Arc<dyn ImageStore>,
    /// Whether pictures can be kept.
    image_readiness: Arc<dyn Readiness>,
    /// Makes pictures out of uploads.
    processor: Arc<dyn PictureProcessor>,
    /// Sends mail.
    mailer: Arc<dyn Mailer>,
    /// Identifies people with the sign-in provider, if one is configured.
    provider: Option<Arc<dyn IdentityProvider>>,
    /// Hashes passwords.
    pub(crate) hasher: Arc<Argon2Hasher>,
    /// Signs tokens.
    pub(crate) tokens: Arc<dyn TokenService>,
    /// Knows devices again.
    devices: Arc<dyn DeviceMarkers>,
    /// Knows the time.
    pub(crate) clock: Arc<dyn Clock>,
    /// Draws identifiers.
    pub(crate) ids: Arc<dyn IdSource>,
}

impl Adapters {
    /// Makes the adapters of a shop on this database.
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
            image_readiness: images.clone(),
            images,
            processor: Arc::new(WebPProcessor::new(picture_limits())?),
            mailer: config.mail.mailer(&config.data_dir, clock.clone(), ids.clone()),
            provider: provider(config, &clock)?,
            hasher: Arc::new(Argon2Hasher::new(hashing_limits())?),
            tokens: Arc::new(JwtTokens::new(key.as_bytes(), clock.clone())?),
            devices: Arc::new(SignedDeviceMarkers::new(key.as_bytes(), clock.clone())?),
            clock,
            ids,
        })
    }

    /// Makes administrators.
    pub(crate) fn create_admin(&self) -> CreateAdmin {
        CreateAdmin {
            users: self.postgres.clone(),
            hasher: self.hasher.clone(),
            resets: self.postgres.clone(),
            ids: self.ids.clone(),
            clock: self.clock.clone(),
        }
    }

    /// The state the HTTP side works with.
    pub(crate) fn app_state(&self, config: &Config) -> AppState {
        let state = AppState::new(self.use_cases(config), config.http.clone(), self.readiness());
        let readings = config.metrics_bind.map(|_| OwnReadings { postgres: self.postgres.clone(), hasher: self.hasher.clone() });
        AppState { metrics: readings.map_or_else(Metrics::default, |readings| Metrics::on(Arc::new(readings))), ..state }
    }

    /// Deletes unused uploads.
    pub(crate) fn sweep_uploads(&self) -> SweepUploads {
        SweepUploads::new(self.postgres.clone(), self.images.clone(), self.clock.clone())
    }

    /// Mails the messages of visitors.
    pub(crate) fn mail_contact_messages(&self, config: &Config) -> MailContactMessages {
        MailContactMessages::new(self.postgres.clone(), self.mailer.clone(), self.clock.clone(), config.mail.shop.clone())
    }

    /// The services that `GET /readyz` checks.
    fn readiness(&self) -> Vec<(&'static str, Arc<dyn Readiness>)> {
        vec![("database", self.postgres.clone()), ("images", self.image_readiness.clone())]
    }

    fn use_cases(&self, config: &Config) -> UseCases {
        let Self { postgres: pg, images, processor, mailer, provider, hasher, tokens, devices, clock, ids, .. } = self.clone();
        let is_limited = config.http.rate_limit_scale > 0.0;
        let sign_in = SignIn {
            users: pg.clone(),
            hasher: hasher.clone(),
            throttle: is_limited.then(|| pg.clone() as _),
            devices,
            sessions: pg.clone(),
            tokens: tokens.clone(),
            ids: ids.clone(),
            clock: clock.clone(),
        };
        let quote_cart = QuoteCart::new(pg.clone());
        UseCases {
            add_product: AddProduct::new(pg.clone(), ids.clone(), clock.clone()),
            adjust_stock: AdjustStock::new(pg.clone(), clock.clone()),
            authenticate: Authenticate::new(tokens.clone(), pg.clone(), clock.clone()),
            browse_audit_log: BrowseAuditLog::new(pg.clone()),
            browse_products: BrowseProducts::new(pg.clone(), clock.clone()),
            browse_reviews: BrowseReviews::new(pg.clone()),
            count_facets: CountFacets::new(pg.clone()),
            delete_product: DeleteProduct::new(pg.clone(), clock.clone()),
            delete_review: DeleteReview::new(pg.clone(), clock.clone()),
            delete_user: DeleteUser::new(pg.clone(), clock.clone()),
            edit_product: EditProduct::new(pg.clone(), clock.clone()),
            edit_review: EditReview::new(pg.clone(), clock.clone()),
            export_products: ExportProducts::new(pg.clone(), clock.clone()),
            import_products: ImportProducts::new(pg.clone(), ids.clone(), clock.clone()),
            list_orders: ListOrders::new(pg.clone()),
            list_stock_movements: ListStockMovements::new(pg.clone()),
            list_users: ListUsers::new(pg.clone()),
            mail_contact_messages: self.mail_contact_messages(config),
            place_order: PlaceOrder::new(quote_cart.clone(), pg.clone(), ids.clone(), clock.clone()),
            quote_cart,
            register_user: RegisterUser::new(pg.clone(), hasher.clone(), ids.clone(), clock.clone()),
            request_password_reset: RequestPasswordReset {
                directory: pg.clone(),
                resets: pg.clone(),
                mailer,
                ids: ids.clone(),
                clock: clock.clone(),
                links: ResetLinks {
                    public_url: config.http.public_url.clone(),
                    shop_name: config.http.shop.name.clone(),
                    per_hour: scaled_count(LINKS_PER_HOUR, config.http.rate_limit_scale),
                },
            },
            reset_password: ResetPassword::new(pg.clone(), hasher.clone(), pg.clone(), clock.clone()),
            revenue_stats: RevenueStats::new(pg.clone(), config.calendar, clock.clone()),
            send_contact_message: SendContactMessage::new(pg.clone(), clock.clone()),
            set_user_blocked: SetUserBlocked::new(pg.clone(), clock.clone()),
            show_order: ShowOrder::new(pg.clone()),
            show_overview: ShowOverview::new(pg.clone(), config.calendar, clock.clone()),
            show_order_history: ShowOrderHistory::new(pg.clone()),
            show_picture: ShowPicture::new(images.clone()),
            show_product: ShowProduct::new(pg.clone(), clock.clone()),
            sign_in_with_provider: SignInWithProvider {
                provider,
                identities: pg.clone(),
                sign_in: sign_in.clone(),
                ids: ids.clone(),
                clock: clock.clone(),
            },
            sign_in,
            sign_out: SignOut::new(pg.clone(), clock.clone()),
            sum_purchases: SumPurchases::new(pg.clone()),
            update_order: UpdateOrder::new(pg.clone(), clock.clone()),
            update_profile: UpdateProfile { directory: pg.clone(), users: pg.clone(), hasher, tokens, clock: clock.clone() },
            upload_picture: UploadPicture::new(processor, images, pg.clone(), clock.clone()),
            user_activity: UserActivity::new(pg.clone(), clock.clone()),
            write_review: WriteReview::new(pg, ids, clock),
        }
    }
}

/// The sign-in provider, where the shop is a client of one.
fn provider(config: &Config, clock: &Arc<dyn Clock>) -> Result<Option<Arc<dyn IdentityProvider>>, CommandError> {
    let Some(sign_in) = &config.sign_in else { return Ok(None) };
    Ok(Some(Arc::new(OAuthIdentityProvider::new(sign_in.provider.clone(), clock.clone())?)))
}
