//! The roles of staff (contract-owner, section 2). What each may do is in [`super::permission`].

use crate::shared::json::words;

words! {
    /// What a member of staff works on. Every administrator has one role; customers have none.
    pub enum StaffRole {
        /// Runs the shop: may do everything.
        Owner = "owner",
        /// Runs the day: all but staff accounts, security and the settings of the owner.
        Manager = "manager",
        /// Packs and hands over orders, and counts the stock.
        Fulfilment = "fulfilment",
        Support = "support",
        /// Describes products and writes the shop's texts.
        Content = "content",
    }
}

impl StaffRole {
    /// The name in sentences.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Owner => "Owner",
            Self::Manager => "Manager",
            Self::Fulfilment => "Fulfilment",
            Self::Support => "Support",
            Self::Content => "Content",
        }
    }
}
