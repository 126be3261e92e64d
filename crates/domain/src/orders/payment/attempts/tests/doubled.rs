//! Attempts that were paid more than once, and the chargebacks of their payments.

use super::*;
use crate::accounts::actor::Actor;
use crate::orders::order_edit::OrderEdit;

/// The answer to the notification of a chargeback that is booked.
const BOOKED: Notified = Notified::Taken(Some(AttentionKind::Chargeback));

/// A paid order, the success of its attempt, and that of a second payment of the same attempt.
fn paid_twice(has_records: bool) -> (Kept, [Notification; 2]) {
    let mut kept = Kept::tried(1);
    let successes = [kept.told(0, 2, "1"), kept.told(0, 2, "2")];
    assert_eq!(kept.take(&successes[0], has_records, 15), Notified::Taken(None));
    assert_eq!(kept.take(&successes[0], has_records, 15), Notified::Repeated);
    assert_eq!(kept.next_read(), has_records.then(|| minute(17)), "the same number");
    (kept, successes)
}

fn charged_back(success: &Notification) -> Notification {
    Notification { status_code: -3, ..success.clone() }
}

fn back(number: &str) -> GatewayPayment {
    record(number, RecordState::ChargedBack)
}

#[test]
fn a_second_payment_waits_until_the_records_have_it() {
    let (mut kept, [_, second]) = paid_twice(true);
    for _ in 0..2 {
        assert_eq!(kept.take(&second, true, 15), Notified::Repeated);
        assert_eq!(kept.next_read(), Some(minute(15)));
    }
    assert_eq!(kept.read(&[received("1")], 15), CENTS);
    assert_eq!((kept.next_read(), kept.kinds()), (Some(minute(17)), vec![]), "they lag");
    assert_eq!(kept.read(&[received("1"), received("2")], 17), 2 * CENTS);
    let text = format!("The attempt {} was paid more than once, by the gateway's records.", kept.of.attempts[0].id);
    assert_eq!(kept.items, [(AttentionKind::DuplicatePayment, text)]);
    assert_eq!(kept.take(&second, true, 18), Notified::Repeated);
    assert_eq!(kept.next_read(), None, "it is booked");
}

/// The number may be invented.
#[test]
fn a_second_payment_that_no_records_have_is_told_after_the_last_read() {
    let (mut kept, _) = paid_twice(true);
    for (number, start) in [("2", 15), ("3", 15 + 8 * DAY)] {
        let second = kept.told(0, 2, number);
        kept.take(&second, true, start);
        kept.read(&[received("1")], start + 7 * DAY - 1);
        assert_eq!(kept.next_read(), Some(minute(start + 7 * DAY)), "{number}");
        kept.read(&[received("1")], start + 7 * DAY);
        let item = format!(
            "The gateway told of a second payment of the attempt {}, number {number}. It is not booked: please look for it at the gateway.",
            kept.of.attempts[0].id
        );
        assert_eq!((kept.next_read(), kept.items.last()), (None, Some(&(AttentionKind::DuplicatePayment, item))));
    }
    assert_eq!((kept.items.len(), kept.of.order.figures().refund_due_cents()), (2, 0));
}

#[test]
fn a_second_payment_is_told_at_once_where_there_are_no_records() {
    let (mut kept, [_, second]) = paid_twice(false);
    for _ in 0..2 {
        assert_eq!(kept.take(&second, false, 15), Notified::Repeated);
        assert_eq!(kept.kinds(), [AttentionKind::DuplicatePayment]);
    }
    for number in 3..20 {
        let invented = kept.told(0, 2, &number.to_string());
        assert_eq!(kept.take(&invented, false, 15), Notified::Repeated);
    }
    assert_eq!((kept.items.len(), kept.next_read()), (ToldPayments::MOST, None), "numbers may be invented");
}

/// The customer's bank first declined the second payment, or had not decided.
#[test]
fn a_second_payment_is_read_whatever_was_told_of_it_before() {
    for code in [0, -1, -2] {
        let (mut kept, [_, second]) = paid_twice(true);
        assert_eq!(kept.take(&Notification { status_code: code, ..second.clone() }, true, 15), Notified::Taken(None));
        assert_eq!(kept.take(&second, true, 15), Notified::Repeated);
        assert_eq!(kept.next_read(), Some(minute(15)), "{code}");
    }
}

/// The records lag when the chargeback of the first payment comes.
#[test]
fn a_chargeback_leaves_a_told_payment_waiting() {
    let (mut kept, [first, second]) = paid_twice(true);
    kept.take(&second, true, 15);
    kept.read(&[received("1")], 15);
    kept.take(&charged_back(&first), true, 16);
    assert_eq!(Attempt::to_read_at_end(kept.of.attempts.clone()).len(), 1, "also before the order expires");
    assert_eq!(kept.next_read(), Some(minute(16)));
    assert_eq!(kept.read(&[back("1"), received("2")], 16), CENTS, "of two payments one was taken back");
}

/// The records move the chargeback to the payment that they name, and have the second one, whose notification repeats the first.
#[test]
fn each_chargeback_of_an_attempt_that_was_paid_twice_is_booked_once() {
    let (mut kept, [first, second]) = paid_twice(true);
    assert_eq!(kept.take(&charged_back(&second), true, 15), BOOKED);
    assert_eq!(kept.of.order.figures().held_cents, 0, "which payment went back is not proven");
    assert_eq!(kept.next_read(), Some(minute(15)));
    assert_eq!(kept.read(&[received("1"), received("2")], 15), CENTS, "the records lag");
    assert_eq!(kept.read(&[received("1"), back("2")], 17), CENTS, "that of the first payment is taken back");
    assert_eq!(kept.next_read(), None, "the records have it");
    assert_eq!(kept.take(&charged_back(&first), true, 18), Notified::Repeated);
    assert_eq!(kept.next_read(), Some(minute(18)));
    assert_eq!(kept.read(&[received("1"), back("2")], 18), CENTS, "the records lag");
    assert!(kept.next_read().is_some());
    assert_eq!(kept.read(&[back("1"), back("2")], 30), 0);
    assert_eq!(kept.take(&charged_back(&first), true, 31), Notified::Repeated);
    assert_eq!(kept.next_read(), None, "it is booked");
}

/// One item for each, whether notifications or records tell of it first.
#[test]
fn staff_are_told_of_each_chargeback() {
    let (mut kept, [first, second]) = paid_twice(true);
    kept.read(&[received("1"), received("2")], 15);
    kept.take(&charged_back(&first), true, 16);
    kept.read(&[back("1"), back("2")], 17);
    kept.take(&charged_back(&second), true, 18);
    let told: Vec<_> = kept.items.iter().filter(|(kind, _)| *kind == AttentionKind::Chargeback).map(|(_, text)| text.as_str()).collect();
    let order = &kept.of.order.id;
    let text = |number| format!("The payment {number} of the order {order} was charged back: LKR. 1,234.50 went back to the customer.");
    assert_eq!(told, [text(1), text(2)]);
}

/// The records have one of two chargebacks first, in whichever order they were told.
#[test]
fn a_chargeback_that_the_records_do_not_have_yet_is_read_again() {
    for told_first in [0, 1] {
        let (mut kept, successes) = paid_twice(true);
        assert_eq!(kept.take(&charged_back(&successes[told_first]), true, 15), BOOKED);
        assert_eq!(kept.take(&charged_back(&successes[1 - told_first]), true, 15), Notified::Repeated);
        assert_eq!(kept.read(&[received("1"), back("2")], 15), CENTS, "{told_first}");
        assert!(kept.next_read().is_some(), "{told_first}");
        assert_eq!(kept.read(&[back("1"), back("2")], 18), 0, "{told_first}");
        assert_eq!(kept.next_read(), None, "{told_first}");
    }
}

/// A repeated chargeback of a payment that is not booked as charged back.
#[test]
fn a_second_chargeback_is_told_at_once_where_there_are_no_records() {
    let (mut kept, [first, second]) = paid_twice(false);
    assert_eq!(kept.take(&charged_back(&first), false, 15), BOOKED);
    assert_eq!(kept.take(&charged_back(&first), false, 15), Notified::Repeated);
    assert_eq!(kept.kinds(), [AttentionKind::Chargeback], "the same");
    for _ in 0..2 {
        assert_eq!(kept.take(&charged_back(&second), false, 15), Notified::Repeated);
    }
    let text = format!(
        "The gateway told of a chargeback of the payment 2 of the attempt {}. Please compare the order's payments with the gateway's.",
        kept.of.attempts[0].id
    );
    assert_eq!(kept.items[1..], [(AttentionKind::DuplicatePayment, text)]);
}

/// The records raised the attempt before its first success and its first chargeback came, which name another payment.
#[test]
fn a_first_notification_after_the_records_is_read_for_another_payment() {
    for (state, code) in [(RecordState::Received, 2), (RecordState::ChargedBack, -3)] {
        let mut kept = Kept::tried(1);
        let [first, second] = [kept.told(0, code, "1"), kept.told(0, code, "2")];
        kept.read(&[record("1", state)], 15);
        assert_eq!(kept.take(&second, true, 15), Notified::Taken(None));
        assert_eq!(kept.next_read(), Some(minute(15)), "{state:?}");
        kept.read(&[record("1", state), record("2", state)], 16);
        assert_eq!((kept.of.order.figures().charged_cents, kept.next_read()), (2 * CENTS, None), "{state:?}");
        assert_eq!(kept.take(&first, true, 17), Notified::Repeated);
        assert_eq!(kept.next_read(), None, "{state:?}");
    }
}

/// Staff booked the second payment, as they were asked to, before the records had it.
#[test]
fn a_payment_that_staff_booked_is_that_of_the_records() {
    let (mut kept, [first, second]) = paid_twice(false);
    kept.take(&second, false, 15);
    let mut payment = kept.of.order.payment.clone();
    payment.ledger.book(NewEntry { method: PaymentMethod::PayHere, ..charge(CENTS, "2") }, &booked());
    kept.of.order = kept.of.order.clone().with_payment(payment);
    assert_eq!(kept.read(&[received("1"), received("2")], 16), 2 * CENTS);
    assert_eq!(kept.take(&charged_back(&second), false, 17), BOOKED);
    assert_eq!(kept.take(&charged_back(&first), false, 17), Notified::Repeated);
    let (kind, text) = kept.items.last().unwrap();
    assert_eq!((*kind, text.contains("the payment 1 ")), (AttentionKind::DuplicatePayment, true), "the chargeback of the first one");
}

/// The attempt took the payment that staff booked for its own, and has no charge besides.
#[test]
fn a_payment_whose_charge_staff_took_back_is_read_again() {
    let by = Actor::operator("test");
    for edit in [Edit::Clear, Edit::Set(PaymentId::parse("cash 12").unwrap())] {
        let mut kept = Kept::tried(1);
        let set = |kept: &Kept, payment_id: Edit<PaymentId>| {
            let edit = OrderEdit { payment_id, ..OrderEdit::default() };
            kept.of.order.edited(&edit, &by, minute(15)).unwrap()
        };
        let booked = set(&kept, Edit::Set(PaymentId::parse("1").unwrap()));
        assert_eq!(booked.times.read_all, None);
        kept.of.order = booked.order;
        assert_eq!(kept.take(&kept.told(0, 2, "1"), true, 16), Notified::Taken(None));
        let taken_back = set(&kept, edit.clone());
        assert_eq!(taken_back.times.read_all, Some(minute(15)), "{edit:?}");
        let told: Vec<_> = taken_back.attention.iter().map(|item| item.kind).collect();
        assert_eq!(told, [AttentionKind::AmountMismatch], "without records, staff look for it");
        kept.of.order = taken_back.order;
        assert_eq!(Attempt::to_read_at_end(kept.of.attempts.clone()).len(), 1, "also before the order expires");
        let (held, items) =
            if edit == Edit::Clear { (CENTS, vec![]) } else { (2 * CENTS, vec![AttentionKind::AmountMismatch, AttentionKind::Overpaid]) };
        assert_eq!((kept.read(&[received("1")], 17), kept.kinds()), (held, items), "{edit:?}");
    }
}

/// The charge with the number of the first one does not end the wait for it.
#[test]
fn the_first_payment_is_read_too_where_its_record_lags() {
    let (mut kept, [_, second]) = paid_twice(true);
    assert_eq!(kept.take(&second, true, 15), Notified::Repeated);
    assert_eq!(kept.read(&[received("2")], 15), CENTS);
    assert_eq!(kept.next_read(), Some(minute(17)));
    assert_eq!(kept.read(&[received("2"), received("1")], 17), 2 * CENTS);
    assert_eq!(kept.next_read(), None);
}

/// What waits may be an invented number, whose reads are a day apart by then.
#[test]
fn a_chargeback_is_read_at_once_while_another_movement_waits() {
    let (mut kept, [first, second]) = paid_twice(true);
    kept.take(&second, true, 15);
    kept.read(&[received("1")], 15 + DAY);
    assert_eq!(kept.next_read(), Some(minute(15 + 2 * DAY)));
    kept.take(&charged_back(&first), true, 16 + DAY);
    assert_eq!(kept.next_read(), Some(minute(16 + DAY)));
}

/// With as many movements as may wait, a further one is an item for staff; without records, so is one after staff closed as many.
#[test]
fn a_chargeback_after_many_invented_numbers_is_told() {
    for has_records in [true, false] {
        let (mut kept, [first, _]) = paid_twice(has_records);
        for number in 2..10 {
            let invented = kept.told(0, 2, &number.to_string());
            kept.take(&invented, has_records, 15);
        }
        assert_eq!(kept.take(&charged_back(&first), has_records, 15), BOOKED);
        kept.closed = kept.items.len();
        let further = charged_back(&kept.told(0, 2, "99"));
        assert_eq!(kept.take(&further, has_records, 15), Notified::Repeated);
        assert!(kept.items.len() > kept.closed, "{has_records}");
    }
}
