//! The link that sets up a shop without an administrator (contract-owner, section 1).

use crate::shared::link_secret::{LinkSecret, SecretPage};

/// The page that sets up the shop.
#[derive(Clone, Copy, Debug)]
pub enum SetupPage {}

impl SecretPage for SetupPage {
    const PATH: &'static str = "setup";
}

/// The secret in the link. It lets its holder become the first owner.
pub type SetupSecret = LinkSecret<SetupPage>;
