//! Every port and setting that the use cases need. `api` fills them with adapters, tests fill them with mocks.

use std::ops::Deref;
use std::sync::Arc;

use domain::accounts::ports::{
    DeviceTokens, EmailTokens, EmailVerifier, IdentityProvider, IdentityStore, InvitationSigner, LoginThrottle, OneTimeCodes,
    PasswordHasher, PasswordResetStore, SecondFactorStore, SecretCipher, SessionStore, SignInWatch, StaffAccounts, StaffInvitations,
    TokenService, UserDirectory, UserRepository,
};
use domain::backups::backup_run::BackupRuns;
use domain::backups::schedule::BackupSchedule;
use domain::catalog::ports::{ProductRepository, ProductSearch};
use domain::content::repository::ContentRepository;
use domain::delivery::address_book::AddressBook;
use domain::images::ports::{ImageStore, PictureProcessor, UploadRegister};
use domain::messages::contact::ContactInbox;
use domain::messages::mail_hold::MailHold;
use domain::messages::ports::{MailOutbox, MailRenderer, Mailer};
use domain::orders::guest_orders::{AccessKeys, GuestOrders};
use domain::orders::invoicing::repository::InvoiceRepository;
use domain::orders::payment::repository::PaymentRepository;
use domain::orders::ports::{OrderReader, OrderRepository};
use domain::orders::returns::repository::ReturnRepository;
use domain::payments::attention::AttentionList;
use domain::payments::ports::PaymentGateway;
use domain::promotions::repository::PromotionRepository;
use domain::reports::audit_log::AuditLog;
use domain::reports::overview::OverviewReader;
use domain::reviews::ReviewRepository;
use domain::settings::ports::SettingsStore;
use domain::setup::{SetupRepository, ShopCreator};
use domain::shared::calendar::ShopCalendar;
use domain::shared::ports::{Clock, IdSource};

use crate::catalog::catalogue_follower::CatalogueFollower;
use crate::content::current_content::CurrentContent;
use crate::promotions::current_promotions::CurrentPromotions;
use crate::settings::current_settings::CurrentSettings;

/// Declares a set of ports that one adapter may implement: a field for each, and `of`, which fills all of them with that adapter.
macro_rules! ports_of_one_adapter {
    ($(#[$attribute:meta])* $set:ident { $($name:ident: $port:ident,)* }) => {
        $(#[$attribute])*
        #[derive(Clone)]
        pub struct $set {
            $(pub $name: Arc<dyn $port>,)*
        }

        impl $set {
            #[must_use]
            pub fn of<A: $($port +)* 'static>(adapter: &Arc<A>) -> Self {
                Self { $($name: adapter.clone(),)* }
            }
        }
    };
}

ports_of_one_adapter! {
    /// The ports of the database, each documented at its trait.
    Stores {
        address_book: AddressBook,
        attention: AttentionList,
        audit_log: AuditLog,
        backup_runs: BackupRuns,
        contact_inbox: ContactInbox,
        content: ContentRepository,
        email_verifier: EmailVerifier,
        guest_orders: GuestOrders,
        identities: IdentityStore,
        invoices: InvoiceRepository,
        login_throttle: LoginThrottle,
        mail_hold: MailHold,
        mail_outbox: MailOutbox,
        order_reader: OrderReader,
        orders: OrderRepository,
        overview: OverviewReader,
        password_resets: PasswordResetStore,
        payments: PaymentRepository,
        products: ProductRepository,
        promotions: PromotionRepository,
        returns: ReturnRepository,
        reviews: ReviewRepository,
        second_factors: SecondFactorStore,
        sessions: SessionStore,
        setup: SetupRepository,
        shop_settings: SettingsStore,
        sign_in_watch: SignInWatch,
        staff_accounts: StaffAccounts,
        staff_invitations: StaffInvitations,
        uploads: UploadRegister,
        user_directory: UserDirectory,
        users: UserRepository,
    }
}

/// The ports behind the use cases, each documented at its trait, and the settings of the shop.
#[derive(Clone)]
pub struct Ports {
    pub stores: Stores,
    pub access_keys: Arc<dyn AccessKeys>,
    pub email_tokens: Arc<dyn EmailTokens>,
    /// Keeps `product_search` in step with `products`.
    pub catalogue_follower: CatalogueFollower,
    pub clock: Arc<dyn Clock>,
    /// Reads `content`, and keeps it in memory.
    pub current_content: CurrentContent,
    /// Reads `promotions`, and keeps them in memory.
    pub current_promotions: CurrentPromotions,
    /// Reads `shop_settings`, and keeps them in memory.
    pub current_settings: CurrentSettings,
    pub device_tokens: Arc<dyn DeviceTokens>,
    pub hasher: Arc<dyn PasswordHasher>,
    /// `None` in a shop without third-party sign-in.
    pub identity_provider: Option<Arc<dyn IdentityProvider>>,
    pub ids: Arc<dyn IdSource>,
    pub images: Arc<dyn ImageStore>,
    pub invitation_signer: Arc<dyn InvitationSigner>,
    pub mail_renderer: Arc<dyn MailRenderer>,
    pub mailer: Arc<dyn Mailer>,
    pub one_time_codes: Arc<dyn OneTimeCodes>,
    /// `None` in a shop that takes no cards.
    pub payment_gateway: Option<Arc<dyn PaymentGateway>>,
    pub picture_processor: Arc<dyn PictureProcessor>,
    pub product_search: Arc<dyn ProductSearch>,
    pub secret_cipher: Arc<dyn SecretCipher>,
    pub shop_creator: Arc<dyn ShopCreator>,
    pub tokens: Arc<dyn TokenService>,
    pub settings: Settings,
}

/// `ports.users` is `ports.stores.users`.
impl Deref for Ports {
    type Target = Stores;

    fn deref(&self) -> &Stores {
        &self.stores
    }
}

/// The settings that use cases follow.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The shop's time zone: its days are those of the reports.
    pub calendar: ShopCalendar,
    /// The schedule of backups; `None` where no place is configured.
    pub backups: Option<BackupSchedule>,
    /// Whether the shop is connected to the gateway of payments.
    pub has_gateway: bool,
    /// Whether failed logins delay further logins; false where the operator turned all rate limits off.
    pub delays_logins: bool,
    pub reset_links: ResetLinks,
}

/// The links that set a new password.
#[derive(Clone, Debug)]
pub struct ResetLinks {
    /// The shop's public address without a trailing slash; never taken from a request.
    pub public_url: String,
    /// How many an account is sent within an hour; `None` for any number.
    pub per_hour: Option<u32>,
}

/// Declares the use cases of a feature: a struct with a field for each, and `new`, which builds them from [`Ports`].
///
/// A new use case is one line here: `name: Type = expression`, where the expression sees the ports under the given name. Values that
/// several use cases share stand beside the ports: `shared = expression`.
macro_rules! use_cases {
    ($(#[$attribute:meta])* $feature:ident($ports:ident $(, $shared:ident = $made:expr)*) { $($name:ident: $type:ty = $use_case:expr,)* }) => {
        $(#[$attribute])*
        #[derive(Clone)]
        pub struct $feature {
            $(pub $name: $type,)*
        }

        impl $feature {
            /// Builds the use cases on these ports.
            #[must_use]
            pub fn new($ports: &$crate::ports::Ports) -> Self {
                $(let $shared = $made;)*
                Self { $($name: $use_case,)* }
            }
        }
    };
}
pub(crate) use use_cases;
