//! The effect of a change of status on the stock, and the permission that it needs (contract-owner, section 2).

use crate::accounts::permission::Permission;
use crate::shared::order_status::OrderStatus;

/// The effect of a change of status on the stock of the order's products (contract, Orders).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StockEffect {
    None,
    /// Every line's units go back on the shelf: the order enters `cancelled`.
    Restock,
    /// Units that a customer sent back go on the shelf.
    Return,
    /// Every line's units are taken again, or the change is refused: the order leaves `cancelled`.
    Take,
}

impl OrderStatus {
    /// The effect of a change from `self` to `next` on the stock. Every change is allowed.
    #[must_use]
    pub const fn stock_effect(self, next: Self) -> StockEffect {
        match (self, next) {
            (Self::Cancelled, Self::Cancelled) => StockEffect::None,
            (_, Self::Cancelled) => StockEffect::Restock,
            (Self::Cancelled, _) => StockEffect::Take,
            _ => StockEffect::None,
        }
    }
}

/// The permission to move an order between these statuses; `None` where the status stays.
#[must_use]
pub fn permission_for(from: OrderStatus, to: OrderStatus) -> Option<Permission> {
    match (from, to) {
        (from, to) if from == to => None,
        (OrderStatus::Processing, OrderStatus::Cancelled) => Some(Permission::CancelProcessingOrders),
        (_, OrderStatus::Cancelled) | (OrderStatus::Cancelled, _) => Some(Permission::ManageOrders),
        _ => Some(Permission::FulfilOrders),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::accounts::staff_role::StaffRole;

    #[test]
    fn only_entering_and_leaving_cancelled_move_stock() {
        use OrderStatus::{Cancelled, Completed, Processing, Shipped};
        use StockEffect::{None, Restock, Take};
        for (from, effects) in [
            // to: processing, shipped, completed, cancelled
            (Processing, [None, None, None, Restock]),
            (Shipped, [None, None, None, Restock]),
            (Completed, [None, None, None, Restock]),
            (Cancelled, [Take, Take, Take, None]),
        ] {
            assert_eq!(OrderStatus::ALL.map(|to| from.stock_effect(to)), effects, "from {from}");
        }
    }

    #[test]
    fn going_there_and_back_leaves_the_stock_as_it_was() {
        let units = |effect| match effect {
            StockEffect::None => 0,
            StockEffect::Restock | StockEffect::Return => 1,
            StockEffect::Take => -1,
        };
        for a in OrderStatus::ALL {
            for b in OrderStatus::ALL {
                for c in OrderStatus::ALL {
                    let round = units(a.stock_effect(b)) + units(b.stock_effect(c)) + units(c.stock_effect(a));
                    assert_eq!(round, 0, "{a} → {b} → {c} → {a}");
                }
            }
        }
    }

    fn may(role: StaffRole, from: OrderStatus, to: OrderStatus) -> bool {
        permission_for(from, to).is_none_or(|permission| role.may(permission))
    }

    #[test]
    fn every_role_moves_orders_as_the_contract_says() {
        for from in OrderStatus::ALL {
            for to in OrderStatus::ALL {
                let stays = from == to;
                let touches_cancelled = from == OrderStatus::Cancelled || to == OrderStatus::Cancelled;
                assert!(may(StaffRole::Owner, from, to) && may(StaffRole::Manager, from, to));
                assert_eq!(may(StaffRole::Fulfilment, from, to), stays || !touches_cancelled, "{from:?} to {to:?}");
                assert_eq!(
                    may(StaffRole::Support, from, to),
                    stays || (from, to) == (OrderStatus::Processing, OrderStatus::Cancelled),
                    "{from:?} to {to:?}"
                );
                assert_eq!(may(StaffRole::Content, from, to), stays, "{from:?} to {to:?}");
            }
        }
    }
}
