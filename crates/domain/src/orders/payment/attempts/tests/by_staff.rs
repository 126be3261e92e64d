//! Payments of the gateway that staff booked by hand.

use super::*;
use crate::payments::ledger::EntrySource;
use crate::payments::order_payment::RefundRequest;
use crate::payments::refund::{RefundState, RefundVia};

/// One payment must not pay two orders in silence.
#[test]
fn a_payment_that_staff_booked_for_another_order_is_told() {
    let other = OrderId::from_random(9);
    for is_by_records in [false, true] {
        let mut kept = Kept::tried(1);
        kept.of.booked_elsewhere.insert("1".to_owned(), other.clone());
        if is_by_records {
            kept.read(&[received("1")], 2);
        } else {
            let told = kept.told(0, 2, "1");
            kept.take(&told, false, 2);
        }
        assert_eq!(kept.kinds(), [AttentionKind::DuplicatePayment], "{is_by_records}");
        assert!(kept.items[0].1.contains(other.as_str()));
    }
}

/// The gateway is not asked to return a payment for which the goods of another order may leave.
#[test]
fn a_refund_of_a_payment_that_staff_booked_for_another_order_is_not_sent() {
    let mut kept = Kept::tried(1);
    let told = kept.told(0, 2, "7");
    kept.take(&told, true, 2);
    kept.cancel();
    let mut payment = kept.of.order.payment.clone();
    let amount = Money::from_cents(CENTS).unwrap();
    let request = RefundRequest { amount, via: RefundVia::Gateway, reference: None, reason: None };
    payment.release(kept.of.order.owed(), request, &booked()).unwrap();
    kept.of.order = kept.of.order.clone().with_payment(payment);
    kept.of.booked_elsewhere.insert("1".to_owned(), OrderId::from_random(9));
    kept.read(&[received("1")], 4);
    assert_eq!(kept.of.order.payment.refunds[0].state, RefundState::Failed);
    assert_eq!(kept.kinds(), [AttentionKind::DuplicatePayment]);
}

/// Staff may have booked a payment of the gateway in words that do not name it.
#[test]
fn a_payment_beside_one_that_staff_booked_by_hand_is_told() {
    for (source, code, has_records, is_told) in [
        (EntrySource::Hand, 2, false, true),
        (EntrySource::Hand, -3, false, true),
        (EntrySource::Hand, 2, true, true),
        (EntrySource::Slip, 2, false, false),
    ] {
        let mut kept = Kept::tried(1);
        let mut payment = kept.of.order.payment.clone();
        payment.ledger.book(NewEntry { source, ..charge(CENTS, "card payment seen") }, &booked());
        kept.of.order = kept.of.order.clone().with_payment(payment);
        let told = kept.told(0, code, "1");
        kept.take(&told, has_records, 2);
        if has_records {
            kept.read(&[received("1")], 2);
        }
        let of_both =
            |(kind, detail): &(AttentionKind, String)| *kind == AttentionKind::AmountMismatch && detail.contains("card payment seen");
        assert_eq!(kept.items.iter().filter(|item| of_both(item)).count(), usize::from(is_told), "{source} {code} {has_records}");
    }
}

/// The records have one payment, which staff booked by its number, and a notification booked it under an invented one before.
#[test]
fn a_charge_that_the_records_do_not_have_is_told() {
    let mut kept = Kept::tried(1);
    let told = kept.told(0, 2, "7");
    kept.take(&told, false, 2);
    let mut payment = kept.of.order.payment.clone();
    payment.ledger.book(charge(CENTS, "1"), &booked());
    kept.of.order = kept.of.order.clone().with_payment(payment);
    kept.read(&[received("1")], 4);
    assert_eq!(kept.kinds(), [AttentionKind::AmountMismatch]);
}
