//! What [`domain::ports::LoginThrottle`] promises.

use chrono::TimeDelta;

use super::Shop;
use crate::{moments, people};

/// None for the first four, then 1, 2, 4 … at most 60 seconds, counted from the last failure.
pub async fn delays_grow_with_failures_and_are_forgotten(shop: &Shop) {
    let (email, other) = (people::email(), people::email());
    let wait = |second| shop.throttle.wait(&email, moments::seconds_later(second));
    let mut expected = vec![0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 60, 60];
    for (failures, seconds) in expected.drain(..).enumerate() {
        shop.throttle.record_failure(&email, moments::now()).await.unwrap();
        let delay = (seconds > 0).then(|| TimeDelta::seconds(seconds));
        assert_eq!(wait(0).await.unwrap(), delay, "{failures}");
        assert_eq!(wait(seconds).await.unwrap(), None);
    }
    assert_eq!(wait(59).await.unwrap(), Some(TimeDelta::seconds(1)));
    assert_eq!(shop.throttle.wait(&other, moments::now()).await.unwrap(), None);
    shop.throttle.clear(&email).await.unwrap();
    assert_eq!(wait(0).await.unwrap(), None);
}

/// Guessing in parallel saves no time.
pub async fn failures_at_once_all_count(shop: &Shop) {
    let email = people::email();
    let attempts = (0..10).map(|_| {
        let (shop, email) = (shop.clone(), email.clone());
        tokio::spawn(async move { shop.throttle.record_failure(&email, moments::now()).await.unwrap() })
    });
    futures_util::future::try_join_all(attempts).await.unwrap();
    assert_eq!(shop.throttle.wait(&email, moments::now()).await.unwrap(), Some(TimeDelta::seconds(32)));
}
