//! What handlers work with: the use cases and the shop's configuration.

use std::sync::Arc;

use application::accounts::authenticate::Authenticate;
use application::accounts::delete_user::DeleteUser;
use application::accounts::list_users::ListUsers;
use application::accounts::register_user::RegisterUser;
use application::accounts::request_password_reset::RequestPasswordReset;
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
use domain::shared::ports::Readiness;

use crate::background::Background;
use crate::cache::catalogue_version::CatalogueVersion;
use crate::cache::response_cache::ResponseCache;
use crate::images::pictures_in_flight::PicturesInFlight;
use crate::images::upload_room::UploadRoom;
use crate::middleware::metrics::Metrics;
use crate::middleware::rate_limit::RateLimits;

/// Everything the shop can be asked to do.
#[derive(Clone)]
#[allow(missing_docs)] // each field is the use case of its type
pub struct UseCases {
    pub add_product: AddProduct,
    pub adjust_stock: AdjustStock,
    pub authenticate: Authenticate,
    pub browse_audit_log: BrowseAuditLog,
    pub browse_products: BrowseProducts,
    pub browse_reviews: BrowseReviews,
    pub count_facets: CountFacets,
    pub delete_product: DeleteProduct,
    pub delete_review: DeleteReview,
    pub delete_user: DeleteUser,
    pub edit_product: EditProduct,
    pub edit_review: EditReview,
    pub export_products: ExportProducts,
    pub import_products: ImportProducts,
    pub list_orders: ListOrders,
    pub list_stock_movements: ListStockMovements,
    pub list_users: ListUsers,
    pub mail_contact_messages: MailContactMessages,
    pub place_order: PlaceOrder,
    pub quote_cart: QuoteCart,
    pub register_user: RegisterUser,
    pub request_password_reset: RequestPasswordReset,
    pub reset_password: ResetPassword,
    pub revenue_stats: RevenueStats,
    pub send_contact_message: SendContactMessage,
    pub set_user_blocked: SetUserBlocked,
    pub show_order: ShowOrder,
    pub show_overview: ShowOverview,
    pub show_order_history: ShowOrderHistory,
    pub show_picture: ShowPicture,
    pub show_product: ShowProduct,
    pub sign_in: SignIn,
    pub sign_in_with_provider: SignInWithProvider,
    pub sign_out: SignOut,
    pub sum_purchases: SumPurchases,
    pub update_order: UpdateOrder,
    pub update_profile: UpdateProfile,
    pub upload_picture: UploadPicture,
    pub user_activity: UserActivity,
    pub write_review: WriteReview,
}

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
