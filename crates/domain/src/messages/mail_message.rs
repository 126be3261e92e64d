//! The mails that the shop sends from the outbox: their kinds, and the data that each is rendered from.

use chrono::{DateTime, Utc};

use crate::accounts::address_claim::AddressClaim;
use crate::orders::order_id::OrderId;
use crate::orders::quantity::Quantity;
use crate::payments::attention::AttentionKind;
use crate::payments::payment_method::PaymentMethod;
use crate::shared::email::EmailAddress;
use crate::shared::money::Money;
use crate::shared::text::{ProductName, RecipientName, ShippingAddress};

/// The kind of a mail (contract-commerce, section 6). The outbox stores it, and the preview page names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum MailKind {
    /// To a new customer: a link that verifies the address.
    Verify,
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
}

impl MailKind {
    /// All kinds, in the order in which the preview page lists them.
    pub const ALL: [Self; 14] = [
        Self::Verify,
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
    ];

    /// The spelling of the database and of the API.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Verify => "verify",
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
    /// Money came in.
    Paid,
    /// A bank slip was rejected.
    SlipRejected,
    /// It was cancelled because it was not paid in time.
    Expired,
    /// It waits at the shop.
    ReadyForPickup,
    /// It was handed to a courier.
    Shipped,
    /// It arrived.
    Delivered,
    /// It was cancelled.
    Cancelled,
    /// Money went back.
    Refunded,
    /// Staff wrote to the customer.
    Note,
    /// It was placed; the mail goes to the shop.
    ForShop,
}

impl OrderStep {
    /// All of them.
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

/// A mail as the outbox keeps it: the data at the moment of the change. It is rendered when it is sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MailMessage {
    /// A link that verifies the recipient's address.
    Verify(AddressClaim),
    /// A step of an order.
    Order(OrderStep, Box<OrderSummary>),
    /// A payment that staff have to look at.
    Attention(AttentionNews),
}

impl MailMessage {
    /// The kind of this mail.
    #[must_use]
    pub const fn kind(&self) -> MailKind {
        match self {
            Self::Verify(_) => MailKind::Verify,
            Self::Order(step, _) => step.kind(),
            Self::Attention(_) => MailKind::Attention,
        }
    }
}

/// The data of a mail about a payment that staff have to look at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttentionNews {
    /// The kind of the item in the list of payments to look at.
    pub kind: AttentionKind,
    /// The order, where one is known.
    pub order: Option<OrderId>,
    /// What happened.
    pub detail: String,
}

/// The data of an order in a mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderSummary {
    /// The number.
    pub id: OrderId,
    /// The customer's address; the shop's mail shows it.
    pub email: EmailAddress,
    /// The recipient.
    pub name: RecipientName,
    /// Where it goes.
    pub address: ShippingAddress,
    /// The recipient's telephone number.
    pub phone: String,
    /// The ordered products.
    pub items: Vec<SummaryItem>,
    /// The parts of the total, in their order; empty where the total is the sum of the items.
    pub parts: Vec<TotalPart>,
    /// What is paid.
    pub total: Money,
    /// How it is paid.
    pub payment: PaymentMethod,
    /// Where the parcel can be followed, once it was handed over.
    pub tracking: Option<Tracking>,
    /// What the step is about, beside the order.
    pub news: OrderNews,
}

/// What a step of an order is about. A mail that a release before wrote has none of it.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct OrderNews {
    /// The amount that came in or went back.
    pub amount: Option<Money>,
    /// What the customer has still to pay after the step.
    pub due: Option<Money>,
    /// What the shop has still to return after the step.
    pub to_return: Option<Money>,
    /// Whether the order is cancelled after the step.
    pub is_cancelled: bool,
    /// When the unpaid order is cancelled.
    pub until: Option<DateTime<Utc>>,
    /// The text of a note, why a slip was rejected, or the name of the transfer back.
    pub text: Option<String>,
}

/// An ordered product in a mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SummaryItem {
    /// Its name.
    pub name: ProductName,
    /// The number of units.
    pub quantity: Quantity,
    /// The price of a unit.
    pub price: Money,
}

/// A part of a total, such as the goods at full price or a discount.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TotalPart {
    /// The words for it.
    pub label: String,
    /// The amount in cents; negative for a discount.
    pub cents: i64,
}

/// Where a parcel can be followed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tracking {
    /// The courier.
    pub courier: String,
    /// The courier's number of the parcel.
    pub number: String,
    /// The courier's page about it: an https address.
    pub url: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_one_spelling() {
        let kinds = [
            "verify",
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
        assert_eq!(of_no_order, [MailKind::Verify, MailKind::Attention]);
    }
}
