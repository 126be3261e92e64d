//! The roles of staff (contract-owner, section 2). What each may do is in [`super::permission`].

/// What a member of staff works on. Every administrator has one role; customers have none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StaffRole {
    /// Runs the shop: may do everything.
    Owner,
    /// Runs the day: all but staff accounts, security and the settings of the owner.
    Manager,
    /// Packs and hands over orders, and counts the stock.
    Fulfilment,
    Support,
    /// Describes products and writes the shop's texts.
    Content,
}

impl StaffRole {
    /// All roles, in the order in which they are listed.
    pub const ALL: [Self; 5] = [Self::Owner, Self::Manager, Self::Fulfilment, Self::Support, Self::Content];

    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Owner => "owner",
            Self::Manager => "manager",
            Self::Fulfilment => "fulfilment",
            Self::Support => "support",
            Self::Content => "content",
        }
    }

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

    /// Reads the contract's spelling; `None` for any other text.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.as_str() == text)
    }
}
