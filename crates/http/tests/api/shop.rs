//! A shop of mocked ports, served as the real one is.

use std::sync::Arc;

use application::accounts::request_password_reset::ResetLinks;
use application::catalog::catalogue_follower::CatalogueFollower;
use application::content::current_content::{ConfiguredDetails, CurrentContent};
use application::ports::{Ports, Settings};
use application::settings::current_settings::CurrentSettings;
use application::use_cases::UseCases;
use domain::accounts::ports::{
    MockAddressClaims, MockDeviceMarkers, MockEmailVerifier, MockIdentityProvider, MockIdentityStore, MockInvitationSigner,
    MockLoginThrottle, MockOneTimeCodes, MockPasswordHasher, MockPasswordResetStore, MockSecondFactorStore, MockSecretCipher,
    MockSessionStore, MockSignInWatch, MockStaffAccounts, MockStaffInvitations, MockTokenService, MockUserDirectory, MockUserRepository,
    TokenClaims,
};
use domain::accounts::second_factor::SecondFactorStatus;
use domain::accounts::session::Principal;
use domain::accounts::staff_role::StaffRole;
use domain::catalog::ports::{
    CatalogueChange, CatalogueMark, CatalogueNews, ChangedProducts, MockCatalogueChanges, MockProductCatalogue, MockProductImporter,
    MockProductRepository, MockProductSearch, MockSearchIndex, MockStockLedger,
};
use domain::content::ports::{ContentStore, MockContentStore};
use domain::delivery::ports::MockAddressBook;
use domain::images::ports::{MockImageStore, MockPictureProcessor, MockUploadRegister};
use domain::messages::ports::{MockContactInbox, MockMailOutbox, MockMailRenderer, MockMailer};
use domain::orders::ports::{MockFulfilmentDesk, MockOrderReader, MockOrderRepository};
use domain::payments::ports::{
    MockAttentionList, MockExpiringOrders, MockPaymentAttempts, MockPaymentDesk, MockPaymentGateway, MockPaymentReminders,
    MockPaymentRepository, MockRefundQueue,
};
use domain::reports::ports::{MockAuditLog, MockOverviewReader};
use domain::reviews::ports::MockReviewRepository;
use domain::settings::ports::{MockSettingsStore, SettingsStore};
use domain::settings::shop_settings::ShopSettings;
use domain::setup::ports::{MockChecklistReader, MockSetupStore, MockShopFounder};
use domain::shared::calendar::ShopCalendar;
use domain::shared::ids::{SessionId, UserId};
use domain::shared::ports::{MockClock, MockIdSource, PortError, Readiness};
use shop_http::app_state::AppState;
use shop_http::config::{GoogleClient, HttpConfig, ShopDetails};
use shop_http::operations::{ReadinessChecks, ReadinessNotice};
use testkit::{moments, sample_orders};

use crate::people;

/// The ports, each mocked as a test needs it. The clock stands still and these tokens are known: `customer`, `stranger`, `admin` of an
/// owner, `manager`, `fulfilment`, `support`, `content`, and `dead`, whose session has ended.
pub(crate) struct Shop {
    /// Large mocks are boxed, so that the futures of tests stay small.
    pub(crate) users: Box<MockUserRepository>,
    pub(crate) directory: Box<MockUserDirectory>,
    pub(crate) sessions: Box<MockSessionStore>,
    pub(crate) tokens: MockTokenService,
    pub(crate) hasher: MockPasswordHasher,
    pub(crate) throttle: MockLoginThrottle,
    /// Nobody has one, unless a test says otherwise.
    pub(crate) second_factors: Option<Box<MockSecondFactorStore>>,
    pub(crate) cipher: Box<MockSecretCipher>,
    pub(crate) codes: Box<MockOneTimeCodes>,
    pub(crate) watch: Box<MockSignInWatch>,
    pub(crate) devices: MockDeviceMarkers,
    pub(crate) catalogue: MockProductCatalogue,
    pub(crate) products: Box<MockProductRepository>,
    pub(crate) ledger: MockStockLedger,
    pub(crate) importer: MockProductImporter,
    pub(crate) search: MockProductSearch,
    /// Nothing changes, unless a test says otherwise.
    pub(crate) changes: Option<MockCatalogueChanges>,
    /// The index takes everything, unless a test says otherwise.
    pub(crate) index: Option<MockSearchIndex>,
    pub(crate) orders: Box<MockOrderRepository>,
    pub(crate) attention: MockAttentionList,
    pub(crate) payments: Box<MockPaymentRepository>,
    pub(crate) attempts: Box<MockPaymentAttempts>,
    pub(crate) payment_desk: Box<MockPaymentDesk>,
    /// None, unless a test says otherwise.
    pub(crate) gateway: Option<MockPaymentGateway>,
    pub(crate) order_reader: Box<MockOrderReader>,
    pub(crate) fulfilment: MockFulfilmentDesk,
    pub(crate) overview: Box<MockOverviewReader>,
    pub(crate) audit_log: MockAuditLog,
    pub(crate) reviews: Box<MockReviewRepository>,
    pub(crate) images: Box<MockImageStore>,
    pub(crate) processor: MockPictureProcessor,
    pub(crate) uploads: Box<MockUploadRegister>,
    pub(crate) resets: MockPasswordResetStore,
    pub(crate) staff: Box<MockStaffAccounts>,
    pub(crate) invitations: Box<MockStaffInvitations>,
    pub(crate) signer: Box<MockInvitationSigner>,
    pub(crate) provider: MockIdentityProvider,
    pub(crate) identities: MockIdentityStore,
    pub(crate) inbox: MockContactInbox,
    pub(crate) mailer: MockMailer,
    pub(crate) outbox: MockMailOutbox,
    pub(crate) renderer: MockMailRenderer,
    pub(crate) claims: MockAddressClaims,
    pub(crate) verifier: MockEmailVerifier,
    pub(crate) addresses: Box<MockAddressBook>,
    /// The defaults, unless a test says otherwise.
    pub(crate) shop_settings: Option<MockSettingsStore>,
    /// Nothing is published, unless a test says otherwise.
    pub(crate) content: Option<Box<MockContentStore>>,
    /// The shop was set up long ago, unless a test says otherwise.
    pub(crate) setup: Option<Box<MockSetupStore>>,
    pub(crate) founder: Box<MockShopFounder>,
    pub(crate) checklist: Box<MockChecklistReader>,
    pub(crate) readiness: Vec<(&'static str, Arc<dyn Readiness>)>,
    pub(crate) notice: ReadinessNotice,
    pub(crate) config: HttpConfig,
}

fn claims_of(principal: &Principal) -> TokenClaims {
    TokenClaims { user_id: principal.user.id, session_id: principal.session.id }
}

fn known_tokens() -> MockTokenService {
    let mut tokens = MockTokenService::new();
    tokens.expect_read().returning(|token| match token {
        "manager" | "fulfilment" | "support" | "content" => StaffRole::parse(token).map(|role| claims_of(&people::staff(role))),
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
    sessions.expect_authenticate().returning(|_, user, _| Ok(people::all().find(|p| p.user.id == user)));
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
            payment_origin: None,
        };
        Self {
            users: Box::default(),
            directory: Box::default(),
            sessions: Box::new(live_sessions()),
            tokens: known_tokens(),
            hasher: MockPasswordHasher::new(),
            throttle: MockLoginThrottle::new(),
            second_factors: None,
            cipher: Box::default(),
            codes: Box::default(),
            watch: Box::default(),
            devices: MockDeviceMarkers::new(),
            catalogue: MockProductCatalogue::new(),
            products: Box::default(),
            ledger: MockStockLedger::new(),
            importer: MockProductImporter::new(),
            search: MockProductSearch::new(),
            changes: None,
            index: None,
            orders: Box::default(),
            attention: MockAttentionList::new(),
            payments: Box::default(),
            attempts: Box::default(),
            payment_desk: Box::default(),
            gateway: None,
            order_reader: Box::new(MockOrderReader::new()),
            fulfilment: MockFulfilmentDesk::new(),
            overview: Box::default(),
            audit_log: MockAuditLog::new(),
            reviews: Box::default(),
            images: Box::default(),
            processor: MockPictureProcessor::new(),
            uploads: Box::default(),
            resets: MockPasswordResetStore::new(),
            staff: Box::new(MockStaffAccounts::new()),
            invitations: Box::new(MockStaffInvitations::new()),
            signer: Box::new(MockInvitationSigner::new()),
            provider: MockIdentityProvider::new(),
            identities: MockIdentityStore::new(),
            inbox: MockContactInbox::new(),
            mailer: MockMailer::new(),
            outbox: MockMailOutbox::new(),
            renderer: MockMailRenderer::new(),
            claims: MockAddressClaims::new(),
            verifier: MockEmailVerifier::new(),
            addresses: Box::default(),
            shop_settings: None,
            content: None,
            setup: None,
            founder: Box::default(),
            checklist: Box::default(),
            readiness: Vec::new(),
            notice: ReadinessNotice::default(),
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
        shop.search.expect_find().returning(|_| away());
        shop.search.expect_facets().returning(|_| away());
        shop.search.expect_suggest().returning(|_| away());
        shop.products.expect_delete().returning(|_, _, _| away());
        shop.ledger.expect_movements().returning(|_, _| away());
        shop.orders.expect_update().returning(|_, _, _, _| away());
        shop.fulfilment.expect_take_step().returning(|_, _, _, _| away());
        shop.fulfilment.expect_add_note().returning(|_, _, _, _| away());
        shop.attention.expect_waiting().returning(|_| away());
        shop.payment_desk.expect_slips().returning(|_, _| away());
        shop.payment_desk.expect_refunds().returning(|_| away());
        shop.attention.expect_close().returning(|_, _, _, _| away());
        shop.inbox.expect_list().returning(|_, _| away());
        shop.inbox.expect_set_state().returning(|_, _, _, _| away());
        shop.payments.expect_change().returning(|_, _, _, _| away());
        shop.order_reader.expect_list().returning(|_| away());
        shop.order_reader.expect_by_id().returning(|_| away());
        shop.overview.expect_figures().returning(|_, _| away());
        shop.overview.expect_revenue().returning(|_| away());
        shop.overview.expect_waiting().returning(away);
        shop.checklist.expect_checklist().returning(away);
        let mut setup = MockSetupStore::new();
        setup.expect_is_open().returning(away);
        shop.setup = Some(Box::new(setup));
        shop.order_reader.expect_counts().returning(|_| away());
        shop.order_reader.expect_history().returning(|_| away());
        shop.order_reader.expect_purchases().returning(|_| away());
        shop.audit_log.expect_list().returning(|_| away());
        shop.reviews.expect_list().returning(|_| away());
        shop.images.expect_get().returning(|_| away());
        shop.reviews.expect_delete().returning(|_, _, _| away());
        shop.outbox.expect_enqueue().returning(|_| away());
        shop.renderer.expect_render().returning(|_, _, _| away());
        shop.staff.expect_list().returning(away);
        shop.staff.expect_remove().returning(|_, _, _| away());
        shop.invitations.expect_open().returning(|_| away());
        shop.invitations.expect_withdraw().returning(|_, _, _| away());
        shop.addresses.expect_list().returning(|_| away());
        shop.addresses.expect_remove().returning(|_, _| away());
        shop.sessions.expect_list().returning(|_, _| away());
        shop.sessions.expect_user_of().returning(|_| away());
        shop.codes.expect_draw_secret().returning(|| None);
        shop.codes.expect_draw_recovery_codes().returning(|| None);
        let mut second_factors = MockSecondFactorStore::new();
        second_factors.expect_status().returning(|_| away());
        second_factors.expect_remove().returning(|_| away());
        shop.second_factors = Some(Box::new(second_factors));
        let mut shop_settings = MockSettingsStore::new();
        shop_settings.expect_load().returning(away);
        shop.shop_settings = Some(shop_settings);
        let mut content = MockContentStore::new();
        content.expect_published().returning(away);
        content.expect_drafts().returning(away);
        content.expect_document().returning(|_| away());
        content.expect_versions().returning(|_, _| away());
        shop.content = Some(Box::new(content));
        shop
    }

    /// The state of the real server on these ports.
    pub(crate) fn state(self) -> AppState {
        let readiness = ReadinessChecks { services: self.readiness.clone(), notice: self.notice.clone() };
        let config = self.config.clone();
        let ports = self.ports();
        AppState::new(UseCases::new(&ports), ports.catalogue_follower, config, readiness)
    }

    fn ports(self) -> Ports {
        let mut clock = MockClock::new();
        clock.expect_now().return_const(moments::now());
        let mut ids = MockIdSource::new();
        ids.expect_uuid().returning(|| people::customer().user.id.uuid());
        ids.expect_order_id().returning(sample_orders::order_id);
        ids.expect_secret().returning(|| "secret".to_owned());
        let shop_settings: Arc<dyn SettingsStore> = Arc::new(self.shop_settings.unwrap_or_else(default_settings));
        let content: Arc<dyn ContentStore> = Arc::new(self.content.map_or_else(nothing_published, |content| *content));
        let catalogue_follower = CatalogueFollower::new(
            Arc::new(self.changes.unwrap_or_else(nothing_new)),
            Arc::new(self.index.unwrap_or_else(taking_everything)),
        );
        Ports {
            address_claims: Arc::new(self.claims),
            address_book: Arc::new(*self.addresses),
            audit_log: Arc::new(self.audit_log),
            catalogue: Arc::new(self.catalogue),
            checklist: Arc::new(*self.checklist),
            current_content: CurrentContent::new(content.clone(), catalogue_follower.version().clone(), configured(&self.config)),
            catalogue_follower,
            clock: Arc::new(clock),
            contact_inbox: Arc::new(self.inbox),
            content,
            current_settings: CurrentSettings::new(shop_settings.clone()),
            device_markers: Arc::new(self.devices),
            fulfilment: Arc::new(self.fulfilment),
            email_verifier: Arc::new(self.verifier),
            hasher: Arc::new(self.hasher),
            identities: Arc::new(self.identities),
            identity_provider: self.config.google.is_some().then(|| Arc::new(self.provider) as _),
            ids: Arc::new(ids),
            images: Arc::new(*self.images),
            login_throttle: Arc::new(self.throttle),
            mail_outbox: Arc::new(self.outbox),
            mail_renderer: Arc::new(self.renderer),
            mailer: Arc::new(self.mailer),
            one_time_codes: Arc::<MockOneTimeCodes>::from(self.codes),
            order_reader: Arc::new(*self.order_reader),
            orders: Arc::new(*self.orders),
            attention: Arc::new(self.attention),
            expiring_orders: Arc::new(MockExpiringOrders::new()),
            payment_reminders: Arc::new(MockPaymentReminders::new()),
            payments: Arc::new(*self.payments),
            overview: Arc::new(*self.overview),
            password_resets: Arc::new(self.resets),
            invitation_signer: Arc::new(*self.signer),
            staff_accounts: Arc::new(*self.staff),
            staff_invitations: Arc::new(*self.invitations),
            payment_attempts: Arc::new(*self.attempts),
            refund_queue: Arc::new(MockRefundQueue::new()),
            payment_desk: Arc::new(*self.payment_desk),
            payment_gateway: self.gateway.map(|gateway| Arc::new(gateway) as _),
            picture_processor: Arc::new(self.processor),
            product_importer: Arc::new(self.importer),
            product_search: Arc::new(self.search),
            products: Arc::new(*self.products),
            reviews: Arc::new(*self.reviews),
            second_factors: Arc::<MockSecondFactorStore>::from(self.second_factors.unwrap_or_else(no_second_factors)),
            secret_cipher: Arc::<MockSecretCipher>::from(self.cipher),
            sessions: Arc::<MockSessionStore>::from(self.sessions),
            setup_store: Arc::new(self.setup.map_or_else(long_ago, |setup| *setup)),
            shop_founder: Arc::new(*self.founder),
            shop_settings,
            sign_in_watch: Arc::<MockSignInWatch>::from(self.watch),
            stock_ledger: Arc::new(self.ledger),
            tokens: Arc::new(self.tokens),
            uploads: Arc::<MockUploadRegister>::from(self.uploads),
            user_directory: Arc::new(*self.directory),
            users: Arc::<MockUserRepository>::from(self.users),
            write_product: shop_http::catalog::products_json::write_product,
            settings: settings(&self.config),
        }
    }
}

/// News of a catalogue.
pub(crate) fn news(change: Option<CatalogueChange>) -> CatalogueNews {
    CatalogueNews { mark: CatalogueMark("now".to_owned()), change, products: ChangedProducts::none() }
}

fn nothing_new() -> MockCatalogueChanges {
    let mut changes = MockCatalogueChanges::new();
    changes.expect_since().returning(|_| Ok(news(None)));
    changes
}

fn no_second_factors() -> Box<MockSecondFactorStore> {
    let mut second_factors = Box::new(MockSecondFactorStore::new());
    second_factors.expect_find().returning(|_| Ok(None));
    second_factors.expect_status().returning(|_| Ok(SecondFactorStatus::default()));
    second_factors
}

fn default_settings() -> MockSettingsStore {
    let mut settings = MockSettingsStore::new();
    settings.expect_load().returning(|| Ok(ShopSettings::default()));
    settings
}

fn nothing_published() -> MockContentStore {
    let mut content = MockContentStore::new();
    content.expect_published().returning(|| Ok(Vec::new()));
    content
}

fn configured(config: &HttpConfig) -> ConfiguredDetails {
    let shop = config.shop.clone();
    ConfiguredDetails { name: shop.name, phone: shop.phone, email: shop.email, address: shop.address, opening_hours: shop.opening_hours }
}

fn long_ago() -> MockSetupStore {
    let mut setup = MockSetupStore::new();
    setup.expect_is_open().returning(|| Ok(false));
    setup
}

fn taking_everything() -> MockSearchIndex {
    let mut index = MockSearchIndex::new();
    index.expect_mark().returning(|| None);
    index.expect_apply().returning(|_| Ok(()));
    index
}

fn settings(config: &HttpConfig) -> Settings {
    Settings {
        calendar: ShopCalendar::parse("Asia/Colombo").unwrap(),
        has_gateway: true,
        delays_logins: true,
        reset_links: ResetLinks { public_url: config.public_url.clone(), per_hour: Some(3) },
    }
}
