//! Customers, and what lies between them and the shop.

use std::time::Duration;

use futures_util::future::join_all;
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;
use tokio::time::sleep;

use super::{Verdict, conclude};
use crate::ledger::{Attempt, body_of};
use crate::load::Counter;
use crate::proxy::Proxy;
use crate::report::Figures;
use crate::stage::Stage;

/// The order is placed and the answer is lost: asking again under the same key finds it.
pub(super) async fn answer_lost(stage: &mut Stage) -> Verdict {
    let instances = stage.open(&["a"]).await;
    let proxy = Proxy::before(stage.shop.port("a")).await;
    stage.lead_to(&[format!("http://127.0.0.1:{}", proxy.port())]);
    let load = stage.load();
    for _ in 0..10 {
        load.placed(8).await;
        proxy.lose(4);
    }
    load.placed(8).await;
    let figures = Figures { note: format!("{} answers lost", proxy.lost()), ..Figures::default() };
    let verdict = conclude(stage, load, &instances, figures).await;
    assert!(stage.attempts.iter().any(|attempt| attempt.found), "no lost answer was that of an order");
    verdict
}

/// Requests are broken off at any moment, in the middle of a byte or right before the answer.
pub(super) async fn vanish(stage: &mut Stage) -> Verdict {
    let instances = stage.open(&["a"]).await;
    let load = stage.load();
    let port = stage.shop.port("a");
    let mut random = StdRng::seed_from_u64(stage.seed);
    let mut attempts: Vec<Attempt> = (0..80).map(|n| stage.counter.next(n % stage.counter.customers.len(), &mut random)).collect();
    for some in attempts.chunks(8) {
        let going = some.iter().map(|attempt| {
            let bytes = request(&stage.counter, attempt);
            // Some do not even finish what they have to say.
            let said = if random.random_bool(0.2) { random.random_range(1..bytes.len()) } else { bytes.len() };
            let after = Duration::from_millis(random.random_range(0..40));
            send_and_vanish(port, bytes[..said].to_vec(), after, random.random_bool(0.5))
        });
        join_all(going).await;
    }
    stage.find_out(&mut attempts).await;
    let found = attempts.iter().filter(|attempt| attempt.found).count();
    assert!(found > 0, "none of the vanished customers' orders was placed");
    stage.attempts.append(&mut attempts);
    let figures = Figures { note: format!("{found} of 80 orders of the vanished were placed"), ..Figures::default() };
    conclude(stage, load, &instances, figures).await
}

fn request(counter: &Counter, attempt: &Attempt) -> Vec<u8> {
    let body = body_of(&attempt.lines, &counter.codes).to_string();
    let (token, key) = (&counter.customers[attempt.by].token, &attempt.key);
    let head = format!(
        "POST /api/orders HTTP/1.1\r\nHost: shop.test\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\
         Authorization: Bearer {token}\r\nIdempotency-Key: {key}\r\n\r\n",
        body.len(),
    );
    [head.into_bytes(), body.into_bytes()].concat()
}

async fn send_and_vanish(port: u16, bytes: Vec<u8>, after: Duration, politely: bool) {
    let mut connection = TcpStream::connect(("127.0.0.1", port)).await.expect("a connection");
    connection.write_all(&bytes).await.expect("a server that reads");
    sleep(after).await;
    if !politely {
        connection.set_zero_linger().expect("a connection to be reset");
    }
}
