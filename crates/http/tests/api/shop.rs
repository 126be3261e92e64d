//! A shop of mocked ports, served as the real one is.

mod away;
mod served;

pub(crate) use served::on;

use std::sync::Arc;

use application::content::current_content::ShopDetails;
use application::ports::Stores;
use domain::accounts::ports::{
    MockDeviceTokens, MockEmailTokens, MockEmailVerifier, MockIdentityProvider, MockIdentityStore, MockInvitationSigner, MockLoginThrottle,
    MockOneTimeCodes, MockPasswordHasher, MockPasswordResetStore, MockSecondFactorStore, MockSecretCipher, MockSessionStore,
    MockSignInWatch, MockTokenService, MockUserDirectory, MockUserRepository, TokenClaims,
};
use domain::accounts::session::Principal;
use domain::accounts::sign_in_alert::AlertSecret;
use domain::accounts::staff_role::StaffRole;
use domain::backups::backup_run::MockBackupRuns;
use domain::backups::schedule::BackupSchedule;
use domain::catalog::ports::{MockProductRepository, MockProductSearch};
use domain::content::repository::MockContentRepository;
use domain::delivery::address_book::MockAddressBook;
use domain::images::ports::{MockImageStore, MockPictureProcessor, MockUploadRegister};
use domain::messages::contact::MockContactInbox;
use domain::messages::mail_hold::MockMailHold;
use domain::messages::ports::{MockMailOutbox, MockMailRenderer, MockMailer};
use domain::orders::guest_orders::MockGuestOrders;
use domain::orders::payment::repository::MockPaymentRepository;
use domain::orders::ports::{MockOrderReader, MockOrderRepository};
use domain::payments::attention::MockAttentionList;
use domain::payments::ports::MockPaymentGateway;
use domain::reports::overview::MockOverviewReader;
use domain::reviews::MockReviewRepository;
use domain::settings::ports::MockSettingsStore;
use domain::setup::{MockSetupRepository, MockShopCreator};
use domain::shared::ids::{SessionId, UserId};
use domain::shared::ports::Readiness;
use shop_http::operations::ReadinessNotice;
use shop_http::server::config::{GoogleClient, HttpConfig};

use crate::people;

/// The ports, each mocked as a test needs it. The clock stands still and these tokens are known: `customer`, `stranger`, `admin` of an
/// owner, `manager`, `fulfilment`, `support`, `content`, and `dead`, whose session has ended.
pub(crate) struct Shop {
    /// Repositories in place of the mocks.
    pub(crate) stores: Option<Stores>,
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
    pub(crate) devices: MockDeviceTokens,
    pub(crate) products: Box<MockProductRepository>,
    pub(crate) search: MockProductSearch,
    pub(crate) orders: Box<MockOrderRepository>,
    pub(crate) guests: MockGuestOrders,
    pub(crate) attention: MockAttentionList,
    pub(crate) payments: Box<MockPaymentRepository>,
    /// None, unless a test says otherwise.
    pub(crate) gateway: Option<MockPaymentGateway>,
    pub(crate) order_reader: Box<MockOrderReader>,
    pub(crate) overview: Box<MockOverviewReader>,
    pub(crate) reviews: Box<MockReviewRepository>,
    pub(crate) images: Box<MockImageStore>,
    pub(crate) processor: MockPictureProcessor,
    pub(crate) uploads: Box<MockUploadRegister>,
    pub(crate) resets: MockPasswordResetStore,
    pub(crate) signer: Box<MockInvitationSigner>,
    pub(crate) provider: MockIdentityProvider,
    pub(crate) identities: MockIdentityStore,
    pub(crate) inbox: MockContactInbox,
    pub(crate) mailer: MockMailer,
    pub(crate) outbox: MockMailOutbox,
    pub(crate) renderer: MockMailRenderer,
    pub(crate) claims: MockEmailTokens,
    pub(crate) verifier: MockEmailVerifier,
    pub(crate) addresses: Box<MockAddressBook>,
    /// The defaults, unless a test says otherwise.
    pub(crate) shop_settings: Option<MockSettingsStore>,
    /// Nothing is published, unless a test says otherwise.
    pub(crate) content: Option<Box<MockContentRepository>>,
    /// The shop was set up long ago, unless a test says otherwise.
    pub(crate) setup: Option<Box<MockSetupRepository>>,
    pub(crate) creator: Box<MockShopCreator>,
    pub(crate) backup_runs: Box<MockBackupRuns>,
    /// None, unless a test says otherwise.
    pub(crate) backups: Option<BackupSchedule>,
    pub(crate) mail_hold: Box<MockMailHold>,
    pub(crate) readiness: Vec<(&'static str, Arc<dyn Readiness>)>,
    pub(crate) dispensable: Vec<(&'static str, Arc<dyn Readiness>)>,
    pub(crate) notice: ReadinessNotice,
    pub(crate) obstacle: ReadinessNotice,
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
            stores: None,
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
            devices: MockDeviceTokens::new(),
            products: Box::default(),
            search: MockProductSearch::new(),
            orders: Box::default(),
            guests: MockGuestOrders::new(),
            attention: MockAttentionList::new(),
            payments: Box::default(),
            gateway: None,
            order_reader: Box::new(MockOrderReader::new()),
            overview: Box::default(),
            reviews: Box::default(),
            images: Box::default(),
            processor: MockPictureProcessor::new(),
            uploads: Box::default(),
            resets: MockPasswordResetStore::new(),
            signer: Box::new(signing_alerts()),
            provider: MockIdentityProvider::new(),
            identities: MockIdentityStore::new(),
            inbox: MockContactInbox::new(),
            mailer: mailer(true),
            outbox: MockMailOutbox::new(),
            renderer: MockMailRenderer::new(),
            claims: MockEmailTokens::new(),
            verifier: MockEmailVerifier::new(),
            addresses: Box::default(),
            shop_settings: None,
            content: None,
            setup: None,
            creator: Box::default(),
            backup_runs: Box::default(),
            backups: None,
            mail_hold: Box::default(),
            readiness: Vec::new(),
            dispensable: Vec::new(),
            notice: ReadinessNotice::default(),
            obstacle: ReadinessNotice::default(),
            config,
        }
    }
}

/// A mailer with a mail server or without one.
pub(crate) fn mailer(is_connected: bool) -> MockMailer {
    let mut mailer = MockMailer::new();
    mailer.expect_is_connected().return_const(is_connected);
    mailer
}

/// A signer of the alerts about sign-ins of staff.
fn signing_alerts() -> MockInvitationSigner {
    let mut signer = MockInvitationSigner::new();
    signer.expect_sign_alert().returning(|_, _| Some(AlertSecret::new("an alert".to_owned())));
    signer
}
