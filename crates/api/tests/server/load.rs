//! Work that is dear, asked for by many at once: it waits in line, in bounded memory, and leaves the rest of the shop alone.

use std::fs;

use futures_util::future::join_all;
use serde_json::json;
use test_harness::accounts::SignedInAs as _;
use test_harness::answer::Ask as _;
use test_harness::instance::Instance;

use crate::shop::Shop;
use crate::users::{customer, register};

/// What a password's hash takes while it is made, in MiB: argon2's own memory.
const A_HASH: u64 = 19;
/// What everything else that goes with 200 requests may take in a build without optimisation, in MiB. It was a gigabyte with
/// hashes on the runtime's threads, and would be four with all of them at once.
const THE_REST: u64 = 512;

/// The most memory a process has had in RAM at once, in MiB.
fn peak(server: &Instance) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", server.pid().as_raw_nonzero())).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() / 1_024
}

#[tokio::test(flavor = "multi_thread")]
async fn two_hundred_logins_at_once_wait_in_line_in_bounded_memory() {
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
        // Who finds no room in line is told when to come back.
        assert!([401, 503].contains(&answer.status.as_u16()), "{answer:?}");
    }
    assert!(answers.iter().filter(|answer| answer.status == 401).count() >= 32, "the line is worth standing in");
    let at_once = u64::try_from(std::thread::available_parallelism().unwrap().get()).unwrap();
    let grown = peak(&server) - before;
    assert!(grown <= at_once * A_HASH + THE_REST, "{grown} MiB more, with {at_once} hashes at once");
}
