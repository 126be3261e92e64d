//! The settings of orders as they are stored.

use domain::orders::new_customer::{NewCustomerLimits, OpenOrders, UnitsPerOrder};
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
}

impl Default for StoredOrders {
    fn default() -> Self {
        Self::of(OrderSettings::default())
    }
}

impl StoredOrders {
    pub(super) fn of(settings: OrderSettings) -> Self {
        let OrderSettings { guest_checkout, return_days, changed_mind, new_customer: NewCustomerLimits { orders, units } } = settings;
        let (new_customer_orders, new_customer_units) = (orders.get(), units.get());
        Self { guest_checkout, return_days: return_days.get(), changed_mind, new_customer_orders, new_customer_units }
    }

    pub(super) fn settings(self) -> Result<OrderSettings, DbError> {
        let return_days = stored("days for returns", ReturnDays::parse(i64::from(self.return_days)))?;
        let new_customer = NewCustomerLimits {
            orders: stored("open orders of new customers", OpenOrders::parse(self.new_customer_orders.into()))?,
            units: stored("units of new customers", UnitsPerOrder::parse(self.new_customer_units.into()))?,
        };
        Ok(OrderSettings { guest_checkout: self.guest_checkout, return_days, changed_mind: self.changed_mind, new_customer })
    }
}
