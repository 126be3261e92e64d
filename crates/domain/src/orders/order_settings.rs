//! The settings of orders: guests, returns, new customers and numbers.

use serde::{Deserialize, Serialize};

use crate::orders::new_customer::{NewCustomerLimits, OpenOrders, UnitsPerOrder};
use crate::shared::json::number;
use crate::shared::order_prefix::OrderPrefix;

/// The settings of orders (contract-commerce, sections 4, 5 and 10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct OrderSettings {
    /// Whether visitors order without an account.
    pub guest_checkout: bool,
    /// The time after the delivery in which a return is asked for.
    pub return_days: ReturnDays,
    /// Whether a change of mind is a reason for a return.
    pub changed_mind: bool,
    #[serde(flatten)]
    pub new_customer: NewCustomerLimits,
    /// The prefix of the numbers of new orders; `None` until the shop has chosen one: then it is made of the shop's name
    /// ([`OrderPrefix::chosen_or_of`]).
    #[serde(rename = "orderPrefix", skip_serializing_if = "Option::is_none")]
    pub prefix: Option<OrderPrefix>,
}

/// The default shop: no guests, 7 days for returns, none for a change of mind, 3 open orders of 30 units for a new customer, and no prefix.
impl Default for OrderSettings {
    fn default() -> Self {
        let new_customer = NewCustomerLimits::default();
        Self { guest_checkout: false, return_days: ReturnDays(7), changed_mind: false, new_customer, prefix: None }
    }
}

number! {
    /// With 0 the shop takes nothing back.
    pub struct ReturnDays: u16 = 0..=365, or "must be 0 to 365"
}

/// The fields that an edit of the settings gives; `None` leaves a field unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct OrderSettingsEdit {
    pub guest_checkout: Option<bool>,
    pub return_days: Option<ReturnDays>,
    pub changed_mind: Option<bool>,
    pub new_customer_orders: Option<OpenOrders>,
    pub new_customer_units: Option<UnitsPerOrder>,
    pub prefix: Option<OrderPrefix>,
}

impl OrderSettings {
    /// The settings after an edit.
    #[must_use]
    pub fn edited(self, edit: OrderSettingsEdit) -> Self {
        Self {
            guest_checkout: edit.guest_checkout.unwrap_or(self.guest_checkout),
            return_days: edit.return_days.unwrap_or(self.return_days),
            changed_mind: edit.changed_mind.unwrap_or(self.changed_mind),
            new_customer: NewCustomerLimits {
                orders: edit.new_customer_orders.unwrap_or(self.new_customer.orders),
                units: edit.new_customer_units.unwrap_or(self.new_customer.units),
            },
            prefix: edit.prefix.or(self.prefix),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn returns_take_up_to_a_year() {
        for days in [0, 7, 365] {
            assert_eq!(ReturnDays::parse(days).map(|days| i64::from(days.get())), Ok(days));
        }
        for days in [-1, 366, 1 << 40] {
            assert_eq!(ReturnDays::parse(days), Err(ReturnDays::INVALID));
        }
    }

    #[test]
    fn an_edit_leaves_what_it_does_not_name() {
        let settings = OrderSettings::default();
        assert_eq!((settings.guest_checkout, settings.return_days.get(), settings.changed_mind), (false, 7, false));
        assert_eq!(settings.edited(OrderSettingsEdit::default()), settings);
        assert_eq!((settings.new_customer.orders.get(), settings.new_customer.units.get()), (3, 30));
        let edit = OrderSettingsEdit { changed_mind: Some(true), ..OrderSettingsEdit::default() };
        assert_eq!(settings.edited(edit), OrderSettings { changed_mind: true, ..settings });
        let edit = OrderSettingsEdit { new_customer_units: UnitsPerOrder::parse(7).ok(), ..OrderSettingsEdit::default() };
        let edited = settings.edited(edit).new_customer;
        assert_eq!((edited.orders.get(), edited.units.get()), (3, 7));
        let chosen = settings.edited(OrderSettingsEdit { prefix: OrderPrefix::parse("NEL").ok(), ..OrderSettingsEdit::default() });
        assert_eq!(chosen.prefix, OrderPrefix::parse("NEL").ok());
        assert_eq!(chosen.edited(OrderSettingsEdit::default()), chosen);
    }
}
