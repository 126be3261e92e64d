//! Which permission a change of an order's status needs (contract-owner, section 2).

use crate::accounts::permission::Permission;
use crate::orders::order_status::OrderStatus;

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
    use OrderStatus::{Cancelled, Processing};

    fn may(role: StaffRole, from: OrderStatus, to: OrderStatus) -> bool {
        permission_for(from, to).is_none_or(|permission| role.may(permission))
    }

    #[test]
    fn every_role_moves_orders_as_the_contract_says() {
        for from in OrderStatus::ALL {
            for to in OrderStatus::ALL {
                let stays = from == to;
                let touches_cancelled = from == Cancelled || to == Cancelled;
                assert!(may(StaffRole::Owner, from, to) && may(StaffRole::Manager, from, to));
                assert_eq!(may(StaffRole::Fulfilment, from, to), stays || !touches_cancelled, "{from:?} to {to:?}");
                assert_eq!(may(StaffRole::Support, from, to), stays || (from, to) == (Processing, Cancelled), "{from:?} to {to:?}");
                assert_eq!(may(StaffRole::Content, from, to), stays, "{from:?} to {to:?}");
            }
        }
    }
}
