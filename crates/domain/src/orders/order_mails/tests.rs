//! Which mails an order causes.

use chrono::TimeDelta;
use uuid::Uuid;

use super::*;
use crate::delivery::rate::DeliveryFee;
use crate::orders::explanation::{ExplanationCode, ExplanationLine};
use crate::orders::order::OrderDraft;
use crate::orders::order_delivery::OrderPricing;
use crate::orders::order_note::OrderNote;
use crate::orders::samples::draft;
use crate::payments::ledger::Booked;
use crate::payments::order_payment::{NewCharge, OrderPayment, RefundRequest};
use crate::payments::refund::RefundVia;
use crate::payments::slip::{SlipReason, SlipReview};
use crate::shared::email::EmailAddress;
use crate::shared::ids::SlipId;
use crate::shared::text::{CourierName, NoteText, PaymentId, ProductName, TrackingNumber};

fn order(status: OrderStatus) -> Order {
    let item = OrderItem {
        product_id: None,
        code: crate::catalog::product_code::ProductCode::parse("rose").unwrap(),
        name: ProductName::parse("Rose water").unwrap(),
        image: None,
        price: Money::from_cents(150_000).unwrap(),
        quantity: crate::shared::quantity::Quantity::parse(2).unwrap(),
        discount: Money::ZERO,
    };
    let (id, total) = (OrderId::parse("ARA-7K3M-Q9TX").unwrap(), Money::from_cents(300_000).unwrap());
    let draft = OrderDraft { id, total, items: vec![item], ..draft() };
    Order { status, ..draft.into_order() }
}

#[test]
fn a_new_order_is_mailed_to_its_customer_and_to_the_shop() {
    let mails = placed(&order(OrderStatus::Processing));
    let told: Vec<_> = mails.iter().map(|mail| (mail.key.as_str(), mail.to.as_ref().map(EmailAddress::as_str))).collect();
    assert_eq!(told, [("placed:ARA-7K3M-Q9TX", Some("nimali@example.com")), ("order:ARA-7K3M-Q9TX", None)]);
    let MailMessage::Order(_, summary) = &mails[0].message else { panic!("another mail") };
    assert_eq!((summary.parts.len(), summary.total.cents(), summary.tracking.is_none()), (0, 300_000, true));
}

#[test]
fn the_page_of_an_order_is_mailed_three_times_an_hour_at_most() {
    let order = order(OrderStatus::Processing);
    let keys = |seconds: std::ops::Range<i64>| {
        let at = |second| DateTime::from_timestamp(1_772_586_000 + second, 0).unwrap();
        seconds.map(|second| link(&order, at(second)).key).collect::<std::collections::HashSet<_>>().len()
    };
    assert_eq!((keys(0..3_600), keys(0..1_200)), (3, 1));
    let now = DateTime::from_timestamp(1_772_586_000, 0).unwrap();
    assert_ne!(link(&order, now).key, new_link(&order, now).key, "staff do not wait");
}

#[test]
fn a_mail_explains_the_total_and_names_the_method_and_the_parcel() {
    let lines = vec![ExplanationLine::goods(320_000), ExplanationLine::new(ExplanationCode::Markdown, "Reduced: Rose water", -20_000)];
    let mut order = order(OrderStatus::Shipped);
    order.delivery.pricing = Some(OrderPricing {
        labeled_total: Money::from_cents(320_000).unwrap(),
        charge: DeliveryFee::NONE,
        payment_method: PaymentMethod::BankTransfer,
        payment_fee: Money::ZERO,
        explanation: lines,
        promotions: Vec::new(),
        vat: None,
    });
    order.payment = OrderPayment::by(PaymentMethod::BankTransfer, None);
    order.fulfilment.parcel.courier = CourierName::parse("Domex").ok();
    assert_eq!(summary_of(&order).tracking, None, "a parcel without a number cannot be followed");
    order.fulfilment.parcel.tracking_number = TrackingNumber::parse("D1").ok();
    let summary = summary_of(&order);
    let parts: Vec<_> = summary.parts.iter().map(|part| (part.label.as_str(), part.cents)).collect();
    assert_eq!(parts, [("Goods at full price", 320_000), ("Reduced: Rose water", -20_000)]);
    assert_eq!(summary.payment, PaymentMethod::BankTransfer);
    assert_eq!(summary.tracking, Some(Tracking { courier: "Domex".to_owned(), number: "D1".to_owned(), url: None }));
}

#[test]
fn each_step_but_reinstating_is_mailed_under_a_key_of_its_own() {
    let key = |status| of_step(&order(status), DateTime::UNIX_EPOCH).map(|mail| mail.about_event(42).key.as_str().to_owned());
    assert_eq!(key(OrderStatus::Processing), None);
    assert_eq!(key(OrderStatus::Shipped).unwrap(), "shipped:ARA-7K3M-Q9TX:42");
    assert_eq!(key(OrderStatus::Completed).unwrap(), "delivered:ARA-7K3M-Q9TX:42");
    assert_eq!(key(OrderStatus::Cancelled).unwrap(), "cancelled:ARA-7K3M-Q9TX:42");
}

fn booked() -> Booked {
    Booked { by: None, at: DateTime::UNIX_EPOCH }
}

fn charge(source: EntrySource, method: PaymentMethod, cents: i64) -> NewCharge {
    NewCharge { source, method, amount: Money::from_cents(cents).unwrap(), reference: PaymentId::parse("B-1").unwrap(), attempt: None }
}

/// An order by bank transfer that is paid within 48 hours.
fn by_transfer() -> Order {
    order(OrderStatus::Processing).with_payment(OrderPayment::by(PaymentMethod::BankTransfer, Some(after(48))))
}

fn after(hours: i64) -> DateTime<Utc> {
    DateTime::UNIX_EPOCH + TimeDelta::hours(hours)
}

fn news(mail: &NewMail) -> &OrderNews {
    match &mail.message {
        MailMessage::Order(_, summary) => &summary.news,
        other => panic!("{other:?}"),
    }
}

fn keys(mails: &[NewMail]) -> Vec<&str> {
    mails.iter().map(|mail| mail.key.as_str()).collect()
}

#[test]
fn money_that_comes_in_is_mailed_with_what_is_still_due() {
    let before = by_transfer();
    let mut payment = before.payment.clone();
    payment.charge(charge(EntrySource::Slip, PaymentMethod::BankTransfer, 100_000), &booked());
    let partly = before.clone().with_payment(payment.clone());
    let mails = of_payment(&before, &partly);
    assert_eq!(keys(&mails), ["paid:ARA-7K3M-Q9TX:1"]);
    let told = news(&mails[0]);
    assert_eq!((told.amount.map(Money::cents), told.due.map(Money::cents)), (Some(100_000), Some(200_000)));
    payment.charge(charge(EntrySource::Hand, PaymentMethod::BankTransfer, 250_000), &booked());
    let over = partly.clone().with_payment(payment);
    let mails = of_payment(&partly, &over);
    assert_eq!((keys(&mails), news(&mails[0]).to_return.map(Money::cents)), (vec!["paid:ARA-7K3M-Q9TX:2"], Some(50_000)));
    assert_eq!(of_payment(&over, &over), []);
}

#[test]
fn cash_and_what_staff_enter_for_it_is_not_mailed_but_the_gateway_is() {
    let before = order(OrderStatus::Processing);
    for (source, count) in [(EntrySource::Hand, 0), (EntrySource::Gateway, 1)] {
        let mut payment = before.payment.clone();
        payment.charge(charge(source, PaymentMethod::Cod, 300_000), &booked());
        assert_eq!(of_payment(&before, &before.clone().with_payment(payment)).len(), count, "{source:?}");
    }
}

#[test]
fn money_for_a_cancelled_order_is_told_as_money_that_comes_back() {
    let before = Order { status: OrderStatus::Cancelled, ..by_transfer() };
    let mut payment = before.payment.clone();
    payment.charge(charge(EntrySource::Gateway, PaymentMethod::PayHere, 300_000), &booked());
    let mails = of_payment(&before, &before.clone().with_payment(payment));
    let told = news(&mails[0]);
    assert!(told.is_cancelled && told.to_return.map(Money::cents) == Some(300_000) && told.due == Some(Money::ZERO));
}

#[test]
fn each_refund_is_mailed_once_it_is_settled() {
    let mut payment = by_transfer().payment;
    payment.charge(charge(EntrySource::Slip, PaymentMethod::BankTransfer, 300_000), &booked());
    let before = by_transfer().with_payment(payment.clone());
    let (amount, reference) = (Money::from_cents(120_000).unwrap(), PaymentId::parse("R-9").ok());
    payment.release(before.owed(), RefundRequest { amount, via: RefundVia::ByHand, reference, reason: None }, &booked()).unwrap();
    let mails = of_payment(&before, &before.clone().with_payment(payment));
    assert_eq!(keys(&mails), ["refunded:ARA-7K3M-Q9TX:1"]);
    assert_eq!((news(&mails[0]).amount, news(&mails[0]).text.as_deref()), (Some(amount), Some("R-9")));
}

fn slip(number: u128) -> Slip {
    let id = SlipId::new(Uuid::from_u128(number));
    Slip { id, at: after(1), bank_reference: None, state: SlipState::InReview, reason: None, is_by_staff: false, is_seen_elsewhere: false }
}

#[test]
fn a_rejected_slip_is_mailed_with_its_reason_and_the_new_time() {
    let mut payment = by_transfer().payment;
    payment.add_slip(by_transfer().owed(), by_transfer().placed_at, slip(7)).unwrap();
    let before = by_transfer().with_payment(payment.clone());
    let review = SlipReview::Rejected { reason: SlipReason::parse("It cannot be read.").ok() };
    payment.review_slip(by_transfer().owed(), slip(7).id, review, &booked()).unwrap();
    let mails = of_slips(&before, &before.clone().with_payment(payment), after(2));
    assert_eq!(keys(&mails), [format!("slipRejected:ARA-7K3M-Q9TX:{}", slip(7).id)]);
    let told = news(&mails[0]);
    assert_eq!((told.text.as_deref(), told.until), (Some("It cannot be read."), Some(after(48))));
    assert_eq!(of_slips(&before, &before, after(2)), []);
}

#[test]
fn a_transfer_is_reminded_of_once_half_of_its_time_is_over() {
    let waiting = by_transfer();
    for (at, is_reminded) in [(after(24) - TimeDelta::microseconds(1), false), (after(24), true), (after(48), false)] {
        assert_eq!(reminder(&waiting, at).is_some(), is_reminded, "{at}");
    }
    assert_eq!(reminder(&waiting, after(30)).unwrap().key.as_str(), "reminder:ARA-7K3M-Q9TX");
    let mut with_slip = waiting.payment.clone();
    with_slip.add_slip(waiting.owed(), waiting.placed_at, slip(7)).unwrap();
    with_slip.expires_at = Some(after(48));
    let mut paid = waiting.payment.clone();
    paid.charge(charge(EntrySource::Hand, PaymentMethod::BankTransfer, 300_000), &booked());
    let by_card = OrderPayment::by(PaymentMethod::PayHere, Some(after(48)));
    for payment in [with_slip, paid, by_card, OrderPayment::by(PaymentMethod::BankTransfer, None)] {
        assert_eq!(reminder(&waiting.clone().with_payment(payment), after(30)), None);
    }
    assert_eq!(reminder(&Order { status: OrderStatus::Cancelled, ..waiting }, after(30)), None);
}

#[test]
fn an_order_that_was_not_paid_in_time_has_a_mail_of_its_own() {
    let mail = of_step(&by_transfer().expired(), after(48)).unwrap().about_event(42);
    assert_eq!(mail.key.as_str(), "expired:ARA-7K3M-Q9TX:42");
}

#[test]
fn a_payment_ends_the_reminder_and_a_cancellation_the_mail_about_the_order_too() {
    let superseded = |step| {
        let mail = to_customer(&by_transfer(), step, "ARA-7K3M-Q9TX", OrderNews::default(), after(1));
        superseded_by(&mail).iter().map(|key| key.as_str().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(superseded(OrderStep::Paid), ["reminder:ARA-7K3M-Q9TX"]);
    for step in [OrderStep::Cancelled, OrderStep::Expired] {
        assert_eq!(superseded(step), ["placed:ARA-7K3M-Q9TX", "reminder:ARA-7K3M-Q9TX"]);
    }
    assert_eq!(superseded(OrderStep::Shipped), [""; 0]);
}

#[test]
fn of_the_other_events_the_pick_up_and_notes_to_the_customer_are_mailed() {
    let note = |visibility| EventKind::Note(OrderNote { text: NoteText::parse("Rang.\nNo answer.").unwrap(), visibility });
    let mail = |kind: &EventKind| of_event(&order(OrderStatus::Processing), kind, after(1)).map(|mail| mail.about_event(7));
    let told = mail(&note(NoteVisibility::Customer)).unwrap();
    assert_eq!((told.key.as_str(), news(&told).text.as_deref()), ("note:ARA-7K3M-Q9TX:7", Some("Rang.\nNo answer.")));
    let waiting = mail(&EventKind::Step(FulfilmentStep::ReadyForPickup)).unwrap();
    assert_eq!(waiting.key.as_str(), "readyForPickup:ARA-7K3M-Q9TX:7");
    let corrected = mail(&EventKind::Parcel { is_mailed: true }).unwrap();
    assert_eq!(corrected.key.as_str(), "shipped:ARA-7K3M-Q9TX:7");
    assert_eq!(mail(&EventKind::Parcel { is_mailed: false }), None);
    for kind in [note(NoteVisibility::Internal), EventKind::Step(FulfilmentStep::Packed), EventKind::Status] {
        assert_eq!(mail(&kind), None);
    }
}

#[test]
fn the_shop_is_told_of_each_payment_to_look_at() {
    let news = AttentionNews { kind: crate::payments::attention::AttentionKind::Unmatched, order: None, detail: "x".to_owned() };
    let mail = attention(9, news, after(1));
    assert_eq!((mail.key.as_str(), mail.to, mail.message.kind()), ("attention:9", None, MailKind::Attention));
}
