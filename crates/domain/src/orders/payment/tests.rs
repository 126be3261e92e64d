//! Deadlines after parts, slips, refunds and reinstatements.

use chrono::TimeDelta;
use uuid::Uuid;

use super::*;
use crate::orders::order_edit::OrderEdit;
use crate::orders::payment::change::PaymentChange;
use crate::orders::payment::samples::order;
use crate::payments::ledger::{Booked, EntrySource};
use crate::payments::order_payment::{NewCharge, RefundRequest};
use crate::payments::payment_method::PaymentMethod;
use crate::payments::payment_settings::PaymentSettings;
use crate::payments::refund::RefundVia;
use crate::payments::refund_guard::RefundGuard;
use crate::payments::samples::cents;
use crate::payments::slip::{Slip, SlipReview, SlipState};
use crate::shared::edit::Edit;
use crate::shared::idempotency::IdempotencyKey;
use crate::shared::ids::SlipId;
use crate::shared::order_status::OrderStatus;
use crate::shared::text::PaymentId;

fn hour(hours: i64) -> DateTime<Utc> {
    DateTime::UNIX_EPOCH + TimeDelta::hours(hours)
}

/// An order of 1,234.50 that is to be paid by this method until this hour.
fn waiting(method: PaymentMethod, hours: i64) -> Order {
    order(OrderStatus::Processing).with_payment(OrderPayment::by(method, Some(hour(hours))))
}

fn by_transfer() -> Order {
    waiting(PaymentMethod::BankTransfer, 48)
}

fn after(order: &Order, change: PaymentChange, hours: i64) -> Order {
    change.apply(order.clone(), &Booked { by: None, at: hour(hours) }).unwrap()
}

fn part(amount: i64) -> PaymentChange {
    let (source, method, reference) = (EntrySource::Hand, PaymentMethod::BankTransfer, PaymentId::parse("B-1").unwrap());
    PaymentChange::Charge(NewCharge { source, method, amount: cents(amount), reference, attempt: None }, None)
}

fn id(number: u128) -> SlipId {
    SlipId::new(Uuid::from_u128(number))
}

fn slip(number: u128) -> PaymentChange {
    let slip = Slip {
        id: id(number),
        at: hour(0),
        bank_reference: None,
        state: SlipState::InReview,
        reason: None,
        is_seen_elsewhere: false,
        is_by_staff: false,
    };
    PaymentChange::AddSlip(slip)
}

fn accepted(number: u128, amount: i64) -> PaymentChange {
    let review = SlipReview::Accepted { amount: cents(amount), bank_reference: PaymentId::parse("B-2").unwrap() };
    PaymentChange::ReviewSlip { slip: id(number), review }
}

fn rejected(number: u128) -> PaymentChange {
    PaymentChange::ReviewSlip { slip: id(number), review: SlipReview::Rejected { reason: None } }
}

fn refunded(order: &Order, hours: i64) -> Order {
    let held = order.figures().held_cents;
    let request = RefundRequest { amount: cents(held), via: RefundVia::ByHand, reference: None, reason: None };
    let key = IdempotencyKey::parse("k").unwrap();
    after(order, PaymentChange::Release { request, key, guard: RefundGuard::default() }, hours)
}

fn set(order: &Order, status: OrderStatus, hours: i64) -> Order {
    let change = OrderEdit { status: Some(status), times: PaymentSettings::default().times_to_pay(), ..OrderEdit::default() };
    change.apply(order.clone(), &Booked { by: None, at: hour(hours) }).unwrap()
}

fn ends(order: &Order) -> Option<i64> {
    order.payment.expires_at.map(|at| at.signed_duration_since(hour(0)).num_hours())
}

fn is_expired(order: &Order, hours: i64) -> bool {
    order.payment.is_expired(order.owed(), hour(hours))
}

#[test]
fn a_part_gives_the_rest_a_day_and_what_is_held_goes_back_when_that_ends() {
    assert_eq!(ends(&after(&by_transfer(), part(100), 10)), Some(48), "it never shortens");
    let late = after(&by_transfer(), part(100), 47);
    assert_eq!((ends(&late), is_expired(&late, 70), is_expired(&late, 71)), (Some(71), false, true));
    assert_eq!(late.expired().figures().refund_due_cents(), 100);
    let paid = after(&after(&by_transfer(), part(100), 47), part(123_350), 50);
    assert!(!is_expired(&paid, 10_000), "nothing is due");
    let cash = after(&waiting(PaymentMethod::Cod, 1), part(100), 0);
    assert!(!is_expired(&cash, 10_000), "the rest is paid on delivery");
}

#[test]
fn an_accepted_part_of_a_slip_gives_the_rest_a_day() {
    let in_review = after(&by_transfer(), slip(1), 10);
    assert_eq!((ends(&in_review), is_expired(&in_review, 10_000)), (None, false));
    assert_eq!(ends(&after(&in_review, accepted(1, 100), 100)), Some(124));
    assert_eq!(ends(&after(&in_review, accepted(1, 100), 11)), Some(48));
    let another = after(&after(&in_review, slip(2), 12), accepted(1, 100), 100);
    assert_eq!((ends(&another), another.payment.deadline()), (None, Some(hour(124))), "the other slip waits");
}

#[test]
fn a_rejection_gives_a_day_and_never_shortens() {
    let in_review = after(&by_transfer(), slip(1), 1);
    assert_eq!(ends(&after(&in_review, rejected(1), 2)), Some(48));
    assert_eq!(ends(&after(&in_review, rejected(1), 40)), Some(64));
    assert_eq!(after(&set(&in_review, OrderStatus::Cancelled, 2), rejected(1), 60).payment.deadline(), Some(hour(48)), "it is cancelled");
}

#[test]
fn a_slip_of_an_order_by_card_keeps_it_for_a_day() {
    let mut order = waiting(PaymentMethod::PayHere, 1);
    for number in 1..=5 {
        order = after(&order, slip(number), 0);
        assert_eq!((ends(&order), is_expired(&order, 23), is_expired(&order, 24)), (Some(24), false, true));
    }
    assert_eq!(ends(&after(&order, rejected(1), 10)), Some(34));
}

#[test]
fn a_refunded_order_that_is_reinstated_is_to_be_paid_again() {
    let returned = refunded(&set(&after(&by_transfer(), part(123_450), 1), OrderStatus::Cancelled, 2), 3);
    let again = set(&returned, OrderStatus::Processing, 300);
    assert_eq!((again.figures().amount_due_cents(), ends(&again)), (123_450, Some(348)));
    assert!(is_expired(&again, 348) && !is_expired(&again, 347));
}

#[test]
fn reinstating_gives_the_methods_own_time() {
    let days = waiting(PaymentMethod::BankTransfer, 11 * 24);
    assert_eq!(ends(&set(&set(&days, OrderStatus::Cancelled, 5), OrderStatus::Processing, 1_000)), Some(1_048), "not 11 days again");
    let card = set(&set(&waiting(PaymentMethod::PayHere, 30), OrderStatus::Cancelled, 5), OrderStatus::Processing, 100);
    assert_eq!(card.payment.expires_at, Some(hour(100) + TimeDelta::minutes(30)));
    let late = set(&set(&by_transfer(), OrderStatus::Cancelled, 5).expired(), OrderStatus::Processing, 100);
    assert!(!late.payment.has_expired);
    let in_review = set(&set(&after(&by_transfer(), slip(1), 1), OrderStatus::Cancelled, 5), OrderStatus::Processing, 100);
    assert_eq!((ends(&in_review), in_review.payment.deadline()), (None, Some(hour(148))), "its slip waits still");
}

#[test]
fn money_that_is_taken_back_gives_a_day() {
    let paid = after(&by_transfer(), part(123_450), 1);
    let mut payment = paid.payment.clone();
    payment.charge_back(1, &Booked { by: None, at: hour(400) });
    payment.grant_rest(paid.owed(), hour(400));
    let back = paid.with_payment(payment);
    assert_eq!((ends(&back), is_expired(&back, 424)), (Some(424), true));
}

#[test]
fn clearing_one_of_two_payments_gives_the_methods_own_time() {
    let paid = after(&after(&by_transfer(), part(100), 1), part(123_350), 2);
    let clear = OrderEdit { payment_id: Edit::Clear, ..OrderEdit::default() };
    let rest = clear.apply(paid, &Booked { by: None, at: hour(500) }).unwrap();
    assert_eq!((rest.figures().amount_due_cents(), ends(&rest)), (100, Some(548)));
}
