//! The contract of [`domain::orders::payment::repository::PaymentRepository`] and [`domain::orders::ports::OrderRepository`] on the references of
//! payments: a transfer pays one order, once.

use domain::orders::error::OrderError;
use domain::orders::order::Order;
use domain::orders::order_edit::OrderEdit;
use domain::orders::payment::change::PaymentChange;
use domain::payments::attempt_record::Attempt;
use domain::payments::ledger::EntrySource;
use domain::payments::order_payment::NewCharge;
use domain::payments::payment_method::PaymentMethod;
use domain::payments::slip::SlipReview;
use domain::shared::edit::{Edit, Saved};
use domain::shared::idempotency::IdempotencyKey;
use domain::shared::money::Money;
use domain::shared::order_id::OrderId;
use domain::shared::page::PageRequest;
use domain::shared::text::PaymentId;
use futures_util::future::try_join_all;

use super::payment_attempts::{notification, received, started};
use super::slips::{accepted, changed, ordered, rejected, uploaded_at};
use crate::contracts::Shop;
use crate::{moments, sample_users, unique};

/// A reference, and the same one as other people write it.
fn spellings() -> (String, [String; 5]) {
    let (one, other) = (unique::tag().to_uppercase(), unique::tag().to_uppercase());
    let spelled = [
        format!("{one}{other}"),
        format!("{one}-{other}").to_lowercase(),
        format!(" {one}  {other} "),
        format!("{one}\u{200b}\u{3164}{other}"),
        format!("{one}/{other}."),
    ];
    (format!("{one} {other}"), spelled)
}

fn charge(method: PaymentMethod, reference: &str) -> PaymentChange {
    let (amount, reference) = (Money::from_cents(100).unwrap(), PaymentId::parse(reference).unwrap());
    PaymentChange::Charge(NewCharge { source: EntrySource::Hand, method, amount, reference, attempt: None }, None)
}

fn by_transfer(reference: &str) -> PaymentChange {
    charge(PaymentMethod::BankTransfer, reference)
}

async fn ask(shop: &Shop, order: &Order, change: &PaymentChange) -> Result<Saved<Order>, OrderError> {
    shop.pay(&order.id, change, &sample_users::actor(), moments::now()).await
}

/// The order that has the reference of a refused charge.
async fn user_of(shop: &Shop, order: &Order, change: &PaymentChange) -> OrderId {
    match ask(shop, order, change).await {
        Err(OrderError::ReferenceUsed(order)) => order,
        other => panic!("{other:?}"),
    }
}

/// The order that refuses the reference, if there is one.
async fn edited(shop: &Shop, order: &Order, payment_id: Edit<PaymentId>) -> Option<OrderId> {
    let change = OrderEdit { payment_id, ..OrderEdit::default() };
    match shop.edit(&order.id, &change, &sample_users::actor(), moments::now()).await {
        Ok(_) => None,
        Err(OrderError::ReferenceUsed(order)) => Some(order),
        Err(other) => panic!("{other:?}"),
    }
}

fn named(reference: &str) -> Edit<PaymentId> {
    Edit::Set(PaymentId::parse(reference).unwrap())
}

/// The number of [`namings`].
const NAMINGS: usize = 7;

/// References of staff that name a payment of an attempt: its number, in groups and beside other digits, or the name of the attempt.
fn namings(number: &str, attempt: &Attempt) -> [String; NAMINGS] {
    let grouped: Vec<&str> = [number.get(..4), number.get(4..8), number.get(8..)].into_iter().flatten().collect();
    let (spaced, hyphened) = (grouped.join(" "), grouped.join("-"));
    [
        number.to_owned(),
        format!("PayHere {number} (VISA 4242)"),
        format!("VISA 4242 {spaced}"),
        format!("{spaced}, 28/11/2026"),
        format!("{hyphened} 0771234567"),
        attempt.id.to_string(),
        format!("PayHere {}", attempt.id).to_lowercase(),
    ]
}

/// A name of the gateway in the words of staff is that of its payment, also of one that a booking of staff stands for.
pub async fn a_payment_of_the_gateway_is_booked_for_no_other_order(shop: &Shop) {
    for is_booked_by_staff in [false, true] {
        let (first, second) = (ordered(shop).await, ordered(shop).await);
        let attempt = started(shop, &first, 0).await;
        let paid = notification(&attempt, 2);
        let number = paid.payment.as_ref().unwrap().as_str();
        if is_booked_by_staff {
            let (amount, reference) = (attempt.amount, PaymentId::parse(&format!("PayHere {number}")).unwrap());
            let method = PaymentMethod::BankTransfer;
            let booking = NewCharge { source: EntrySource::Hand, method, amount, reference, attempt: None };
            changed(shop, &first, &PaymentChange::Charge(booking, None)).await;
        }
        shop.take(&paid, false, moments::now()).await;
        assert_eq!(shop.order(&first).await.payment.ledger.charges().len(), 1);
        for reference in namings(number, &attempt) {
            for order in [&first, &second] {
                assert_eq!(user_of(shop, order, &by_transfer(&reference)).await, first.id, "{reference}");
            }
        }
    }
}

/// Staff booked it first.
pub async fn a_payment_that_staff_booked_for_another_order_is_told(shop: &Shop) {
    for naming in 0..NAMINGS {
        let (first, second) = (ordered(shop).await, ordered(shop).await);
        let attempt = started(shop, &first, 0).await;
        let paid = notification(&attempt, 2);
        let reference = &namings(paid.payment.as_ref().unwrap().as_str(), &attempt)[naming];
        changed(shop, &second, &by_transfer(reference)).await;
        shop.take(&paid, false, moments::now()).await;
        let items = shop.attention.list(Some(&first.id), &PageRequest::default()).await.unwrap().items;
        assert!(items.iter().any(|item| item.detail.contains(second.id.as_str())), "{reference}");
    }
}

/// A notification named another number than that of the payment, or none. Staff book it for no order, also once it was charged back.
pub async fn a_payment_of_the_records_is_booked_for_no_other_order(shop: &Shop) {
    let (first, second) = (ordered(shop).await, ordered(shop).await);
    let attempt = started(shop, &first, 0).await;
    shop.take(&notification(&attempt, 2), true, moments::now()).await;
    let records = received(&attempt);
    for _ in 0..2 {
        shop.read(&attempt.id, std::slice::from_ref(&records), moments::now()).await;
    }
    for is_charged_back in [false, true] {
        if is_charged_back {
            shop.take(&notification(&attempt, -3), true, moments::now()).await;
        }
        for reference in namings(records.payment.as_str(), &attempt) {
            for order in [&first, &second] {
                assert_eq!(user_of(shop, order, &by_transfer(&reference)).await, first.id, "{reference}");
            }
        }
    }
}

/// The later of both finds the other.
pub async fn a_payment_and_its_booking_for_another_order_at_once_are_not_silent(shop: &Shop) {
    for _ in 0..5 {
        let (first, second) = (ordered(shop).await, ordered(shop).await);
        let paid = notification(&started(shop, &first, 0).await, 2);
        let change = by_transfer(&format!("PayHere {}", paid.payment.as_ref().unwrap().as_str()));
        let (booked, _) = tokio::join!(ask(shop, &second, &change), shop.take(&paid, false, moments::now()));
        let items = shop.attention.list(Some(&first.id), &PageRequest::default()).await.unwrap().items;
        assert_eq!((booked.is_ok(), items.len()), if booked.is_ok() { (true, 1) } else { (false, 0) });
    }
}

/// By every way in, for the order that it pays and for another one, however it is written.
async fn is_used_for(shop: &Shop, first: &Order, spelled: &[String]) {
    let other = ordered(shop).await;
    let used = first.id.clone();
    for reference in spelled {
        let slip = uploaded_at(shop, &other, &unique::tag(), moments::now()).await;
        assert_eq!(user_of(shop, &other, &accepted(slip, &other, reference)).await, used, "a slip, {reference:?}");
        changed(shop, &other, &rejected(slip)).await;
        assert_eq!(user_of(shop, &other, &by_transfer(reference)).await, used, "a charge, {reference:?}");
        assert_eq!(user_of(shop, &other, &charge(PaymentMethod::PayHere, reference)).await, used, "a charge by card, {reference:?}");
        assert_eq!(edited(shop, &other, named(reference)).await, Some(first.id.clone()), "{reference:?}");
        assert_eq!(user_of(shop, first, &by_transfer(reference)).await, used, "twice on one order, {reference:?}");
    }
    assert_eq!(shop.order(&other).await.figures().charged_cents, 0);
}

/// Booked by a slip.
pub async fn a_reference_of_a_slip_pays_once(shop: &Shop) {
    let (reference, spelled) = spellings();
    let first = ordered(shop).await;
    let slip = uploaded_at(shop, &first, "a picture", moments::now()).await;
    let (amount, bank_reference) = (Money::from_cents(100).unwrap(), PaymentId::parse(&reference).unwrap());
    let review = SlipReview::Accepted { amount, bank_reference };
    changed(shop, &first, &PaymentChange::ReviewSlip { slip, review }).await;
    is_used_for(shop, &first, &spelled).await;
}

/// Booked by hand.
pub async fn a_reference_of_a_charge_pays_once(shop: &Shop) {
    let (reference, spelled) = spellings();
    let first = ordered(shop).await;
    changed(shop, &first, &by_transfer(&reference)).await;
    is_used_for(shop, &first, &spelled).await;
}

/// Booked by editing the order.
pub async fn a_reference_of_an_edited_order_pays_once(shop: &Shop) {
    let (reference, spelled) = spellings();
    let first = ordered(shop).await;
    assert_eq!(edited(shop, &first, named(&reference)).await, None);
    is_used_for(shop, &first, &spelled).await;
}

/// A mistake is corrected: the reference is spelled otherwise, or belongs to another order after all.
pub async fn a_reversed_charge_frees_its_reference(shop: &Shop) {
    let (reference, spelled) = spellings();
    let (first, other) = (ordered(shop).await, ordered(shop).await);
    for spelling in spelled.iter().chain([&reference]) {
        assert_eq!(edited(shop, &first, named(spelling)).await, None, "{spelling:?}");
    }
    assert_eq!(edited(shop, &first, Edit::Clear).await, None);
    changed(shop, &other, &by_transfer(&reference)).await;
    assert_eq!(edited(shop, &first, named(&reference)).await, Some(other.id));
}

/// `Drawer 7` names the same drawer on every day; on one order it is the same money.
pub async fn receipts_of_cash_may_be_equal_on_several_orders(shop: &Shop) {
    let (first, other) = (ordered(shop).await, ordered(shop).await);
    let cash = charge(PaymentMethod::Cod, "Drawer 7");
    for order in [&first, &other] {
        changed(shop, order, &cash).await;
        assert_eq!(user_of(shop, order, &charge(PaymentMethod::Cod, "drawer-7")).await, order.id);
    }
    let transfer = unique::tag();
    changed(shop, &first, &by_transfer(&transfer)).await;
    let used = first.id;
    assert_eq!(user_of(shop, &other, &charge(PaymentMethod::Cod, &transfer)).await, used, "a transfer is no cash");
}

/// Of administrators who book one transfer for several orders at once, one is told yes.
pub async fn a_reference_pays_one_of_several_orders_at_once(shop: &Shop) {
    let reference = unique::tag();
    let mut orders = Vec::new();
    for _ in 0..6 {
        orders.push(ordered(shop).await);
    }
    let asking = orders.iter().enumerate().map(|(n, order)| {
        let (shop, order) = (shop.clone(), order.clone());
        let written = if n % 2 == 0 { reference.to_uppercase() } else { format!("-{reference}") };
        tokio::spawn(async move {
            if n % 3 == 0 {
                edited(&shop, &order, named(&written)).await.is_none()
            } else {
                ask(&shop, &order, &by_transfer(&written)).await.is_ok()
            }
        })
    });
    let booked = try_join_all(asking).await.unwrap().into_iter().filter(|booked| *booked).count();
    assert_eq!(booked, 1);
}

/// A request that is sent again books once. Keys belong to their order.
pub async fn a_charge_is_booked_once_for_a_key(shop: &Shop) {
    let order = ordered(shop).await;
    let key = IdempotencyKey::parse(&unique::tag()).unwrap();
    let keyed = |change| match change {
        PaymentChange::Charge(charge, _) => PaymentChange::Charge(charge, Some(key.clone())),
        other => other,
    };
    let first = keyed(charge(PaymentMethod::Cod, "drawer"));
    let asking = (0..6).map(|_| {
        let (shop, order, first) = (shop.clone(), order.clone(), first.clone());
        tokio::spawn(async move { ask(&shop, &order, &first).await })
    });
    let answers = try_join_all(asking).await.unwrap();
    let booked = shop.order(&order).await;
    let answers: Vec<_> = answers.into_iter().map(Result::unwrap).collect();
    assert_eq!(answers.iter().filter(|answer| answer.is_changed).count(), 1);
    assert!(answers.iter().all(|answer| answer.value == booked));
    let other = ordered(shop).await;
    changed(shop, &other, &first).await;
    assert_eq!(shop.order(&order).await, booked);
}
