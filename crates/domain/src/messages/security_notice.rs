//! Mails about changes that a thief of a session or of a password would make: to the owner of the account, or to the owners of the shop.
//! They cannot be switched off.

use chrono::{DateTime, Utc};

use crate::accounts::staff_role::StaffRole;
use crate::shared::email::EmailAddress;
use crate::shared::money::Money;
use crate::shared::order_id::OrderId;

/// What was done to the account of a member of staff.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StaffChange {
    /// It cannot sign in any more.
    Blocked,
    /// It can sign in again.
    Unblocked,
    /// It has this role now.
    Role(StaffRole),
    /// It is a customer's account now.
    Removed,
    Deleted,
}

/// What a notice reports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SecurityEvent {
    /// The account has a new password.
    PasswordSet,
    /// The password of the account was right, and codes of its second factor were wrong, this many times.
    WrongCodes(u32),
    /// The second factor of the account was removed by a member of staff or the operator.
    SecondFactorRemoved,
    /// The settings of payments have changed; the account to which customers transfer money, in words, where it is another one.
    PaymentSettings {
        /// Holder, number and bank; `None` where the account is the same as before or there is none.
        account: Option<String>,
    },
    /// The shop has another e-mail address.
    ShopEmail(EmailAddress),
    /// A refund above the limit that the settings name was released.
    LargeRefund {
        order: OrderId,
        /// The amount of the refund.
        amount: Money,
    },
    /// The account of another member of staff was changed.
    StaffAccount {
        email: EmailAddress,
        /// What was done to it.
        change: StaffChange,
    },
    /// The recipient's own account, that of a member of staff, was changed.
    OwnStaffAccount(StaffChange),
    /// Couriers track parcels at other addresses, which customers get as links.
    TrackingLinks {
        /// Each new courier or address, in words; empty where some were only removed.
        couriers: Vec<String>,
    },
}

/// The data of a notice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SecurityNews {
    pub at: DateTime<Utc>,
    /// The user whose session or command caused it; `None` where it was not a session.
    pub by: Option<EmailAddress>,
    pub event: SecurityEvent,
}

impl SecurityEvent {
    /// The page on which the recipient undoes or checks it, below the shop's address.
    #[must_use]
    pub fn path(&self) -> String {
        match self {
            Self::PasswordSet | Self::WrongCodes(_) => "/forgot-password".to_owned(),
            Self::SecondFactorRemoved => "/user".to_owned(),
            Self::PaymentSettings { .. } => "/admin/settings/payments".to_owned(),
            Self::ShopEmail(_) => "/admin/look/identity".to_owned(),
            // A person who was blocked cannot sign in.
            Self::OwnStaffAccount(_) => "/contact".to_owned(),
            Self::StaffAccount { .. } => "/admin/staff".to_owned(),
            Self::TrackingLinks { .. } => "/admin/settings/delivery".to_owned(),
            Self::LargeRefund { order, .. } => format!("/admin/orders?q={}", order.as_str()),
        }
    }
}
