//! The kinds of the mails that the shop sends from the outbox, and the steps of an order that they report.

/// The kind of a mail (contract-commerce, section 6). The outbox stores it, and the preview page names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum MailKind {
    /// To a new customer: a link that verifies the address.
    Verify,
    /// To an invited person: a link to join the staff.
    Invitation,
    /// To the customer: the order was placed, and how it is paid.
    Placed,
    /// To the customer: half of the time for a bank transfer is over.
    Reminder,
    /// To the customer: money came in.
    Paid,
    /// To the customer: staff found no money for a bank slip.
    SlipRejected,
    /// To the customer: the order was cancelled because it was not paid in time.
    Expired,
    /// To the customer: the order waits at the shop.
    ReadyForPickup,
    /// To the customer: the order is on its way.
    Shipped,
    /// To the customer: the order was delivered.
    Delivered,
    /// To the customer: the order was cancelled.
    Cancelled,
    /// To the customer: money went back.
    Refunded,
    /// To the customer: a note by staff.
    Note,
    /// To the shop: a new order.
    ShopOrder,
    /// To the shop: a payment did not go as it should.
    Attention,
    /// To staff: their account was signed in to from an unusual device and network.
    SignInAlert,
    /// To the owner of an account, or to the owners of the shop: a change that a thief would make.
    SecurityNotice,
}

impl MailKind {
    /// All kinds, in the order in which the preview page lists them.
    pub const ALL: [Self; 17] = [
        Self::Verify,
        Self::Invitation,
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
        Self::ShopOrder,
        Self::Attention,
        Self::SignInAlert,
        Self::SecurityNotice,
    ];

    /// The spelling of the database and of the API.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Verify => "verify",
            Self::Invitation => "invitation",
            Self::Placed => "placed",
            Self::Reminder => "reminder",
            Self::Paid => "paid",
            Self::SlipRejected => "slipRejected",
            Self::Expired => "expired",
            Self::ReadyForPickup => "readyForPickup",
            Self::Shipped => "shipped",
            Self::Delivered => "delivered",
            Self::Cancelled => "cancelled",
            Self::Refunded => "refunded",
            Self::Note => "note",
            Self::ShopOrder => "order",
            Self::Attention => "attention",
            Self::SignInAlert => "signInAlert",
            Self::SecurityNotice => "securityNotice",
        }
    }

    /// Reads that spelling; `None` for any other text.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == text)
    }

    /// Whether the shop receives it, rather than a customer.
    #[must_use]
    pub const fn is_for_shop(self) -> bool {
        matches!(self, Self::ShopOrder | Self::Attention)
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
    /// It was placed; the mail goes to the shop.
    ForShop,
}

impl OrderStep {
    pub const ALL: [Self; 12] = [
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
        Self::ForShop,
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
            Self::ForShop => MailKind::ShopOrder,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_one_spelling() {
        let kinds = [
            "verify",
            "invitation",
            "placed",
            "reminder",
            "paid",
            "slipRejected",
            "expired",
            "readyForPickup",
            "shipped",
            "delivered",
            "cancelled",
            "refunded",
            "note",
            "order",
            "attention",
            "signInAlert",
            "securityNotice",
        ];
        assert_eq!(MailKind::ALL.map(MailKind::as_str), kinds);
        for kind in MailKind::ALL {
            assert_eq!(MailKind::parse(kind.as_str()), Some(kind));
        }
        assert_eq!(MailKind::parse("Placed"), None);
        let for_shop: Vec<_> = MailKind::ALL.into_iter().filter(|kind| kind.is_for_shop()).collect();
        assert_eq!(for_shop, [MailKind::ShopOrder, MailKind::Attention]);
        assert_eq!(OrderStep::ALL.map(|step| step.kind().step()), OrderStep::ALL.map(Some));
        let of_no_order: Vec<_> = MailKind::ALL.into_iter().filter(|kind| kind.step().is_none()).collect();
        let expected = [MailKind::Verify, MailKind::Invitation, MailKind::Attention, MailKind::SignInAlert, MailKind::SecurityNotice];
        assert_eq!(of_no_order, expected);
    }
}
