//! A change of an order by an administrator.

use crate::orders::order::Order;
use crate::orders::order_status::{OrderStatus, StockEffect};
use crate::shared::edit::Edit;
use crate::shared::text::{OrderNotes, PaymentId};

/// The fields of an order that an administrator changes; `None` and [`Edit::Keep`] leave a field as it is.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct OrderChange {
    /// The status that the administrator saw. The change is refused if the order has another one; `None` accepts any.
    pub expected_status: Option<OrderStatus>,
    /// New status.
    pub status: Option<OrderStatus>,
    /// New notes.
    pub notes: Option<OrderNotes>,
    /// Reference of a payment received outside the shop; cleared when it was recorded by mistake.
    pub payment_id: Edit<PaymentId>,
    /// Whether the payment was refunded.
    pub refunded: Option<bool>,
}

impl OrderChange {
    /// Whether the administrator decided on a status that is no longer the `current` one.
    #[must_use]
    pub fn is_stale(&self, current: OrderStatus) -> bool {
        self.expected_status.is_some_and(|expected| expected != current)
    }

    /// The effect of the change on the stock, for an order with the status `current`.
    #[must_use]
    pub fn stock_effect(&self, current: OrderStatus) -> StockEffect {
        self.status.map_or(StockEffect::None, |next| current.stock_effect(next))
    }

    /// The order after the change. A new status moves the packing and the parcel along (contract-commerce, section 4).
    #[must_use]
    pub fn apply(self, order: Order) -> Order {
        let status = self.status.unwrap_or(order.status);
        Order {
            status,
            fulfilment: order.fulfilment.moved(order.status, status),
            notes: self.notes.unwrap_or(order.notes),
            payment_id: self.payment_id.apply(order.payment_id),
            refunded: self.refunded.unwrap_or(order.refunded),
            ..order
        }
    }
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use uuid::Uuid;

    use super::*;
    use crate::orders::order::{OrderDraft, Shipping};
    use crate::orders::order_id::OrderId;
    use crate::shared::email::EmailAddress;
    use crate::shared::ids::UserId;
    use crate::shared::money::Money;
    use crate::shared::phone::PhoneNumber;
    use crate::shared::text::{RecipientName, ShippingAddress};

    fn order() -> Order {
        OrderDraft {
            id: OrderId::from_random(7),
            user_id: UserId::new(Uuid::nil()),
            email: EmailAddress::parse("nimali@example.com").unwrap(),
            items: Vec::new(),
            shipping: Shipping {
                name: RecipientName::parse("Nimali").unwrap(),
                address: ShippingAddress::parse("1 Galle Road").unwrap(),
                phone: PhoneNumber::parse("0771234567").unwrap(),
            },
            total: Money::from_cents(300).unwrap(),
            placed_at: DateTime::UNIX_EPOCH,
            claim: None,
            customer_note: None,
            mails: Vec::new(),
        }
        .into_order()
    }

    #[test]
    fn a_change_of_nothing_changes_nothing() {
        assert_eq!(OrderChange::default().apply(order()), order());
        assert_eq!(OrderChange::default().stock_effect(OrderStatus::Cancelled), StockEffect::None);
    }

    #[test]
    fn a_change_is_stale_where_the_status_is_not_the_one_that_was_seen() {
        for seen in OrderStatus::ALL {
            let change = OrderChange { expected_status: Some(seen), ..OrderChange::default() };
            assert_eq!(OrderStatus::ALL.map(|current| change.is_stale(current)), OrderStatus::ALL.map(|current| current != seen));
        }
        assert_eq!(OrderStatus::ALL.map(|current| OrderChange::default().is_stale(current)), [false; 4]);
    }

    #[test]
    fn a_change_touches_only_its_own_fields() {
        let change = OrderChange {
            expected_status: Some(OrderStatus::Processing),
            status: Some(OrderStatus::Cancelled),
            notes: Some(OrderNotes::parse("called").unwrap()),
            payment_id: Edit::Set(PaymentId::parse("PAY-1").unwrap()),
            refunded: Some(true),
        };
        assert_eq!(change.stock_effect(OrderStatus::Shipped), StockEffect::Restock);
        let changed = change.apply(order());
        let expected = Order {
            status: OrderStatus::Cancelled,
            notes: OrderNotes::parse("called").unwrap(),
            payment_id: PaymentId::parse("PAY-1").ok(),
            refunded: true,
            ..order()
        };
        assert_eq!(changed, expected);
        let back = OrderChange { status: Some(OrderStatus::Shipped), ..OrderChange::default() };
        assert_eq!(back.stock_effect(changed.status), StockEffect::Take);
        let back = back.apply(changed);
        assert_eq!(back, Order { status: OrderStatus::Shipped, ..expected });
        let unpaid = OrderChange { payment_id: Edit::Clear, ..OrderChange::default() };
        assert_eq!(unpaid.apply(back.clone()), Order { payment_id: None, ..back });
    }
}
