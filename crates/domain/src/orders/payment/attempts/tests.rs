//! Attempts of an order, as notifications and records change them one after the other.

mod by_staff;
mod doubled;

use std::collections::HashMap;

use super::*;
use crate::orders::payment::samples::{notification, order};
use crate::payments::attention::{KnownItem, Repeat};
use crate::payments::gateway::{PaymentRef, RecordState};
use crate::payments::ledger::NewEntry;
use crate::payments::payment_method::PaymentMethod;
use crate::payments::samples::{booked, charge};
use crate::shared::error::FeatureError as _;
use crate::shared::text::PaymentId;

const AMOUNT: &str = "1234.50";
const CENTS: i64 = 123_450;
const DAY: i64 = 24 * 60;

fn minute(minutes: i64) -> DateTime<Utc> {
    booked().at + TimeDelta::minutes(minutes)
}

/// An order with what the repository keeps of it.
struct Kept {
    of: OrderAttempts,
    /// The notifications: attempt, code and amount.
    notifications: Vec<(String, i32, String)>,
    /// When the records of each attempt are read next.
    reads: HashMap<AttemptId, DateTime<Utc>>,
    /// The items for staff, of which the first ones are closed.
    items: Vec<(AttentionKind, String)>,
    closed: usize,
}

impl Kept {
    fn new(status: OrderStatus) -> Self {
        let of = OrderAttempts { order: order(status), attempts: Vec::new(), taken: HashSet::new(), booked_elsewhere: HashMap::new() };
        Self { of, notifications: Vec::new(), reads: HashMap::new(), items: Vec::new(), closed: 0 }
    }

    /// An order with this many attempts, each begun when the one before is not open any more.
    fn tried(attempts: i64) -> Self {
        let mut kept = Self::new(OrderStatus::Processing);
        for number in 0..attempts {
            kept.write(kept.of.start(minute(15 * number)).unwrap());
        }
        kept
    }

    fn cancel(&mut self) {
        self.of.order.status = OrderStatus::Cancelled;
    }

    fn write(&mut self, change: AttemptChange) {
        let AttemptChange { order, attempt, next_read, attention, is_found, .. } = change;
        let id = attempt.id.clone();
        self.of.order = order;
        match self.of.attempts.iter_mut().find(|known| known.id == id) {
            Some(known) => *known = attempt,
            None => self.of.attempts.push(attempt),
        }
        match next_read {
            Edit::Keep => {}
            Edit::Set(at) => {
                self.reads.insert(id.clone(), at);
            }
            Edit::Clear => {
                self.reads.remove(&id);
            }
        }
        for (_, detail) in self.items.iter_mut().filter(|_| is_found) {
            *detail = NewAttention::booked_detail(detail, &id).unwrap_or(detail).to_owned();
        }
        for item in attention {
            let known = |(index, (kind, detail)): (usize, &(AttentionKind, String))| KnownItem {
                kind: *kind,
                detail: detail.clone(),
                is_open: index >= self.closed,
            };
            if item.is_new(&self.items.iter().enumerate().map(known).collect::<Vec<_>>()) {
                self.items.push((item.kind, item.detail));
            }
        }
    }

    fn take(&mut self, told: &Notification, has_records: bool, at: i64) -> Notified {
        let key = (told.order_id.clone(), told.status_code, told.amount.clone());
        let received = ReceivedNotification { of: Some(self.of.clone()), is_repeated: self.notifications.contains(&key) };
        self.notifications.push(key);
        let change = received.take(told, has_records, minute(at)).unwrap();
        let notified = change.notified();
        match change {
            NotificationChange::Taken(change) | NotificationChange::Repeated(Some(change)) => self.write(*change),
            NotificationChange::Unmatched(_, item) => self.items.push((item.kind, item.detail)),
            NotificationChange::Repeated(None) => {}
        }
        notified
    }

    /// Reads the records of the first attempt, and answers what the order holds.
    fn read(&mut self, records: &[GatewayPayment], at: i64) -> i64 {
        let change = self.of.read(&self.of.attempts[0].id.clone(), records, minute(at)).unwrap();
        self.write(change);
        self.of.order.figures().held_cents
    }

    /// When the records of the first attempt are read next.
    fn next_read(&self) -> Option<DateTime<Utc>> {
        self.reads.get(&self.of.attempts[0].id).copied()
    }

    /// A notification about the attempt at this place.
    fn told(&self, place: usize, code: i32, payment: &str) -> Notification {
        let order_id = self.of.attempts[place].id.to_string();
        Notification { order_id, payment: PaymentRef::parse(payment).ok(), ..notification(code, AMOUNT) }
    }

    fn kinds(&self) -> Vec<AttentionKind> {
        self.items.iter().map(|(kind, _)| *kind).collect()
    }
}

fn record(number: &str, state: RecordState) -> GatewayPayment {
    GatewayPayment { payment: PaymentRef::parse(number).unwrap(), amount: Money::from_cents(CENTS).ok(), state, means: None }
}

fn received(number: &str) -> GatewayPayment {
    record(number, RecordState::Received)
}

#[test]
fn an_attempt_is_for_what_is_due_and_is_given_again_while_it_is_open() {
    let mut kept = Kept::tried(1);
    let first = kept.of.attempts[0].clone();
    assert_eq!((first.id.number, first.amount.cents(), first.state), (1_001, CENTS, AttemptState::Created));
    assert_eq!(kept.next_read(), next_check(minute(0), minute(0)));
    let again = kept.of.start(minute(14)).unwrap();
    assert_eq!((&again.attempt, &again.order, again.next_read), (&first, &kept.of.order, Edit::Keep));
    assert_eq!(kept.of.start(minute(15)).unwrap().attempt.id.number, 1_002);
    let declined = kept.told(0, -2, "1");
    assert_eq!(kept.take(&declined, true, 1), Notified::Taken(None));
    assert_eq!(kept.of.start(minute(1)).unwrap().attempt.id.number, 1_002, "another one after a refusal of the bank");
}

#[test]
fn nothing_is_started_where_nothing_may_be_paid() {
    let code = |kept: &Kept, at| kept.of.start(minute(at)).unwrap_err().code();
    let holding = |cents| {
        let mut kept = Kept::new(OrderStatus::Processing);
        kept.of.order.payment.ledger.book(charge(cents, "A"), &booked());
        kept
    };
    assert_eq!(code(&Kept::new(OrderStatus::Cancelled), 0), "payment.order_cancelled");
    assert_eq!(code(&holding(CENTS), 0), "payment.nothing_due");
    assert_eq!(code(&holding(CENTS - 99), 0), "payment.too_little");
    assert!(holding(CENTS - 100).of.start(minute(0)).is_ok());
    let mut many = Kept::tried(20);
    assert_eq!(many.of.start(minute(15 * 19 + 14)).unwrap().attempt, many.of.attempts[19], "the last one stays open");
    assert_eq!(code(&many, 15 * 20), "payment.too_many_attempts");
    let last = many.told(19, 2, "1");
    assert_eq!(last.order_id, format!("{}-020", many.of.order.id));
    assert_eq!(many.take(&last, true, 15 * 20), Notified::Taken(None), "it pays");
    let mut waiting = Kept::tried(1);
    waiting.of.attempts[0].told.add(Told::FirstPayment(None), minute(20));
    assert_eq!(code(&waiting, 79), "payment.being_checked");
    assert!(waiting.of.start(minute(80)).is_ok());
}

#[test]
fn a_notification_that_fits_no_attempt_or_not_its_amount_books_nothing() {
    let mut kept = Kept::tried(1);
    let before = kept.of.clone();
    let right = kept.told(0, 2, "1");
    for (name, text) in [("-002", "002"), ("-1", "1")] {
        let stray = Notification { order_id: format!("{}{name}", before.order.id), ..right.clone() };
        assert_eq!(kept.take(&stray, true, 1), Notified::Taken(Some(AttentionKind::Unmatched)));
        assert_eq!(kept.take(&stray, true, 1), Notified::Repeated);
        let detail = format!("The gateway told of the attempt {}-{text}: code 2, LKR 1234.50.", before.order.id);
        assert_eq!(kept.items.pop(), Some((AttentionKind::Unmatched, detail)), "the order has no such attempt");
    }
    let wrong = Notification { amount: "1.00".to_owned(), ..right.clone() };
    assert_eq!(kept.take(&wrong, true, 1), Notified::Taken(Some(AttentionKind::AmountMismatch)));
    assert_eq!((&kept.of, kept.kinds()), (&before, vec![AttentionKind::AmountMismatch]));
    assert_eq!(kept.take(&right, true, 2), Notified::Taken(None), "the right one pays all the same");
    let nobody = ReceivedNotification { of: None, is_repeated: false };
    let NotificationChange::Unmatched(None, item) = nobody.take(&right, true, minute(1)).unwrap() else { panic!("{right:?}") };
    assert_eq!((item.kind, item.repeat), (AttentionKind::Unmatched, Repeat::Always));
}

#[test]
fn a_success_is_named_by_the_number_of_the_gateway_where_it_has_the_form_of_one() {
    for (number, taken, is_named) in [("3200", "", true), ("ARA-7K3M-Q9TX-001", "", false), ("3200", "3200", false)] {
        let mut kept = Kept::tried(1);
        kept.of.taken = HashSet::from([taken.to_owned()]);
        let own = kept.of.attempts[0].id.to_string();
        let success = kept.told(0, 2, number);
        assert_eq!(kept.take(&success, false, 1), Notified::Taken(None));
        let expected = if is_named { number } else { own.as_str() };
        assert_eq!(kept.of.order.payment_id.as_ref().map(PaymentId::as_str), Some(expected), "{number} {taken}");
    }
}

#[test]
fn too_much_is_booked_by_the_records_alone_where_there_are_some() {
    let mut paid = Kept::tried(2);
    let (first, second) = (paid.told(1, 2, "1"), paid.told(0, 2, "2"));
    assert_eq!(paid.take(&first, true, 20), Notified::Taken(None));
    assert_eq!(paid.items, []);
    let (order, attempt) = (paid.of.order.id.clone(), paid.of.attempts[0].id.clone());
    let text = format!("The order {order} was paid LKR. 2,469.00 and costs LKR. 1,234.50, by the attempt {attempt}.");

    let mut without_records = Kept::tried(2);
    without_records.take(&first, false, 20);
    assert_eq!(without_records.take(&second, false, 20), Notified::Taken(Some(AttentionKind::Overpaid)));
    assert_eq!(without_records.of.order.figures().refund_due_cents(), CENTS);
    assert_eq!(without_records.items, [(AttentionKind::Overpaid, text.clone())]);

    assert_eq!(paid.take(&second, true, 60), Notified::Taken(Some(AttentionKind::Overpaid)));
    assert_eq!((paid.of.order.figures().refund_due_cents(), paid.next_read()), (0, Some(minute(60))));
    let waits = " It is not booked yet: please refund nothing before the gateway's records are read.";
    assert_eq!(paid.items, [(AttentionKind::Overpaid, format!("{text}{waits}"))]);
    paid.cancel();
    assert_eq!(paid.read(&[], 61), CENTS, "the records have no payment");
    assert_eq!(paid.next_read(), Some(minute(62)));
    assert_eq!(paid.read(&[received("2")], 62), 2 * CENTS);
    assert_eq!(paid.items, [(AttentionKind::Overpaid, text)], "one item for one payment, though it came late by the records");
    assert_eq!(paid.next_read(), None);
}

#[test]
fn late_payments_are_told_once_each_by_notifications_and_records() {
    let mut kept = Kept::tried(2);
    kept.cancel();
    for place in [0, 1] {
        let late = kept.told(place, 2, &place.to_string());
        assert_eq!(kept.take(&late, false, 60), Notified::Taken(Some(AttentionKind::LatePayment)));
    }
    assert_eq!((kept.of.order.figures().refund_due_cents(), kept.kinds()), (2 * CENTS, vec![AttentionKind::LatePayment; 2]));
    let text = |place: usize| {
        let attempt = &kept.of.attempts[place].id;
        format!("Money came for the cancelled order {}: LKR. 1,234.50, by the attempt {attempt}.", kept.of.order.id)
    };
    assert_eq!(kept.items[0].1, text(0));
    let mut by_records = Kept::tried(1);
    by_records.cancel();
    for at in [60, 61] {
        by_records.read(&[received("1")], at);
        assert_eq!(by_records.items, [(AttentionKind::LatePayment, text(0))]);
    }
}

/// The signature of a notification does not cover the number of the payment, and records may lag.
#[test]
fn a_success_is_confirmed_by_the_records_once_they_have_it() {
    let mut kept = Kept::tried(1);
    let told = kept.told(0, 2, "1");
    kept.take(&told, true, 3);
    assert_eq!(kept.next_read(), next_check(minute(3), minute(3)));
    kept.read(&[], 5);
    assert_eq!(kept.next_read(), next_check(minute(0), minute(5)));
    kept.read(&[received("1")], 10);
    assert_eq!((kept.next_read(), kept.kinds()), (None, vec![]));
}

#[test]
fn records_that_disagree_are_told_once() {
    let mut kept = Kept::tried(1);
    let wrong = GatewayPayment { amount: None, ..received("1") };
    for at in [2, 5] {
        kept.read(std::slice::from_ref(&wrong), at);
    }
    let attempt = &kept.of.attempts[0].id;
    let text = format!("The gateway's records of the attempt {attempt} do not agree with the payments of the order. Please compare them.");
    assert_eq!(kept.items, [(AttentionKind::AmountMismatch, text)]);
    let other = AttemptId { number: 1_099, ..attempt.clone() };
    assert_eq!(kept.of.read(&other, &[], minute(9)).unwrap_err().code(), "order.not_found");
}

#[test]
fn five_attempts_are_read_at_the_end_those_that_wait_first() {
    let mut attempts = Kept::tried(8).of.attempts;
    let numbers =
        |attempts: &[Attempt]| Attempt::to_read_at_end(attempts.to_vec()).into_iter().map(|attempt| attempt.id.number).collect::<Vec<_>>();
    assert_eq!(numbers(&attempts), [1_004, 1_005, 1_006, 1_007, 1_008]);
    attempts[0].told.add(Told::FirstPayment(None), minute(0));
    attempts[2].state = AttemptState::Pending;
    attempts[4].state = AttemptState::Succeeded;
    assert_eq!(numbers(&attempts), [1_001, 1_003, 1_005, 1_007, 1_008]);
    attempts.truncate(6);
    attempts[1].state = AttemptState::ChargedBack;
    assert_eq!(numbers(&attempts), [1_001, 1_003, 1_004, 1_005, 1_006]);
}
