//! Which connections are closed to admit others.

use super::*;
use crate::connections::connection_limiter::{MAX_CONNECTIONS, MAX_PER_CLIENT};
use crate::connections::connection_state::ServedRequest;

/// A connection of a limiter, its client, and a request on it that waits for its body.
fn awaiting_body(limiter: &ConnectionLimiter, from: IpAddr) -> (Connection<DuplexStream>, DuplexStream, ServedRequest) {
    let (server, client) = duplex(16);
    let connection = Connection::new(server, limiter.admit(from).unwrap());
    let turn = connection.state().serve();
    turn.state().want_body();
    (connection, client, turn)
}

#[tokio::test(start_paused = true)]
async fn what_waits_for_its_client_makes_room_and_what_is_served_does_not() {
    let (mut waiting, _client, limiter) = connected(1_000);
    let (mut serving, _other) = {
        let (server, client) = duplex(1_000);
        (Connection::new(server, limiter.admit(CLIENT).unwrap()), client)
    };
    let turn = serving.state().serve();
    let newer: Vec<_> = (2..MAX_PER_CLIENT).map(|_| limiter.admit(CLIENT).unwrap()).collect();
    let told = async {
        sleep(SECOND).await;
        limiter.admit(CLIENT)
    };
    let mut bytes = [0; 10];
    let (read, newest) = tokio::join!(waiting.read(&mut bytes), told);
    assert_eq!(read.unwrap_err().kind(), io::ErrorKind::ConnectionAborted, "it is woken");
    assert!(newest.is_some());
    serving.write_all(b"an answer").await.unwrap();
    drop((turn, newer));
}

#[tokio::test(start_paused = true)]
async fn clients_that_owe_bodies_do_not_keep_another_client_out() {
    let limiter = ConnectionLimiter::new(MAX_CONNECTIONS, Vec::new());
    let client = |n: usize| IpAddr::V4(Ipv4Addr::new(192, 0, 2, u8::try_from(n).unwrap()));
    let mut held: Vec<_> = (0..MAX_CONNECTIONS).map(|n| awaiting_body(&limiter, client(n / MAX_PER_CLIENT))).collect();
    assert_eq!((limiter.open(), MAX_CONNECTIONS / MAX_PER_CLIENT), (MAX_CONNECTIONS, 16));

    let mut honest: Vec<_> = (0..20).map(|_| awaiting_body(&limiter, client(16))).collect();
    assert_eq!((limiter.closed(CloseReason::MadeRoom), limiter.closed(CloseReason::ServerFull)), (20, 0));
    assert_eq!(held.iter_mut().map(|(connection, ..)| usize::from(makes_room(connection))).sum::<usize>(), 20);
    assert!(!honest.iter_mut().any(|(connection, ..)| makes_room(connection)), "it has fewer connections than the others");
}

#[tokio::test(start_paused = true)]
async fn a_client_that_owes_bodies_on_all_its_connections_is_let_in_again() {
    let limiter = ConnectionLimiter::new(1_000, Vec::new());
    let mut first = awaiting_body(&limiter, CLIENT);
    sleep(SECOND).await;
    let _held: Vec<_> = (0..MAX_PER_CLIENT).map(|_| awaiting_body(&limiter, CLIENT)).collect();
    assert!(makes_room(&mut first.0), "it waits longest");
    assert_eq!((limiter.open(), limiter.closed(CloseReason::MadeRoom), limiter.closed(CloseReason::ClientFull)), (MAX_PER_CLIENT, 1, 0));
}

#[tokio::test(start_paused = true)]
async fn a_body_that_arrives_steadily_is_not_the_first_to_make_room() {
    let limiter = ConnectionLimiter::new(2, Vec::new());
    let (mut steady, mut sender, _turn) = awaiting_body(&limiter, CLIENT);
    sleep(SECOND).await;
    let (mut silent, _silent_client, _silent_turn) = awaiting_body(&limiter, CLIENT);
    sleep(SECOND).await;
    sender.write_all(b"more").await.unwrap();
    steady.read_exact(&mut [0; 4]).await.unwrap();
    let third = limiter.admit(CLIENT).unwrap();
    assert!(makes_room(&mut silent) && !makes_room(&mut steady));
    // The bytes need not complete a chunk: while the request still waits, it is the client's turn.
    sleep(SECOND).await;
    third.slot().works();
    assert!(limiter.admit(CLIENT).is_some() && makes_room(&mut steady));
}

#[tokio::test(start_paused = true)]
async fn what_has_its_body_does_not_make_room() {
    for is_whole in [true, false] {
        let limiter = ConnectionLimiter::new(1, Vec::new());
        let (mut connection, mut client, turn) = awaiting_body(&limiter, CLIENT);
        client.write_all(b"body").await.unwrap();
        connection.read_exact(&mut [0; 4]).await.unwrap();
        if is_whole {
            turn.state().want_nothing();
        } else {
            turn.state().body_taken();
        }
        assert!(limiter.admit(CLIENT).is_none() && !makes_room(&mut connection), "the shop works on it");
        turn.state().want_body();
        assert!(limiter.admit(CLIENT).is_some() && makes_room(&mut connection), "the request waits for more");
    }
}
