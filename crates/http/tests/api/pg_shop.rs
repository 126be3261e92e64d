//! A shop on a database of its own: repositories are PostgreSQL's, all other ports are mocked, and the clock moves by [`PgShop::wait`].

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use actix_web::test::TestRequest;
use application::ports::{Ports, Stores};
use domain::accounts::ports::{MockTokenService, TokenClaims, TokenService as _};
use domain::accounts::user::{NewUser, User};
use domain::orders::order_settings::OrderSettings;
use domain::payments::payment_settings::PaymentSettings;
use domain::settings::ports::replacing;
use domain::settings::shop_settings::Section;
use domain::shared::ids::{SessionId, UserId};
use domain::shared::order_id::OrderId;
use domain::shared::ports::{MockClock, MockIdSource};
use domain::shared::versioned::SettingsVersion;
use serde_json::Value;
use shop_http::operations::{ReadinessChecks, ReadinessNotice};
use shop_http::server::app_state::AppState;
use testkit::postgres::TestDatabase;
use testkit::{contracts, moments, sample_users, unique};

use crate::open_shop::OpenShop;
use crate::shop::{Shop, on};
use crate::wire::{Answer, By as _, get};

pub(crate) struct PgShop {
    pub(crate) shop: OpenShop,
    /// The repositories, for what a test does without a request.
    pub(crate) stores: contracts::Shop,
    _database: TestDatabase,
    seconds: Arc<AtomicI64>,
}

/// A user with a session.
pub(crate) struct SignedIn {
    pub(crate) user: User,
    pub(crate) token: String,
}

impl PgShop {
    /// The future is boxed: the tests keep it in theirs.
    pub(crate) fn open() -> Pin<Box<dyn Future<Output = Self>>> {
        Self::open_with(Shop::new())
    }

    /// A shop whose other ports are these.
    pub(crate) fn open_with(mocks: Shop) -> Pin<Box<dyn Future<Output = Self>>> {
        Box::pin(Self::on_a_database(mocks))
    }

    async fn on_a_database(mocks: Shop) -> Self {
        let config = mocks.config.clone();
        let database = TestDatabase::create().await;
        let postgres = Arc::new(database.postgres().await);
        let seconds = Arc::new(AtomicI64::new(0));
        let (mut clock, passed) = (MockClock::new(), seconds.clone());
        clock.expect_now().returning(move || moments::seconds_later(passed.load(Ordering::Relaxed)));
        let mut ids = MockIdSource::new();
        ids.expect_uuid().returning(unique::uuid);
        ids.expect_order_id().returning(|prefix| OrderId::new(prefix, unique::bits()));
        let mocked = Ports { clock: Arc::new(clock), ids: Arc::new(ids), tokens: Arc::new(tokens()), ..mocks.ports() };
        let ports = on(Stores::of(&postgres), &config, mocked);
        let state = AppState::new(
            ports,
            config,
            ReadinessChecks {
                services: Vec::new(),
                dispensable: Vec::new(),
                notice: ReadinessNotice::default(),
                obstacle: ReadinessNotice::default(),
            },
        );
        Self { shop: OpenShop::of(state).await, stores: contracts::Shop::of((*postgres).clone()), _database: database, seconds }
    }

    /// The shop with these methods of payment.
    pub(crate) async fn with_payments(self, payments: PaymentSettings) -> Self {
        let section = Section::Payments(payments);
        let decide = replacing(section, SettingsVersion::default());
        self.stores.settings.change(&sample_users::actor(), moments::now(), decide).await.unwrap();
        self
    }

    pub(crate) async fn answer(&self, request: TestRequest) -> Answer {
        self.shop.answer(request).await
    }

    /// Takes orders without an account.
    pub(crate) async fn with_guests(self) -> Self {
        let section = Section::Orders(OrderSettings { guest_checkout: true, ..OrderSettings::default() });
        let decide = replacing(section, SettingsVersion::default());
        self.stores.settings.change(&sample_users::actor(), moments::now(), decide).await.unwrap();
        self
    }

    /// The rows of the list at `path`, read in pages of `limit` rows; each page names the total.
    pub(crate) async fn walk(&self, path: &str, limit: usize, by: Option<&SignedIn>) -> Vec<Value> {
        let (mut rows, mut totals, mark) = (Vec::new(), Vec::new(), if path.contains('?') { '&' } else { '?' });
        let mut next = Some(format!("{path}{mark}limit={limit}"));
        while let Some(path) = next {
            let page = self.answer(by.map_or_else(|| get(&path), |by| get(&path).by(&by.token))).await;
            assert_eq!(page.status, 200, "{}", page.text());
            totals.push(page.header("x-total-count").to_owned());
            rows.extend(page.json().as_array().unwrap().clone());
            next = page.header("link").split_once(">; rel=\"next\"").map(|(link, _)| link.trim_start_matches('<').to_owned());
            assert!(next.is_none() || page.json().as_array().unwrap().len() == limit, "only the last page is short");
        }
        assert!(totals.iter().all(|total| *total == rows.len().to_string()), "{totals:?} of {}", rows.len());
        rows
    }

    /// The cursor after the first row of a list of several.
    pub(crate) async fn cursor(&self, path: &str, by: &SignedIn) -> String {
        let mark = if path.contains('?') { '&' } else { '?' };
        let page = self.answer(get(&format!("{path}{mark}limit=1")).by(&by.token)).await;
        let (link, _) = page.header("link").split_once(">; rel=\"next\"").unwrap();
        link.split_once("after=").unwrap().1.to_owned()
    }

    /// Moves the clock on.
    pub(crate) fn wait(&self, seconds: i64) {
        self.seconds.fetch_add(seconds, Ordering::Relaxed);
    }

    pub(crate) async fn customer(&self) -> SignedIn {
        self.sign_in(sample_users::customer()).await
    }

    /// An owner.
    pub(crate) async fn admin(&self) -> SignedIn {
        self.sign_in(sample_users::admin()).await
    }

    /// The same session, confirmed with the password.
    pub(crate) async fn confirmed(&self, who: SignedIn) -> SignedIn {
        let claims = tokens().read(&who.token).unwrap();
        assert!(self.stores.sessions.confirm(claims.session_id, moments::now()).await.unwrap());
        who
    }

    /// Registers a user and signs them in.
    pub(crate) async fn sign_in(&self, user: NewUser) -> SignedIn {
        let user = self.stores.register(user).await;
        let session = self.stores.session(&user).await;
        SignedIn { token: format!("{}.{}", user.id, session.id), user }
    }
}

/// Tokens of the form `<user>.<session>`.
fn tokens() -> MockTokenService {
    let mut tokens = MockTokenService::new();
    tokens.expect_issue().returning(|user, session| Ok(format!("{}.{}", user.id, session.id)));
    tokens.expect_read().returning(|token| {
        let (user, session) = token.split_once('.')?;
        Some(TokenClaims { user_id: UserId::parse(user)?, session_id: SessionId::parse(session)? })
    });
    tokens
}
