//! Records of an attempt, and what they leave in the ledger.

use proptest::prelude::*;

use super::*;
use crate::orders::payment::gateway_news::notified;
use crate::orders::payment::samples::{begun, notification, order};
use crate::payments::gateway::{Notification, PaymentRef};
use crate::payments::order_payment::RefundRequest;
use crate::payments::refund::{RefundState, RefundVia};
use crate::payments::samples::{attempt, booked, cents};
use crate::shared::order_status::OrderStatus;

fn payment(number: &str, state: RecordState) -> GatewayPayment {
    GatewayPayment { payment: PaymentRef::parse(number).unwrap(), amount: Some(cents(123_450)), state, means: None }
}

fn after(booking: Booking, payments: &[GatewayPayment]) -> Booking {
    recorded(booking.order, booking.attempt, payments, &HashSet::new(), &booked())
}

#[test]
fn a_lost_notification_is_made_good_once() {
    let records = [payment("11", RecordState::Received)];
    let paid = after(begun(OrderStatus::Processing), &records);
    assert_eq!((paid.attempt.state, paid.alarm), (AttemptState::Succeeded, None));
    assert_eq!(paid.order.figures().amount_due_cents(), 0);
    assert_eq!(after(paid.clone(), &records), paid);
}

#[test]
fn no_records_and_unknown_ones_change_nothing() {
    assert_eq!(after(begun(OrderStatus::Processing), &[]), begun(OrderStatus::Processing));
    assert_eq!(after(begun(OrderStatus::Processing), &[payment("11", RecordState::Unknown)]), begun(OrderStatus::Processing));
}

#[test]
fn each_further_payment_is_a_charge_and_alarms() {
    let records = [payment("11", RecordState::Received), payment("12", RecordState::Received)];
    let twice = after(begun(OrderStatus::Processing), &records);
    assert_eq!((twice.order.figures().refund_due_cents(), twice.alarm), (123_450, Some(AttentionKind::DuplicatePayment)));
    assert_eq!(after(twice.clone(), &records).order, twice.order);
}

#[test]
fn a_charge_with_a_number_that_the_gateway_does_not_know_stands_for_the_payment() {
    let reference = PaymentId::parse("invented").unwrap();
    let told = notified(order(OrderStatus::Processing), attempt(), &notification(2, "1234.50"), reference, &booked());
    assert_eq!(after(told.clone(), &[payment("11", RecordState::Received)]), told);
    let both = after(told, &[payment("11", RecordState::Received), payment("12", RecordState::Received)]);
    assert_eq!(both.order.figures().charged_cents, 2 * 123_450);
}

#[test]
fn another_amount_books_nothing() {
    let wrong = GatewayPayment { amount: Some(cents(1)), ..payment("11", RecordState::Received) };
    let booking = after(begun(OrderStatus::Processing), &[wrong, GatewayPayment { amount: None, ..payment("12", RecordState::Received) }]);
    assert_eq!((booking.order, booking.alarm), (order(OrderStatus::Processing), Some(AttentionKind::AmountMismatch)));
}

/// Staff booked the payment by its number, and no notification came.
#[test]
fn a_payment_that_staff_booked_answers_its_attempt() {
    for (state, held) in [(RecordState::Received, 123_450), (RecordState::ChargedBack, 0)] {
        let mut booking = begun(OrderStatus::Processing);
        let (source, method, amount) = (EntrySource::Hand, PaymentMethod::PayHere, booking.attempt.amount);
        let reference = PaymentId::parse("11").unwrap();
        booking.order.payment.charge(NewCharge { source, method, amount, reference, attempt: None }, &booked());
        let read = after(booking, &[payment("11", state)]);
        assert_eq!((read.order.figures().charged_cents, read.order.figures().held_cents), (123_450, held), "{state:?}");
        assert!(!read.attempt.state.is_unanswered() && read.alarm.is_none(), "{state:?}");
        assert_eq!(after(read.clone(), &[payment("11", state)]).order, read.order);
    }
}

#[test]
fn a_chargeback_is_booked_once() {
    let records = [payment("11", RecordState::ChargedBack)];
    let back = after(begun(OrderStatus::Processing), &records);
    assert_eq!((back.order.figures().charged_cents, back.order.figures().held_cents), (123_450, 0));
    assert_eq!(after(back.clone(), &records).order, back.order);
}

/// A notification, which names a payment, and whose charge has that name.
fn told(booking: Booking, code: i32, number: &str) -> Booking {
    let told = Notification { payment: PaymentRef::parse(number).ok(), ..notification(code, "1234.50") };
    notified(booking.order, booking.attempt, &told, PaymentId::parse(number).unwrap(), &booked())
}

#[test]
fn a_chargeback_is_that_of_the_payment_that_the_notification_names() {
    let both = [payment("11", RecordState::Received), payment("12", RecordState::Received)];
    let paid = after(begun(OrderStatus::Processing), &both);
    let back = told(paid, -3, "12");
    let charged_back: Vec<_> = back.order.payment.ledger.entries().iter().skip(2).map(|entry| entry.reference.clone()).collect();
    assert_eq!(charged_back, [PaymentId::parse("12").ok()]);
}

#[test]
fn a_chargeback_of_another_payment_than_the_records_name_is_taken_back() {
    let back = told(told(begun(OrderStatus::Processing), 2, "11"), -3, "12");
    assert_eq!(back.order.figures().held_cents, 0);
    let lagging = after(back, &[payment("11", RecordState::Received), payment("12", RecordState::Received)]);
    assert_eq!(lagging.order.figures().held_cents, 123_450);
    let records = [payment("11", RecordState::Received), payment("12", RecordState::ChargedBack)];
    let read = after(lagging, &records);
    assert_eq!((read.order.figures().charged_cents, read.order.figures().returned_cents), (246_900, 123_450));
    assert!(read.order.payment.ledger.is_charged_back());
    assert_eq!(after(read.clone(), &records), read);
}

proptest! {
    /// Payments that are taken back are so by the records at the end; the notifications come in any order, with any of their numbers,
    /// and reads of records that lag between them.
    #[test]
    fn after_a_read_the_ledger_has_the_payments_of_the_records(
        news in prop::collection::vec((prop_oneof![Just(2), Just(-3)], 0..3_usize, any::<bool>()), 0..6),
        states in prop::collection::vec(any::<bool>(), 3),
        (known, taken) in (1..=3_usize, any::<bool>()),
    ) {
        let number = |index: usize| format!("{}", 11 + index);
        let state = |back: &bool| if *back { RecordState::ChargedBack } else { RecordState::Received };
        let records: Vec<_> = states.iter().enumerate().map(|(index, back)| payment(&number(index), state(back))).take(known).collect();
        let names = if taken { HashSet::from([number(0)]) } else { HashSet::new() };
        let read = |booking: Booking, payments: &[GatewayPayment]| recorded(booking.order, booking.attempt, payments, &names, &booked());
        let mut booking = begun(OrderStatus::Processing);
        for (code, index, lags) in news {
            booking = told(booking, code, &number(index));
            if lags {
                let lagging: Vec<_> = records.iter().map(|record| GatewayPayment { state: RecordState::Received, ..record.clone() }).collect();
                booking = read(booking, lagging.get(..1).unwrap_or_default());
            }
        }
        let was_charged_back = booking.order.payment.ledger.is_charged_back();
        let end = read(booking, &records);
        let count = |cents: i64| usize::try_from(cents / 123_450).unwrap();
        let back = records.iter().filter(|record| record.state == RecordState::ChargedBack).count();
        prop_assert_eq!(count(end.order.figures().charged_cents), records.len());
        // A chargeback that no record names yet holds.
        prop_assert_eq!(count(end.order.figures().returned_cents), if back == 0 { usize::from(was_charged_back) } else { back });
        prop_assert_eq!(read(end.clone(), &records).order, end.order);
    }
}

#[test]
fn a_payment_on_a_cancelled_order_alarms() {
    let late = after(begun(OrderStatus::Cancelled), &[payment("11", RecordState::Received)]);
    assert_eq!((late.order.figures().refund_due_cents(), late.alarm), (123_450, Some(AttentionKind::LatePayment)));
}

#[test]
fn a_refund_of_unknown_outcome_is_settled_by_the_records() {
    let mut paid = after(begun(OrderStatus::Cancelled), &[payment("11", RecordState::Received)]);
    let owed = paid.order.owed();
    let mut money = paid.order.payment.clone();
    let request = RefundRequest { amount: cents(123_450), via: RefundVia::Gateway, reference: None, reason: None };
    let number = money.release(owed, request, &booked()).unwrap();
    for state in [RefundState::Sending, RefundState::Unknown] {
        money.move_refund(number, state, &booked()).unwrap();
    }
    paid.order = paid.order.with_payment(money);
    assert_eq!(after(paid.clone(), &[payment("11", RecordState::Received)]).order, paid.order, "it may not have arrived yet");
    let settled = after(paid, &[payment("11", RecordState::Refunded)]);
    assert_eq!((settled.order.figures().held_cents, settled.order.payment.refunds[0].state), (0, RefundState::Settled));
}

/// A paid order of which staff released this much by the gateway, or by hand.
fn returning(amount: i64, via: RefundVia) -> Booking {
    let paid = after(begun(OrderStatus::Cancelled), &[payment("11", RecordState::Received)]);
    let mut money = paid.order.payment.clone();
    let request = RefundRequest { amount: cents(amount), via, reference: None, reason: None };
    money.release(paid.order.owed(), request, &booked()).unwrap();
    Booking { order: paid.order.with_payment(money), ..paid }
}

fn states(booking: &Booking) -> Vec<(RefundState, i64)> {
    booking.order.payment.refunds.iter().map(|refund| (refund.state, refund.amount.cents())).collect()
}

#[test]
fn a_refund_in_the_gateways_portal_is_booked_once() {
    let refunded = [payment("11", RecordState::Refunded)];
    for begin in [begun(OrderStatus::Processing), after(begun(OrderStatus::Processing), &[payment("11", RecordState::Received)])] {
        let returned = after(begin, &refunded);
        assert_eq!((returned.order.figures().charged_cents, returned.order.figures().held_cents), (123_450, 0));
        assert_eq!(states(&returned), [(RefundState::Settled, 123_450)]);
        assert_eq!(returned.order.payment.credits_cents(), 123_450, "the shop does not ask for the money again");
        assert_eq!(after(returned.clone(), &refunded), returned);
    }
}

#[test]
fn a_payment_that_is_about_to_go_back_settles_a_refund_of_all_of_it_and_books_nothing_else() {
    let refunding = [payment("11", RecordState::Refunding)];
    let paid = after(begun(OrderStatus::Processing), &[payment("11", RecordState::Received)]);
    assert_eq!(after(paid.clone(), &refunding).order, paid.order, "the gateway may decline");
    assert_eq!(states(&after(returning(123_450, RefundVia::Gateway), &refunding)), [(RefundState::Settled, 123_450)]);
    assert_eq!(states(&after(returning(450, RefundVia::Gateway), &refunding)), [(RefundState::Requested, 450)]);
}

#[test]
fn a_refund_by_hand_was_made_in_the_portal() {
    let returned = after(returning(123_450, RefundVia::ByHand), &[payment("11", RecordState::Refunded)]);
    assert_eq!(states(&returned), [(RefundState::Settled, 123_450)]);
    let rest = after(returning(450, RefundVia::ByHand), &[payment("11", RecordState::Refunded)]);
    assert_eq!(states(&rest), [(RefundState::Settled, 450), (RefundState::Settled, 123_000)]);
    assert_eq!(rest.alarm, None);
}

#[test]
fn a_refund_by_hand_of_another_payment_is_not_the_one_in_the_portal() {
    let mut paid = after(begun(OrderStatus::Cancelled), &[payment("11", RecordState::Received)]);
    let mut money = paid.order.payment.clone();
    let reference = PaymentId::parse("slip 7").unwrap();
    let charge =
        NewCharge { source: EntrySource::Slip, method: PaymentMethod::BankTransfer, amount: cents(50_000), reference, attempt: None };
    money.charge(charge, &booked());
    let request = RefundRequest { amount: cents(50_000), via: RefundVia::ByHand, reference: None, reason: None };
    money.release(paid.order.owed(), request, &booked()).unwrap();
    paid.order = paid.order.with_payment(money);
    let returned = after(paid, &[payment("11", RecordState::Refunded)]);
    assert_eq!(states(&returned), [(RefundState::Settled, 50_000), (RefundState::Settled, 123_450)]);
    assert_eq!((returned.order.figures().held_cents, returned.alarm), (0, Some(AttentionKind::AmountMismatch)));
}

#[test]
fn a_refund_that_waits_is_not_sent_after_one_in_the_portal() {
    let whole = after(returning(123_450, RefundVia::Gateway), &[payment("11", RecordState::Refunded)]);
    assert_eq!((states(&whole), whole.order.figures().held_cents), (vec![(RefundState::Settled, 123_450)], 0));
    let part = after(returning(450, RefundVia::Gateway), &[payment("11", RecordState::Refunded)]);
    assert_eq!(states(&part), [(RefundState::Failed, 450), (RefundState::Settled, 123_450)]);
}

#[test]
fn one_of_two_payments_goes_back() {
    let both = |second| [payment("11", RecordState::Received), payment("12", second)];
    let twice = after(begun(OrderStatus::Processing), &both(RecordState::Received));
    let returned = after(twice, &both(RecordState::Refunded));
    assert_eq!((returned.order.figures().held_cents, returned.order.payment.credits_cents()), (123_450, 0), "one was due");
    assert_eq!(after(returned.clone(), &both(RecordState::Refunded)).order, returned.order);
}

/// The references of the charges.
fn references(booking: &Booking) -> Vec<&str> {
    let charges = booking.order.payment.ledger.charges();
    charges.iter().filter_map(|charge| charge.reference.as_ref()).map(|reference| reference.as_str()).collect()
}

#[test]
fn a_payment_whose_number_another_order_has_is_booked_under_the_name_of_its_attempt() {
    let taken = HashSet::from(["11".to_owned(), "12".to_owned()]);
    let read = |booking: Booking, payments: &[GatewayPayment]| recorded(booking.order, booking.attempt, payments, &taken, &booked());
    let both = [payment("11", RecordState::Received), payment("12", RecordState::Received)];
    let paid = read(begun(OrderStatus::Processing), &both[..1]);
    let own = attempt().id.to_string();
    assert_eq!((paid.attempt.state, references(&paid)), (AttemptState::Succeeded, vec![own.as_str()]));
    assert_eq!(read(paid.clone(), &both[..1]), paid, "it is known");
    let twice = read(paid, &both);
    assert_eq!(references(&twice), [own.clone(), format!("{own}/2")]);
    assert_eq!(read(twice.clone(), &both).order, twice.order);
    let back = [payment("11", RecordState::Received), payment("12", RecordState::ChargedBack)];
    assert_eq!(read(twice, &back).order.figures().held_cents, 123_450);
}

#[test]
fn a_payment_that_is_listed_twice_is_one() {
    for (states, held) in [
        ([RecordState::Received, RecordState::Received], 123_450),
        ([RecordState::Received, RecordState::ChargedBack], 0),
        ([RecordState::ChargedBack, RecordState::Received], 0),
        ([RecordState::Unknown, RecordState::Received], 123_450),
    ] {
        let records = states.map(|state| payment("11", state));
        let paid = after(begun(OrderStatus::Processing), &records);
        assert_eq!((paid.order.figures().held_cents, references(&paid)), (held, vec!["11"]), "{states:?}");
        assert_eq!(after(paid.clone(), &records).order, paid.order);
    }
}

#[test]
fn a_row_of_another_amount_does_not_hide_the_payment() {
    let wrong = GatewayPayment { amount: Some(cents(1)), ..payment("11", RecordState::ChargedBack) };
    for records in [[wrong.clone(), payment("11", RecordState::Received)], [payment("11", RecordState::Received), wrong]] {
        let paid = after(begun(OrderStatus::Processing), &records);
        assert_eq!((paid.order.figures().held_cents, paid.alarm), (123_450, Some(AttentionKind::AmountMismatch)));
    }
}
