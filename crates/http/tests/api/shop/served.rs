//! Serving the mocked ports as the real server serves its adapters.

use std::sync::Arc;

use application::catalog::catalogue_follower::CatalogueFollower;
use application::content::current_content::CurrentContent;
use application::ports::{Ports, ResetLinks, Settings, Stores};
use application::promotions::current_promotions::CurrentPromotions;
use application::settings::current_settings::CurrentSettings;
use domain::accounts::ports::{
    MockOneTimeCodes, MockSecondFactorStore, MockSecretCipher, MockSessionStore, MockSignInWatch, MockStaffAccounts, MockStaffInvitations,
    MockUserRepository,
};
use domain::accounts::second_factor::SecondFactorStatus;
use domain::backups::schedule::BackupSchedule;
use domain::catalog::ports::{ChangedProducts, FeedBatch, FeedCursor, MockChangeFeed, MockSearchIndex};
use domain::content::repository::{ContentRepository, MockContentRepository};
use domain::images::ports::MockUploadRegister;
use domain::orders::guest_orders::{AccessEpoch, AccessKey, MockAccessKeys};
use domain::orders::invoicing::repository::MockInvoiceRepository;
use domain::orders::returns::repository::MockReturnRepository;
use domain::promotions::promotion::ActivePromotions;
use domain::promotions::repository::{MockPromotionRepository, PromotionRepository};
use domain::reports::audit_log::MockAuditLog;
use domain::settings::ports::{MockSettingsStore, SettingsStore};
use domain::settings::shop_settings::ShopSettings;
use domain::setup::MockSetupRepository;
use domain::shared::calendar::ShopCalendar;
use domain::shared::order_id::OrderId;
use domain::shared::ports::{MockClock, MockIdSource};
use shop_http::operations::ReadinessChecks;
use shop_http::server::app_state::AppState;
use shop_http::server::config::HttpConfig;
use testkit::{moments, unique};

use super::Shop;
use crate::people;

impl Shop {
    /// The state of the real server on these ports.
    pub(crate) fn state(self) -> AppState {
        let readiness = ReadinessChecks {
            services: self.readiness.clone(),
            dispensable: self.dispensable.clone(),
            notice: self.notice.clone(),
            obstacle: self.obstacle.clone(),
        };
        let config = self.config.clone();
        let ports = self.ports();
        AppState::new(ports, config, readiness)
    }

    pub(crate) fn ports(mut self) -> Ports {
        let (stores, config) = (self.stores.take(), self.config.clone());
        let mocks = self.mocks();
        let Some(stores) = stores else { return mocks };
        let (sessions, shop_settings) = (mocks.sessions.clone(), mocks.shop_settings.clone());
        let current_settings = mocks.current_settings.clone();
        Ports { current_settings, ..on(Stores { sessions, shop_settings, ..stores }, &config, mocks) }
    }

    fn mocks(self) -> Ports {
        let mut clock = MockClock::new();
        clock.expect_now().return_const(moments::now());
        let mut ids = MockIdSource::new();
        ids.expect_uuid().returning(|| people::customer().user.id.uuid());
        ids.expect_order_id().returning(|prefix| OrderId::new(prefix, unique::bits()));
        ids.expect_secret().returning(|| "secret".to_owned());
        let shop_settings: Arc<dyn SettingsStore> = Arc::new(self.shop_settings.unwrap_or_else(default_settings));
        let content: Arc<dyn ContentRepository> = Arc::new(self.content.map_or_else(nothing_published, |content| *content));
        let promotions: Arc<dyn PromotionRepository> = Arc::new(no_promotions());
        let catalogue_follower = CatalogueFollower::new(Arc::new(nothing_new()), Arc::new(taking_everything()));
        let stores = Stores {
            address_book: Arc::new(*self.addresses),
            audit_log: Arc::new(MockAuditLog::new()),
            backup_runs: Arc::new(*self.backup_runs),
            contact_inbox: Arc::new(self.inbox),
            content: content.clone(),
            email_verifier: Arc::new(self.verifier),
            guest_orders: Arc::new(self.guests),
            identities: Arc::new(self.identities),
            invoices: Arc::new(MockInvoiceRepository::new()),
            login_throttle: Arc::new(self.throttle),
            mail_hold: Arc::new(*self.mail_hold),
            mail_outbox: Arc::new(self.outbox),
            order_reader: Arc::new(*self.order_reader),
            orders: Arc::new(*self.orders),
            attention: Arc::new(self.attention),
            payments: Arc::new(*self.payments),
            overview: Arc::new(*self.overview),
            password_resets: Arc::new(self.resets),
            staff_accounts: Arc::new(MockStaffAccounts::new()),
            staff_invitations: Arc::new(MockStaffInvitations::new()),
            products: Arc::new(*self.products),
            promotions: promotions.clone(),
            returns: Arc::new(MockReturnRepository::new()),
            reviews: Arc::new(*self.reviews),
            second_factors: Arc::<MockSecondFactorStore>::from(self.second_factors.unwrap_or_else(no_second_factors)),
            sessions: Arc::<MockSessionStore>::from(self.sessions),
            setup: Arc::new(self.setup.map_or_else(long_ago, |setup| *setup)),
            shop_settings: shop_settings.clone(),
            sign_in_watch: Arc::<MockSignInWatch>::from(self.watch),
            uploads: Arc::<MockUploadRegister>::from(self.uploads),
            user_directory: Arc::new(*self.directory),
            users: Arc::<MockUserRepository>::from(self.users),
        };
        Ports {
            stores,
            access_keys: Arc::new(access_keys()),
            email_tokens: Arc::new(self.claims),
            current_content: CurrentContent::new(content, catalogue_follower.version().clone(), self.config.shop.clone()),
            catalogue_follower,
            clock: Arc::new(clock),
            current_promotions: CurrentPromotions::new(promotions),
            current_settings: CurrentSettings::new(shop_settings),
            device_tokens: Arc::new(self.devices),
            hasher: Arc::new(self.hasher),
            identity_provider: self.config.google.is_some().then(|| Arc::new(self.provider) as _),
            ids: Arc::new(ids),
            images: Arc::new(*self.images),
            mail_renderer: Arc::new(self.renderer),
            mailer: Arc::new(self.mailer),
            one_time_codes: Arc::<MockOneTimeCodes>::from(self.codes),
            invitation_signer: Arc::new(*self.signer),
            payment_gateway: self.gateway.map(|gateway| Arc::new(gateway) as _),
            picture_processor: Arc::new(self.processor),
            product_search: Arc::new(self.search),
            secret_cipher: Arc::<MockSecretCipher>::from(self.cipher),
            shop_creator: Arc::new(*self.creator),
            tokens: Arc::new(self.tokens),
            settings: settings(&self.config, self.backups),
        }
    }
}

/// The ports with these repositories.
pub(crate) fn on(stores: Stores, config: &HttpConfig, ports: Ports) -> Ports {
    Ports {
        current_content: CurrentContent::new(stores.content.clone(), ports.catalogue_follower.version().clone(), config.shop.clone()),
        current_promotions: CurrentPromotions::new(stores.promotions.clone()),
        current_settings: CurrentSettings::new(stores.shop_settings.clone()),
        stores,
        ..ports
    }
}

/// The key of an order is its number and the epoch.
fn access_keys() -> MockAccessKeys {
    let mut keys = MockAccessKeys::new();
    let key = |order: &OrderId, epoch: AccessEpoch| format!("{}-{}", order.as_str(), epoch.0);
    keys.expect_key_of().returning(move |order, epoch| AccessKey::new(key(order, epoch)));
    keys.expect_is_key_of().returning(move |text, order, epoch| text == key(order, epoch));
    keys
}

fn nothing_new() -> MockChangeFeed {
    let mut changes = MockChangeFeed::new();
    let batch = || FeedBatch { cursor: FeedCursor("now".to_owned()), change: None, products: ChangedProducts::none() };
    changes.expect_since().returning(move |_| Ok(batch()));
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

fn no_promotions() -> MockPromotionRepository {
    let mut promotions = MockPromotionRepository::new();
    promotions.expect_active().returning(|| Ok(ActivePromotions::default()));
    promotions
}

fn nothing_published() -> MockContentRepository {
    let mut content = MockContentRepository::new();
    content.expect_published().returning(|| Ok(Vec::new()));
    content
}

fn long_ago() -> MockSetupRepository {
    let mut setup = MockSetupRepository::new();
    setup.expect_is_open().returning(|| Ok(false));
    setup
}

fn taking_everything() -> MockSearchIndex {
    let mut index = MockSearchIndex::new();
    index.expect_cursor().returning(|| None);
    index.expect_apply().returning(|_| Ok(()));
    index
}

fn settings(config: &HttpConfig, backups: Option<BackupSchedule>) -> Settings {
    Settings {
        backups,
        calendar: ShopCalendar::parse("Asia/Colombo").unwrap(),
        has_gateway: true,
        delays_logins: true,
        reset_links: ResetLinks { public_url: config.public_url.clone(), per_hour: Some(3) },
    }
}
