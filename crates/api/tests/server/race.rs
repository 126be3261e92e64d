//! Many customers order few units on two instances.

use futures_util::future::join_all;
use serde_json::{Value, json};
use test_harness::accounts::SignedInUser;
use test_harness::answer::{Answer, Ask as _};
use test_harness::instance::Instance;

use crate::checkout::{count, fresh_key, order_of, place, product, stock};
use crate::shop::Shop;
use crate::users::customers;

/// How often an order is sent again at most.
const MOST_REPEATS: usize = 10;

#[tokio::test(flavor = "multi_thread")]
async fn fifty_units_go_to_fifty_of_two_hundred_customers() {
    let shop = Shop::new().await;
    let wanted = product(&shop, "The last of its kind", 50).await;
    let customers = customers(&shop, 200).await;
    let (one, other) = tokio::join!(shop.start("a"), shop.start("b"));

    let (order, keys) = (order_of(&[(&wanted, 1)]), customers.iter().map(|_| fresh_key()).collect::<Vec<_>>());
    let requests = customers.iter().zip(&keys).enumerate().map(|(index, (customer, key))| {
        let server = if index % 2 == 0 { &one } else { &other };
        placed(server, customer, key, &order)
    });
    let answers = join_all(requests).await;

    let of_status = |status: u16| answers.iter().filter(move |a| a.status == status).collect::<Vec<&Answer>>();
    // 200 repeats the answer to an order that was placed before its 503.
    assert_eq!((of_status(201).len() + of_status(200).len(), of_status(409).len()), (50, 150), "{:?}", tally(&answers));
    for refusal in of_status(409) {
        let lines = &refusal.expect_problem(409, "order.out_of_stock")["lines"];
        assert_eq!(*lines, json!([{"productId": wanted, "name": "The last of its kind", "requested": 1, "available": 0}]));
    }
    assert_eq!((stock(&one, &wanted).await, stock(&other, &wanted).await), (0, 0));
    assert_eq!(count(&shop, "SELECT count(*) FROM orders").await, 50);
    assert_eq!(count(&shop, "SELECT count(*) FROM stock_movements WHERE reason = 'sale'").await, 50);
    assert_eq!(count(&shop, "SELECT sum(delta)::bigint FROM stock_movements").await, 0);
    shop.is_in_order("a").await;
}

/// Places an order, again with the same key where it waited too long for its turn (503): the last of two hundred may, on a busy machine.
async fn placed(server: &Instance, customer: &SignedInUser, key: &str, order: &Value) -> Answer {
    let mut answer = place(server, customer, key, order).ask().await;
    for _ in 0..MOST_REPEATS {
        if answer.status != 503 {
            break;
        }
        answer = place(server, customer, key, order).ask().await;
    }
    answer
}

/// The number of answers of each status.
fn tally(answers: &[Answer]) -> std::collections::BTreeMap<u16, usize> {
    answers.iter().fold(Default::default(), |mut tally, answer| {
        *tally.entry(answer.status.as_u16()).or_default() += 1;
        tally
    })
}
