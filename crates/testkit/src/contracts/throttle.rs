//! What [`domain::ports::LoginThrottle`] promises.

use chrono::TimeDelta;
use domain::email::EmailAddress;
use domain::ports::FREE_FAILURES;

use super::Shop;
use crate::{moments, people};

/// How many of ten attempts at one moment are admitted, and how long the others have to wait.
async fn ten_at_once(shop: &Shop, email: &EmailAddress, second: i64) -> (usize, Vec<TimeDelta>) {
    let attempts = (0..10).map(|_| {
        let (shop, email) = (shop.clone(), email.clone());
        tokio::spawn(async move { shop.throttle.admit(&email, moments::seconds_later(second)).await.unwrap() })
    });
    let answers = futures_util::future::try_join_all(attempts).await.unwrap();
    let waits: Vec<_> = answers.into_iter().flatten().collect();
    (10 - waits.len(), waits)
}

/// None after the first four, then 1, 2, 4 … at most 60 seconds, counted from the last failure. Who has to wait is not
/// counted.
pub async fn delays_grow_with_failures_and_are_forgotten(shop: &Shop) {
    let (email, other) = (people::email(), people::email());
    let admit = |second| shop.throttle.admit(&email, moments::seconds_later(second));
    let mut now = 0;
    for (failures, seconds) in [0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 60, 60].into_iter().enumerate() {
        assert_eq!(admit(now).await.unwrap(), None, "{failures}");
        if seconds > 0 {
            assert_eq!(admit(now).await.unwrap(), Some(TimeDelta::seconds(seconds)), "{failures}");
            assert_eq!(admit(now + seconds - 1).await.unwrap(), Some(TimeDelta::seconds(1)), "{failures}");
        }
        now += seconds;
    }
    assert_eq!(admit(now - 1).await.unwrap(), Some(TimeDelta::seconds(1)));
    assert_eq!(shop.throttle.admit(&other, moments::now()).await.unwrap(), None);
    shop.throttle.clear(&email).await.unwrap();
    for _ in 0..FREE_FAILURES {
        assert_eq!(admit(now - 1).await.unwrap(), None);
    }
    assert_eq!(admit(now - 1).await.unwrap(), Some(TimeDelta::seconds(1)));
}

/// Guessing in parallel saves no time: neither at first nor once the delay has passed.
pub async fn attempts_at_once_are_admitted_as_if_one_by_one(shop: &Shop) {
    let email = people::email();
    assert_eq!(ten_at_once(shop, &email, 0).await, (5, vec![TimeDelta::seconds(1); 5]));
    assert_eq!(ten_at_once(shop, &email, 0).await, (0, vec![TimeDelta::seconds(1); 10]));
    assert_eq!(ten_at_once(shop, &email, 1).await, (1, vec![TimeDelta::seconds(2); 9]));
    assert_eq!(ten_at_once(shop, &email, 3).await, (1, vec![TimeDelta::seconds(4); 9]));
}

/// Instances whose clocks differ admit the free attempts all the same, and nobody waits longer than the delay.
pub async fn a_clock_that_is_behind_does_not_matter(shop: &Shop) {
    let email = people::email();
    for second in [10, 0, 10, 0, 10] {
        assert_eq!(shop.throttle.admit(&email, moments::seconds_later(second)).await.unwrap(), None);
    }
    assert_eq!(shop.throttle.admit(&email, moments::now()).await.unwrap(), Some(TimeDelta::seconds(1)));
}

/// Neither the attempt nor the wait after it; what others did meanwhile counts.
pub async fn a_forgiven_attempt_does_not_count(shop: &Shop) {
    let email = people::email();
    let admit = |second| shop.throttle.admit(&email, moments::seconds_later(second));
    let forgive = |second| shop.throttle.forgive(&email, moments::seconds_later(second));
    forgive(0).await.unwrap();
    assert_eq!(admit(0).await.unwrap(), None);
    forgive(0).await.unwrap();
    for _ in 0..FREE_FAILURES {
        assert_eq!(admit(0).await.unwrap(), None);
    }
    assert_eq!(admit(0).await.unwrap(), Some(TimeDelta::seconds(1)));
    for _ in 0..3 {
        assert_eq!(admit(1).await.unwrap(), None);
        forgive(1).await.unwrap();
    }
    assert_eq!(admit(1).await.unwrap(), None);
    assert_eq!(admit(1).await.unwrap(), Some(TimeDelta::seconds(2)));
    assert_eq!(admit(3).await.unwrap(), None);
    forgive(1).await.unwrap();
    assert_eq!(admit(3).await.unwrap(), Some(TimeDelta::seconds(2)));
}

/// As many are taken back as were admitted.
pub async fn attempts_forgiven_at_once_do_not_count(shop: &Shop) {
    let email = people::email();
    assert_eq!(ten_at_once(shop, &email, 0).await.0, 5);
    let forgiving = (0..5).map(|_| {
        let (shop, email) = (shop.clone(), email.clone());
        tokio::spawn(async move { shop.throttle.forgive(&email, moments::now()).await.unwrap() })
    });
    futures_util::future::try_join_all(forgiving).await.unwrap();
    assert_eq!(ten_at_once(shop, &email, 0).await.0, 5);
}
