//! Attempts that were paid more than once, and the chargebacks of their payments. Part of the contract of
//! [`domain::payments::ports::PaymentAttempts`].

use domain::payments::attention::{AttentionKind, AttentionNote};
use domain::payments::gateway::{GatewayPayment, Notification, RecordState};
use domain::payments::ledger::EntrySource;
use domain::payments::order_payment::NewCharge;
use domain::payments::payment_change::PaymentChange;
use domain::payments::payment_method::PaymentMethod;
use domain::payments::ports::TakeOutcome;
use domain::payments::told_payment::ToldPayments;
use domain::shared::page::PageRequest;
use domain::shared::text::PaymentId;

use super::payment_attempts::{is_due, kinds_of, notification, take};
use super::told_payments::{paid_twice, record, told, tried};
use crate::contracts::Shop;
use crate::{moments, sample_users};

/// The notification of a chargeback with the number of the payment that this success named.
fn charged_back(success: &Notification) -> Notification {
    Notification { status_code: -3, ..success.clone() }
}

/// The records move the chargeback to the payment that they name, and have the second one, whose notification repeats the first.
pub async fn each_chargeback_of_an_attempt_that_was_paid_twice_is_booked_once(shop: &Shop) {
    let (order, attempt, successes) = paid_twice(shop).await;
    let [first, second] = [record(&successes[0], &attempt), record(&successes[1], &attempt)].map(|[record]| record);
    let back = |record: &GatewayPayment| GatewayPayment { state: RecordState::ChargedBack, ..record.clone() };
    let read = async |records: &[GatewayPayment], at| {
        shop.attempts.take_records(&attempt.id, records, moments::seconds_later(at)).await.unwrap();
        shop.order(&order).await.figures().held_cents
    };
    assert_eq!(told(shop, &charged_back(&successes[1])).await, TakeOutcome::Taken(None));
    assert_eq!(shop.order(&order).await.figures().held_cents, 0, "which payment went back is not proven");
    assert!(is_due(shop, &attempt, 901).await);
    assert_eq!(read(&[first.clone(), second.clone()], 901).await, 240_000, "the records lag");
    assert_eq!(read(&[first.clone(), back(&second)], 1_020).await, 240_000, "that of the first payment is taken back");
    assert!(!is_due(shop, &attempt, 1_000_000).await, "the records have it");
    assert_eq!(told(shop, &charged_back(&successes[0])).await, TakeOutcome::Repeated);
    assert!(is_due(shop, &attempt, 1_021).await);
    assert_eq!(read(&[first.clone(), back(&second)], 1_021).await, 240_000, "the records lag");
    assert!(is_due(shop, &attempt, 1_021 + 900).await);
    assert_eq!(read(&[back(&first), back(&second)], 2_000).await, 0);
    assert!(!is_due(shop, &attempt, 1_000_000).await);
    assert_eq!(told(shop, &charged_back(&successes[0])).await, TakeOutcome::Repeated);
    assert!(!is_due(shop, &attempt, 1_000_000).await, "it is booked");
}

/// A repeated chargeback of a payment that is not booked as charged back.
pub async fn a_second_chargeback_is_told_at_once_where_there_are_no_records(shop: &Shop) {
    let (order, _, successes) = paid_twice(shop).await;
    assert_eq!(take(shop, &charged_back(&successes[0])).await, TakeOutcome::Taken(None));
    assert_eq!(take(shop, &charged_back(&successes[0])).await, TakeOutcome::Repeated);
    assert_eq!(kinds_of(shop, &order).await, [], "the same");
    for _ in 0..2 {
        assert_eq!(take(shop, &charged_back(&successes[1])).await, TakeOutcome::Repeated);
    }
    assert_eq!(kinds_of(shop, &order).await, [AttentionKind::DuplicatePayment]);
}

/// The records raised the attempt before its first success and its first chargeback came, which name another payment.
pub async fn a_first_notification_after_the_records_is_read_for_another_payment(shop: &Shop) {
    for state in [RecordState::Received, RecordState::ChargedBack] {
        let (order, attempts) = tried(shop, 1).await;
        let code = if state == RecordState::Received { 2 } else { -3 };
        let [first, second] = [notification(&attempts[0], code), notification(&attempts[0], code)];
        let of = |told: &Notification| record(told, &attempts[0]).map(|record| GatewayPayment { state, ..record });
        shop.attempts.take_records(&attempts[0].id, &of(&first), moments::seconds_later(901)).await.unwrap();
        assert_eq!(told(shop, &second).await, TakeOutcome::Taken(None));
        assert!(is_due(shop, &attempts[0], 902).await, "{state:?}");
        shop.attempts.take_records(&attempts[0].id, &[of(&first), of(&second)].concat(), moments::seconds_later(902)).await.unwrap();
        assert_eq!(shop.order(&order).await.figures().charged_cents, 480_000, "{state:?}");
        assert!(!is_due(shop, &attempts[0], 1_000_000).await, "{state:?}");
        assert_eq!(told(shop, &first).await, TakeOutcome::Repeated);
        assert!(!is_due(shop, &attempts[0], 1_000_000).await, "{state:?}");
    }
}

/// The customer's bank first declined the second payment, or had not decided.
pub async fn a_second_payment_is_read_whatever_was_told_of_it_before(shop: &Shop) {
    for code in [0, -1, -2] {
        let (_, attempt, [_, second]) = paid_twice(shop).await;
        let before = Notification { status_code: code, ..second.clone() };
        assert_eq!(told(shop, &before).await, TakeOutcome::Taken(None));
        assert_eq!(told(shop, &second).await, TakeOutcome::Repeated);
        assert!(is_due(shop, &attempt, 901).await, "{code}");
    }
}

/// The records have one of two chargebacks first, in whichever order they were told.
pub async fn a_chargeback_that_the_records_do_not_have_yet_is_read_again(shop: &Shop) {
    for told_first in [0, 1] {
        let (order, attempt, successes) = paid_twice(shop).await;
        let [first, second] = [record(&successes[0], &attempt), record(&successes[1], &attempt)].map(|[record]| record);
        let back = |record: &GatewayPayment| GatewayPayment { state: RecordState::ChargedBack, ..record.clone() };
        assert_eq!(told(shop, &charged_back(&successes[told_first])).await, TakeOutcome::Taken(None));
        assert_eq!(told(shop, &charged_back(&successes[1 - told_first])).await, TakeOutcome::Repeated);
        let lagging = [first.clone(), back(&second)];
        shop.attempts.take_records(&attempt.id, &lagging, moments::seconds_later(901)).await.unwrap();
        assert_eq!(shop.order(&order).await.figures().held_cents, 240_000, "{told_first}");
        assert!(is_due(shop, &attempt, 1_100).await, "{told_first}");
        shop.attempts.take_records(&attempt.id, &[back(&first), back(&second)], moments::seconds_later(1_100)).await.unwrap();
        assert_eq!(shop.order(&order).await.figures().held_cents, 0, "{told_first}");
        assert!(!is_due(shop, &attempt, 1_000_000).await, "{told_first}");
    }
}

/// Staff booked the second payment, as they were asked to, before the records had it.
pub async fn a_payment_that_staff_booked_is_that_of_the_records(shop: &Shop) {
    let (order, attempt, successes) = paid_twice(shop).await;
    assert_eq!(take(shop, &successes[1]).await, TakeOutcome::Repeated);
    let number = successes[1].payment.clone().unwrap();
    let by_hand = NewCharge {
        source: EntrySource::Hand,
        method: PaymentMethod::PayHere,
        amount: attempt.amount,
        reference: PaymentId::parse(number.as_str()).unwrap(),
        attempt: None,
    };
    let by_hand = PaymentChange::Charge(by_hand, None);
    shop.payments.change(&order.id, &by_hand, &sample_users::actor(), moments::now()).await.unwrap();
    let records = [record(&successes[0], &attempt), record(&successes[1], &attempt)].concat();
    shop.attempts.take_records(&attempt.id, &records, moments::seconds_later(901)).await.unwrap();
    assert_eq!(shop.order(&order).await.figures().charged_cents, 480_000);
    assert_eq!(take(shop, &charged_back(&successes[1])).await, TakeOutcome::Taken(None));
    assert_eq!(take(shop, &charged_back(&successes[0])).await, TakeOutcome::Repeated);
    assert_eq!(kinds_of(shop, &order).await.last(), Some(&AttentionKind::DuplicatePayment), "the chargeback of the first one");
}

/// The records of one of two payments lag, in whichever order they were told: the charge with the number of the first one does not end the
/// wait for it.
pub async fn the_first_payment_is_read_too_where_its_record_lags(shop: &Shop) {
    let (order, attempt, successes) = paid_twice(shop).await;
    let [first, second] = [record(&successes[0], &attempt), record(&successes[1], &attempt)];
    assert_eq!(told(shop, &successes[1]).await, TakeOutcome::Repeated);
    shop.attempts.take_records(&attempt.id, &second, moments::seconds_later(901)).await.unwrap();
    assert_eq!(shop.order(&order).await.figures().charged_cents, 240_000);
    assert!(is_due(shop, &attempt, 1_100).await);
    shop.attempts.take_records(&attempt.id, &[second, first].concat(), moments::seconds_later(1_100)).await.unwrap();
    assert_eq!(shop.order(&order).await.figures().charged_cents, 480_000);
    assert!(!is_due(shop, &attempt, 1_000_000).await);
}

/// What waits may be an invented number, whose reads are a day apart by then.
pub async fn a_chargeback_is_read_at_once_while_another_movement_waits(shop: &Shop) {
    let (_, attempt, successes) = paid_twice(shop).await;
    assert_eq!(told(shop, &successes[1]).await, TakeOutcome::Repeated);
    let day = 100_000;
    shop.attempts.take_records(&attempt.id, &record(&successes[0], &attempt), moments::seconds_later(day)).await.unwrap();
    assert!(!is_due(shop, &attempt, day + 1).await);
    shop.attempts.take(&charged_back(&successes[0]), true, moments::seconds_later(day + 1)).await.unwrap();
    assert!(is_due(shop, &attempt, day + 1).await);
}

/// With as many movements as may wait, a further one is an item for staff; without records, so is one after staff closed as many.
pub async fn a_chargeback_after_many_invented_numbers_is_told(shop: &Shop) {
    let note = AttentionNote::parse("Looked at.").unwrap();
    for has_records in [true, false] {
        let (order, attempt, successes) = paid_twice(shop).await;
        let take = async |told: &Notification| shop.attempts.take(told, has_records, moments::seconds_later(900)).await.unwrap();
        for _ in 0..ToldPayments::MOST {
            take(&notification(&attempt, 2)).await;
        }
        for item in shop.attention.list(Some(&order.id), &PageRequest::default()).await.unwrap().items {
            shop.attention.close(item.id, &note, &sample_users::actor(), moments::now()).await.unwrap();
        }
        assert_eq!(take(&charged_back(&successes[0])).await, TakeOutcome::Taken(None));
        let further = notification(&attempt, -3);
        assert_eq!(take(&further).await, TakeOutcome::Repeated);
        assert!(!kinds_of(shop, &order).await.is_empty(), "{has_records}");
    }
}
