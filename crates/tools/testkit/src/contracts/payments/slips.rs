//! The contract of [`domain::payments::ports::PaymentRepository`] on bank slips, and of
//! [`domain::payments::attention::AttentionList`].

use chrono::{DateTime, TimeDelta, Utc};
use domain::accounts::actor::Actor;
use domain::images::image::{ImageName, PicturePurpose};
use domain::images::ports::ReserveUploadOutcome;
use domain::images::upload::{NewUpload, NoRoom, OF_A_CUSTOMER, Uploader};
use domain::orders::order::Order;
use domain::orders::order_status::OrderStatus;
use domain::payments::attention::{Attention, AttentionError, AttentionKind, AttentionNote};
use domain::payments::figures::PaymentStatus;
use domain::payments::order_payment::PaymentRefusal;
use domain::payments::payment_change::PaymentChange;
use domain::payments::payment_method::PaymentMethod;
use domain::payments::ports::ChangePaymentOutcome;
use domain::payments::slip::{Slip, SlipReason, SlipReview, SlipState};
use domain::reports::audit_log::AuditQuery;
use domain::shared::ids::SlipId;
use domain::shared::money::Money;
use domain::shared::page::{Page, PageRequest, TotalCount};
use domain::shared::text::PaymentId;
use futures_util::future::try_join_all;
use uuid::Uuid;

use super::expiry::by;
use super::payment_attempts::kinds_of;
use crate::contracts::Shop;
use crate::{moments, sample_orders, sample_products, sample_users, unique};

pub(super) async fn ordered(shop: &Shop) -> Order {
    let product = shop.add(sample_products::product("Rose")).await;
    shop.place(&sample_orders::draft(&shop.customer().await, &[(&product, 2)])).await
}

async fn ask(shop: &Shop, order: &Order, change: &PaymentChange) -> ChangePaymentOutcome {
    shop.payments.change(&order.id, change, &sample_users::actor(), moments::now()).await.unwrap()
}

pub(super) async fn changed(shop: &Shop, order: &Order, change: &PaymentChange) -> Order {
    match ask(shop, order, change).await {
        ChangePaymentOutcome::Changed(order) => order,
        other => panic!("{other:?}"),
    }
}

/// The id of a new slip with this picture, in review.
async fn uploaded(shop: &Shop, order: &Order, picture: &str) -> SlipId {
    uploaded_at(shop, order, picture, moments::now()).await
}

/// The same, uploaded at this time.
pub(super) async fn uploaded_at(shop: &Shop, order: &Order, picture: &str, at: DateTime<Utc>) -> SlipId {
    let id = SlipId::new(Uuid::from_u64_pair(unique::bits(), unique::bits()));
    let slip =
        Slip { id, at, bank_reference: None, state: SlipState::InReview, reason: None, is_by_staff: false, is_seen_elsewhere: false };
    changed(shop, order, &PaymentChange::AddSlip { slip, picture: picture.as_bytes().to_vec() }).await;
    id
}

pub(super) fn accepted(slip: SlipId, order: &Order, reference: &str) -> PaymentChange {
    let review = SlipReview::Accepted { amount: order.total, bank_reference: PaymentId::parse(reference).unwrap() };
    PaymentChange::ReviewSlip { slip, review }
}

pub(super) fn rejected(slip: SlipId) -> PaymentChange {
    PaymentChange::ReviewSlip { slip, review: SlipReview::Rejected { reason: SlipReason::parse("not readable").ok() } }
}

async fn waiting(shop: &Shop) -> Page<Attention> {
    shop.attention.list(None, &PageRequest::default()).await.unwrap()
}

/// Its picture belongs to its order alone; accepted it pays.
pub async fn a_slip_waits_for_its_review(shop: &Shop) {
    let (order, other) = (ordered(shop).await, ordered(shop).await);
    let slip = uploaded(shop, &order, "a picture").await;
    assert_eq!(shop.order(&order).await.payment_status(), PaymentStatus::Pending);
    assert_eq!(shop.payments.slip_picture(&order.id, slip).await.unwrap().unwrap(), b"a picture");
    assert_eq!(shop.payments.slip_picture(&other.id, slip).await.unwrap(), None);
    assert_eq!(ask(shop, &other, &rejected(slip)).await, ChangePaymentOutcome::NotFound);
    let rejected = changed(shop, &order, &rejected(slip)).await;
    assert_eq!((rejected.payment_status(), rejected.payment.slips[0].state), (PaymentStatus::Unpaid, SlipState::Rejected));
    let second = uploaded(shop, &order, "a better picture").await;
    let paid = changed(shop, &order, &accepted(second, &order, &unique::tag())).await;
    assert_eq!(paid.payment_status(), PaymentStatus::Paid);
    assert_eq!(shop.order(&order).await, paid);
}

/// A transfer that paid one order pays no other.
pub async fn a_bank_reference_pays_once(shop: &Shop) {
    let (order, other) = (ordered(shop).await, ordered(shop).await);
    let reference = unique::tag();
    let slip = uploaded(shop, &order, "one").await;
    changed(shop, &order, &accepted(slip, &order, &reference)).await;
    let again = uploaded(shop, &other, "two").await;
    let refused = ask(shop, &other, &accepted(again, &other, &reference)).await;
    assert_eq!(refused, ChangePaymentOutcome::ReferenceUsed(order.id.clone()));
    assert_eq!(shop.order(&other).await.payment_status(), PaymentStatus::Pending, "nothing was booked");
}

/// Of several reviews at once, one counts.
pub async fn a_slip_is_reviewed_once(shop: &Shop) {
    let order = ordered(shop).await;
    let slip = uploaded(shop, &order, "one").await;
    let reviewing = (0..8).map(|n| {
        let (shop, order) = (shop.clone(), order.clone());
        let review = if n % 2 == 0 { rejected(slip) } else { accepted(slip, &order, &unique::tag()) };
        tokio::spawn(async move { ask(&shop, &order, &review).await })
    });
    let answers = try_join_all(reviewing).await.unwrap();
    assert_eq!(answers.iter().filter(|answer| matches!(answer, ChangePaymentOutcome::Changed(_))).count(), 1);
    let refused = ChangePaymentOutcome::Refused(PaymentRefusal::SlipReviewed);
    assert_eq!(answers.iter().filter(|answer| **answer == refused).count(), 7);
    assert!(shop.order(&order).await.payment.ledger.entries().len() <= 1);
}

/// The audit log names who uploaded it; a customer's slip is none of its entries.
pub async fn a_slip_of_staff_is_marked_and_audited(shop: &Shop) {
    let order = ordered(shop).await;
    uploaded(shop, &order, "by the customer").await;
    let id = SlipId::new(Uuid::from_u64_pair(unique::bits(), unique::bits()));
    let slip = Slip {
        id,
        at: moments::seconds_later(1),
        bank_reference: None,
        state: SlipState::InReview,
        reason: None,
        is_by_staff: true,
        is_seen_elsewhere: false,
    };
    changed(shop, &order, &PaymentChange::AddSlip { slip, picture: b"by staff".to_vec() }).await;
    let slips = shop.order(&order).await.payment.slips;
    assert_eq!(slips.iter().map(|slip| slip.is_by_staff).collect::<Vec<_>>(), [false, true]);
    let items = shop.audit_log.list(&AuditQuery::default()).await.unwrap().items;
    let audited: Vec<_> = items.into_iter().filter(|entry| entry.subject == order.id.as_str()).collect();
    assert_eq!(audited.len(), 1, "{audited:?}");
    assert!(audited[0].actor.is_some());
}

/// Two slips of one order are none.
pub async fn the_same_picture_on_two_orders_is_a_warning(shop: &Shop) {
    let (order, other) = (ordered(shop).await, ordered(shop).await);
    let picture = unique::tag();
    uploaded(shop, &order, &picture).await;
    uploaded(shop, &order, &picture).await;
    assert!(shop.order(&order).await.payment.slips.iter().all(|slip| !slip.is_seen_elsewhere));
    uploaded(shop, &other, &picture).await;
    for order in [&order, &other] {
        assert!(shop.order(order).await.payment.slips.iter().all(|slip| slip.is_seen_elsewhere));
    }
}

/// The money is booked, the order stays cancelled, and staff close the item with a note.
pub async fn money_for_a_cancelled_order_asks_for_attention(shop: &Shop) {
    let order = ordered(shop).await;
    let slip = uploaded(shop, &order, "late").await;
    shop.set_status(&order, OrderStatus::Cancelled).await.unwrap();
    let before = waiting(shop).await.items.len();
    let late = changed(shop, &order, &accepted(slip, &order, &unique::tag())).await;
    assert_eq!((late.status, late.figures().refund_due_cents()), (OrderStatus::Cancelled, order.total.cents()));
    let page = waiting(shop).await;
    assert_eq!((page.items.len(), page.total), (before + 1, TotalCount::Exactly(u32::try_from(before).unwrap() + 1)));
    let item = page.items.into_iter().find(|item| item.order.as_ref() == Some(&order.id)).unwrap();
    assert_eq!(item.kind, AttentionKind::LatePayment);
    let note = AttentionNote::parse("returned").unwrap();
    let close = async || shop.attention.close(item.id, &note, &sample_users::actor(), moments::now()).await;
    close().await.unwrap();
    let newest = shop.audit_log.list(&AuditQuery::default()).await.unwrap().items.into_iter().next().unwrap();
    assert!(newest.subject == order.id.as_str() && newest.after.as_ref().unwrap().0.contains(r#""note":"returned""#), "{newest:?}");
    assert!(matches!(close().await, Err(AttentionError::NotFound)));
    assert_eq!(waiting(shop).await.items.len(), before);
}

/// The customer sent the money on the last evening; staff look whether it came.
pub async fn a_slip_after_the_expiry_asks_for_attention(shop: &Shop) {
    let order = changed(shop, &ordered(shop).await, &by(PaymentMethod::BankTransfer, TimeDelta::hours(1))).await;
    assert!(shop.expire(&order.id, moments::seconds_later(3_600)).await);
    let slip = uploaded_at(shop, &order, "late", moments::seconds_later(7_200)).await;
    assert_eq!(kinds_of(shop, &order).await, [AttentionKind::LateSlip]);
    let late = changed(shop, &order, &accepted(slip, &order, &unique::tag())).await;
    assert_eq!((late.status, late.figures().refund_due_cents()), (OrderStatus::Cancelled, order.total.cents()));
}

/// Rejected early, the customer has all of it again.
pub async fn a_slip_suspends_the_deadline_that_it_had(shop: &Shop) {
    let order = changed(shop, &ordered(shop).await, &by(PaymentMethod::BankTransfer, TimeDelta::hours(40))).await;
    let slip = uploaded(shop, &order, "early").await;
    let in_review = shop.order(&order).await;
    assert_eq!((in_review.payment.expires_at, in_review.payment.deadline()), (None, order.payment.expires_at));
    assert!(!shop.expire(&order.id, moments::now() + TimeDelta::days(400)).await);
    assert_eq!(changed(shop, &order, &rejected(slip)).await.payment.expires_at, order.payment.expires_at);
    assert_eq!(shop.order(&order).await.payment.expires_at, order.payment.expires_at);
    assert!(shop.expire(&order.id, moments::now() + TimeDelta::hours(40)).await);
}

/// Those that staff did not accept, with the customer's other uploads; what staff upload for a customer is not counted against them.
pub async fn slips_take_room_of_their_customer(shop: &Shop) {
    let (customer, product) = (shop.customer().await, shop.add(sample_products::with_stock(100, sample_products::product("Rose"))).await);
    let (by, name) = (Actor::user(&customer, "test".to_owned()), ImageName::for_upload(moments::now(), &unique::tag()));
    let bytes = OF_A_CUSTOMER - 5_000;
    let upload = NewUpload { name, purpose: PicturePurpose::Profile, by: Uploader::Customer(customer.id), bytes, at: moments::now() };
    assert_eq!(shop.uploads.reserve(&upload).await.unwrap(), ReserveUploadOutcome::Reserved);
    let order = shop.place(&sample_orders::draft(&customer, &[(&product, 1)])).await;
    let add = async |bytes: usize, by: &Actor| {
        let id = SlipId::new(Uuid::from_u64_pair(unique::bits(), unique::bits()));
        let slip = Slip {
            id,
            at: moments::now(),
            bank_reference: None,
            state: SlipState::InReview,
            reason: None,
            is_by_staff: false,
            is_seen_elsewhere: false,
        };
        let change = PaymentChange::AddSlip { slip, picture: unique::tag().into_bytes().into_iter().cycle().take(bytes).collect() };
        (id, shop.payments.change(&order.id, &change, by, moments::now()).await.unwrap())
    };
    let refused = ChangePaymentOutcome::Refused(PaymentRefusal::TooManyUploads);
    assert_eq!(add(5_001, &by).await.1, refused);
    let (first, added) = add(5_000, &by).await;
    assert!(matches!(added, ChangePaymentOutcome::Changed(_)), "{added:?}");
    assert_eq!(add(1, &by).await.1, refused);
    assert!(matches!(add(1, &sample_users::actor()).await.1, ChangePaymentOutcome::Changed(_)), "by staff");
    let another = NewUpload { name: ImageName::for_upload(moments::now(), &unique::tag()), bytes: 1, ..upload };
    assert_eq!(shop.uploads.reserve(&another).await.unwrap(), ReserveUploadOutcome::NoRoom(NoRoom::OfOwn));
    let (amount, bank_reference) = (Money::from_cents(1).unwrap(), PaymentId::parse(&unique::tag()).unwrap());
    let part = PaymentChange::ReviewSlip { slip: first, review: SlipReview::Accepted { amount, bank_reference } };
    changed(shop, &order, &part).await;
    let (_, added) = add(1_000, &by).await;
    assert!(matches!(added, ChangePaymentOutcome::Changed(_)), "an accepted one takes no room: {added:?}");
}
