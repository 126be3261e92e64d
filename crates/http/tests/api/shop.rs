//! A shop of mocked ports, served as the real one is.

use std::sync::Arc;

use domain::accounts::ports::{
    MockDeviceMarkers, MockIdentityProvider, MockIdentityStore, MockLoginThrottle, MockPasswordHasher, MockPasswordResetStore,
    MockSessionStore, MockTokenService, MockUserDirectory, MockUserRepository, TokenClaims,
};
use domain::accounts::session::Principal;
use domain::catalog::ports::{MockProductCatalogue, MockProductImporter, MockProductRepository, MockStockLedger};
use domain::images::ports::{MockImageStore, MockPictureProcessor, MockUploadRegister};
use domain::messages::ports::{MockContactInbox, MockMailer};
use domain::orders::ports::{MockOrderReader, MockOrderRepository};
use domain::reports::ports::{MockAuditLog, MockOverviewReader};
use domain::reviews::ports::MockReviewRepository;
use domain::shared::calendar::ShopCalendar;
use domain::shared::email::EmailAddress;
use domain::shared::ids::{SessionId, UserId};
use domain::shared::ports::{MockClock, MockIdSource, PortError, Readiness};
use shop_http::app_state::{AppState, GoogleClient, HttpConfig, ShopDetails, UseCases};
use testkit::{moments, sample_orders};

use crate::people;

/// The ports, each mocked as a test needs it. The clock stands still and four tokens are known: `customer`,
/// `stranger`, `admin` and `dead`, whose session has ended.
pub(crate) struct Shop {
    pub(crate) users: MockUserRepository,
    pub(crate) directory: MockUserDirectory,
    pub(crate) sessions: MockSessionStore,
    pub(crate) tokens: MockTokenService,
    pub(crate) hasher: MockPasswordHasher,
    pub(crate) throttle: MockLoginThrottle,
    pub(crate) devices: MockDeviceMarkers,
    pub(crate) catalogue: MockProductCatalogue,
    pub(crate) products: MockProductRepository,
    pub(crate) ledger: MockStockLedger,
    pub(crate) importer: MockProductImporter,
    pub(crate) orders: MockOrderRepository,
    pub(crate) order_reader: MockOrderReader,
    pub(crate) overview: MockOverviewReader,
    pub(crate) audit_log: MockAuditLog,
    pub(crate) reviews: MockReviewRepository,
    pub(crate) images: MockImageStore,
    pub(crate) processor: MockPictureProcessor,
    pub(crate) uploads: MockUploadRegister,
    pub(crate) resets: MockPasswordResetStore,
    pub(crate) provider: MockIdentityProvider,
    pub(crate) identities: MockIdentityStore,
    pub(crate) inbox: MockContactInbox,
    pub(crate) mailer: MockMailer,
    pub(crate) readiness: Vec<(&'static str, Arc<dyn Readiness>)>,
    pub(crate) config: HttpConfig,
}

fn claims_of(principal: &Principal) -> TokenClaims {
    TokenClaims { user_id: principal.user.id, session_id: principal.session.id }
}

fn known_tokens() -> MockTokenService {
    let mut tokens = MockTokenService::new();
    tokens.expect_read().returning(|token| match token {
        "customer" => Some(claims_of(&people::customer())),
        "stranger" => Some(claims_of(&people::stranger())),
        "admin" => Some(claims_of(&people::admin())),
        "dead" => Some(TokenClaims { user_id: UserId::new(uuid::Uuid::nil()), session_id: SessionId::new(uuid::Uuid::nil()) }),
        _ => None,
    });
    tokens.expect_issue().returning(|user, _| Ok(format!("token of {}", user.name())));
    tokens
}

fn live_sessions() -> MockSessionStore {
    let mut sessions = MockSessionStore::new();
    sessions
        .expect_authenticate()
        .returning(|_, user, _| Ok([people::customer(), people::stranger(), people::admin()].into_iter().find(|p| p.user.id == user)));
    sessions
}

impl Shop {
    /// A shop in which nothing is expected to happen yet.
    pub(crate) fn new() -> Self {
        let shop = ShopDetails {
            name: "Araliya".into(),
            phone: "+94 11 234 5678".into(),
            email: "hello@araliya.example".into(),
            address: "27 Flower Road, Colombo".into(),
            opening_hours: "Monday to Friday, 9 AM to 6 PM".into(),
            time_zone: "Asia/Colombo".into(),
        };
        let config = HttpConfig {
            public_url: "https://araliya.example".into(),
            shop,
            cors_origins: vec!["https://app.example".into()],
            trusted_proxies: vec!["10.0.0.1".parse().unwrap()],
            rate_limit_scale: 0.0,
            image_url_hosts: vec!["cdn.example".into()],
            images_public_url: None,
            google: Some(GoogleClient { client_id: "shop.apps.example".into(), authorize_url: "https://accounts.example/auth".into() }),
        };
        Self {
            users: MockUserRepository::new(),
            directory: MockUserDirectory::new(),
            sessions: live_sessions(),
            tokens: known_tokens(),
            hasher: MockPasswordHasher::new(),
            throttle: MockLoginThrottle::new(),
            devices: MockDeviceMarkers::new(),
            catalogue: MockProductCatalogue::new(),
            products: MockProductRepository::new(),
            ledger: MockStockLedger::new(),
            importer: MockProductImporter::new(),
            orders: MockOrderRepository::new(),
            order_reader: MockOrderReader::new(),
            overview: MockOverviewReader::new(),
            audit_log: MockAuditLog::new(),
            reviews: MockReviewRepository::new(),
            images: MockImageStore::new(),
            processor: MockPictureProcessor::new(),
            uploads: MockUploadRegister::new(),
            resets: MockPasswordResetStore::new(),
            provider: MockIdentityProvider::new(),
            identities: MockIdentityStore::new(),
            inbox: MockContactInbox::new(),
            mailer: MockMailer::new(),
            readiness: Vec::new(),
            config,
        }
    }

    /// A shop whose database is away, but for sessions.
    pub(crate) fn away() -> Self {
        fn away<T>() -> Result<T, PortError> {
            Err(PortError::unavailable("could not connect to 10.1.2.3:5432"))
        }
        let mut shop = Self::new();
        shop.users.expect_update_profile().returning(|_, _, _, _| away());
        shop.users.expect_update_profile_as_admin().returning(|_, _, _, _, _| away());
        shop.directory.expect_by_email().returning(|_| away());
        shop.directory.expect_list().returning(|_, _| away());
        shop.directory.expect_activity().returning(|_| away());
        shop.sessions.expect_revoke().returning(|_, _| away());
        shop.catalogue.expect_list().returning(|_, _| away());
        shop.catalogue.expect_by_code().returning(|_, _| away());
        shop.catalogue.expect_facets().returning(|_| away());
        shop.products.expect_delete().returning(|_, _, _| away());
        shop.ledger.expect_movements().returning(|_, _| away());
        shop.orders.expect_update().returning(|_, _, _, _| away());
        shop.order_reader.expect_list().returning(|_| away());
        shop.order_reader.expect_by_id().returning(|_| away());
        shop.overview.expect_figures().returning(|_, _| away());
        shop.overview.expect_revenue().returning(|_| away());
        shop.order_reader.expect_history().returning(|_| away());
        shop.order_reader.expect_purchases().returning(|_| away());
        shop.audit_log.expect_list().returning(|_| away());
        shop.reviews.expect_list().returning(|_| away());
        shop.images.expect_get().returning(|_| away());
        shop.reviews.expect_delete().returning(|_, _, _| away());
        shop
    }

    /// The state of the real server on these ports.
    pub(crate) fn state(self) -> AppState {
        let (config, readiness) = (self.config.clone(), self.readiness.clone());
        AppState::new(self.use_cases(), config, readiness)
    }

    fn use_cases(self) -> UseCases {
        let mut clock = MockClock::new();
        clock.expect_now().return_const(moments::now());
        let mut ids = MockIdSource::new();
        ids.expect_uuid().returning(|| people::customer().user.id.uuid());
        ids.expect_order_id().returning(sample_orders::order_id);
        ids.expect_secret().returning(|| "secret".to_owned());
        let (clock, ids) = (Arc::new(clock), Arc::new(ids));
        let (users, directory, sessions, tokens) =
            (Arc::new(self.users), Arc::new(self.directory), Arc::new(self.sessions), Arc::new(self.tokens));
        let (hasher, throttle, reviews) = (Arc::new(self.hasher), Arc::new(self.throttle), Arc::new(self.reviews));
        let (catalogue, products) = (Arc::new(self.catalogue), Arc::new(self.products));
        let (orders, order_reader) = (Arc::new(self.orders), Arc::new(self.order_reader));
        let overview = Arc::new(self.overview);
        let ledger = Arc::new(self.ledger);
        let quote_cart = application::orders::quote_cart::QuoteCart::new(catalogue.clone());
        let (inbox, mailer, images, uploads, resets) =
            (Arc::new(self.inbox), Arc::new(self.mailer), Arc::new(self.images), Arc::new(self.uploads), Arc::new(self.resets));
        let sign_in = application::accounts::sign_in::SignIn {
            users: users.clone(),
            hasher: hasher.clone(),
            throttle: Some(throttle.clone()),
            devices: Arc::new(self.devices),
            sessions: sessions.clone(),
            tokens: tokens.clone(),
            ids: ids.clone(),
            clock: clock.clone(),
        };
        let links = application::accounts::request_password_reset::ResetLinks {
            public_url: self.config.public_url.clone(),
            shop_name: self.config.shop.name.clone(),
            per_hour: Some(3),
        };
        let shop_email = EmailAddress::parse(&self.config.shop.email).unwrap();
        UseCases {
            add_product: application::catalog::add_product::AddProduct::new(products.clone(), ids.clone(), clock.clone()),
            adjust_stock: application::catalog::adjust_stock::AdjustStock::new(ledger.clone(), clock.clone()),
            authenticate: application::accounts::authenticate::Authenticate::new(tokens.clone(), sessions.clone(), clock.clone()),
            browse_audit_log: application::reports::browse_audit_log::BrowseAuditLog::new(Arc::new(self.audit_log)),
            browse_products: application::catalog::browse_products::BrowseProducts::new(catalogue.clone(), clock.clone()),
            browse_reviews: application::reviews::browse_reviews::BrowseReviews::new(reviews.clone()),
            count_facets: application::catalog::count_facets::CountFacets::new(catalogue.clone()),
            delete_product: application::catalog::delete_product::DeleteProduct::new(products.clone(), clock.clone()),
            delete_review: application::reviews::delete_review::DeleteReview::new(reviews.clone(), clock.clone()),
            delete_user: application::accounts::delete_user::DeleteUser::new(users.clone(), clock.clone()),
            edit_product: application::catalog::edit_product::EditProduct::new(products, clock.clone()),
            edit_review: application::reviews::edit_review::EditReview::new(reviews.clone(), clock.clone()),
            export_products: application::catalog::export_products::ExportProducts::new(catalogue.clone(), clock.clone()),
            import_products: application::catalog::import_products::ImportProducts::new(
                Arc::new(self.importer),
                ids.clone(),
                clock.clone(),
            ),
            list_orders: application::orders::list_orders::ListOrders::new(order_reader.clone()),
            list_stock_movements: application::catalog::list_stock_movements::ListStockMovements::new(ledger),
            list_users: application::accounts::list_users::ListUsers::new(directory.clone()),
            mail_contact_messages: application::messages::mail_contact_messages::MailContactMessages::new(
                inbox.clone(),
                mailer.clone(),
                clock.clone(),
                shop_email,
            ),
            place_order: application::orders::place_order::PlaceOrder::new(quote_cart.clone(), orders.clone(), ids.clone(), clock.clone()),
            quote_cart,
            register_user: application::accounts::register_user::RegisterUser::new(
                users.clone(),
                hasher.clone(),
                ids.clone(),
                clock.clone(),
            ),
            request_password_reset: application::accounts::request_password_reset::RequestPasswordReset {
                directory: directory.clone(),
                resets: resets.clone(),
                mailer,
                ids: ids.clone(),
                clock: clock.clone(),
                links,
            },
            reset_password: application::accounts::reset_password::ResetPassword::new(resets, hasher.clone(), throttle, clock.clone()),
            revenue_stats: application::reports::revenue_stats::RevenueStats::new(
                overview.clone(),
                ShopCalendar::parse("Asia/Colombo").unwrap(),
                clock.clone(),
            ),
            send_contact_message: application::messages::send_contact_message::SendContactMessage::new(inbox, clock.clone()),
            set_user_blocked: application::accounts::set_user_blocked::SetUserBlocked::new(users.clone(), clock.clone()),
            show_order_history: application::orders::show_order_history::ShowOrderHistory::new(order_reader.clone()),
            sum_purchases: application::orders::sum_purchases::SumPurchases::new(order_reader.clone()),
            show_order: application::orders::show_order::ShowOrder::new(order_reader),
            show_overview: application::reports::show_overview::ShowOverview::new(
                overview,
                ShopCalendar::parse("Asia/Colombo").unwrap(),
                clock.clone(),
            ),
            show_picture: application::images::show_picture::ShowPicture::new(images.clone()),
            show_product: application::catalog::show_product::ShowProduct::new(catalogue, clock.clone()),
            sign_in_with_provider: application::accounts::sign_in_with_provider::SignInWithProvider {
                provider: self.config.google.is_some().then(|| Arc::new(self.provider) as _),
                identities: Arc::new(self.identities),
                sign_in: sign_in.clone(),
                ids: ids.clone(),
                clock: clock.clone(),
            },
            sign_in,
            sign_out: application::accounts::sign_out::SignOut::new(sessions, clock.clone()),
            update_order: application::orders::update_order::UpdateOrder::new(orders, clock.clone()),
            update_profile: application::accounts::update_profile::UpdateProfile {
                directory: directory.clone(),
                users,
                hasher,
                tokens,
                clock: clock.clone(),
            },
            upload_picture: application::images::upload_picture::UploadPicture::new(
                Arc::new(self.processor),
                images,
                uploads,
                clock.clone(),
            ),
            user_activity: application::accounts::user_activity::UserActivity::new(directory, clock.clone()),
            write_review: application::reviews::write_review::WriteReview::new(reviews, ids, clock),
        }
    }
}
