//! The mails about an order: which step is mailed, to which address, under which key (contract-commerce, section 6).

use chrono::{DateTime, Utc};

use crate::delivery::delivery_method::DeliveryMethod;
use crate::messages::mail_message::{
    AttentionNews, MailKind, MailMessage, MailRecipient, OrderNews, OrderStep, OrderSummary, ReturnedItem, SummaryItem, TotalPart, Tracking,
};
use crate::messages::outbox::{DedupeKey, NewMail};
use crate::orders::fulfilment_step::FulfilmentStep;
use crate::orders::order::{Order, OrderItem, Shipping};
use crate::orders::order_event::EventKind;
use crate::orders::order_note::NoteVisibility;
use crate::orders::returns::order_return::{Return, ReturnItem, ReturnState, ReturnStep};
use crate::payments::figures::PaymentStatus;
use crate::payments::ledger::{Entry, EntryKind, EntrySource};
use crate::payments::payment_method::PaymentMethod;
use crate::payments::slip::{Slip, SlipState};
use crate::shared::money::Money;
use crate::shared::order_id::OrderId;
use crate::shared::order_status::OrderStatus;
use crate::shared::quantity::Quantity;

/// The key of the mail that tells a customer that the order was placed. The steps of an order without this mail, as of the demo shop,
/// are not mailed either (contract-commerce, section 2).
#[must_use]
pub fn placed_key(order: &OrderId) -> DedupeKey {
    DedupeKey::new("placed", order.as_str())
}

/// The data of an order as it is now.
#[must_use]
pub fn summary_of(order: &Order) -> OrderSummary {
    let item = |item: &OrderItem| SummaryItem { name: item.name.clone(), quantity: item.quantity, price: item.price };
    OrderSummary {
        id: order.id.clone(),
        email: order.email.clone(),
        recipient: Some(recipient_of(order)),
        is_pickup: order.delivery.method == DeliveryMethod::Pickup,
        items: order.items.iter().map(item).collect(),
        parts: parts_of(order),
        total: order.total,
        vat: order.vat(),
        payment: order.payment.method,
        tracking: tracking_of(order),
        news: news_of(order),
    }
}

fn recipient_of(order: &Order) -> MailRecipient {
    let Shipping { name, address, phone } = &order.shipping;
    MailRecipient { name: name.clone(), address: address.clone(), phone: phone.as_str().to_owned() }
}

/// What is still to be paid and returned. A refund under way is not to be returned a second time.
fn news_of(order: &Order) -> OrderNews {
    let (figures, money) = (order.figures(), |cents: i64| Money::from_cents(cents.max(0)).ok());
    let under_way = order.payment.under_way_cents();
    OrderNews {
        due: money(order.due_with_refunds_cents()),
        to_return: money(figures.refund_due_cents().saturating_sub(under_way)),
        under_way: money(under_way),
        held: money(figures.held_cents),
        is_cancelled: order.status == OrderStatus::Cancelled,
        is_handed_over: matches!(order.status, OrderStatus::Shipped | OrderStatus::Completed),
        until: order.payment.expires_at,
        ..OrderNews::default()
    }
}

/// A mail to the customer of an order. `subject` names the event.
fn to_customer(order: &Order, step: OrderStep, subject: &str, news: OrderNews, at: DateTime<Utc>) -> NewMail {
    let summary = OrderSummary { news, ..summary_of(order) };
    let key = DedupeKey::new(step.kind().as_str(), subject);
    NewMail { key, to: Some(order.email.clone()), message: MailMessage::Order(step, Box::new(summary)), at }
}

/// The explanation of the total; empty where it is the goods alone.
fn parts_of(order: &Order) -> Vec<TotalPart> {
    let lines = order.explanation();
    if lines.len() < 2 {
        return Vec::new();
    }
    lines.into_iter().map(|line| TotalPart { label: line.label, cents: line.cents }).collect()
}

/// Where the parcel can be followed; `None` before the courier and the number are known.
fn tracking_of(order: &Order) -> Option<Tracking> {
    let parcel = &order.fulfilment.parcel;
    Some(Tracking {
        courier: parcel.courier.as_ref()?.as_str().to_owned(),
        number: parcel.tracking_number.as_ref()?.as_str().to_owned(),
        url: parcel.tracking_url.as_ref().map(|url| url.as_str().to_owned()),
    })
}

/// The mails about a new order, to the customer and to the shop.
#[must_use]
pub fn placed(order: &Order) -> Vec<NewMail> {
    let summary = Box::new(summary_of(order));
    let for_customer = NewMail {
        key: placed_key(&order.id),
        to: Some(order.email.clone()),
        message: MailMessage::Order(OrderStep::Placed, summary.clone()),
        at: order.placed_at,
    };
    let for_shop = NewMail {
        key: DedupeKey::new("order", order.id.as_str()),
        to: None,
        message: MailMessage::Order(OrderStep::ForShop, summary),
        at: order.placed_at,
    };
    vec![for_customer, for_shop]
}

/// The mail about the step that brought `order` to its present status, before [`NewMail::about_event`]. Reinstating is not mailed.
#[must_use]
pub fn of_step(order: &Order, now: DateTime<Utc>) -> Option<NewMail> {
    let step = match order.status {
        OrderStatus::Processing => return None,
        OrderStatus::Shipped => OrderStep::Shipped,
        OrderStatus::Completed => OrderStep::Delivered,
        OrderStatus::Cancelled if order.payment.has_expired => OrderStep::Expired,
        OrderStatus::Cancelled => OrderStep::Cancelled,
    };
    Some(to_customer(order, step, order.id.as_str(), news_of(order), now))
}

/// The mail about an event that leaves the status of the order, before [`NewMail::about_event`]: the order waits at the shop, its tracking
/// is another, or staff wrote to the customer.
#[must_use]
pub fn of_event(order: &Order, kind: &EventKind, now: DateTime<Utc>) -> Option<NewMail> {
    let (step, text) = match kind {
        EventKind::Step(FulfilmentStep::ReadyForPickup) => (OrderStep::ReadyForPickup, None),
        EventKind::Parcel { is_mailed: true } => (OrderStep::Shipped, None),
        EventKind::Note(note) if note.visibility == NoteVisibility::Customer => (OrderStep::Note, Some(note.text.as_str().to_owned())),
        _ => return None,
    };
    Some(to_customer(order, step, order.id.as_str(), OrderNews { text, ..news_of(order) }, now))
}

/// The mails about the entries of the ledger that `changed` has and `current` has not: money that came in, and refunds. Each is named by
/// its number, so that a notification that comes again mails nothing again.
///
/// Cash that staff count, and payments that they enter by hand for an order that is paid on delivery, are not mailed: the customer was
/// there. Neither is a corrected reference.
#[must_use]
pub fn of_payment(current: &Order, changed: &Order) -> Vec<NewMail> {
    let entries = changed.payment.ledger.entries().iter().skip(current.payment.ledger.entries().len());
    entries.filter_map(|entry| of_entry(changed, entry)).collect()
}

fn of_entry(order: &Order, entry: &Entry) -> Option<NewMail> {
    let is_told = entry.source != EntrySource::Hand || entry.method.is_prepaid();
    let (step, number, text) = match entry.kind {
        EntryKind::Charge { corrects: None } if is_told => (OrderStep::Paid, entry.number, None),
        EntryKind::Refund { refund } => (OrderStep::Refunded, refund, entry.reference.as_ref().map(|name| name.as_str().to_owned())),
        _ => return None,
    };
    let news = OrderNews { amount: Some(entry.amount), text, ..news_of(order) };
    Some(to_customer(order, step, &format!("{}:{number}", order.id.as_str()), news, entry.at))
}

/// The mails about slips that were rejected between `current` and `changed`.
#[must_use]
pub fn of_slips(current: &Order, changed: &Order, now: DateTime<Utc>) -> Vec<NewMail> {
    let known = &current.payment.slips;
    let rejected = changed.payment.slips.iter().filter(|slip| slip.state == SlipState::Rejected && !known.contains(slip));
    let mail = |slip: &Slip| {
        let text = slip.reason.as_ref().map(|reason| reason.as_str().to_owned());
        let news = OrderNews { text, ..news_of(changed) };
        to_customer(changed, OrderStep::SlipRejected, &format!("{}:{}", changed.id.as_str(), slip.id), news, now)
    };
    rejected.map(mail).collect()
}

/// The mail to the customer about a step of a return, before [`NewMail::about_event`]. Who withdraws one is not mailed.
#[must_use]
pub fn of_return(order: &Order, of: &Return, step: ReturnStep, now: DateTime<Utc>) -> Option<NewMail> {
    let (mailed, amount) = match step {
        ReturnStep::Requested => (OrderStep::ReturnRequested, None),
        ReturnStep::Approved => (OrderStep::ReturnApproved, None),
        ReturnStep::Rejected => (OrderStep::ReturnRejected, None),
        ReturnStep::Received => (OrderStep::ReturnReceived, Some(of.credit)),
        ReturnStep::Withdrawn => return None,
    };
    let text = of.decision.as_ref().filter(|_| step != ReturnStep::Received).map(|text| text.as_str().to_owned());
    let news = OrderNews { amount, text, returned: returned_items(order, of), ..news_of(order) };
    Some(to_customer(order, mailed, order.id.as_str(), news, now))
}

/// The mail to the shop about the newest return of an order.
#[must_use]
pub fn return_for_shop(order: &Order, now: DateTime<Utc>) -> Option<NewMail> {
    let of = order.returns.last()?;
    let words = of.comment.as_ref().map_or_else(String::new, |comment| format!(": {}", comment.as_str()));
    let news = OrderNews { text: Some(format!("{}{words}", of.reason)), returned: returned_items(order, of), ..news_of(order) };
    let summary = OrderSummary { news, ..summary_of(order) };
    let key = DedupeKey::new(MailKind::ShopReturn.as_str(), &format!("{}:{}", order.id.as_str(), of.number));
    Some(NewMail { key, to: None, message: MailMessage::Order(OrderStep::ReturnForShop, Box::new(summary)), at: now })
}

/// The units of a return: those that came back, else those that were asked for.
fn returned_items(order: &Order, of: &Return) -> Vec<ReturnedItem> {
    let units = |item: &ReturnItem| if of.state == ReturnState::Received { item.returned() } else { item.quantity };
    let returned = |item: &ReturnItem| {
        let quantity = Quantity::parse(units(item).into()).ok()?;
        Some(ReturnedItem { name: order.items.get(item.position)?.name.clone(), quantity })
    };
    of.items.iter().filter_map(returned).collect()
}

/// The keys of the mails that are not sent any more once this one is queued, if they still wait: it says what became of their matter.
#[must_use]
pub fn superseded_by(mail: &NewMail) -> Vec<DedupeKey> {
    let MailMessage::Order(step, order) = &mail.message else { return Vec::new() };
    let reminder = || DedupeKey::new(MailKind::Reminder.as_str(), order.id.as_str());
    match step {
        OrderStep::Cancelled | OrderStep::Expired => vec![placed_key(&order.id), reminder()],
        OrderStep::Paid => vec![reminder()],
        _ => Vec::new(),
    }
}

/// The mail that reminds the customer of a bank transfer, once for each order: half of the time is over, nothing came, and no slip was
/// uploaded. A customer whose slip was rejected is told the new time by the mail about that.
#[must_use]
pub fn reminder(order: &Order, now: DateTime<Utc>) -> Option<NewMail> {
    order.payment.expires_at.filter(|at| now < *at)?;
    let halfway = order.payment_period().halfway()?;
    let is_unpaid = order.status == OrderStatus::Processing && order.payment_status() == PaymentStatus::Unpaid;
    let is_waiting = order.payment.method == PaymentMethod::BankTransfer && order.payment.slips.is_empty();
    (is_unpaid && is_waiting && now >= halfway).then(|| to_customer(order, OrderStep::Reminder, order.id.as_str(), news_of(order), now))
}

/// The time within which an order's page is mailed once to who asks for it: three times an hour, whatever is asked.
const LINK_EVERY: i64 = 20 * 60;

/// The mail with the page of an order, asked for at `now`.
#[must_use]
pub fn link(order: &Order, now: DateTime<Utc>) -> NewMail {
    let period = now.timestamp().div_euclid(LINK_EVERY);
    to_customer(order, OrderStep::Link, &format!("{}:{period}", order.id.as_str()), news_of(order), now)
}

/// The same, when staff revoked the link that was mailed before.
#[must_use]
pub fn new_link(order: &Order, now: DateTime<Utc>) -> NewMail {
    let subject = format!("{}:revoked:{}", order.id.as_str(), now.timestamp_micros());
    to_customer(order, OrderStep::Link, &subject, news_of(order), now)
}

/// The mail that tells the shop of a payment to look at; `item` is its number in that list.
#[must_use]
pub fn attention(item: i64, news: AttentionNews, now: DateTime<Utc>) -> NewMail {
    let key = DedupeKey::new(MailKind::Attention.as_str(), &item.to_string());
    NewMail { key, to: None, message: MailMessage::Attention(news), at: now }
}

#[cfg(test)]
mod tests;
