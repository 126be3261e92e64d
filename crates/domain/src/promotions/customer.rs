//! Who a customer is for promotions, and what they did before.

use std::collections::BTreeMap;

use crate::accounts::user::User;
use crate::shared::email::EmailAddress;
use crate::shared::ids::{PromotionId, UserId};
use crate::shared::phone::PhoneNumber;

/// What a customer is known by: orders with any of these are theirs (contract-commerce, section 3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CustomerIdentity {
    pub user: Option<UserId>,
    pub email: EmailAddress,
    /// Known when they order.
    pub phone: Option<PhoneNumber>,
}

impl CustomerIdentity {
    /// A user, before they order.
    #[must_use]
    pub fn of(user: &User) -> Self {
        Self { user: Some(user.id), email: user.email.clone(), phone: None }
    }
}

/// The orders of a customer that are not cancelled.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CustomerHistory {
    pub has_ordered: bool,
    /// The orders that used each promotion.
    pub uses: BTreeMap<PromotionId, u32>,
}
