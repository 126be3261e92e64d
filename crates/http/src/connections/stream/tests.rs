//! Deadlines and back pressure. The paused test clock advances only while a test waits.

use std::net::{IpAddr, Ipv4Addr};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, DuplexStream, duplex};
use tokio::time::{sleep, timeout};

use super::super::connection_limiter::ConnectionLimiter;
use super::*;

mod admission;

const SECOND: Duration = Duration::from_secs(1);
const CLIENT: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

/// A connection whose socket buffer holds this number of bytes, and its client.
fn connected(line: usize) -> (Connection<DuplexStream>, DuplexStream, ConnectionLimiter) {
    let limiter = ConnectionLimiter::new(1_000, Vec::new());
    let (server, client) = duplex(line);
    (Connection::new(server, limiter.admit(CLIENT).unwrap()), client, limiter)
}

/// Whether a connection that is polled now closes to admit another one.
fn makes_room(connection: &mut Connection<DuplexStream>) -> bool {
    let mut cx = Context::from_waker(std::task::Waker::noop());
    let mut bytes = [0; 16];
    match Pin::new(connection).poll_read(&mut cx, &mut ReadBuf::new(&mut bytes)) {
        Poll::Ready(Err(error)) => error.kind() == io::ErrorKind::ConnectionAborted,
        _ => false,
    }
}

/// Reads to the end, and returns after how many seconds it came.
async fn ended(connection: &mut Connection<DuplexStream>) -> u64 {
    let begun = Instant::now();
    let mut bytes = [0; 100];
    while connection.read(&mut bytes).await.unwrap() > 0 {}
    begun.elapsed().as_secs()
}

/// All bytes that the server sent before it closed.
async fn heard(mut client: DuplexStream, connection: Connection<DuplexStream>) -> String {
    drop(connection);
    let mut heard = String::new();
    client.read_to_string(&mut heard).await.unwrap();
    heard
}

/// Whether nothing is read for a long time.
async fn is_not_read(connection: &mut Connection<DuplexStream>) -> bool {
    timeout(600 * SECOND, connection.read(&mut [0; 100])).await.is_err()
}

#[tokio::test(start_paused = true)]
async fn a_first_head_has_five_seconds_however_it_drips() {
    let (mut connection, client, limiter) = connected(1_000);
    assert_eq!(ended(&mut connection).await, 5, "nothing at all");
    assert!(heard(client, connection).await.starts_with("HTTP/1.1 408 "));
    assert_eq!((limiter.closed(CloseReason::HeadLate), limiter.open()), (1, 0));

    let (mut connection, mut client, _) = connected(1_000);
    let dripping = async {
        loop {
            client.write_all(b"G").await.unwrap();
            sleep(SECOND).await;
        }
    };
    tokio::select! {
        after = ended(&mut connection) => assert_eq!(after, 5),
        () = dripping => {}
    }
}

#[tokio::test(start_paused = true)]
async fn so_has_every_later_one_and_a_pause_has_more() {
    let (mut connection, mut client, limiter) = connected(1_000);
    drop(connection.state().serve());
    sleep(70 * SECOND).await;
    client.write_all(b"\n").await.unwrap();
    assert_eq!(ended(&mut connection).await, 5, "a stray byte begins a request");
    assert!(heard(client, connection).await.starts_with("HTTP/1.1 408 "));

    let (mut connection, client, _) = connected(1_000);
    drop(connection.state().serve());
    assert_eq!(ended(&mut connection).await, 75);
    assert_eq!(heard(client, connection).await, "", "an idle connection is closed without an answer");
    assert_eq!((limiter.closed(CloseReason::HeadLate), limiter.closed(CloseReason::Idle)), (1, 0));
}

#[tokio::test(start_paused = true)]
async fn a_request_being_served_may_take_its_time_and_what_follows_is_not_read() {
    let (mut connection, mut client, _) = connected(100_000);
    client.write_all(&[b'x'; 50_000]).await.unwrap();
    let turn = connection.state().serve();
    assert!(is_not_read(&mut connection).await);
    let next = async {
        sleep(SECOND).await;
        drop(turn);
    };
    let mut bytes = [0; 100];
    let (read, ()) = tokio::join!(connection.read(&mut bytes), next);
    assert_eq!(read.unwrap(), 100, "the end of a turn wakes the reader");
}

#[tokio::test(start_paused = true)]
async fn a_body_is_read_as_far_as_it_is_waited_for() {
    let (mut connection, mut client, _) = connected(1_000_000);
    client.write_all(&[b'x'; 500_000]).await.unwrap();
    let turn = connection.state().serve();
    for _ in 0..3 {
        turn.state().want_body();
        let mut bytes = vec![0; 64 * 1_024];
        connection.read_exact(&mut bytes).await.unwrap();
        assert!(is_not_read(&mut connection).await);
    }
    turn.state().want_body();
    turn.state().want_nothing();
    assert!(is_not_read(&mut connection).await, "the body is complete");
}

#[tokio::test(start_paused = true)]
async fn heads_are_read_in_small_shares() {
    let (mut connection, mut client, _) = connected(100_000);
    client.write_all(&[b'x'; 50_000]).await.unwrap();
    let mut all = vec![0; 50_000];
    let mut buffer = ReadBuf::new(&mut all);
    let share = std::future::poll_fn(|cx| {
        while Pin::new(&mut connection).poll_read(cx, &mut buffer).is_ready() {}
        Poll::Ready(buffer.filled().len())
    });
    assert_eq!(share.await, HEAD_SHARE);
}

#[tokio::test(start_paused = true)]
async fn a_client_that_takes_nothing_is_cut_off_and_a_slow_one_is_not() {
    let (mut connection, client, limiter) = connected(10);
    let turn = connection.state().serve();
    let begun = Instant::now();
    let stalled = connection.write_all(&[0; 100]).await.unwrap_err();
    assert_eq!((stalled.kind(), begun.elapsed().as_secs()), (io::ErrorKind::TimedOut, 30));
    assert_eq!(limiter.closed(CloseReason::Stalled), 1);
    drop((turn, client));

    let (mut connection, mut client, _) = connected(10);
    let turn = connection.state().serve();
    let slow = async {
        for _ in 0..10 {
            sleep(29 * SECOND).await;
            client.read_exact(&mut [0; 10]).await.unwrap();
        }
        client
    };
    let (written, client) = tokio::join!(connection.write_all(&[0; 100]), slow);
    written.unwrap();
    drop((turn, client));
}

#[tokio::test(start_paused = true)]
async fn nothing_is_read_of_a_client_that_takes_nothing() {
    let (mut connection, mut client, _) = connected(10);
    drop(connection.state().serve());
    client.write_all(b"GET / HTTP").await.unwrap();
    assert!(timeout(SECOND, connection.write_all(&[0; 100])).await.is_err());
    assert!(timeout(20 * SECOND, connection.read(&mut [0; 100])).await.is_err());
    // When all bytes are taken, the client's time begins.
    let taking = async {
        client.read_exact(&mut [0; 100]).await.unwrap();
    };
    let (written, ()) = tokio::join!(connection.write_all(&[0; 90]), taking);
    written.unwrap();
    assert_eq!(connection.read(&mut [0; 100]).await.unwrap(), 10);
}

#[tokio::test(start_paused = true)]
async fn a_further_request_does_not_hide_that_the_client_takes_nothing() {
    let limiter = ConnectionLimiter::new(1, Vec::new());
    let (server, _client) = duplex(10);
    let mut connection = Connection::new(server, limiter.admit(CLIENT).unwrap());
    drop(connection.state().serve());
    assert!(timeout(SECOND, connection.write_all(&[0; 100])).await.is_err());
    // The client sent it together with the first one.
    let _turn = connection.state().serve();
    assert!(limiter.admit(CLIENT).is_some() && makes_room(&mut connection));
}

#[tokio::test(start_paused = true)]
async fn the_beginning_of_a_head_behind_a_request_has_five_seconds() {
    for (request, length) in [
        (&b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"[..], Some(0)),
        (b"GET / HTTP/1.1\nHost: a\n\n", Some(0)),
        (b"POST / HTTP/1.1\r\nContent-Length: 4\r\n\r\nbody", Some(4)),
        (b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n", None),
    ] {
        let (mut connection, mut client, limiter) = connected(1_000);
        client.write_all(&[request, b"GET /next HT"].concat()).await.unwrap();
        let mut bytes = [0; 200];
        let mut read = connection.read(&mut bytes).await.unwrap();
        assert!(bytes[..read].ends_with(b"\n\n") || bytes[..read].ends_with(b"\r\n\r\n"), "the head alone");
        let turn = connection.state().serve();
        turn.state().declare_body(length);
        while read < request.len() {
            turn.state().want_body();
            read += connection.read(&mut bytes[read..]).await.unwrap();
        }
        assert_eq!(&bytes[..read], request);
        turn.state().want_nothing();
        assert!(is_not_read(&mut connection).await);
        drop(turn);
        assert_eq!(ended(&mut connection).await, 5);
        assert_eq!(limiter.closed(CloseReason::HeadLate), 1);
    }
}

#[tokio::test(start_paused = true)]
async fn requests_that_come_together_are_read_one_after_the_other() {
    let (mut connection, mut client, _) = connected(1_000);
    client.write_all(b"GET /1 HTTP/1.1\r\n\r\nGET /2 HTTP/1.1\r\n\r\nGET /3 HTTP/1.1\r\n\r\n").await.unwrap();
    for number in 1..=3 {
        let mut bytes = [0; 200];
        let read = connection.read(&mut bytes).await.unwrap();
        assert_eq!(bytes[..read], *format!("GET /{number} HTTP/1.1\r\n\r\n").as_bytes());
        drop(connection.state().serve());
    }
    assert_eq!(ended(&mut connection).await, 75);
}

#[tokio::test(start_paused = true)]
async fn a_late_head_is_not_continued_from_what_was_kept() {
    let (mut connection, mut client, limiter) = connected(1_000);
    client.write_all(b"GET / HTTP/1.1\r\n\r\nGET /next HT").await.unwrap();
    let mut bytes = [0; 200];
    assert_eq!(connection.read(&mut bytes).await.unwrap(), 18);
    drop(connection.state().serve());
    assert_eq!(connection.read(&mut bytes[..4]).await.unwrap(), 4, "the beginning of the next head");
    sleep(6 * SECOND).await;
    client.write_all(b"TP/1.1\r\n\r\n").await.unwrap();
    assert_eq!(connection.read(&mut bytes).await.unwrap(), 0);
    assert!(heard(client, connection).await.starts_with("HTTP/1.1 408 "));
    assert_eq!(limiter.closed(CloseReason::HeadLate), 1);
}
