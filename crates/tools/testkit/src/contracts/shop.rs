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
use domain::catalog::ports::{ChangeFeed, ProductRepository, SearchSource};
use domain::catalog::product::{NewProduct, Product};
use domain::catalog::product_query::ProductQuery;
use domain::content::repository::ContentRepository;
use domain::delivery::address_book::AddressBook;
use domain::images::ports::UploadRegister;
use domain::messages::contact::ContactInbox;
use domain::messages::mail_hold::MailHold;
use domain::messages::ports::MailOutbox;
use domain::orders::guest_orders::GuestOrders;
use domain::orders::invoicing::repository::InvoiceRepository;
use domain::orders::order::{Order, OrderDraft};
use domain::orders::payment::repository::PaymentRepository;
use domain::orders::ports::{OrderReader, OrderRepository, PlaceOrderOutcome};
use domain::orders::returns::repository::ReturnRepository;
use domain::payments::attention::AttentionList;
use domain::promotions::repository::PromotionRepository;
use domain::reports::audit_log::AuditLog;
use domain::reports::overview::OverviewReader;
use domain::reviews::ReviewRepository;
use domain::settings::ports::SettingsStore;
use domain::setup::SetupRepository;
use domain::shared::page::{Page, PageAnswer};

use super::IndexedSearch;
use crate::{moments, sample_users};

/// Declares [`Shop`]: a field for each port, and `of`.
macro_rules! shop {
    ($($name:ident: $port:ident,)*) => {
        /// The ports a suite works with, all on the same data.
        #[derive(Clone)]
        pub struct Shop {
            $(pub $name: Arc<dyn $port>,)*
            pub search: IndexedSearch,
        }

        impl Shop {
            /// The ports of something that implements them all.
            #[must_use]
            pub fn of<T: $($port +)* 'static>(everything: T) -> Self {
                let ports = Arc::new(everything);
                Self { $($name: ports.clone(),)* search: IndexedSearch::new(ports.clone(), ports.clone(), ports) }
            }
        }
    };
}

shop! {
    users: UserRepository,
    user_directory: UserDirectory,
    sessions: SessionStore,
    second_factors: SecondFactorStore,
    watch: SignInWatch,
    throttle: LoginThrottle,
    products: ProductRepository,
    orders: OrderRepository,
    order_reader: OrderReader,
    guests: GuestOrders,
    invoices: InvoiceRepository,
    attention: AttentionList,
    payments: PaymentRepository,
    promotions: PromotionRepository,
    returns: ReturnRepository,
    overview: OverviewReader,
    audit_log: AuditLog,
    backup_runs: BackupRuns,
    reviews: ReviewRepository,
    settings: SettingsStore,
    content: ContentRepository,
    addresses: AddressBook,
    resets: PasswordResetStore,
    identities: IdentityStore,
    uploads: UploadRegister,
    inbox: ContactInbox,
    outbox: MailOutbox,
    mail_hold: MailHold,
    verifier: EmailVerifier,
    staff: StaffAccounts,
    invitations: StaffInvitations,
    changes: ChangeFeed,
    source: SearchSource,
    setup: SetupRepository,
}

impl Shop {
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
        assert!(self.sessions.open(&session, None).await.unwrap());
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
        self.products.by_code(&product.code, moments::now()).await.unwrap()
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

pub(crate) fn page<T>(answer: PageAnswer<T>) -> Page<T> {
    match answer {
        PageAnswer::Page(page) => page,
        PageAnswer::InvalidCursor => panic!("the cursor was refused"),
    }
}
