//! The data of notices about security as JSON.

use chrono::{DateTime, Utc};
use domain::accounts::staff_role::StaffRole;
use domain::messages::security_notice::{SecurityEvent, SecurityNews, StaffChange};
use domain::shared::email::EmailAddress;
use domain::shared::money::Money;
use domain::shared::order_id::OrderId;
use serde::{Deserialize, Serialize};

use crate::error::{DbError, known, stored};

#[derive(Serialize, Deserialize)]
pub(super) struct SecurityData {
    at: DateTime<Utc>,
    by: Option<String>,
    event: EventData,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
enum EventData {
    PasswordSet,
    WrongCodes { times: u32 },
    SecondFactorRemoved,
    PaymentSettings { account: Option<String> },
    ShopEmail { email: String },
    LargeRefund { order: String, amount_cents: i64 },
    StaffAccount { email: String, change: StaffChangeData },
    OwnStaffAccount { change: StaffChangeData },
    TrackingLinks { couriers: Vec<String> },
}

/// What was done to the account of a member of staff.
#[derive(Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
enum StaffChangeData {
    Blocked,
    Unblocked,
    Role { role: String },
    Removed,
    Deleted,
}

impl StaffChangeData {
    fn of(change: StaffChange) -> Self {
        match change {
            StaffChange::Blocked => Self::Blocked,
            StaffChange::Unblocked => Self::Unblocked,
            StaffChange::Role(role) => Self::Role { role: role.as_str().to_owned() },
            StaffChange::Removed => Self::Removed,
            StaffChange::Deleted => Self::Deleted,
        }
    }

    fn change(&self) -> Result<StaffChange, DbError> {
        Ok(match self {
            Self::Blocked => StaffChange::Blocked,
            Self::Unblocked => StaffChange::Unblocked,
            Self::Role { role } => StaffChange::Role(known("role", StaffRole::parse(role))?),
            Self::Removed => StaffChange::Removed,
            Self::Deleted => StaffChange::Deleted,
        })
    }
}

impl SecurityData {
    pub(super) fn of(news: &SecurityNews) -> Self {
        let event = match &news.event {
            SecurityEvent::PasswordSet => EventData::PasswordSet,
            SecurityEvent::WrongCodes(times) => EventData::WrongCodes { times: *times },
            SecurityEvent::SecondFactorRemoved => EventData::SecondFactorRemoved,
            SecurityEvent::PaymentSettings { account } => EventData::PaymentSettings { account: account.clone() },
            SecurityEvent::ShopEmail(email) => EventData::ShopEmail { email: email.as_str().to_owned() },
            SecurityEvent::LargeRefund { order, amount } => {
                EventData::LargeRefund { order: order.as_str().to_owned(), amount_cents: amount.cents() }
            }
            SecurityEvent::StaffAccount { email, change } => {
                EventData::StaffAccount { email: email.as_str().to_owned(), change: StaffChangeData::of(*change) }
            }
            SecurityEvent::OwnStaffAccount(change) => EventData::OwnStaffAccount { change: StaffChangeData::of(*change) },
            SecurityEvent::TrackingLinks { couriers } => EventData::TrackingLinks { couriers: couriers.clone() },
        };
        Self { at: news.at, by: news.by.as_ref().map(|by| by.as_str().to_owned()), event }
    }

    pub(super) fn news(self) -> Result<SecurityNews, DbError> {
        let event = match self.event {
            EventData::PasswordSet => SecurityEvent::PasswordSet,
            EventData::WrongCodes { times } => SecurityEvent::WrongCodes(times),
            EventData::SecondFactorRemoved => SecurityEvent::SecondFactorRemoved,
            EventData::PaymentSettings { account } => SecurityEvent::PaymentSettings { account },
            EventData::ShopEmail { email } => SecurityEvent::ShopEmail(stored("e-mail address", EmailAddress::parse_known(&email))?),
            EventData::LargeRefund { order, amount_cents } => SecurityEvent::LargeRefund {
                order: stored("order number", OrderId::parse(&order))?,
                amount: stored("amount", Money::from_cents(amount_cents))?,
            },
            EventData::StaffAccount { email, change } => SecurityEvent::StaffAccount {
                email: stored("e-mail address", EmailAddress::parse_known(&email))?,
                change: change.change()?,
            },
            EventData::OwnStaffAccount { change } => SecurityEvent::OwnStaffAccount(change.change()?),
            EventData::TrackingLinks { couriers } => SecurityEvent::TrackingLinks { couriers },
        };
        let by = stored("e-mail address", self.by.as_deref().map(EmailAddress::parse_known).transpose())?;
        Ok(SecurityNews { at: self.at, by, event })
    }
}
