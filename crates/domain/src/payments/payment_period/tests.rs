use proptest::prelude::*;

use super::*;
use crate::payments::payment_settings::PaymentSettings;

fn minute(minute: i64) -> DateTime<Utc> {
    DateTime::from_timestamp(1_800_000_000 + 60 * minute, 0).unwrap()
}

/// The times of the default settings.
fn times() -> TimesToPay {
    PaymentSettings::default().times_to_pay()
}

fn period(starts: i64, expires: i64) -> PaymentPeriod {
    PaymentPeriod { starts_at: minute(starts), expires_at: Some(minute(expires)) }
}

/// What happens to an order that waits for its payment.
#[derive(Clone, Copy, Debug)]
enum Event {
    /// This many minutes pass.
    Wait(u16),
    Change(PaymentMethod),
    Attempt,
}

fn events() -> impl Strategy<Value = Vec<Event>> {
    let event = prop_oneof![
        (0..600_u16).prop_map(Event::Wait),
        prop::sample::select(PaymentMethod::ALL.to_vec()).prop_map(Event::Change),
        Just(Event::Attempt),
    ];
    prop::collection::vec(event, 0..60)
}

#[test]
fn an_attempt_moves_the_end_ahead_and_not_past_two_hours() {
    let after = |expires: i64, now: i64| period(0, expires).at_attempt(minute(now));
    assert_eq!(after(30, 5), period(0, 30), "it never moves back");
    assert_eq!(after(30, 25), period(0, 40));
    assert_eq!(after(110, 109), period(0, 120));
    assert_eq!(after(120, 119), period(0, 120));
    assert_eq!(after(2_880, 200), period(0, 2_880), "a later end stays");
    let endless = PaymentPeriod { starts_at: minute(0), expires_at: None };
    assert_eq!(endless.at_attempt(minute(25)), endless);
}

#[test]
fn cash_on_delivery_does_not_expire_and_starts_the_period_of_the_next_method() {
    let (cod, card, bank) = (PaymentMethod::Cod, PaymentMethod::PayHere, PaymentMethod::BankTransfer);
    let cash = period(0, 2_880).changed(bank, cod, &times(), minute(10));
    assert_eq!((cash.expires_at, cash.halfway()), (None, None));
    assert_eq!(cash.changed(cod, card, &times(), minute(500)), period(500, 530));
    assert_eq!(cash.changed(cod, card, &times(), minute(500)).at_attempt(minute(525)), period(500, 540), "late, and paying");
}

#[test]
fn a_change_between_prepaid_methods_continues_the_period() {
    let (card, bank) = (PaymentMethod::PayHere, PaymentMethod::BankTransfer);
    assert_eq!(period(0, 30).changed(card, bank, &times(), minute(29)), period(0, 2_880));
    assert_eq!(period(0, 2_880).changed(bank, card, &times(), minute(0)), period(0, 30));
    assert_eq!(period(0, 2_880).changed(bank, card, &times(), minute(1_000)), period(0, 1_030), "half an hour at least");
    assert_eq!(period(0, 2_880).changed(bank, card, &times(), minute(2_860)), period(0, 2_880), "the longer time at most");
    assert_eq!(period(0, 4_000).changed(bank, card, &times(), minute(3_000)), period(0, 3_030), "a slip was rejected");
}

#[test]
fn a_reminder_is_due_halfway_from_the_start() {
    assert_eq!(period(100, 200).halfway(), Some(minute(150)));
}

proptest! {
    /// Alternating between methods ends: only a change from cash on delivery starts a period again.
    #[test]
    fn changes_and_attempts_end_by_the_start_and_the_longest_time(
        events in events(), bank_hours in 1..720_i64, card_minutes in 15..=120_i64, first in prop::sample::select(PaymentMethod::ALL.to_vec()),
    ) {
        let times = TimesToPay { bank_transfer: TimeDelta::hours(bank_hours), payhere: TimeDelta::minutes(card_minutes) };
        let longest = times.bank_transfer.max(times.payhere).max(ATTEMPT_AT_MOST);
        let (mut now, mut method) = (minute(0), first);
        let mut period = PaymentPeriod { starts_at: now, expires_at: times.by(first).map(|time| now + time) };
        for event in events {
            let before = period;
            match event {
                Event::Wait(minutes) => now += TimeDelta::minutes(i64::from(minutes)),
                Event::Attempt => {
                    period = period.at_attempt(now);
                    prop_assert_eq!(period.starts_at, before.starts_at);
                    prop_assert!(period.expires_at >= before.expires_at);
                }
                Event::Change(to) if to != method => {
                    period = period.changed(method, to, &times, now);
                    let is_started = !method.is_prepaid() && to.is_prepaid();
                    prop_assert_eq!(period.starts_at, if is_started { now } else { before.starts_at });
                    prop_assert_eq!(period.expires_at.is_some(), to.is_prepaid());
                    if let (Some(at), Some(former), Some(time)) = (period.expires_at, times.by(method), times.by(to)) {
                        prop_assert!(at >= (now + CHANGE_AT_LEAST).min(period.starts_at + time.max(former)));
                    }
                    method = to;
                }
                Event::Change(_) => {}
            }
            prop_assert!(period.expires_at.is_none_or(|at| at <= period.starts_at + longest), "{:?} after {:?}", period, event);
            if period.expires_at.is_some_and(|at| at <= now) {
                break;
            }
        }
    }

    /// Reinstated, the order has the time of its method, however much it had before.
    #[test]
    fn a_reinstated_order_has_the_time_of_its_method(now in 0..50_000_i64) {
        let begun = |method| PaymentPeriod::begun(method, &times(), minute(now));
        prop_assert_eq!(begun(PaymentMethod::PayHere), period(now, now + 30));
        prop_assert_eq!(begun(PaymentMethod::BankTransfer), period(now, now + 2_880));
        prop_assert_eq!(begun(PaymentMethod::Cod).expires_at, None);
    }
}
