//! Every port and setting that the use cases need. `api` fills them with adapters, tests fill them with mocks.

use std::sync::Arc;

use domain::accounts::ports::{
    AddressClaims, DeviceMarkers, EmailVerifier, IdentityProvider, IdentityStore, InvitationSigner, LoginThrottle, OneTimeCodes,
    PasswordHasher, PasswordResetStore, SecondFactorStore, SecretCipher, SessionStore, SignInWatch, StaffAccounts, StaffInvitations,
    TokenService, UserDirectory, UserRepository,
};
use domain::backups::backup_run::BackupRuns;
use domain::backups::schedule::BackupSchedule;
use domain::catalog::ports::{ProductCatalogue, ProductImporter, ProductRepository, ProductSearch, StockLedger};
use domain::content::repository::ContentRepository;
use domain::delivery::address_book::AddressBook;
use domain::images::ports::{ImageStore, PictureProcessor, UploadRegister};
use domain::messages::contact::ContactInbox;
use domain::messages::mail_hold::MailHold;
use domain::messages::ports::{MailOutbox, MailRenderer, Mailer};
use domain::orders::ports::{OrderReader, OrderRepository};
use domain::payments::attention::AttentionList;
use domain::payments::ports::{PaymentAttempts, PaymentGateway};
use domain::payments::repository::PaymentRepository;
use domain::reports::audit_log::AuditLog;
use domain::reports::overview::OverviewReader;
use domain::reviews::ReviewRepository;
use domain::settings::ports::SettingsStore;
use domain::setup::ports::{ChecklistReader, SetupStore, ShopFounder};
use domain::shared::calendar::ShopCalendar;
use domain::shared::ports::{Clock, IdSource};

use crate::accounts::passwords::ResetLinks;
use crate::catalog::catalogue_follower::CatalogueFollower;
use crate::catalog::listed_product::WriteProduct;
use crate::content::current_content::CurrentContent;
use crate::settings::current_settings::CurrentSettings;

/// The ports behind the use cases, each documented at its trait, and the settings of the shop.
#[derive(Clone)]
pub struct Ports {
    pub address_claims: Arc<dyn AddressClaims>,
    pub attention: Arc<dyn AttentionList>,
    pub address_book: Arc<dyn AddressBook>,
    pub audit_log: Arc<dyn AuditLog>,
    pub backup_runs: Arc<dyn BackupRuns>,
    pub catalogue: Arc<dyn ProductCatalogue>,
    /// Keeps `product_search` in step with `catalogue`.
    pub catalogue_follower: CatalogueFollower,
    pub checklist: Arc<dyn ChecklistReader>,
    pub clock: Arc<dyn Clock>,
    pub contact_inbox: Arc<dyn ContactInbox>,
    pub content: Arc<dyn ContentRepository>,
    /// Reads `content`, and keeps it in memory.
    pub current_content: CurrentContent,
    /// Reads `shop_settings`, and keeps them in memory.
    pub current_settings: CurrentSettings,
    pub device_markers: Arc<dyn DeviceMarkers>,
    pub email_verifier: Arc<dyn EmailVerifier>,
    pub hasher: Arc<dyn PasswordHasher>,
    pub identities: Arc<dyn IdentityStore>,
    /// `None` in a shop without third-party sign-in.
    pub identity_provider: Option<Arc<dyn IdentityProvider>>,
    pub ids: Arc<dyn IdSource>,
    pub images: Arc<dyn ImageStore>,
    pub invitation_signer: Arc<dyn InvitationSigner>,
    pub login_throttle: Arc<dyn LoginThrottle>,
    pub mail_hold: Arc<dyn MailHold>,
    pub mail_outbox: Arc<dyn MailOutbox>,
    pub mail_renderer: Arc<dyn MailRenderer>,
    pub mailer: Arc<dyn Mailer>,
    pub one_time_codes: Arc<dyn OneTimeCodes>,
    pub order_reader: Arc<dyn OrderReader>,
    pub orders: Arc<dyn OrderRepository>,
    pub overview: Arc<dyn OverviewReader>,
    pub password_resets: Arc<dyn PasswordResetStore>,
    pub payments: Arc<dyn PaymentRepository>,
    pub payment_attempts: Arc<dyn PaymentAttempts>,
    /// `None` in a shop that takes no cards.
    pub payment_gateway: Option<Arc<dyn PaymentGateway>>,
    pub picture_processor: Arc<dyn PictureProcessor>,
    pub product_importer: Arc<dyn ProductImporter>,
    pub product_search: Arc<dyn ProductSearch>,
    pub products: Arc<dyn ProductRepository>,
    pub reviews: Arc<dyn ReviewRepository>,
    pub second_factors: Arc<dyn SecondFactorStore>,
    pub secret_cipher: Arc<dyn SecretCipher>,
    pub sessions: Arc<dyn SessionStore>,
    pub setup_store: Arc<dyn SetupStore>,
    pub shop_founder: Arc<dyn ShopFounder>,
    pub shop_settings: Arc<dyn SettingsStore>,
    pub sign_in_watch: Arc<dyn SignInWatch>,
    pub staff_accounts: Arc<dyn StaffAccounts>,
    pub staff_invitations: Arc<dyn StaffInvitations>,
    pub stock_ledger: Arc<dyn StockLedger>,
    pub tokens: Arc<dyn TokenService>,
    pub uploads: Arc<dyn UploadRegister>,
    pub user_directory: Arc<dyn UserDirectory>,
    pub users: Arc<dyn UserRepository>,
    /// The form in which answers list products.
    pub write_product: WriteProduct,
    pub settings: Settings,
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
    /// The links that set a new password.
    pub reset_links: ResetLinks,
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
