//! The contract of [`domain::accounts::ports::LoginThrottle`].

use std::net::Ipv4Addr;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use domain::accounts::login_attempts::{
    AT_ONCE, AddressBlock, AttemptResult, FREE_FAILURES, FREE_FAILURES_OF_ACCOUNT, LEASE, LoginAttempt, Origin,
};
use domain::accounts::ports::Admission;
use domain::shared::email::EmailAddress;
use domain::shared::ids::DeviceId;

use crate::contracts::Shop;
use crate::{moments, sample_users, unique};

fn from_block(email: &EmailAddress, number: u32) -> LoginAttempt {
    let first = Ipv4Addr::from_bits(number << 8);
    LoginAttempt { email: email.clone(), origin: Origin::Block(AddressBlock::of(first.into())) }
}

fn from_device(email: &EmailAddress) -> LoginAttempt {
    LoginAttempt { email: email.clone(), origin: Origin::KnownDevice(DeviceId::new(unique::uuid())) }
}

async fn admit(shop: &Shop, attempt: &LoginAttempt, second: i64) -> Admission {
    shop.throttle.admit(attempt, moments::seconds_later(second)).await.unwrap()
}

async fn settle(shop: &Shop, attempt: &LoginAttempt, admitted: DateTime<Utc>, result: AttemptResult, second: i64) {
    shop.throttle.settle(attempt, admitted, result, moments::seconds_later(second)).await.unwrap();
}

/// Makes an attempt that is admitted and settled at once.
async fn tried(shop: &Shop, attempt: &LoginAttempt, second: i64, result: AttemptResult) {
    match admit(shop, attempt, second).await {
        Admission::Admitted(admitted) => settle(shop, attempt, admitted, result, second).await,
        refused => panic!("not admitted: {refused:?}"),
    }
}

async fn fails(shop: &Shop, attempt: &LoginAttempt, second: i64) {
    tried(shop, attempt, second, AttemptResult::Failed).await;
}

const fn delayed(seconds: i64) -> Admission {
    Admission::Delayed(TimeDelta::seconds(seconds))
}

/// No delay after the first four failures, then 1, 2, 4 … at most 60 s from the last failure. A refused attempt does
/// not count.
pub async fn delays_grow_with_failures_and_are_forgotten(shop: &Shop) {
    let email = sample_users::email();
    let (here, mut now) = (from_block(&email, 1), 0);
    for seconds in [0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 60, 60] {
        fails(shop, &here, now).await;
        if seconds > 0 {
            assert_eq!(admit(shop, &here, now).await, delayed(seconds));
            assert_eq!(admit(shop, &here, now + seconds - 1).await, delayed(1));
        }
        now += seconds;
    }
    tried(shop, &here, now, AttemptResult::Succeeded).await;
    for _ in 0..FREE_FAILURES {
        fails(shop, &here, now).await;
    }
    assert_eq!(admit(shop, &here, now).await, delayed(1));
    shop.throttle.clear(&email).await.unwrap();
    fails(shop, &here, now).await;
}

/// Succeeded and uncompared attempts do not count, whatever their number.
pub async fn only_failures_count(shop: &Shop) {
    let here = from_block(&sample_users::email(), 1);
    for result in [AttemptResult::Succeeded, AttemptResult::NotCompared].repeat(10) {
        tried(shop, &here, 0, result).await;
    }
    for _ in 0..FREE_FAILURES - 1 {
        fails(shop, &here, 0).await;
    }
    tried(shop, &here, 0, AttemptResult::NotCompared).await;
    fails(shop, &here, 0).await;
    assert_eq!(admit(shop, &here, 0).await, delayed(1));
}

/// Makes ten attempts at once, each settled as `result` when it is admitted. With `elsewhere` each comes from its own origin.
async fn ten_at_once(shop: &Shop, elsewhere: bool, result: AttemptResult) -> (usize, usize) {
    let email = sample_users::email();
    let attempts = (0..10).map(|number| {
        let (shop, attempt) = (shop.clone(), from_block(&email, if elsewhere { number } else { 0 }));
        tokio::spawn(async move {
            let admission = admit(&shop, &attempt, 0).await;
            if let Admission::Admitted(admitted) = admission {
                // By a clock that is ahead, so that no delay passes while the test runs.
                settle(&shop, &attempt, admitted, result, 3_600).await;
            }
            admission
        })
    });
    let answers = futures_util::future::try_join_all(attempts).await.unwrap();
    let admitted = answers.iter().filter(|answer| matches!(answer, Admission::Admitted(_))).count();
    let delayed = answers.iter().filter(|answer| matches!(answer, Admission::Delayed(_))).count();
    assert_eq!(admitted + delayed, answers.len(), "{answers:?}");
    (admitted, delayed)
}

/// Simultaneous attempts with the right password wait for each other, and none is refused.
pub async fn right_passwords_at_once_are_all_admitted(shop: &Shop) {
    for elsewhere in [false, true] {
        assert_eq!(ten_at_once(shop, elsewhere, AttemptResult::Succeeded).await, (10, 0));
    }
}

/// Parallel guesses are no faster than consecutive ones.
pub async fn guesses_at_once_are_admitted_as_if_one_by_one(shop: &Shop) {
    assert_eq!(ten_at_once(shop, false, AttemptResult::Failed).await, (5, 5));
}

/// At most 5 attempts for one account are pending, from any origin; the next one is admitted when one of them ends.
pub async fn five_attempts_for_one_account_are_pending_at_most(shop: &Shop) {
    let email = sample_users::email();
    let mut pending = Vec::new();
    for number in 0..AT_ONCE {
        let attempt = from_block(&email, u32::try_from(number).unwrap());
        match admit(shop, &attempt, 0).await {
            Admission::Admitted(admitted) => pending.push((attempt, admitted)),
            refused => panic!("not admitted: {refused:?}"),
        }
    }
    for next in [from_block(&email, 0), from_block(&email, 100), from_device(&email)] {
        let waiting = tokio::spawn({
            let (shop, next) = (shop.clone(), next.clone());
            async move { admit(&shop, &next, 0).await }
        });
        tokio::time::sleep(Duration::from_millis(100)).await;
        assert!(!waiting.is_finished());
        let (ended, admitted) = pending.remove(0);
        settle(shop, &ended, admitted, AttemptResult::Failed, 0).await;
        match waiting.await.unwrap() {
            Admission::Admitted(admitted) => pending.push((next, admitted)),
            refused => panic!("not admitted: {refused:?}"),
        }
    }
    assert_eq!(admit(shop, &from_block(&email, 100), 0).await, Admission::NoTurn, "the wait for a turn is bounded");
}

/// An attempt whose process ended stops counting as pending.
pub async fn an_attempt_that_nobody_settles_is_forgotten(shop: &Shop) {
    let here = from_block(&sample_users::email(), 1);
    for _ in 0..AT_ONCE {
        assert!(matches!(admit(shop, &here, 0).await, Admission::Admitted(_)));
    }
    assert!(matches!(admit(shop, &here, LEASE.num_seconds()).await, Admission::Admitted(_)));
}

/// Guesses from one origin delay this origin only; guesses from many origins delay all but known devices.
pub async fn nobody_keeps_a_known_device_out(shop: &Shop) {
    let email = sample_users::email();
    let (guesser, owner, device) = (from_block(&email, 0), from_block(&email, 1), from_device(&email));
    for _ in 0..FREE_FAILURES {
        fails(shop, &guesser, 0).await;
    }
    assert_eq!(admit(shop, &guesser, 0).await, delayed(1));
    tried(shop, &owner, 0, AttemptResult::NotCompared).await;
    for number in FREE_FAILURES..FREE_FAILURES_OF_ACCOUNT {
        fails(shop, &from_block(&email, 1_000 + number), 0).await;
    }
    assert_eq!(admit(shop, &owner, 0).await, delayed(1));
    tried(shop, &device, 0, AttemptResult::Succeeded).await;
    assert_eq!(admit(shop, &owner, 0).await, delayed(1), "others gain nothing by it");
    for _ in 0..FREE_FAILURES {
        fails(shop, &device, 0).await;
    }
    assert_eq!(admit(shop, &device, 0).await, delayed(1), "a device that guesses is delayed too");
    tried(shop, &from_device(&email), 0, AttemptResult::Succeeded).await;
    tried(shop, &from_block(&sample_users::email(), 0), 0, AttemptResult::Succeeded).await;
    shop.throttle.clear(&email).await.unwrap();
    for attempt in [&guesser, &owner, &device] {
        tried(shop, attempt, 0, AttemptResult::NotCompared).await;
    }
}
