//! Who asks about one order: a user with a session, or the holder of the key of a guest's order.

use crate::accounts::permission::{Lacking, Permission};
use crate::accounts::session::Principal;
use crate::orders::guest_orders::KeyHolder;
use crate::orders::order::Order;

/// An identified caller, and what they may do with an order.
pub trait OrderCaller: Clone + Send + Sync + 'static {
    /// Whether the order is their own.
    fn owns(&self, order: &Order) -> bool;

    /// Whether they are staff whose role has this permission.
    fn may(&self, permission: Permission) -> bool;

    /// The user, where there is a session.
    fn user(&self) -> Option<&Principal>;

    /// Asks for this permission, unless the order is their own.
    ///
    /// # Errors
    /// [`Lacking`] if it is another's and they do not have the permission.
    fn require_unless_own(&self, order: &Order, permission: Permission) -> Result<(), Lacking> {
        if self.owns(order) || self.may(permission) { Ok(()) } else { Err(Lacking(permission)) }
    }
}

impl OrderCaller for Principal {
    fn owns(&self, order: &Order) -> bool {
        order.user_id == Some(self.user.id)
    }

    fn may(&self, permission: Permission) -> bool {
        Self::may(self, permission)
    }

    fn user(&self) -> Option<&Principal> {
        Some(self)
    }
}

/// The key of an order is good for that order alone, and only as long as no account has it.
impl OrderCaller for KeyHolder {
    fn owns(&self, order: &Order) -> bool {
        order.user_id.is_none() && order.id == self.order
    }

    fn may(&self, _: Permission) -> bool {
        false
    }

    fn user(&self) -> Option<&Principal> {
        None
    }
}

/// Either of both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UserOrKeyHolder {
    User(Box<Principal>),
    KeyHolder(KeyHolder),
}

impl OrderCaller for UserOrKeyHolder {
    fn owns(&self, order: &Order) -> bool {
        match self {
            Self::User(user) => user.owns(order),
            Self::KeyHolder(holder) => holder.owns(order),
        }
    }

    fn may(&self, permission: Permission) -> bool {
        self.user().is_some_and(|user| user.may(permission))
    }

    fn user(&self) -> Option<&Principal> {
        match self {
            Self::User(user) => Some(user),
            Self::KeyHolder(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::orders::samples::order;
    use crate::shared::ids::UserId;
    use crate::shared::order_id::OrderId;

    #[test]
    fn a_key_is_good_for_its_order_until_an_account_has_it() {
        let order = Order { user_id: None, ..order() };
        let holder = KeyHolder { order: order.id.clone(), email: order.email.clone() };
        let caller = UserOrKeyHolder::KeyHolder(holder.clone());
        assert!(order.is_visible_to(&holder) && order.is_visible_to(&caller));
        assert!(caller.require_unless_own(&order, Permission::ManagePayments).is_ok());
        let claimed = Order { user_id: Some(UserId::new(uuid::Uuid::nil())), ..order.clone() };
        let another = Order { id: OrderId::from_random(99), ..order };
        for other in [claimed, another] {
            assert!(!other.is_visible_to(&caller));
            assert_eq!(caller.require_unless_own(&other, Permission::ReadOrders), Err(Lacking(Permission::ReadOrders)));
        }
    }
}
