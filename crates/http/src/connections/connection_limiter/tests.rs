//! Admission of connections, and the choice of those that close.

use std::task::Waker;
use std::time::Duration;

use super::*;

fn address(text: &str) -> IpAddr {
    text.parse().unwrap()
}

fn limiter(capacity: usize) -> ConnectionLimiter {
    ConnectionLimiter::new(capacity, vec![address("10.0.0.1")])
}

fn is_to_leave(admission: &AdmittedConnection) -> bool {
    admission.slot().is_to_leave(&Context::from_waker(Waker::noop()))
}

fn admit(limiter: &ConnectionLimiter, from: &str, count: usize) -> Vec<AdmittedConnection> {
    (0..count).map(|_| limiter.admit(address(from)).unwrap()).collect()
}

#[tokio::test]
async fn a_client_has_so_many_connections_and_leaves_the_others_theirs() {
    let limiter = limiter(1_000);
    let held = admit(&limiter, "192.0.2.1", MAX_PER_CLIENT);
    held.iter().for_each(|admission| admission.slot().works());
    assert!(limiter.admit(address("192.0.2.1")).is_none(), "all are being served");
    assert!(limiter.admit(address("::ffff:192.0.2.1")).is_none(), "the same address");
    assert_eq!((limiter.open(), limiter.closed(CloseReason::ClientFull)), (MAX_PER_CLIENT, 2));
    assert!(limiter.admit(address("192.0.2.2")).is_some());
    drop(held);
    assert_eq!(limiter.open(), 0);
    assert!(limiter.admit(address("192.0.2.1")).is_some(), "room comes back");
}

#[tokio::test]
async fn a_subscriber_of_ipv6_is_one_client() {
    let limiter = limiter(1_000);
    let held: Vec<_> = (0..MAX_PER_CLIENT).map(|n| limiter.admit(address(&format!("2001:db8::{n:x}"))).unwrap()).collect();
    held.iter().for_each(|admission| admission.slot().works());
    assert!(limiter.admit(address("2001:db8::ffff:1")).is_none());
    assert!(limiter.admit(address("2001:db8:0:1::1")).is_some());
}

#[tokio::test]
async fn a_proxy_is_no_client() {
    let limiter = limiter(400);
    let behind = admit(&limiter, "10.0.0.1", 400);
    assert!(limiter.admit(address("10.0.0.1")).is_none() && limiter.admit(address("192.0.2.1")).is_none());
    assert_eq!(limiter.closed(CloseReason::ServerFull), 2);
    assert!(!behind.iter().any(is_to_leave), "many clients are behind each of them");
}

#[tokio::test(start_paused = true)]
async fn what_has_waited_longest_for_its_client_makes_room() {
    let limiter = limiter(1_000);
    let mut held = Vec::new();
    for _ in 0..MAX_PER_CLIENT {
        held.extend(admit(&limiter, "192.0.2.1", 1));
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    held[0].slot().works();
    let newest = limiter.admit(address("192.0.2.1")).unwrap();
    let leaving: Vec<usize> = (0..MAX_PER_CLIENT).filter(|n| is_to_leave(&held[*n])).collect();
    assert_eq!(leaving, [1], "the first is being served");
    assert_eq!((limiter.open(), limiter.closed(CloseReason::MadeRoom)), (MAX_PER_CLIENT, 1));
    drop(held);
    assert_eq!(limiter.open(), 1, "what made room is not counted out twice");
    assert!(!is_to_leave(&newest));
}

#[tokio::test]
async fn in_a_full_server_the_client_with_the_most_makes_room() {
    let limiter = limiter(20);
    let few = admit(&limiter, "192.0.2.1", 8);
    let many = admit(&limiter, "192.0.2.2", 12);
    let other = limiter.admit(address("192.0.2.3")).unwrap();
    assert_eq!((few.iter().filter(|a| is_to_leave(a)).count(), many.iter().filter(|a| is_to_leave(a)).count()), (0, 1));
    assert_eq!(limiter.open(), 20);
    // If all connections of the client with the most are being served, the next client's closes.
    many.iter().for_each(|admission| admission.slot().works());
    let another = limiter.admit(address("192.0.2.3")).unwrap();
    assert_eq!(few.iter().filter(|a| is_to_leave(a)).count(), 1);
    drop((few, many, other, another));
    assert_eq!(limiter.open(), 0);
}
