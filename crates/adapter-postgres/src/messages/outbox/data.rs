//! The data of mails as JSON. A later release reads what this one wrote: fields are only added, with a default.

use chrono::{DateTime, Utc};
use domain::accounts::address_claim::AddressClaim;
use domain::accounts::session_origin::{DeviceName, Network, SessionOrigin};
use domain::accounts::sign_in_alert::{AlertLink, AlertSecret, SignInNews};
use domain::accounts::staff_role::StaffRole;
use domain::messages::mail_message::{
    AttentionNews, InvitationNews, MailKind, MailMessage, MailRecipient, OrderNews, OrderSummary, SummaryItem, TotalPart, Tracking,
};
use domain::messages::outbox::NewMail;
use domain::orders::order_id::OrderId;
use domain::orders::quantity::Quantity;
use domain::payments::attention::AttentionKind;
use domain::payments::payment_method::PaymentMethod;
use domain::shared::email::EmailAddress;
use domain::shared::ids::{InvitationId, SessionId, UserId};
use domain::shared::money::Money;
use domain::shared::text::{ProductName, RecipientName, ShippingAddress};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use uuid::Uuid;

use super::security::SecurityData;
use crate::error::{DbError, known, stored};

/// A claim of an address.
#[derive(Serialize, Deserialize)]
struct ClaimData {
    user: Uuid,
    email: String,
    until: DateTime<Utc>,
}

/// An invitation to join the staff.
#[derive(Serialize, Deserialize)]
struct InvitationData {
    id: Uuid,
    role: String,
    invited_by: String,
    until: DateTime<Utc>,
}

#[derive(Serialize, Deserialize)]
struct OrderData {
    id: String,
    email: String,
    #[serde(flatten)]
    recipient: Option<RecipientData>,
    #[serde(default)]
    is_pickup: bool,
    items: Vec<ItemData>,
    parts: Vec<PartData>,
    total_cents: i64,
    payment: String,
    tracking: Option<TrackingData>,
    #[serde(default)]
    news: NewsData,
}

/// Who gets an order.
#[derive(Serialize, Deserialize)]
struct RecipientData {
    name: String,
    address: String,
    phone: String,
}

/// What a step is about. Rows of a release that knew none have none.
#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
struct NewsData {
    amount_cents: Option<i64>,
    due_cents: Option<i64>,
    to_return_cents: Option<i64>,
    under_way_cents: Option<i64>,
    held_cents: Option<i64>,
    is_cancelled: bool,
    is_handed_over: bool,
    until: Option<DateTime<Utc>>,
    text: Option<String>,
}

/// A payment that staff have to look at.
#[derive(Serialize, Deserialize)]
struct AttentionData {
    kind: String,
    order: Option<String>,
    detail: String,
}

/// An unusual sign-in. Rows of former releases have the secret of the link, later ones the session by which it is signed, and an empty
/// secret, which former releases read.
#[derive(Serialize, Deserialize)]
struct SignInData {
    at: DateTime<Utc>,
    device: String,
    network: String,
    secret: String,
    #[serde(default)]
    session: Option<Uuid>,
}

#[derive(Serialize, Deserialize)]
struct ItemData {
    name: String,
    quantity: u32,
    price_cents: i64,
}

#[derive(Serialize, Deserialize)]
struct PartData {
    label: String,
    cents: i64,
}

#[derive(Serialize, Deserialize)]
struct TrackingData {
    courier: String,
    number: String,
    url: Option<String>,
}

/// A mail as a record of the statement that queues several. `cause` is the id of the request that causes it.
pub(super) fn as_record(mail: &NewMail, cause: Option<&str>) -> Result<Value, serde_json::Error> {
    Ok(json!({
        "dedupe_key": mail.key.as_str(),
        "kind": mail.message.kind().as_str(),
        "recipient": mail.to.as_ref().map(EmailAddress::as_str),
        "data": write(&mail.message)?,
        "queued_at": mail.at,
        "request_id": cause,
    }))
}

/// The data of a mail.
pub(super) fn write(message: &MailMessage) -> Result<Value, serde_json::Error> {
    match message {
        MailMessage::Verify(claim) => {
            serde_json::to_value(ClaimData { user: claim.user.uuid(), email: claim.email.as_str().to_owned(), until: claim.until })
        }
        MailMessage::Invitation(news) => serde_json::to_value(InvitationData {
            id: news.id.uuid(),
            role: news.role.as_str().to_owned(),
            invited_by: news.invited_by.as_str().to_owned(),
            until: news.until,
        }),
        MailMessage::Order(_, summary) => serde_json::to_value(order_data(summary)),
        MailMessage::Attention(AttentionNews { kind, order, detail }) => {
            let order = order.as_ref().map(|order| order.as_str().to_owned());
            serde_json::to_value(AttentionData { kind: kind.as_str().to_owned(), order, detail: detail.clone() })
        }
        MailMessage::SignInAlert(SignInNews { at, origin, link }) => {
            let (device, network) = (origin.device.as_str().to_owned(), origin.network.to_string());
            let (secret, session) = match link {
                AlertLink::Signed(session) => (String::new(), Some(session.uuid())),
                AlertLink::Kept(secret) => (secret.expose().to_owned(), None),
            };
            serde_json::to_value(SignInData { at: *at, device, network, secret, session })
        }
        MailMessage::Security(news) => serde_json::to_value(SecurityData::of(news)),
    }
}

/// The mail of a kind with this data.
pub(super) fn read(kind: &str, data: Value) -> Result<MailMessage, DbError> {
    Ok(match known("kind of mail", MailKind::parse(kind))? {
        MailKind::Verify => MailMessage::Verify(claim_of(serde_json::from_value(data)?)?),
        MailKind::Invitation => MailMessage::Invitation(invitation_of(serde_json::from_value(data)?)?),
        MailKind::Attention => MailMessage::Attention(attention_of(serde_json::from_value(data)?)?),
        MailKind::SignInAlert => MailMessage::SignInAlert(sign_in_of(serde_json::from_value(data)?)?),
        MailKind::SecurityNotice => MailMessage::Security(Box::new(serde_json::from_value::<SecurityData>(data)?.news()?)),
        kind => MailMessage::Order(known("step of a mail", kind.step())?, Box::new(order_of(serde_json::from_value(data)?)?)),
    })
}

fn order_data(summary: &OrderSummary) -> OrderData {
    let item = |item: &SummaryItem| ItemData {
        name: item.name.as_str().to_owned(),
        quantity: item.quantity.get(),
        price_cents: item.price.cents(),
    };
    OrderData {
        id: summary.id.as_str().to_owned(),
        email: summary.email.as_str().to_owned(),
        recipient: summary.recipient.as_ref().map(recipient_data),
        is_pickup: summary.is_pickup,
        items: summary.items.iter().map(item).collect(),
        parts: summary.parts.iter().map(|part| PartData { label: part.label.clone(), cents: part.cents }).collect(),
        total_cents: summary.total.cents(),
        payment: summary.payment.as_str().to_owned(),
        tracking: summary.tracking.clone().map(|Tracking { courier, number, url }| TrackingData { courier, number, url }),
        news: news_data(&summary.news),
    }
}

fn recipient_data(recipient: &MailRecipient) -> RecipientData {
    let MailRecipient { name, address, phone } = recipient;
    RecipientData { name: name.as_str().to_owned(), address: address.as_str().to_owned(), phone: phone.clone() }
}

fn recipient_of(data: RecipientData) -> Result<MailRecipient, DbError> {
    Ok(MailRecipient {
        name: stored("recipient", RecipientName::parse_known(&data.name))?,
        address: stored("address", ShippingAddress::parse_known(&data.address))?,
        phone: data.phone,
    })
}

fn news_data(news: &OrderNews) -> NewsData {
    NewsData {
        amount_cents: news.amount.map(Money::cents),
        due_cents: news.due.map(Money::cents),
        to_return_cents: news.to_return.map(Money::cents),
        under_way_cents: news.under_way.map(Money::cents),
        held_cents: news.held.map(Money::cents),
        is_cancelled: news.is_cancelled,
        is_handed_over: news.is_handed_over,
        until: news.until,
        text: news.text.clone(),
    }
}

fn news_of(data: NewsData) -> Result<OrderNews, DbError> {
    let money = |cents: Option<i64>| stored("amount", cents.map(Money::from_cents).transpose());
    Ok(OrderNews {
        amount: money(data.amount_cents)?,
        due: money(data.due_cents)?,
        to_return: money(data.to_return_cents)?,
        under_way: money(data.under_way_cents)?,
        held: money(data.held_cents)?,
        is_cancelled: data.is_cancelled,
        is_handed_over: data.is_handed_over,
        until: data.until,
        text: data.text,
    })
}

fn attention_of(data: AttentionData) -> Result<AttentionNews, DbError> {
    let kind = stored("kind of attention", AttentionKind::parse(&data.kind))?;
    let order = stored("order number", data.order.as_deref().map(OrderId::parse).transpose())?;
    Ok(AttentionNews { kind, order, detail: data.detail })
}

fn sign_in_of(data: SignInData) -> Result<SignInNews, DbError> {
    let device = known("device", DeviceName::parse(&data.device))?;
    let network = known("network", Network::parse(&data.network))?;
    let link =
        data.session.map_or_else(|| AlertLink::Kept(AlertSecret::new(data.secret)), |session| AlertLink::Signed(SessionId::new(session)));
    Ok(SignInNews { at: data.at, origin: SessionOrigin { device, network }, link })
}

fn claim_of(data: ClaimData) -> Result<AddressClaim, DbError> {
    let email = stored("e-mail address", EmailAddress::parse_known(&data.email))?;
    Ok(AddressClaim { user: UserId::new(data.user), email, until: data.until })
}

fn invitation_of(data: InvitationData) -> Result<InvitationNews, DbError> {
    Ok(InvitationNews {
        id: InvitationId::new(data.id),
        role: known("role", StaffRole::parse(&data.role))?,
        invited_by: stored("e-mail address", EmailAddress::parse_known(&data.invited_by))?,
        until: data.until,
    })
}

fn order_of(data: OrderData) -> Result<OrderSummary, DbError> {
    Ok(OrderSummary {
        id: stored("order number", OrderId::parse(&data.id))?,
        email: stored("e-mail address", EmailAddress::parse_known(&data.email))?,
        recipient: data.recipient.map(recipient_of).transpose()?,
        is_pickup: data.is_pickup,
        items: data.items.into_iter().map(item_of).collect::<Result<_, _>>()?,
        parts: data.parts.into_iter().map(|part| TotalPart { label: part.label, cents: part.cents }).collect(),
        total: stored("total", Money::from_cents(data.total_cents))?,
        payment: stored("method of payment", PaymentMethod::parse(&data.payment))?,
        tracking: data.tracking.map(|TrackingData { courier, number, url }| Tracking { courier, number, url }),
        news: news_of(data.news)?,
    })
}

fn item_of(data: ItemData) -> Result<SummaryItem, DbError> {
    Ok(SummaryItem {
        name: stored("product name", ProductName::parse_known(&data.name))?,
        quantity: stored("quantity", Quantity::parse(i64::from(data.quantity)))?,
        price: stored("price", Money::from_cents(data.price_cents))?,
    })
}

#[cfg(test)]
mod tests;
