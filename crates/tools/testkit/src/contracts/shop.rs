//! All ports of one shop, and what suites do with them all the time.

mod order_changes;

pub(crate) use self::order_changes::refusal_of;

use std::sync::Arc;

use domain::accounts::ports::{
    EmailVerifier, IdentityStore, LoginThrottle, PasswordResetStore, SecondFactorStore, SessionStore, SignInWatch, StaffAccounts,
    StaffInvitations, UserDirectory, UserRepository,
};
use domain::accounts::session::Session;
use domain::accounts::user::{NewUser, User};
use domain::backups::backup_run::BackupRuns;
use domain::catalog::ports::{CatalogueChanges, ProductCatalogue, ProductImporter, ProductRepository, SearchSource, StockLedger};
use domain::catalog::product::{NewProduct, Product};
use domain::catalog::product_query::ProductQuery;
use domain::content::repository::ContentRepository;
use domain::delivery::address_book::AddressBook;
use domain::images::ports::UploadRegister;
use domain::messages::contact::ContactInbox;
use domain::messages::ports::MailOutbox;
use domain::orders::order::{Order, OrderDraft};
use domain::orders::ports::{OrderReader, OrderRepository, PlaceOrderOutcome};
use domain::payments::attention::AttentionList;
use domain::payments::ports::PaymentAttempts;
use domain::payments::repository::PaymentRepository;
use domain::reports::audit_log::AuditLog;
use domain::reports::overview::OverviewReader;
use domain::reviews::ReviewRepository;
use domain::settings::ports::SettingsStore;
use domain::setup::ports::{ChecklistReader, SetupStore};
use domain::shared::page::{Page, PageAnswer};

use super::IndexedSearch;
use crate::{moments, sample_users};

/// The ports a suite works with, all on the same data.
#[derive(Clone)]
pub struct Shop {
    pub users: Arc<dyn UserRepository>,
    pub user_directory: Arc<dyn UserDirectory>,
    pub sessions: Arc<dyn SessionStore>,
    pub second_factors: Arc<dyn SecondFactorStore>,
    pub watch: Arc<dyn SignInWatch>,
    pub throttle: Arc<dyn LoginThrottle>,
    pub products: Arc<dyn ProductRepository>,
    pub catalogue: Arc<dyn ProductCatalogue>,
    pub orders: Arc<dyn OrderRepository>,
    pub order_reader: Arc<dyn OrderReader>,
    pub attention: Arc<dyn AttentionList>,
    pub payments: Arc<dyn PaymentRepository>,
    pub attempts: Arc<dyn PaymentAttempts>,
    pub overview: Arc<dyn OverviewReader>,
    pub audit_log: Arc<dyn AuditLog>,
    pub backup_runs: Arc<dyn BackupRuns>,
    pub reviews: Arc<dyn ReviewRepository>,
    pub settings: Arc<dyn SettingsStore>,
    pub content: Arc<dyn ContentRepository>,
    pub setup: Arc<dyn SetupStore>,
    pub checklist: Arc<dyn ChecklistReader>,
    pub addresses: Arc<dyn AddressBook>,
    pub resets: Arc<dyn PasswordResetStore>,
    pub identities: Arc<dyn IdentityStore>,
    pub uploads: Arc<dyn UploadRegister>,
    pub inbox: Arc<dyn ContactInbox>,
    pub outbox: Arc<dyn MailOutbox>,
    pub verifier: Arc<dyn EmailVerifier>,
    pub staff: Arc<dyn StaffAccounts>,
    pub invitations: Arc<dyn StaffInvitations>,
    pub ledger: Arc<dyn StockLedger>,
    pub importer: Arc<dyn ProductImporter>,
    pub changes: Arc<dyn CatalogueChanges>,
    pub source: Arc<dyn SearchSource>,
    pub search: IndexedSearch,
}

impl Shop {
    /// The ports of something that implements them all.
    #[must_use]
    pub fn of<T>(everything: T) -> Self
    where
        T: UserRepository + UserDirectory + SessionStore + SecondFactorStore + SignInWatch + LoginThrottle + ProductRepository + 'static,
        T: ProductCatalogue + OrderRepository + OrderReader + OverviewReader + AuditLog + ReviewRepository,
        T: PasswordResetStore + IdentityStore + UploadRegister + ContactInbox + StockLedger + ProductImporter + CatalogueChanges,
        T: SearchSource
            + BackupRuns
            + MailOutbox
            + EmailVerifier
            + StaffAccounts
            + StaffInvitations
            + PaymentRepository
            + AttentionList
            + SettingsStore
            + ContentRepository
            + SetupStore
            + ChecklistReader
            + AddressBook
            + PaymentAttempts,
    {
        let ports = Arc::new(everything);
        Self {
            users: ports.clone(),
            user_directory: ports.clone(),
            sessions: ports.clone(),
            second_factors: ports.clone(),
            watch: ports.clone(),
            throttle: ports.clone(),
            products: ports.clone(),
            catalogue: ports.clone(),
            orders: ports.clone(),
            order_reader: ports.clone(),
            attention: ports.clone(),
            payments: ports.clone(),
            attempts: ports.clone(),
            overview: ports.clone(),
            audit_log: ports.clone(),
            backup_runs: ports.clone(),
            reviews: ports.clone(),
            settings: ports.clone(),
            content: ports.clone(),
            setup: ports.clone(),
            checklist: ports.clone(),
            addresses: ports.clone(),
            resets: ports.clone(),
            identities: ports.clone(),
            uploads: ports.clone(),
            inbox: ports.clone(),
            outbox: ports.clone(),
            verifier: ports.clone(),
            staff: ports.clone(),
            invitations: ports.clone(),
            ledger: ports.clone(),
            importer: ports.clone(),
            changes: ports.clone(),
            source: ports.clone(),
            search: IndexedSearch::new(ports.clone(), ports.clone(), ports),
        }
    }

    /// Registers a user.
    pub async fn register(&self, user: NewUser) -> User {
        self.users.create(&user).await.unwrap()
    }

    /// Registers a customer.
    pub async fn customer(&self) -> User {
        self.register(sample_users::customer()).await
    }

    /// Makes an administrator.
    pub async fn admin(&self) -> User {
        self.register(sample_users::admin()).await
    }

    /// Opens a session.
    pub async fn session(&self, user: &User) -> Session {
        let session = sample_users::session_of(user);
        assert!(self.sessions.open(&session).await.unwrap());
        session
    }

    /// Whether a session lets its user in.
    pub async fn is_in(&self, session: &Session) -> bool {
        self.sessions.authenticate(session.id, session.user_id, moments::now()).await.unwrap().is_some()
    }

    /// Adds a product.
    pub async fn add(&self, product: NewProduct) -> Product {
        self.products.create(&product, &sample_users::actor()).await.unwrap()
    }

    /// A product as it is now.
    pub async fn product(&self, product: &Product) -> Option<Product> {
        self.catalogue.by_code(&product.code, moments::now()).await.unwrap()
    }

    /// The units of a product that are on the shelf now.
    pub async fn stock(&self, product: &Product) -> u32 {
        self.product(product).await.unwrap().stock.get()
    }

    /// Places an order that goes through.
    pub async fn place(&self, draft: &OrderDraft) -> Order {
        match self.orders.place(draft).await.unwrap() {
            PlaceOrderOutcome::Placed(order) => order,
            other => panic!("not placed: {other:?}"),
        }
    }

    /// An order as it is now.
    pub async fn order(&self, order: &Order) -> Order {
        self.order_reader.by_id(&order.id).await.unwrap().unwrap()
    }

    /// A page of the catalogue.
    pub async fn products(&self, query: &ProductQuery) -> Page<Product> {
        page(self.search.list(query).await)
    }

    /// The names a query finds, in order.
    pub async fn names(&self, query: &ProductQuery) -> Vec<String> {
        self.products(query).await.items.into_iter().map(|p| p.details.name.into_string()).collect()
    }
}

/// The page in an answer.
pub(crate) fn page<T>(answer: PageAnswer<T>) -> Page<T> {
    match answer {
        PageAnswer::Page(page) => page,
        PageAnswer::InvalidCursor => panic!("the cursor was refused"),
    }
}
