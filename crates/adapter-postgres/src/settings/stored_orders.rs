//! The settings of orders as they are stored.

use domain::orders::new_customer::{NewCustomerLimits, OpenOrders, UnitsPerOrder};
use domain::orders::order_prefix::OrderPrefix;
use domain::orders::order_settings::{OrderSettings, ReturnDays};
use serde::{Deserialize, Serialize};

use crate::error::{DbError, stored};

/// The stored form; absent fields have their defaults.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct StoredOrders {
    guest_checkout: bool,
    return_days: u16,
    changed_mind: bool,
    new_customer_orders: u16,
    new_customer_units: u32,
    /// Absent until one is chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    order_prefix: Option<String>,
}

impl Default for StoredOrders {
    fn default() -> Self {
        Self::of(OrderSettings::default())
    }
}

impl StoredOrders {
    pub(super) fn of(settings: OrderSettings) -> Self {
        let OrderSettings { guest_checkout, return_days, changed_mind, new_customer: NewCustomerLimits { orders, units }, prefix } =
            settings;
        Self {
            guest_checkout,
            return_days: return_days.get(),
            changed_mind,
            new_customer_orders: orders.get(),
            new_customer_units: units.get(),
            order_prefix: prefix.map(|prefix| prefix.to_string()),
        }
    }

    pub(super) fn settings(self) -> Result<OrderSettings, DbError> {
        let return_days = stored("days for returns", ReturnDays::parse(i64::from(self.return_days)))?;
        let new_customer = NewCustomerLimits {
            orders: stored("open orders of new customers", OpenOrders::parse(self.new_customer_orders.into()))?,
            units: stored("units of new customers", UnitsPerOrder::parse(self.new_customer_units.into()))?,
        };
        let prefix = stored("prefix of order numbers", self.order_prefix.as_deref().map(OrderPrefix::parse).transpose())?;
        Ok(OrderSettings { guest_checkout: self.guest_checkout, return_days, changed_mind: self.changed_mind, new_customer, prefix })
    }
}
