//! The limits of new customers: accounts whose address was never verified and that have no completed order. Registering costs nothing, so
//! without them one person could take the whole stock.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::shared::json::number;

/// The limits of the settings (contract, Rate limits).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct NewCustomerLimits {
    /// The most orders that are neither completed nor cancelled.
    #[serde(rename = "newCustomerOrders")]
    pub orders: OpenOrders,
    /// The most units of one order, all products together.
    #[serde(rename = "newCustomerUnits")]
    pub units: UnitsPerOrder,
}

/// The default shop: 3 open orders, 30 units in one.
impl Default for NewCustomerLimits {
    fn default() -> Self {
        Self { orders: OpenOrders(3), units: UnitsPerOrder(30) }
    }
}

/// Which limit refuses an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NewCustomerLimit {
    /// That of open orders.
    Orders,
    Units,
}

/// A limit that an order would pass. `Display` is the sentence for the customer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReachedLimit {
    limit: NewCustomerLimit,
    limits: NewCustomerLimits,
}

impl NewCustomerLimits {
    /// The refusal of an order that passes `limit`.
    #[must_use]
    pub const fn reached(self, limit: NewCustomerLimit) -> ReachedLimit {
        ReachedLimit { limit, limits: self }
    }
}

impl fmt::Display for ReachedLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("A new customer can ")?;
        match (self.limit, self.limits.orders.get(), self.limits.units.get()) {
            (NewCustomerLimit::Orders, 1, _) => f.write_str("have 1 open order")?,
            (NewCustomerLimit::Orders, orders, _) => write!(f, "have {orders} open orders")?,
            (NewCustomerLimit::Units, _, 1) => f.write_str("order 1 unit at once")?,
            (NewCustomerLimit::Units, _, units) => write!(f, "order {units} units at once")?,
        }
        f.write_str(" at most. To order more, please verify your e-mail address in your account, or write to the shop.")
    }
}

number! {
    /// A number of open orders.
    pub struct OpenOrders: u16 = 1..=1_000, or "must be 1 to 1,000"
}

number! {
    /// A number of units in one order.
    pub struct UnitsPerOrder: u32 = 1..=1_000_000, or "must be 1 to 1,000,000"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_at_least_one() {
        for (orders, is_valid) in [(0, false), (1, true), (1_000, true), (1_001, false), (-1, false), (1 << 40, false)] {
            assert_eq!(OpenOrders::parse(orders).is_ok(), is_valid, "{orders}");
        }
        for (units, is_valid) in [(0, false), (1, true), (1_000_000, true), (1_000_001, false), (-1, false), (1 << 40, false)] {
            assert_eq!(UnitsPerOrder::parse(units).is_ok(), is_valid, "{units}");
        }
    }
}
