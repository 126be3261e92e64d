//! Start, refused start and end of the program.

use std::net::TcpListener;
use std::time::Duration;

use futures_util::future::join_all;
use rustix::process::Signal;
use test_harness::answer::Ask as _;
use test_harness::shop::finish;

use crate::checkout::{count, fresh_key, order_of, place, product, stock};
use crate::raw_http::converse;
use crate::shop::Shop;
use crate::users::customers;

#[tokio::test(flavor = "multi_thread")]
async fn requests_in_flight_are_answered_before_the_end() {
    const IN_FLIGHT: i64 = 6;
    let shop = Shop::new().await;
    let customers = customers(&shop, 6).await;
    // One product for each order: of several orders of one product, only two wait for its lock.
    let mut orders = Vec::new();
    for _ in 0..IN_FLIGHT {
        orders.push(order_of(&[(&product(&shop, "Rose water", 100).await, 1)]));
    }
    let mut server = shop.start("a").await;

    // The lock on all products keeps the orders waiting.
    let locked = shop.database().client().await;
    locked.batch_execute("BEGIN; SELECT FROM products FOR UPDATE").await.unwrap();
    let begun = customers.iter().zip(&orders).map(|(customer, order)| tokio::spawn(place(&server, customer, &fresh_key(), order).send()));
    let requests: Vec<_> = begun.collect();
    let waiting = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    while count(&shop, waiting).await < IN_FLIGHT {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    server.signal(Signal::TERM);
    server.closed().await;
    locked.batch_execute("COMMIT").await.unwrap();

    for answer in join_all(requests).await {
        assert_eq!(answer.unwrap().unwrap().status(), 201);
    }
    assert_eq!(server.exited().await.code(), Some(0));
    assert_eq!(count(&shop, "SELECT count(*) FROM orders").await, IN_FLIGHT);
    shop.is_in_order("a").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_interrupt_ends_it_as_well_and_an_idle_connection_does_not_hold_it_up() {
    let shop = Shop::new().await;
    let mut server = shop.start("a").await;
    server.get("/api/products").ask().await.expect_status(200);
    let _silent = tokio::net::TcpStream::connect(server.address()).await.unwrap();
    server.signal(Signal::INT);
    assert_eq!(server.exited().await.code(), Some(0));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_start_on_a_taken_address_says_so_and_touches_nothing() {
    let shop = Shop::new().await;
    let wanted = product(&shop, "Rose water", 100).await;
    let server = shop.start("a").await;
    let address = server.address().to_string();
    let unused_database = TcpListener::bind("127.0.0.1:0").unwrap();
    unused_database.set_nonblocking(true).unwrap();
    let url = format!("postgres://shop@{}/shop", unused_database.local_addr().unwrap());

    for database in [url.as_str(), ""] {
        let mut second = shop.program("b");
        second.env("BIND", &address).env("DATABASE_URL", database).arg("serve");
        let second = finish(second).await;
        assert_eq!(second.status.code(), Some(1), "{second:?}");
        assert!(second.stderr.contains(&format!("cannot listen on {address} (BIND)")), "{second:?}");
        assert!(!shop.data_dir("b").exists(), "a data folder was made");
    }
    let touched = unused_database.accept().is_ok();
    assert!(!touched, "it connected to its database");
    assert_eq!(stock(&server, &wanted).await, 100);
}

#[tokio::test(flavor = "multi_thread")]
async fn all_mistakes_of_the_configuration_are_told_at_once() {
    let shop = Shop::embedded();
    let mistakes = [
        ("BIND", "8080"),
        ("PUBLIC_URL", "shop.example"),
        ("DATABASE_URL", "mysql://shop:hunter22hunter22@db/shop"),
        ("JWT_SECRET", "hunter22hunter22"),
        ("ADMIN_EMAIL", "owner"),
        ("CORS_ORIGINS", "https://ok.example,nonsense"),
        ("TRUSTED_PROXIES", "proxy"),
        ("RATE_LIMIT_SCALE", "-1"),
        ("IMAGE_URL_HOSTS", "a b"),
        ("TIME_ZONE", "Lanka"),
        ("LOG_FORMAT", "xml"),
        ("RUST_LOG", "info,access=loud"),
    ];
    for arguments in [&["serve"][..], &["serve", "--demo"], &["migrate"], &["doctor"], &[]] {
        let mut command = shop.program("a");
        command.envs(mistakes).args(arguments);
        let refused = finish(command).await;
        assert_eq!(refused.status.code(), Some(2), "{refused:?}");
        assert_eq!(refused.stdout, "");
        for (name, _) in mistakes {
            assert!(refused.stderr.contains(&format!("  {name} ")), "{name} is missing in: {}", refused.stderr);
        }
        assert!(refused.stderr.contains("ADMIN_PASSWORD"), "{}", refused.stderr);
        assert!(!refused.stderr.contains("hunter22"), "a secret is told: {}", refused.stderr);
        assert!(!shop.data_dir("a").exists(), "a data folder was made");
    }
    let usage = shop.run("a", &["sell"]).await;
    assert_eq!(usage.status.code(), Some(2), "{usage:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_line_of_the_env_file_that_cannot_be_read_stops_the_start() {
    let shop = Shop::embedded();
    let program = shop.program("a");
    let folder = program.get_current_dir().expect("a folder").to_owned();
    for (lines, named) in
        [("# One\nLOG_FORMAT=json\nSHOP_NAME=hunter22 x", "the line after LOG_FORMAT"), ("JWT_SECRET: hunter22", "the first line")]
    {
        std::fs::write(folder.join(".env"), format!("{lines}\nBIND=8080\n")).unwrap();
        let refused = shop.run("a", &["migrate"]).await;
        assert_eq!(refused.status.code(), Some(2), "{refused:?}");
        assert!(refused.stderr.contains(named) && !refused.stderr.contains("hunter22"), "{refused:?}");
        assert!(!shop.data_dir("a").exists(), "a data folder was made");
    }
    std::fs::write(folder.join(".env"), "BIND=8080\n").unwrap();
    let refused = shop.run("a", &["migrate"]).await;
    assert!(refused.stderr.contains("  BIND "), "{refused:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_start_that_waits_can_be_stopped() {
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("postgres://shop@{}/shop?sslmode=disable", silent.local_addr().unwrap());
    let shop = Shop::embedded().with("DATABASE_URL", &url);
    let mut command = shop.program("a");
    command.env("BIND", "127.0.0.1:0").arg("serve");
    let mut starting = tokio::process::Command::from(command).kill_on_drop(true).spawn().unwrap();
    let asked = tokio::task::spawn_blocking(move || silent.accept().map(|asked| (asked, silent)));
    let _kept = asked.await.unwrap().unwrap();
    rustix::process::kill_process(rustix::process::Pid::from_raw(starting.id().unwrap().cast_signed()).unwrap(), Signal::TERM).unwrap();
    let ended = tokio::time::timeout(Duration::from_secs(10), starting.wait()).await.expect("it ends").unwrap();
    assert_eq!(ended.code(), Some(0));
}

#[tokio::test(flavor = "multi_thread")]
async fn two_first_starts_at_once_make_one_shop() {
    let shop = Shop::new().await.with("ADMIN_EMAIL", "owner@shop.example").with("ADMIN_PASSWORD", "frangipani by the sea");
    shop.database().client().await.batch_execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public").await.unwrap();
    let (one, other) = tokio::join!(shop.start("a"), shop.start("b"));
    for server in [&one, &other] {
        crate::users::log_in(server, "owner@shop.example", "frangipani by the sea").await;
        server.get("/readyz").ask().await.expect_status(200);
    }
    assert_eq!(count(&shop, "SELECT count(*) FROM users").await, 1);
    let migrated = shop.run("c", &["migrate"]).await;
    assert_eq!((migrated.status.code(), migrated.stdout.trim()), (Some(0), "The database is up to date."));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_http_gets_a_bare_status() {
    let shop = Shop::new().await;
    let server = shop.start("a").await;
    let bare = "GET /api/products HTTP/1.1\r\nHost: shop.test\r\nConnection: close\r\n\r\n";
    assert!(converse(&server, bare.as_bytes()).await.starts_with("HTTP/1.1 200 OK\r\n"));
    let nonsense = converse(&server, b"MAKE ME A CAKE\r\n\r\n").await;
    assert!(nonsense.starts_with("HTTP/1.1 400 ") && nonsense.ends_with("\r\n\r\n"), "{nonsense}");
    server.get("/healthz").ask().await.expect_status(200);
}
