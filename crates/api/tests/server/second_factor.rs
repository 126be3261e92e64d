//! The second factor over HTTP and two instances: its codes, the data key, sessions that are ended, and alerts.

use std::fs;
use std::time::{Duration, Instant, SystemTime};

use futures_util::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};
use test_harness::accounts::{SignedInAs as _, SignedInUser};
use test_harness::answer::{Answer, Ask as _};
use test_harness::instance::Instance;
use test_harness::shop::PUBLIC_URL;
use totp_rs::Totp;

use crate::checkout::count;
use crate::content::publish;
use crate::shop::Shop;
use crate::users::{customer, log_in};

pub(crate) const PASSWORD: &str = "frangipani by the sea";
const EMAIL: &str = "owner@shop.example";

/// The code of the step that is this many after the present one.
pub(crate) fn code(totp: &Totp, steps: u64) -> String {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap().as_secs();
    totp.generate(now + 30 * steps).to_string()
}

async fn try_log_in(server: &Instance, code: Option<&str>) -> Answer {
    server.post("/api/users/login").json(&json!({"email": EMAIL, "password": PASSWORD, "code": code})).ask().await
}

pub(crate) async fn log_in_with(server: &Instance, code: &str) -> SignedInUser {
    let answer = try_log_in(server, Some(code)).await.expect_status(200);
    SignedInUser { email: EMAIL.to_owned(), token: answer["token"].as_str().unwrap().to_owned() }
}

/// Makes an administrator on the command line.
pub(crate) async fn make_owner(shop: &Shop, server: &Instance) -> SignedInUser {
    let made = shop.run("cli", &["admin", "create", "--email", EMAIL, "--password", PASSWORD]).await;
    assert!(made.status.success(), "{made:?}");
    log_in(server, EMAIL, PASSWORD).await
}

pub(crate) async fn confirm(server: &Instance, who: &SignedInUser, code: Option<&str>) -> Answer {
    server.post("/api/users/confirm").signed_in_as(who).json(&json!({"password": PASSWORD, "code": code})).ask().await
}

/// Gives the user a second factor. Returns the app and the recovery codes; the code of the present step is used.
pub(crate) async fn enrol(server: &Instance, who: &SignedInUser) -> (Totp, Vec<String>) {
    confirm(server, who, None).await.expect_status(200);
    let begun = server.post("/api/users/second-factor").signed_in_as(who).ask().await.expect_status(200);
    let totp = Totp::from_url(begun["uri"].as_str().unwrap()).unwrap();
    assert_eq!(begun["secret"], totp.secret().to_base32());
    let enable = server.post("/api/users/second-factor/enable").signed_in_as(who).json(&json!({"code": code(&totp, 0)}));
    let enabled = enable.ask().await.expect_status(200);
    let codes = enabled["recoveryCodes"].as_array().unwrap().iter().map(|code| code.as_str().unwrap().to_owned());
    (totp, codes.collect())
}

#[tokio::test(flavor = "multi_thread")]
async fn an_authenticator_app_shows_the_published_name_of_the_shop() {
    let shop = Shop::new().await.with("SHOP_NAME", "Nelum");
    let server = shop.start("a").await;
    let owner = make_owner(&shop, &server).await;
    confirm(&server, &owner, None).await.expect_status(200);
    let begin = async || {
        let begun = server.post("/api/users/second-factor").signed_in_as(&owner).ask().await.expect_status(200);
        Totp::from_url(begun["uri"].as_str().unwrap()).unwrap().issuer().map(str::to_owned)
    };
    assert_eq!(begin().await.as_deref(), Some("Nelum"));
    publish(&server, &owner, "identity", |identity| identity["name"] = "Sumudu Beauty".into()).await;
    assert_eq!(begin().await.as_deref(), Some("Sumudu Beauty"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_code_counts_once_and_an_old_one_not_at_all() {
    let shop = Shop::new().await;
    let (one, other) = tokio::join!(shop.start("a"), shop.start("b"));
    let owner = make_owner(&shop, &one).await;
    let (totp, recovery) = enrol(&one, &owner).await;
    let used = code(&totp, 0);

    try_log_in(&other, None).await.expect_problem(401, "auth.code_needed");
    try_log_in(&other, Some(&used)).await.expect_problem(401, "auth.code_wrong");
    let wrong = json!({"email": EMAIL, "password": "a wrong guess", "code": code(&totp, 1)});
    other.post("/api/users/login").json(&wrong).ask().await.expect_problem(401, "auth.wrong_credentials");

    // One code at four logins at once, on two instances.
    let next = code(&totp, 1);
    let logins = join_all([&one, &other, &one, &other].map(|server| try_log_in(server, Some(&next)))).await;
    let mut statuses: Vec<u16> = logins.iter().map(|answer| answer.status.as_u16()).collect();
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 401, 401, 401], "{logins:?}");
    try_log_in(&one, Some(&next)).await.expect_problem(401, "auth.code_wrong");
    try_log_in(&one, Some(&used)).await.expect_problem(401, "auth.code_wrong");

    let first = recovery.first().unwrap();
    log_in_with(&one, &first.to_uppercase()).await;
    try_log_in(&other, Some(first)).await.expect_problem(401, "auth.code_wrong");
    let security = one.get("/api/users/security").signed_in_as(&owner).ask().await.expect_status(200);
    assert_eq!((&security["secondFactor"]["enabled"], &security["secondFactor"]["recoveryCodesLeft"]), (&json!(true), &json!(9)));
    confirm(&one, &owner, Some(first)).await.expect_problem(403, "auth.code_wrong");
    shop.is_in_order("a").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_token_key_locks_nobody_out_of_the_second_factor() {
    let shop = Shop::new().await;
    let server = shop.start("a").await;
    let owner = make_owner(&shop, &server).await;
    let (totp, _) = enrol(&server, &owner).await;
    assert!(server.terminate().await.success());

    let shop = shop.with("JWT_SECRET", "another signing key that is long enough");
    let server = shop.start("b").await;
    server.get("/api/users/userdetail").signed_in_as(&owner).ask().await.expect_status(401);
    try_log_in(&server, None).await.expect_problem(401, "auth.code_needed");
    log_in_with(&server, &code(&totp, 1)).await;
    let kept: String = shop.database().client().await.query_one("SELECT secret FROM data_keys", &[]).await.unwrap().get(0);
    assert_eq!((kept.len(), shop.log("a").contains(&kept)), (43, false), "256 random bits");
    assert!(server.terminate().await.success());

    // Another data key does not fit: the start says so. The kept one behind it opens what it sealed.
    let another = "A".repeat(43);
    let shop = shop.with("DATA_KEY", &another).with("BIND", "127.0.0.1:0");
    let refused = shop.run("c", &["serve"]).await;
    assert_eq!(refused.status.code(), Some(1), "{refused:?}");
    assert!(refused.stderr.contains("the data key does not fit 1 of the last 1 stored secrets"), "{refused:?}");
    let shop = shop.with("DATA_KEY", &format!("{another},{kept}"));
    drop(shop.start("d").await);

    // Where the key is lost, the operator removes what it sealed.
    let shop = shop.with("DATA_KEY", &another);
    let reset = shop.run("c", &["admin", "reset-second-factor", EMAIL]).await;
    assert_eq!(reset.stdout.trim(), "owner@shop.example has no second factor now.", "{reset:?}");
    let again = shop.run("c", &["admin", "reset-second-factor", EMAIL]).await;
    assert_eq!(again.stdout.trim(), "owner@shop.example had no second factor.");
    assert_eq!(shop.run("c", &["admin", "reset-second-factor", "nobody@shop.example"]).await.status.code(), Some(1));
    let server = shop.start("c").await;
    log_in(&server, EMAIL, PASSWORD).await;
    let audited = "SELECT count(*) FROM audit_log WHERE entity = 'second_factor' AND request_id = 'admin reset-second-factor'";
    assert_eq!(count(&shop, audited).await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_private_database_leaves_the_data_key_in_the_data_folder() {
    let shop = Shop::embedded().with("ADMIN_EMAIL", EMAIL).with("ADMIN_PASSWORD", PASSWORD);
    let server = shop.start("a").await;
    let person = log_in(&server, EMAIL, PASSWORD).await;
    let (totp, _) = enrol(&server, &person).await;
    assert!(server.terminate().await.success());
    let key = fs::read_to_string(shop.data_dir("a").join("data-key")).unwrap();
    assert_eq!(key.trim().len(), 43);
    let server = shop.start("a").await;
    log_in_with(&server, &code(&totp, 1)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_that_was_ended_is_dead_at_once_on_every_instance() {
    let shop = Shop::new().await;
    let (one, other) = tokio::join!(shop.start("a"), shop.start("b"));
    let owner = make_owner(&shop, &one).await;
    let firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";
    let body = json!({"email": EMAIL, "password": PASSWORD});
    let answer = other.post("/api/users/login").header("User-Agent", firefox).json(&body).ask().await.expect_status(200);
    let elsewhere = SignedInUser { email: EMAIL.to_owned(), token: answer["token"].as_str().unwrap().to_owned() };

    let sessions = one.get("/api/users/sessions").signed_in_as(&owner).ask().await.expect_status(200);
    let items = sessions.as_array().unwrap();
    let on_firefox: Vec<&Value> = items.iter().filter(|session| session["device"] == "Firefox on Linux").collect();
    assert_eq!((items.len(), on_firefox.len()), (2, 1), "{sessions}");
    assert_eq!((&on_firefox[0]["network"], &on_firefox[0]["current"]), (&json!("127.0.0.0/24"), &json!(false)));
    let end = |server: &Instance, who: &SignedInUser| {
        let path = format!("/api/users/sessions/{}", on_firefox[0]["id"].as_str().unwrap());
        server.request(Method::DELETE, &path).signed_in_as(who).ask()
    };
    end(&one, &customer(&shop).await).await.expect_problem(404, "session.not_found");
    other.get("/api/users/userdetail").signed_in_as(&elsewhere).ask().await.expect_status(200);
    assert_eq!(end(&one, &owner).await.status, 204);
    for server in [&one, &other] {
        server.get("/api/users/userdetail").signed_in_as(&elsewhere).ask().await.expect_status(401);
        server.get("/api/users/userdetail").signed_in_as(&owner).ask().await.expect_status(200);
    }
    end(&one, &owner).await.expect_problem(404, "session.not_found");

    let again = other.post("/api/users/login").header("User-Agent", firefox).json(&body).ask().await.expect_status(200);
    let elsewhere = SignedInUser { email: EMAIL.to_owned(), token: again["token"].as_str().unwrap().to_owned() };
    assert_eq!(one.request(Method::DELETE, "/api/users/sessions").signed_in_as(&owner).ask().await.status, 204);
    for server in [&one, &other] {
        server.get("/api/users/userdetail").signed_in_as(&elsewhere).ask().await.expect_status(401);
        server.get("/api/users/userdetail").signed_in_as(&owner).ask().await.expect_status(200);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_lacks_a_required_second_factor_gets_one_and_is_let_in() {
    let shop = Shop::new().await;
    let (one, other) = tokio::join!(shop.start("a"), shop.start("b"));
    let owner = make_owner(&shop, &one).await;
    let change = || one.put("/api/admin/settings/security").json(&json!({"version": 0, "requireSecondFactor": "staff"}));
    change().signed_in_as(&owner).ask().await.expect_problem(403, "auth.confirm_needed");
    confirm(&one, &owner, None).await.expect_status(200);
    change().signed_in_as(&owner).ask().await.expect_status(200);
    // Another instance knows within a second.
    tokio::time::sleep(Duration::from_millis(1_100)).await;
    for server in [&one, &other] {
        server.get("/api/users").signed_in_as(&owner).ask().await.expect_problem(403, "auth.second_factor_required");
    }
    let (totp, _) = enrol(&other, &owner).await;
    one.get("/api/users").signed_in_as(&owner).ask().await.expect_status(200);
    log_in_with(&one, &code(&totp, 1)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unusual_sign_in_is_mailed_and_its_link_ends_all_sessions() {
    let shop = Shop::new().await;
    let server = shop.start("a").await;
    let owner = make_owner(&shop, &server).await;
    let stranger = log_in(&server, EMAIL, PASSWORD).await;
    let mail = alert(&shop).await;
    assert!(mail.contains("A new sign-in to your account") && mail.contains("127.0.0.0/24"), "{mail}");
    let start = format!("{PUBLIC_URL}/sessions-ended#token=");
    let token = mail.lines().find_map(|line| line.strip_prefix(&start)).unwrap_or_else(|| panic!("no link in {mail}"));
    let use_link = || server.post("/api/users/sign-in-alert").json(&json!({"token": token})).ask();
    assert_eq!(use_link().await.status, 204);
    for session in [&owner, &stranger] {
        server.get("/api/users/userdetail").signed_in_as(session).ask().await.expect_status(401);
    }
    use_link().await.expect_problem(422, "sign_in_alert.invalid_link");
    assert_eq!(count(&shop, "SELECT count(*) FROM audit_log WHERE entity = 'sign_in_alert'").await, 1);
}

/// The first alert that the process `a` mails.
async fn alert(shop: &Shop) -> String {
    let deadline = Instant::now() + Duration::from_secs(60);
    loop {
        let files = fs::read_dir(shop.data_dir("a").join("mail")).into_iter().flatten().map(|file| file.unwrap().path());
        let mails = files.filter(|path| path.extension().is_some_and(|e| e == "eml")).map(|path| fs::read_to_string(path).unwrap());
        if let Some(mail) = mails.into_iter().find(|mail| mail.contains("sessions-ended")) {
            return mail;
        }
        assert!(Instant::now() < deadline, "no alert was mailed");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}
