//! Many expensive requests at once: they wait in a queue, in bounded memory, and other requests are answered.

use std::fs;

use futures_util::future::join_all;
use serde_json::json;
use test_harness::accounts::SignedInAs as _;
use test_harness::answer::Ask as _;
use test_harness::instance::Instance;

use crate::shop::Shop;
use crate::users::{customer, register};

/// The memory of one password hash, in MiB (argon2).
const HASH_MEMORY: u64 = 19;
/// The memory of everything else that 200 requests may take in a build without optimisation, in MiB. It was 1 GiB with hashes on
/// the runtime's threads, and would be 4 GiB with all hashes at once.
const OTHER_MEMORY: u64 = 512;

/// The peak resident memory of a process, in MiB.
fn peak(server: &Instance) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", server.pid().as_raw_nonzero())).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() / 1_024
}

#[tokio::test(flavor = "multi_thread")]
async fn two_hundred_logins_at_once_wait_in_a_queue_in_bounded_memory() {
    let shop = Shop::new().await;
    let (server, buyer) = (shop.start("a").await, customer(&shop).await);
    register(&server, "kasun@example.com", "frangipani by the sea").await;
    let before = peak(&server);
    let logins = (0..200).map(|n| {
        let login = json!({"email": format!("nobody{n}@example.com"), "password": "frangipani by the sea"});
        server.post("/api/users/login").json(&login).ask()
    });
    let others = async {
        let mut answered = 0;
        for _ in 0..20 {
            server.get("/api/orders").signed_in_as(&buyer).ask().await.expect_status(200);
            server.get("/api/products").ask().await.expect_status(200);
            server.get("/healthz").ask().await.expect_status(200);
            answered += 1;
        }
        answered
    };
    let (answers, answered) = tokio::join!(join_all(logins), others);
    assert_eq!(answered, 20);
    for answer in &answers {
        // A request that finds the queue full gets 503 with `Retry-After`.
        assert!([401, 503].contains(&answer.status.as_u16()), "{answer:?}");
    }
    assert!(answers.iter().filter(|answer| answer.status == 401).count() >= 32, "the queue holds at least 32");
    let at_once = u64::try_from(std::thread::available_parallelism().unwrap().get()).unwrap();
    let grown = peak(&server) - before;
    assert!(grown <= at_once * HASH_MEMORY + OTHER_MEMORY, "{grown} MiB more, with {at_once} hashes at once");
}
