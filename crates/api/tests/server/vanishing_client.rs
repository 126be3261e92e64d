//! Clients that disconnect before the answer comes.

use std::time::Duration;

use futures_util::future::join_all;
use test_harness::answer::Ask as _;
use test_harness::orders::place_order_bytes;
use test_harness::raw::{Leaving, send_and_leave};

use crate::checkout::{count, fresh_key, order_of, place, product, stock};
use crate::shop::Shop;
use crate::users::customers;

#[tokio::test(flavor = "multi_thread")]
async fn an_order_is_placed_whole_or_not_at_all() {
    let shop = Shop::new().await;
    let (one, other) = (product(&shop, "Cinnamon soap", 1_000).await, product(&shop, "Sandalwood oil", 1_000).await);
    let customers = customers(&shop, 40).await;
    let server = shop.start("a").await;
    let order = order_of(&[(&one, 1), (&other, 2)]);
    let keys: Vec<String> = customers.iter().map(|_| fresh_key()).collect();

    // They leave at once, and at moments at which the order is checked, written or answered.
    let vanishing = customers.iter().zip(&keys).enumerate().map(|(n, (customer, key))| {
        let (server, bytes) = (server.address(), place_order_bytes(customer, key, &order));
        async move { send_and_leave(server, &bytes, Duration::from_millis(n as u64), leaving(n)).await }
    });
    join_all(vanishing).await;
    let mut placed_before = 0;
    for (customer, key) in customers.iter().zip(&keys) {
        let answer = place(&server, customer, key, &order).ask().await;
        assert!(answer.status == 201 || answer.status == 200, "{}", answer.text);
        placed_before += i64::from(answer.status == 200);
    }
    assert!(placed_before > 0, "no order of a disconnected client was placed: the test has no subject");
    assert_eq!(count(&shop, "SELECT count(*) FROM orders").await, 40);
    assert_eq!((stock(&server, &one).await, stock(&server, &other).await), (960, 920));
    shop.is_in_order("a").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn half_a_request_is_no_order() {
    let shop = Shop::new().await;
    let (wanted, customers) = (product(&shop, "Cinnamon soap", 1_000).await, customers(&shop, 10).await);
    let server = shop.start("a").await;
    let (key, order) = (fresh_key(), order_of(&[(&wanted, 1)]));
    let vanishing = customers.iter().enumerate().map(|(n, customer)| {
        let (server, bytes) = (server.address(), place_order_bytes(customer, &key, &order));
        async move { send_and_leave(server, &bytes[..bytes.len() - 1 - 20 * n], Duration::ZERO, leaving(n)).await }
    });
    join_all(vanishing).await;
    assert!(server.terminate().await.success(), "all that was begun has ended");
    assert_eq!(count(&shop, "SELECT count(*) FROM orders").await, 0);
    shop.is_in_order("a").await;
}

fn leaving(n: usize) -> Leaving {
    if n.is_multiple_of(2) { Leaving::Close } else { Leaving::Reset }
}
