//! The kinds of the mails that the shop sends from the outbox, and the steps of an order that they report.

use crate::shared::json::words;

words! {
    /// The kind of a mail (contract-commerce, section 6). The outbox stores it, and the preview page names it.
    #[derive(PartialOrd, Ord)]
    pub enum MailKind {
        /// To a new customer: a link that verifies the address.
        Verify = "verify",
        /// To an invited person: a link to join the staff.
        Invitation = "invitation",
        /// To the customer: the order was placed, and how it is paid.
        Placed = "placed",
        /// To the customer: half of the time for a bank transfer is over.
        Reminder = "reminder",
        /// To the customer: money came in.
        Paid = "paid",
        /// To the customer: staff found no money for a bank slip.
        SlipRejected = "slipRejected",
        /// To the customer: the order was cancelled because it was not paid in time.
        Expired = "expired",
        /// To the customer: the order waits at the shop.
        ReadyForPickup = "readyForPickup",
        /// To the customer: the order is on its way.
        Shipped = "shipped",
        /// To the customer: the order was delivered.
        Delivered = "delivered",
        /// To the customer: the order was cancelled.
        Cancelled = "cancelled",
        /// To the customer: money went back.
        Refunded = "refunded",
        /// To the customer: a note by staff.
        Note = "note",
        /// To the customer: the shop has the request of a return.
        ReturnRequested = "returnRequested",
        /// To the customer: the goods are to be sent back.
        ReturnApproved = "returnApproved",
        /// To the customer: the shop takes nothing back.
        ReturnRejected = "returnRejected",
        /// To the customer: the goods came back and are credited.
        ReturnReceived = "returnReceived",
        /// To the customer: the link to the page of the order, on request.
        OrderLink = "orderLink",
        /// To the shop: a new order.
        ShopOrder = "order",
        /// To the shop: a return was requested.
        ShopReturn = "return",
        /// To the shop: a payment did not go as it should.
        Attention = "attention",
        /// To staff: their account was signed in to from an unusual device and network.
        SignInAlert = "signInAlert",
        /// To the owner of an account, or to the owners of the shop: a change that a thief would make.
        SecurityNotice = "securityNotice",
    }
}

impl MailKind {
    /// Whether the shop receives it, rather than a customer.
    #[must_use]
    pub const fn is_for_shop(self) -> bool {
        matches!(self, Self::ShopOrder | Self::ShopReturn | Self::Attention)
    }

    /// The step of an order that it reports; `None` for a mail that is not about a step of an order.
    #[must_use]
    pub fn step(self) -> Option<OrderStep> {
        OrderStep::ALL.into_iter().find(|step| step.kind() == self)
    }
}

/// The step of an order that a mail reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OrderStep {
    /// It was placed; the mail goes to the customer.
    Placed,
    /// Half of the time for a bank transfer is over.
    Reminder,
    Paid,
    /// A bank slip was rejected.
    SlipRejected,
    /// It was cancelled because it was not paid in time.
    Expired,
    /// It waits at the shop.
    ReadyForPickup,
    /// It was handed to a courier.
    Shipped,
    Delivered,
    Cancelled,
    Refunded,
    /// Staff wrote to the customer.
    Note,
    /// Somebody who knows its number and its customer asked for its page, or staff revoked the link that was mailed before.
    Link,
    ReturnRequested,
    ReturnApproved,
    ReturnRejected,
    /// The goods of a return came back.
    ReturnReceived,
    /// It was placed; the mail goes to the shop.
    ForShop,
    /// A return was requested; the mail goes to the shop.
    ReturnForShop,
}

impl OrderStep {
    pub const ALL: [Self; 18] = [
        Self::Placed,
        Self::Reminder,
        Self::Paid,
        Self::SlipRejected,
        Self::Expired,
        Self::ReadyForPickup,
        Self::Shipped,
        Self::Delivered,
        Self::Cancelled,
        Self::Refunded,
        Self::Note,
        Self::Link,
        Self::ReturnRequested,
        Self::ReturnApproved,
        Self::ReturnRejected,
        Self::ReturnReceived,
        Self::ForShop,
        Self::ReturnForShop,
    ];

    /// The kind of the mail that reports it.
    #[must_use]
    pub const fn kind(self) -> MailKind {
        match self {
            Self::Placed => MailKind::Placed,
            Self::Reminder => MailKind::Reminder,
            Self::Paid => MailKind::Paid,
            Self::SlipRejected => MailKind::SlipRejected,
            Self::Expired => MailKind::Expired,
            Self::ReadyForPickup => MailKind::ReadyForPickup,
            Self::Shipped => MailKind::Shipped,
            Self::Delivered => MailKind::Delivered,
            Self::Cancelled => MailKind::Cancelled,
            Self::Refunded => MailKind::Refunded,
            Self::Note => MailKind::Note,
            Self::Link => MailKind::OrderLink,
            Self::ReturnRequested => MailKind::ReturnRequested,
            Self::ReturnApproved => MailKind::ReturnApproved,
            Self::ReturnRejected => MailKind::ReturnRejected,
            Self::ReturnReceived => MailKind::ReturnReceived,
            Self::ForShop => MailKind::ShopOrder,
            Self::ReturnForShop => MailKind::ShopReturn,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shop_gets_three_kinds_and_orders_all_but_five() {
        let for_shop: Vec<_> = MailKind::ALL.into_iter().filter(|kind| kind.is_for_shop()).collect();
        assert_eq!(for_shop, [MailKind::ShopOrder, MailKind::ShopReturn, MailKind::Attention]);
        assert_eq!(OrderStep::ALL.map(|step| step.kind().step()), OrderStep::ALL.map(Some));
        let of_no_order: Vec<_> = MailKind::ALL.into_iter().filter(|kind| kind.step().is_none()).collect();
        let expected = [MailKind::Verify, MailKind::Invitation, MailKind::Attention, MailKind::SignInAlert, MailKind::SecurityNotice];
        assert_eq!(of_no_order, expected);
    }
}
