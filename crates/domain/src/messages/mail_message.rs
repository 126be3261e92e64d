//! The mails that the shop sends from the outbox: their kinds, and the data that each is rendered from.

use crate::accounts::address_claim::AddressClaim;
use crate::orders::order_id::OrderId;
use crate::orders::quantity::Quantity;
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
    /// To the customer: the order is on its way.
    Shipped,
    /// To the customer: the order was delivered.
    Delivered,
    /// To the customer: the order was cancelled.
    Cancelled,
    /// To the shop: a new order.
    ShopOrder,
}

impl MailKind {
    /// All kinds, in the order in which the preview page lists them.
    pub const ALL: [Self; 6] = [Self::Verify, Self::Placed, Self::Shipped, Self::Delivered, Self::Cancelled, Self::ShopOrder];

    /// The spelling of the database and of the API.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Verify => "verify",
            Self::Placed => "placed",
            Self::Shipped => "shipped",
            Self::Delivered => "delivered",
            Self::Cancelled => "cancelled",
            Self::ShopOrder => "order",
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
        matches!(self, Self::ShopOrder)
    }
}

/// The step of an order that a mail reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OrderStep {
    /// It was placed; the mail goes to the customer.
    Placed,
    /// It was handed to a courier.
    Shipped,
    /// It arrived.
    Delivered,
    /// It was cancelled.
    Cancelled,
    /// It was placed; the mail goes to the shop.
    ForShop,
}

/// A mail as the outbox keeps it: the data at the moment of the change. It is rendered when it is sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MailMessage {
    /// A link that verifies the recipient's address.
    Verify(AddressClaim),
    /// A step of an order.
    Order(OrderStep, Box<OrderSummary>),
}

impl MailMessage {
    /// The kind of this mail.
    #[must_use]
    pub const fn kind(&self) -> MailKind {
        match self {
            Self::Verify(_) => MailKind::Verify,
            Self::Order(OrderStep::Placed, _) => MailKind::Placed,
            Self::Order(OrderStep::Shipped, _) => MailKind::Shipped,
            Self::Order(OrderStep::Delivered, _) => MailKind::Delivered,
            Self::Order(OrderStep::Cancelled, _) => MailKind::Cancelled,
            Self::Order(OrderStep::ForShop, _) => MailKind::ShopOrder,
        }
    }
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
        assert_eq!(MailKind::ALL.map(MailKind::as_str), ["verify", "placed", "shipped", "delivered", "cancelled", "order"]);
        for kind in MailKind::ALL {
            assert_eq!(MailKind::parse(kind.as_str()), Some(kind));
        }
        assert_eq!(MailKind::parse("Placed"), None);
        assert_eq!(MailKind::ALL.into_iter().filter(|kind| kind.is_for_shop()).collect::<Vec<_>>(), [MailKind::ShopOrder]);
    }
}
