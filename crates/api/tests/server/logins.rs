//! The delays of login attempts, over HTTP and over two instances.

use std::time::{Duration, Instant};

use futures_util::future::join_all;
use serde_json::json;
use test_harness::accounts::SignedInAs as _;
use test_harness::answer::{Answer, Ask as _};
use test_harness::instance::Instance;

use crate::checkout::count;
use crate::shop::Shop;
use crate::users::{admin, register};

const PASSWORD: &str = "frangipani by the sea";
const EMAIL: &str = "kasun@example.com";

/// A shop with rate limits out of reach and the normal delays after failures.
async fn shop() -> Shop {
    Shop::new().await.with("RATE_LIMIT_SCALE", "1000")
}

async fn log_in(server: &Instance, email: &str, password: &str) -> Answer {
    server.post("/api/users/login").json(&json!({"email": email, "password": password})).ask().await
}

/// Moves every failure into the future as it is written, so that no delay passes while the test runs, however slow the machine is.
async fn hold_delays(shop: &Shop) {
    let ahead = "CREATE FUNCTION ahead() RETURNS trigger LANGUAGE plpgsql AS \
        $$ BEGIN NEW.last_failed_at = NEW.last_failed_at + interval '1 hour'; RETURN NEW; END $$; \
        CREATE TRIGGER ahead BEFORE INSERT OR UPDATE ON login_attempts FOR EACH ROW EXECUTE FUNCTION ahead()";
    shop.database().client().await.batch_execute(ahead).await.unwrap();
}

/// Guesses at both instances in turn: five times without a delay, then with one.
async fn guess_until_delayed([one, other]: [&Instance; 2], email: &str) {
    for number in 0..5 {
        log_in(if number % 2 == 0 { one } else { other }, email, "a wrong guess").await.expect_problem(401, "auth.wrong_credentials");
    }
    for server in [one, other] {
        log_in(server, email, PASSWORD).await.expect_problem(429, "auth.too_many_failures");
    }
}

/// Signs in. At most five attempts of one account are compared at once, and each waits 5 s for its turn before it is refused. On a
/// slow machine the comparisons before it may take longer: only then it is repeated, for at least two minutes.
async fn log_in_in_turn(server: &Instance) -> Answer {
    for _ in 0..24 {
        let begun = Instant::now();
        let answer = log_in(server, EMAIL, PASSWORD).await;
        if answer.status != 429 {
            return answer;
        }
        answer.expect_problem(429, "auth.too_many_attempts");
        assert!(begun.elapsed() >= Duration::from_secs(5), "refused without its wait, after {:?}", begun.elapsed());
    }
    panic!("no turn")
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_right_logins_at_once_all_succeed() {
    let shop = shop().await;
    let (one, other) = tokio::join!(shop.start("a"), shop.start("b"));
    register(&one, EMAIL, PASSWORD).await;
    let logins = (0..10).map(|number| log_in_in_turn(if number % 2 == 0 { &one } else { &other }));
    for answer in join_all(logins).await {
        answer.expect_status(200);
    }
    assert_eq!(count(&shop, "SELECT count(*) FROM login_attempts").await, 0, "nothing is left to remember");
}

#[tokio::test(flavor = "multi_thread")]
async fn guesses_at_once_are_compared_five_at_most_on_all_instances_together() {
    let shop = shop().await;
    let (one, other) = tokio::join!(shop.start("a"), shop.start("b"));
    register(&one, EMAIL, PASSWORD).await;
    hold_delays(&shop).await;
    let guesses = (0..20).map(|number| log_in(if number % 2 == 0 { &one } else { &other }, EMAIL, "a wrong guess"));
    let answers = join_all(guesses).await;
    let of_status = |status| answers.iter().filter(|answer| answer.status == status).count();
    assert_eq!((of_status(401), of_status(429)), (5, 15), "{answers:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_guesses_is_delayed_on_every_instance_and_a_known_device_is_not() {
    let shop = shop().await;
    let (one, other) = tokio::join!(shop.start("a"), shop.start("b"));
    register(&one, EMAIL, PASSWORD).await;
    let signed_in = log_in(&one, EMAIL, PASSWORD).await;
    let cookie = signed_in.header("set-cookie").split(';').next().unwrap().to_owned();
    assert!(signed_in.header("set-cookie").contains("HttpOnly; SameSite=Strict"), "{cookie}");

    hold_delays(&shop).await;
    guess_until_delayed([&one, &other], EMAIL).await;
    // An unknown address is delayed in the same way.
    guess_until_delayed([&one, &other], "nobody@example.com").await;
    let with = |server: &Instance, cookie: &str, password: &str| {
        let body = json!({"email": EMAIL, "password": password});
        server.post("/api/users/login").header("Cookie", cookie).json(&body).ask()
    };
    with(&other, &cookie, PASSWORD).await.expect_status(200);
    with(&one, &cookie, "a wrong guess").await.expect_status(401);
    with(&one, &cookie, PASSWORD).await.expect_status(200);
    assert_eq!(with(&one, &format!("{cookie}x"), PASSWORD).await.status, 429, "a forged token is none");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_scale_of_nothing_turns_the_delay_off() {
    let shop = Shop::new().await;
    let server = shop.start("a").await;
    for _ in 0..8 {
        log_in(&server, EMAIL, "a wrong guess").await.expect_problem(401, "auth.wrong_credentials");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_login_is_told_to_administrators() {
    let shop = Shop::new().await;
    let boss = admin(&shop).await;
    let server = shop.start("a").await;
    register(&server, EMAIL, PASSWORD).await;
    log_in(&server, EMAIL, PASSWORD).await.expect_status(200);
    let activity = server.get("/api/users/activity").signed_in_as(&boss).ask().await.expect_status(200);
    let logins: Vec<_> = activity["recentLogins"].as_array().unwrap().iter().map(|login| login["email"].as_str().unwrap()).collect();
    assert_eq!(logins, [EMAIL, EMAIL, boss.email.as_str()]);
}
