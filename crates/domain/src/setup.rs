//! The set-up of a new shop in the browser: its link, its first owner and what it begins with; and the owner's first steps after it.

use std::error::Error;
use std::sync::Arc;

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::accounts::actor::Actor;
use crate::accounts::user::{NewUser, User};
use crate::content::identity::ShopName;
use crate::content::repository::DocumentChange;
use crate::shared::error::feature_error;
use crate::shared::json::words;
use crate::shared::link_secret::{LinkSecret, SecretPage};
use crate::shared::ports::PortError;

/// The page that sets up the shop.
#[derive(Clone, Copy, Debug)]
pub enum SetupPage {}

impl SecretPage for SetupPage {
    const PATH: &'static str = "setup";
}

/// The secret in the link. It lets its holder become the first owner.
pub type SetupSecret = LinkSecret<SetupPage>;

words! {
    /// The data that a shop begins with.
    pub enum ShopData {
        /// Products, customers, orders and settings of the demo shop, to try things out.
        Demo = "demo",
        Empty = "empty",
    }
}

/// A shop as its first owner wants it.
#[derive(Clone, Debug)]
pub struct NewShop {
    /// The secret of the link that the owner opened.
    pub secret: SetupSecret,
    pub owner: NewUser,
    pub name: ShopName,
    /// The identity that is published under this name.
    pub identity: DocumentChange,
    /// What the shop begins with.
    pub data: ShopData,
    /// The first owner again, for the audit log.
    pub by: Actor,
}

words! {
    /// A part of a set-up that takes time.
    pub enum SetupPart {
        /// Storing the pictures of the demo shop.
        Pictures = "pictures",
        /// Writing owner and name.
        Shop = "shop",
        /// Writing the demo shop's customers.
        Customers = "customers",
        Products = "products",
        Orders = "orders",
    }
}

/// The progress of a set-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SetupStep {
    /// The present part.
    pub part: SetupPart,
    /// The finished pieces of it.
    pub done: usize,
    /// All pieces of it.
    pub of: usize,
}

/// Is told of each step. It must not wait: it is called within a transaction.
pub type SetupWatcher = Arc<dyn Fn(SetupStep) + Send + Sync>;

/// Which first steps are done. No step is ticked by hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checklist {
    /// The shop shows a logo of its own.
    pub has_logo: bool,
    /// The shop has a product.
    pub has_product: bool,
    /// A member of staff saved the settings of delivery, changed or not.
    pub has_delivery: bool,
    /// A member of staff saved the settings of payment, changed or not.
    pub has_payment: bool,
    /// A mail of the shop arrived: an owner confirmed an address by the link in it.
    pub has_tested_mail: bool,
}

feature_error! {
    /// Why a shop was not set up.
    pub enum SetupError {
        Closed => NotFound, "setup.closed", "This shop is set up already. Please log in.";
        WrongLink => Forbidden, "setup.link_invalid", "This link is not valid. Each start of the shop prints a new one: please open the newest.";
        EmailTaken => Conflict, "user.email_taken", "An account with this email exists already. Please use another one.";
        /// The shop was set up, and no session could be opened.
        NoSession(#[source] Box<dyn Error + Send + Sync>) => Unavailable, "setup.no_session", "Your shop is ready. Please log in.";
    } port "Something went wrong on our side, and nothing was set up. Please try again."
}

/// Keeps one link, shared by all instances, and the first owner. An administrator that is made in any way closes the set-up for good.
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait SetupRepository: Send + Sync {
    /// Keeps the hash of a new link's secret in place of the former one; writes nothing if the shop has an administrator. Returns
    /// whether it was kept.
    async fn renew_link(&self, secret: &SetupSecret, at: DateTime<Utc>) -> Result<bool, PortError>;

    /// Whether the shop has no administrator, and a link.
    async fn is_open(&self) -> Result<bool, PortError>;

    /// Succeeds if the link with this secret sets up the shop: it has no administrator, and no newer link.
    async fn check_link(&self, secret: &SetupSecret) -> Result<(), SetupError>;

    /// Writes the first owner with the mail to them, and ends the link. One transaction with the audit entry, under the lock of the
    /// first administrator: of concurrent calls one succeeds, and the others find the shop closed.
    async fn create_owner(&self, secret: &SetupSecret, owner: &NewUser, by: &Actor) -> Result<User, SetupError>;

    /// The owner's first steps, read in one snapshot. The cost of a call does not grow with the shop.
    async fn checklist(&self) -> Result<Checklist, PortError>;
}

#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait ShopCreator: Send + Sync {
    /// Stores the pictures of the data, then writes owner, identity and data in one transaction, or nothing but pictures. Pictures are
    /// stored under the same names each time, so a repetition after a failure finds them. Answers the owner.
    async fn create_shop(&self, shop: &NewShop, watcher: &SetupWatcher) -> Result<User, SetupError>;
}
