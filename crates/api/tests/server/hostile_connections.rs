//! Connections that hostile clients hold: by a stray byte, by reading nothing, by endless requests. Each is closed in time, and
//! other clients are answered all the while. Hostile clients have addresses of this machine from 127.0.0.2 on, honest ones 127.0.0.1.

use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use test_harness::answer::Ask as _;
use test_harness::instance::Instance;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

use crate::raw_http::{answer_on, connect_from};
use crate::shop::Shop;

/// A picture of the demo shop.
const PICTURE: &[u8] = include_bytes!("../../demo/images/ara-bdy-001-1.webp");
const HEALTH: &[u8] = b"GET /healthz HTTP/1.1\r\nHost: shop.test\r\n\r\n";
/// Connections of each hostile client: just below the limit.
const EACH: u8 = 250;
/// The time after which the server must be at rest: less than the 30 s after which the first answers are stalled.
const FILLED: Duration = Duration::from_secs(20);
/// Timeout of every wait.
const PATIENCE: Duration = Duration::from_secs(120);

/// The n-th hostile client.
fn client(n: u8) -> Ipv4Addr {
    Ipv4Addr::new(127, 0, 0, 2 + n)
}

fn ask(path: &str, times: usize) -> Vec<u8> {
    format!("GET {path} HTTP/1.1\r\nHost: shop.test\r\n\r\n").repeat(times).into_bytes()
}

/// Raises the limit of open files of this process.
fn allow_descriptors() {
    let limit = getrlimit(Resource::Nofile);
    setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, maximum: limit.maximum }).expect("the hard limit");
}

/// A connection that has had an answer, and sends one more byte.
async fn stray(server: SocketAddr, from: Ipv4Addr) -> TcpStream {
    let mut connection = connect_from(server, from).await;
    connection.write_all(HEALTH).await.expect("a server that reads");
    let mut answer = Vec::new();
    while !answer.ends_with(b"\r\n\r\n") && !answer.ends_with(b"}") {
        assert!(connection.read_buf(&mut answer).await.expect("an answer") > 0, "{}", String::from_utf8_lossy(&answer));
    }
    connection.write_all(b"G").await.expect("an open connection");
    connection
}

/// A connection that requests more than its buffers hold, and reads nothing.
async fn deaf(server: SocketAddr, from: Ipv4Addr, requests: Vec<u8>) -> TcpStream {
    let mut connection = connect_from(server, from).await;
    // A server that stops reading takes only a part.
    let _ = tokio::time::timeout(Duration::from_secs(1), connection.write_all(&requests)).await;
    connection
}

/// Waits until the server has closed a connection; answers before that are ignored.
async fn closed(mut connection: TcpStream) {
    let mut rest = vec![0; 64 * 1_024];
    let gone = async { while connection.read(&mut rest).await.is_ok_and(|read| read > 0) {} };
    tokio::time::timeout(PATIENCE, gone).await.expect("a connection that is closed");
}

/// Processor time that the server has used, in clock ticks, of which there are 100 a second.
fn ticks(server: &Instance) -> u64 {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", server.pid().as_raw_pid())).expect("a process");
    let (_, fields) = stat.rsplit_once(')').expect("a name in parentheses");
    fields.split_whitespace().skip(11).take(2).map(|field| field.parse::<u64>().expect("a number")).sum()
}

/// Memory that the server holds, in kilobytes.
fn memory(server: &Instance) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.pid().as_raw_pid())).expect("a process");
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("its memory");
    line.split_whitespace().next().expect("a number").parse().expect("a number")
}

async fn upload(server: &Instance) -> String {
    let head = "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.webp\"\r\n\r\n";
    let form = [head.as_bytes(), PICTURE, b"\r\n--b--\r\n"].concat();
    let upload = server.post("/api/images").header("Content-Type", "multipart/form-data; boundary=b").body(form);
    upload.ask().await.expect_status(201)["url"].as_str().expect("an address").to_owned()
}

/// Sends requests of honest visitors, on new connections, and returns the time of the slowest answer.
async fn honest(server: &Instance, times: usize) -> Duration {
    let mut slowest = Duration::ZERO;
    for _ in 0..times {
        for path in ["/api/products", "/healthz", "/api/shop"] {
            let begun = Instant::now();
            server.get(path).header("Connection", "close").ask().await.expect_status(200);
            slowest = slowest.max(begun.elapsed());
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    slowest
}

/// Waits until a server whose connections are all held uses less than half of one processor. Returns the time of the slowest answer
/// then, and the clock ticks that the server used. A server that reads endlessly would use all of its processors until the first
/// answers have stalled for 30 s. Filling the connections' buffers takes a few seconds of processor
/// time. A busy machine alone does not fail this: if it gives the server less than half of a processor, that counts as rest;
/// with more, the buffers are filled in time.
async fn at_rest(server: &Instance) -> (Duration, u64) {
    let all = Instant::now();
    loop {
        let (used, begun) = (ticks(server), Instant::now());
        let slowest = honest(server, 20).await;
        let (used, lasted) = (ticks(server) - used, begun.elapsed());
        if used * 10 < u64::try_from(lasted.as_millis()).expect("a few seconds") / 2 {
            return (slowest, used);
        }
        assert!(all.elapsed() < FILLED, "{used} ticks in {lasted:?}");
    }
}

/// 2,000 connections: 1,200 with a stray byte, 795 that request a picture repeatedly and read nothing, and 5 that send 12,000
/// requests each and read nothing.
async fn besiege(server: SocketAddr, picture: &str) -> Vec<TcpStream> {
    let mut held = JoinSet::new();
    for n in 0..2_000_u32 {
        let from = client(u8::try_from(n / u32::from(EACH)).expect("eight clients"));
        let picture = picture.to_owned();
        held.spawn(async move {
            match n {
                0..1_200 => stray(server, from).await,
                1_200..1_995 => deaf(server, from, ask(&picture, 200)).await,
                _ => deaf(server, from, ask("/healthz", 12_000)).await,
            }
        });
    }
    held.join_all().await
}

/// The value of the sample of `/metrics` with this beginning.
async fn sample(metrics: SocketAddr, name: &str) -> (u64, String) {
    let text = reqwest::get(format!("http://{metrics}/metrics")).await.unwrap().text().await.unwrap();
    let number = text.lines().find_map(|line| line.strip_prefix(name)?.trim().parse().ok());
    (number.unwrap_or_else(|| panic!("no {name} in {text}")), text)
}

#[tokio::test(flavor = "multi_thread")]
async fn two_thousand_held_connections_leave_the_shop_open_and_are_closed() {
    allow_descriptors();
    let metrics = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let shop = Shop::new().await.with("METRICS_BIND", &metrics.to_string());
    let server = shop.start("a").await;
    let picture = upload(&server).await;
    honest(&server, 2).await;
    let before = memory(&server);

    let (held, slowest) = tokio::join!(besiege(server.address(), &picture), honest(&server, 30));
    let ((meanwhile, used), after) = (at_rest(&server).await, memory(&server));
    println!("slowest {slowest:?} and {meanwhile:?}; {used} ticks; {before} kB before, {after} kB after");
    assert!(after < before + 500_000, "{before} kB before, {after} kB after");

    // Heads are late after 5 s, answers are stalled after 30 s.
    let begun = Instant::now();
    while sample(metrics, "http_connections ").await.0 >= 10 {
        assert!(begun.elapsed() < PATIENCE, "{}", sample(metrics, "http_connections ").await.1);
        honest(&server, 5).await;
    }
    let closed = async |reason: &str| sample(metrics, &format!("http_connections_closed_total{{reason=\"{reason}\"}}")).await;
    // The five that send thousands of requests have one second for it: too little on a slow machine to fill the buffers.
    for (reason, least, most) in
        [("head_late", 1_200, 1_300), ("stalled", 795, 800), ("client_full", 0, 0), ("server_full", 0, 0), ("made_room", 0, 0)]
    {
        let (count, text) = closed(reason).await;
        assert!((least..=most).contains(&count), "{reason}: {text}");
    }
    drop(held);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_has_so_many_connections_and_is_let_in_again() {
    let metrics = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let shop = Shop::new().await.with("METRICS_BIND", &metrics.to_string());
    let server = shop.start("a").await;
    // Each waits for a body of its client: the one that has waited longest is closed.
    let login = b"POST /api/users/login HTTP/1.1\r\nHost: shop.test\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n";
    let owing = join_all((0..256).map(async |_| {
        let mut connection = connect_from(server.address(), client(0)).await;
        connection.write_all(login).await.unwrap();
        connection
    }));
    let owing = owing.await;
    honest(&server, 1).await;
    assert_eq!(answer_on(connect_from(server.address(), client(0)).await, HEALTH).await.status, 200);
    assert_eq!(answer_on(connect_from(server.address(), client(1)).await, HEALTH).await.status, 200);
    let refused = "http_connections_closed_total{reason=\"client_full\"}";
    assert_eq!(sample(metrics, refused).await.0, 0, "connections that wait for bodies keep other clients out");
    drop(owing);
    // The same for pauses and heads.
    let idle = join_all((0..256).map(|_| stray(server.address(), client(2)))).await;
    assert_eq!(answer_on(connect_from(server.address(), client(2)).await, HEALTH).await.status, 200);
    join_all(idle.into_iter().map(closed)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_head_of_a_connection_has_its_time() {
    let shop = Shop::new().await;
    let server = shop.start("a").await;
    let begun = Instant::now();
    let mut connection = stray(server.address(), client(0)).await;
    let mut told = String::new();
    connection.read_to_string(&mut told).await.unwrap();
    assert!(told.starts_with("HTTP/1.1 408 ") && told.ends_with("\r\n\r\n"), "{told}");
    assert!(begun.elapsed() > Duration::from_secs(3), "an honest client is given time");
    // Several requests one after the other, with pauses between them, and then several at once.
    let mut connection = connect_from(server.address(), client(0)).await;
    for _ in 0..3 {
        connection.write_all(HEALTH).await.unwrap();
        assert!(connection.read(&mut [0; 4_096]).await.unwrap() > 0);
        tokio::time::sleep(Duration::from_secs(6)).await;
    }
    let last = b"GET /healthz HTTP/1.1\r\nHost: shop.test\r\nConnection: close\r\n\r\n";
    connection.write_all(&[&HEALTH.repeat(1_000)[..], last].concat()).await.unwrap();
    let mut answers = String::new();
    connection.read_to_string(&mut answers).await.unwrap();
    assert_eq!(answers.matches("HTTP/1.1 200 OK").count(), 1_001, "each is answered");
}

/// A byte every 300 ms, of a head whose beginning came together with the request before.
#[tokio::test(flavor = "multi_thread")]
async fn a_slow_head_behind_a_request_has_its_time() {
    let shop = Shop::new().await;
    let server = shop.start("a").await;
    let mut connection = connect_from(server.address(), client(0)).await;
    let begun = Instant::now();
    connection.write_all(&[HEALTH, b"GET /healthz HTTP/1.1\r\nX-Slow: "].concat()).await.unwrap();
    let (mut reader, mut writer) = connection.split();
    let dripping = async {
        while writer.write_all(b"x").await.is_ok() {
            tokio::time::sleep(Duration::from_millis(300)).await;
        }
    };
    let mut told = String::new();
    tokio::select! {
        ended = reader.read_to_string(&mut told) => drop(ended),
        () = dripping => {}
    }
    let time = begun.elapsed();
    assert!(told.starts_with("HTTP/1.1 200 ") && told.contains("HTTP/1.1 408 "), "{told}");
    assert!((4..9).contains(&time.as_secs()), "{time:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_burst_of_five_hundred_connections_is_answered() {
    allow_descriptors();
    let shop = Shop::new().await;
    let server = shop.start("a").await;
    let ask = async |n: u8| answer_on(connect_from(server.address(), client(n)).await, HEALTH).await.status;
    let answers = join_all((0..500_u32).map(|n| ask(u8::from(n >= 250)))).await;
    assert!(answers.iter().all(|status| *status == 200), "{answers:?}");
}
