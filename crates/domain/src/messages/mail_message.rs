//! The mails that the shop sends from the outbox: the data that each is rendered from. Their kinds are in [`super::mail_kind`].
//!
//! A later release reads the JSON that this one wrote: fields are only added, with a default.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::accounts::email_verification::EmailClaim;
use crate::accounts::sign_in_alert::SignInNews;
use crate::accounts::staff_role::StaffRole;
use crate::invoices::vat::Vat;
use crate::messages::security_notice::SecurityNews;
use crate::payments::attention::AttentionKind;
use crate::payments::payment_method::PaymentMethod;
use crate::shared::email::EmailAddress;
use crate::shared::ids::InvitationId;
use crate::shared::json::text_json;
use crate::shared::money::Money;
use crate::shared::order_id::OrderId;
use crate::shared::quantity::Quantity;
use crate::shared::text::{ProductName, RecipientName, ShippingAddress};

pub use crate::messages::mail_kind::{MailKind, OrderStep};

text_json!(OrderId, Self::parse);

/// A mail as the outbox keeps it: the data at the moment of the change. It is rendered when it is sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MailMessage {
    /// A link that verifies the recipient's address.
    Verify(EmailClaim),
    /// A link to join the staff.
    Invitation(InvitationNews),
    Order(OrderStep, Box<OrderSummary>),
    /// A payment that staff have to look at.
    Attention(AttentionNews),
    /// An unusual sign-in, with a link that ends all sessions of the recipient.
    SignInAlert(SignInNews),
    /// A change that a thief would make.
    Security(Box<SecurityNews>),
}

impl MailMessage {
    #[must_use]
    pub const fn kind(&self) -> MailKind {
        match self {
            Self::Verify(_) => MailKind::Verify,
            Self::Invitation(_) => MailKind::Invitation,
            Self::Order(step, _) => step.kind(),
            Self::Attention(_) => MailKind::Attention,
            Self::SignInAlert(_) => MailKind::SignInAlert,
            Self::Security(_) => MailKind::SecurityNotice,
        }
    }

    /// The same mail without words of the customer, for an address that its owner may not have given.
    #[must_use]
    pub fn without_customers_words(self) -> Self {
        match self {
            Self::Order(step, order) => Self::Order(step, Box::new(OrderSummary { recipient: None, ..*order })),
            other => other,
        }
    }

    /// The order that this mail is about.
    #[must_use]
    pub fn order(&self) -> Option<&OrderId> {
        match self {
            Self::Order(_, order) => Some(&order.id),
            Self::Attention(news) => news.order.as_ref(),
            Self::Verify(_) | Self::Invitation(_) | Self::SignInAlert(_) | Self::Security(_) => None,
        }
    }
}

/// The data of a mail with an invitation. Its link is signed when the mail is sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InvitationNews {
    pub id: InvitationId,
    /// The role that the person gets.
    pub role: StaffRole,
    /// The owner who invites.
    pub invited_by: EmailAddress,
    /// The end of the link.
    pub until: DateTime<Utc>,
}

/// The data of a mail about a payment that staff have to look at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AttentionNews {
    /// The kind of the item in the list of payments to look at.
    pub kind: AttentionKind,
    /// The order, where one is known.
    pub order: Option<OrderId>,
    pub detail: String,
}

/// The data of an order in a mail.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderSummary {
    pub id: OrderId,
    /// The customer's address; the shop's mail shows it.
    pub email: EmailAddress,
    /// Who gets it, in the customer's words. `None` in a mail to an address that was never verified: a person who registered with
    /// another's address could have put any text there.
    #[serde(flatten)]
    pub recipient: Option<MailRecipient>,
    /// Whether the customer fetches it at the shop.
    #[serde(default)]
    pub is_pickup: bool,
    pub items: Vec<SummaryItem>,
    /// The parts of the total, in their order; empty where the total is the sum of the items.
    pub parts: Vec<TotalPart>,
    #[serde(rename = "total_cents")]
    pub total: Money,
    /// The VAT that the total includes; `None` where the shop was not registered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vat: Option<Vat>,
    /// How it is paid.
    pub payment: PaymentMethod,
    /// Where the parcel can be followed, once it was handed over.
    pub tracking: Option<Tracking>,
    /// What the step is about, besides the order.
    #[serde(default)]
    pub news: OrderNews,
}

/// The recipient of an order in a mail.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MailRecipient {
    pub name: RecipientName,
    /// Where the order goes.
    pub address: ShippingAddress,
    pub phone: String,
}

/// What a step of an order is about. A mail that a release before wrote has none of it. All sentences about money follow from these
/// amounts, which are those of the moment of the step.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct OrderNews {
    /// The amount that came in or went back.
    #[serde(rename = "amount_cents")]
    pub amount: Option<Money>,
    /// What the customer has still to pay after the step.
    #[serde(rename = "due_cents")]
    pub due: Option<Money>,
    /// What the shop has still to return after the step, less the refunds under way.
    #[serde(rename = "to_return_cents")]
    pub to_return: Option<Money>,
    /// The refunds under way after the step.
    #[serde(rename = "under_way_cents")]
    pub under_way: Option<Money>,
    /// What the shop holds of the order's money after the step.
    #[serde(rename = "held_cents")]
    pub held: Option<Money>,
    /// Whether the order is cancelled after the step.
    pub is_cancelled: bool,
    /// Whether the order was handed over, to a courier or to the customer.
    pub is_handed_over: bool,
    /// When the unpaid order is cancelled.
    pub until: Option<DateTime<Utc>>,
    /// The text of a note, why a slip was rejected or staff decided so on a return, or the name of the transfer back. In the shop's mail
    /// about a return: why it was requested.
    pub text: Option<String>,
    /// The goods of a return; empty in other mails.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub returned: Vec<ReturnedItem>,
}

/// A product that comes back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReturnedItem {
    pub name: ProductName,
    pub quantity: Quantity,
}

/// An ordered product in a mail.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SummaryItem {
    pub name: ProductName,
    /// The number of units.
    pub quantity: Quantity,
    /// The price of a unit.
    #[serde(rename = "price_cents")]
    pub price: Money,
}

/// A part of a total, such as the goods at full price or a discount.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TotalPart {
    /// The words for it.
    pub label: String,
    /// The amount in cents; negative for a discount.
    pub cents: i64,
}

/// Where a parcel can be followed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tracking {
    pub courier: String,
    /// The courier's number of the parcel.
    pub number: String,
    /// The courier's page about it: an https address.
    pub url: Option<String>,
}
