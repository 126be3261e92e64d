//! The contract of [`domain::orders::payment::repository::PaymentRepository`] on bank slips.

use chrono::{DateTime, TimeDelta, Utc};
use domain::accounts::actor::Actor;
use domain::images::image::{ImageName, PicturePurpose};
use domain::images::ports::ReserveUploadOutcome;
use domain::images::upload::{NewUpload, NoRoom, OF_A_CUSTOMER, Uploader};
use domain::orders::error::OrderError;
use domain::orders::order::Order;
use domain::orders::payment::change::PaymentChange;
use domain::payments::figures::PaymentStatus;
use domain::payments::order_payment::PaymentRefusal;
use domain::payments::payment_method::PaymentMethod;
use domain::payments::slip::{Slip, SlipReason, SlipReview, SlipState};
use domain::shared::edit::Saved;
use domain::shared::ids::SlipId;
use domain::shared::money::Money;
use domain::shared::text::PaymentId;
use futures_util::future::try_join_all;
use uuid::Uuid;

use super::expiry::by;
use crate::contracts::Shop;
use crate::contracts::shop::refusal_of;
use crate::{moments, sample_orders, sample_products, sample_users, unique};

pub(super) async fn ordered(shop: &Shop) -> Order {
    let product = shop.add(sample_products::product("Rose")).await;
    shop.place(&sample_orders::draft(&shop.customer().await, &[(&product, 2)])).await
}

async fn ask(shop: &Shop, order: &Order, change: &PaymentChange) -> Result<Saved<Order>, OrderError> {
    shop.pay(&order.id, change, &sample_users::actor(), moments::now()).await
}

pub(super) async fn changed(shop: &Shop, order: &Order, change: &PaymentChange) -> Order {
    ask(shop, order, change).await.unwrap().value
}

/// A new slip of this time, in review.
fn slip(at: DateTime<Utc>, is_by_staff: bool) -> Slip {
    let id = SlipId::new(Uuid::from_u64_pair(unique::bits(), unique::bits()));
    Slip { id, at, bank_reference: None, state: SlipState::InReview, reason: None, is_by_staff, is_seen_elsewhere: false }
}

/// The id of a new slip with this picture, in review.
async fn uploaded(shop: &Shop, order: &Order, picture: &str) -> SlipId {
    uploaded_at(shop, order, picture, moments::now()).await
}

/// The same, uploaded at this time.
pub(super) async fn uploaded_at(shop: &Shop, order: &Order, picture: &str, at: DateTime<Utc>) -> SlipId {
    let slip = slip(at, false);
    let id = slip.id;
    shop.add_slip(&order.id, slip, picture.as_bytes().to_vec(), &sample_users::actor()).await.unwrap();
    id
}

pub(super) fn accepted(slip: SlipId, order: &Order, reference: &str) -> PaymentChange {
    let review = SlipReview::Accepted { amount: order.total, bank_reference: PaymentId::parse(reference).unwrap() };
    PaymentChange::ReviewSlip { slip, review }
}

pub(super) fn rejected(slip: SlipId) -> PaymentChange {
    PaymentChange::ReviewSlip { slip, review: SlipReview::Rejected { reason: SlipReason::parse("not readable").ok() } }
}

/// Its picture belongs to its order alone, and all of it is read again.
pub async fn a_slip_waits_for_its_review(shop: &Shop) {
    let transfer = by(PaymentMethod::BankTransfer, TimeDelta::hours(40));
    let (order, other) = (changed(shop, &ordered(shop).await, &transfer).await, ordered(shop).await);
    let slip = Slip { bank_reference: PaymentId::parse("B-1").ok(), ..slip(moments::now(), true) };
    let (id, actor) = (slip.id, sample_users::actor());
    let added = shop.add_slip(&order.id, slip, b"a picture".to_vec(), &actor).await.unwrap().value;
    assert_eq!(added.payment_status(), PaymentStatus::Pending);
    assert_eq!(shop.order(&order).await, added);
    assert_eq!(shop.payments.slip_picture(&order.id, id).await.unwrap().unwrap(), b"a picture");
    assert_eq!(shop.payments.slip_picture(&other.id, id).await.unwrap(), None);
    assert_eq!(refusal_of(ask(shop, &other, &rejected(id)).await), PaymentRefusal::NoSlip);
    let rejected = changed(shop, &order, &rejected(id)).await;
    assert_eq!(rejected.payment.expires_at, order.payment.expires_at);
    assert_eq!(shop.order(&order).await, rejected);
    let second = uploaded(shop, &order, "a better picture").await;
    let paid = changed(shop, &order, &accepted(second, &order, &unique::tag())).await;
    assert_eq!(shop.order(&order).await, paid);
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
    let (reviewed, refused): (Vec<_>, Vec<_>) = answers.into_iter().partition(Result::is_ok);
    assert_eq!((reviewed.len(), refused.len()), (1, 7));
    assert!(refused.into_iter().all(|refused| refusal_of(refused) == PaymentRefusal::SlipReviewed));
    assert!(shop.order(&order).await.payment.ledger.entries().len() <= 1);
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

/// Those that staff did not accept, with the customer's other uploads; what staff upload for a customer is not counted against them.
pub async fn slips_take_room_of_their_customer(shop: &Shop) {
    let (customer, product) = (shop.customer().await, shop.add(sample_products::with_stock(100, sample_products::product("Rose"))).await);
    let (by, name) = (Actor::user(&customer, "test".to_owned()), ImageName::for_upload(moments::now(), &unique::tag()));
    let bytes = OF_A_CUSTOMER - 5_000;
    let upload = NewUpload { name, purpose: PicturePurpose::Profile, by: Uploader::Customer(customer.id), bytes, at: moments::now() };
    assert_eq!(shop.uploads.reserve(&upload).await.unwrap(), ReserveUploadOutcome::Reserved);
    let order = shop.place(&sample_orders::draft(&customer, &[(&product, 1)])).await;
    let add = async |bytes: usize, by: &Actor, is_by_staff: bool| {
        let (slip, picture) = (slip(moments::now(), is_by_staff), unique::tag().into_bytes().into_iter().cycle().take(bytes).collect());
        (slip.id, shop.add_slip(&order.id, slip, picture, by).await)
    };
    assert_eq!(refusal_of(add(5_001, &by, false).await.1), PaymentRefusal::TooManyUploads);
    let (first, added) = add(5_000, &by, false).await;
    added.unwrap();
    assert_eq!(refusal_of(add(1, &by, false).await.1), PaymentRefusal::TooManyUploads);
    add(1, &sample_users::actor(), true).await.1.unwrap();
    let another = NewUpload { name: ImageName::for_upload(moments::now(), &unique::tag()), bytes: 1, ..upload };
    assert_eq!(shop.uploads.reserve(&another).await.unwrap(), ReserveUploadOutcome::NoRoom(NoRoom::OfOwn));
    let (amount, bank_reference) = (Money::from_cents(1).unwrap(), PaymentId::parse(&unique::tag()).unwrap());
    let part = PaymentChange::ReviewSlip { slip: first, review: SlipReview::Accepted { amount, bank_reference } };
    changed(shop, &order, &part).await;
    add(1_000, &by, false).await.1.unwrap();
}
