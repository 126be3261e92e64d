//! A shop that is about to be set up.

use std::sync::Arc;

use crate::accounts::actor::Actor;
use crate::accounts::user::NewUser;
use crate::content::identity::ShopName;
use crate::setup::setup_link::SetupSecret;
use crate::shared::json::words;

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
    /// The name of the shop.
    pub name: ShopName,
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
