//! The units of an order that came back, that the customer keeps, and that a change moves.

use crate::orders::order::{Order, OrderItem};
use crate::orders::returns::order_return::{Return, ReturnState};
use crate::orders::status_change::StockEffect;
use crate::shared::order_status::OrderStatus;
use crate::shared::quantity::Quantity;

impl Order {
    /// The return with this number.
    #[must_use]
    pub fn return_numbered(&self, number: u32) -> Option<&Return> {
        self.returns.iter().find(|one| one.number == number)
    }

    /// The units of the item at this place that came back.
    #[must_use]
    pub fn returned_units(&self, position: usize) -> u32 {
        self.returns.iter().map(|one| one.returned_of(position)).fold(0, u32::saturating_add)
    }

    /// The units of the item at this place of which a return may still be requested. None before the order is delivered.
    #[must_use]
    pub fn returnable_units(&self, position: usize) -> u32 {
        if self.status != OrderStatus::Completed {
            return 0;
        }
        let bought = self.items.get(position).map_or(0, |item| item.quantity.get());
        self.returns.iter().map(|one| one.units_of(position)).fold(bought, u32::saturating_sub)
    }

    /// The items with the units that did not come back.
    #[must_use]
    pub fn kept_items(&self) -> Vec<OrderItem> {
        let kept =
            |(position, item): (usize, &OrderItem)| with_units(item, item.quantity.get().saturating_sub(self.returned_units(position)));
        self.items.iter().enumerate().filter_map(kept).collect()
    }

    /// The units that the change from `self` to `after` moves: those that the customer keeps where the order is cancelled or reinstated,
    /// and those of received goods that are sold again.
    #[must_use]
    pub fn moved_units(&self, after: &Self) -> (StockEffect, Vec<OrderItem>) {
        match self.status.stock_effect(after.status) {
            StockEffect::None | StockEffect::Return => (StockEffect::Return, self.restocked_since(after)),
            effect => (effect, self.kept_items()),
        }
    }

    fn restocked_since(&self, after: &Self) -> Vec<OrderItem> {
        let is_new = |one: &&Return| one.state == ReturnState::Received && !self.returns.contains(one);
        let items = after.returns.iter().filter(is_new).flat_map(|one| &one.items);
        items.filter_map(|item| with_units(after.items.get(item.position)?, item.restocked)).collect()
    }
}

/// The item with this number of units; `None` without any.
fn with_units(item: &OrderItem, units: u32) -> Option<OrderItem> {
    Quantity::parse(units.into()).ok().map(|quantity| OrderItem { quantity, ..item.clone() })
}
