//! Serving the mocked ports as the real server serves its adapters.

use std::sync::Arc;

use application::accounts::passwords::ResetLinks;
use application::catalog::catalogue_follower::CatalogueFollower;
use application::content::current_content::{ConfiguredDetails, CurrentContent};
use application::ports::{Ports, Settings};
use application::settings::current_settings::CurrentSettings;
use domain::accounts::ports::{
    MockOneTimeCodes, MockSecondFactorStore, MockSecretCipher, MockSessionStore, MockSignInWatch, MockUserRepository,
};
use domain::accounts::second_factor::SecondFactorStatus;
use domain::backups::schedule::BackupSchedule;
use domain::catalog::ports::{CatalogueChange, CatalogueMark, CatalogueNews, ChangedProducts, MockCatalogueChanges, MockSearchIndex};
use domain::content::repository::{ContentRepository, MockContentRepository};
use domain::images::ports::MockUploadRegister;
use domain::settings::ports::{MockSettingsStore, SettingsStore};
use domain::settings::shop_settings::ShopSettings;
use domain::setup::ports::MockSetupStore;
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

    pub(crate) fn ports(self) -> Ports {
        let mut clock = MockClock::new();
        clock.expect_now().return_const(moments::now());
        let mut ids = MockIdSource::new();
        ids.expect_uuid().returning(|| people::customer().user.id.uuid());
        ids.expect_order_id().returning(|prefix| OrderId::new(prefix, unique::bits()));
        ids.expect_secret().returning(|| "secret".to_owned());
        let shop_settings: Arc<dyn SettingsStore> = Arc::new(self.shop_settings.unwrap_or_else(default_settings));
        let content: Arc<dyn ContentRepository> = Arc::new(self.content.map_or_else(nothing_published, |content| *content));
        let catalogue_follower = CatalogueFollower::new(
            Arc::new(self.changes.unwrap_or_else(nothing_new)),
            Arc::new(self.index.unwrap_or_else(taking_everything)),
        );
        Ports {
            address_claims: Arc::new(self.claims),
            address_book: Arc::new(*self.addresses),
            audit_log: Arc::new(self.audit_log),
            backup_runs: Arc::new(*self.backup_runs),
            catalogue: Arc::new(self.catalogue),
            checklist: Arc::new(*self.checklist),
            current_content: CurrentContent::new(content.clone(), catalogue_follower.version().clone(), configured(&self.config)),
            catalogue_follower,
            clock: Arc::new(clock),
            contact_inbox: Arc::new(self.inbox),
            content,
            current_settings: CurrentSettings::new(shop_settings.clone()),
            device_markers: Arc::new(self.devices),
            email_verifier: Arc::new(self.verifier),
            hasher: Arc::new(self.hasher),
            identities: Arc::new(self.identities),
            identity_provider: self.config.google.is_some().then(|| Arc::new(self.provider) as _),
            ids: Arc::new(ids),
            images: Arc::new(*self.images),
            login_throttle: Arc::new(self.throttle),
            mail_hold: Arc::new(*self.mail_hold),
            mail_outbox: Arc::new(self.outbox),
            mail_renderer: Arc::new(self.renderer),
            mailer: Arc::new(self.mailer),
            one_time_codes: Arc::<MockOneTimeCodes>::from(self.codes),
            order_reader: Arc::new(*self.order_reader),
            orders: Arc::new(*self.orders),
            attention: Arc::new(self.attention),
            payments: Arc::new(*self.payments),
            overview: Arc::new(*self.overview),
            password_resets: Arc::new(self.resets),
            invitation_signer: Arc::new(*self.signer),
            staff_accounts: Arc::new(*self.staff),
            staff_invitations: Arc::new(*self.invitations),
            payment_attempts: Arc::new(*self.attempts),
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
            settings: settings(&self.config, self.backups),
        }
    }
}

/// News of a catalogue.
fn news(change: Option<CatalogueChange>) -> CatalogueNews {
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

fn nothing_published() -> MockContentRepository {
    let mut content = MockContentRepository::new();
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

fn settings(config: &HttpConfig, backups: Option<BackupSchedule>) -> Settings {
    Settings {
        backups,
        calendar: ShopCalendar::parse("Asia/Colombo").unwrap(),
        has_gateway: true,
        delays_logins: true,
        reset_links: ResetLinks { public_url: config.public_url.clone(), per_hour: Some(3) },
    }
}
