//! The limits of new customers: accounts whose address was never verified and that have no completed order. Registering costs nothing, so
//! without them one person could take the whole stock.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::shared::json::number_json;

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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

/// A number of open orders, 1 to 1,000.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenOrders(u16);

number_json!(OpenOrders, Self::get, Self::parse);

/// The number is out of range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("must be 1 to 1,000")]
pub struct OpenOrdersError;

impl OpenOrders {
    /// Checks a number of orders.
    ///
    /// # Errors
    /// [`OpenOrdersError`] for a number out of range.
    pub fn parse(orders: i64) -> Result<Self, OpenOrdersError> {
        u16::try_from(orders).ok().filter(|orders| (1..=1_000).contains(orders)).map(Self).ok_or(OpenOrdersError)
    }

    #[must_use]
    pub const fn get(self) -> u16 {
        self.0
    }
}

/// A number of units in one order, 1 to 1,000,000.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnitsPerOrder(u32);

number_json!(UnitsPerOrder, Self::get, Self::parse);

/// The number is out of range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("must be 1 to 1,000,000")]
pub struct UnitsPerOrderError;

impl UnitsPerOrder {
    /// Checks a number of units.
    ///
    /// # Errors
    /// [`UnitsPerOrderError`] for a number out of range.
    pub fn parse(units: i64) -> Result<Self, UnitsPerOrderError> {
        u32::try_from(units).ok().filter(|units| (1..=1_000_000).contains(units)).map(Self).ok_or(UnitsPerOrderError)
    }

    #[must_use]
    pub const fn get(self) -> u32 {
        self.0
    }
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
