//! Calls of the back-office and of accounts that change nothing which pages show: every cached answer and page stays.

use std::fs;
use std::net::TcpListener;
use std::time::{Duration, Instant};

use reqwest::Method;
use serde_json::json;
use test_harness::accounts::SignedInAs as _;
use test_harness::answer::Ask as _;
use test_harness::instance::Instance;
use test_harness::shop::PUBLIC_URL;

use crate::checkout::count;
use crate::content::publish;
use crate::second_factor::{code, confirm, enrol};
use crate::shop::Shop;
use crate::users::{admin, log_in, register};

const EMAIL: &str = "nimali@example.com";
const PASSWORD: &str = "frangipani by the sea";

/// What one instance shows, and what it had to make for that.
struct Watched {
    server: Instance,
    metrics: String,
    shop: Shop,
}

impl Watched {
    async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        let shop = Shop::new().await.with("METRICS_BIND", &listener.to_string());
        let server = shop.start("a").await;
        Self { server, metrics: format!("http://{listener}/metrics"), shop }
    }

    /// The samples of the metrics with one of these beginnings, added up.
    async fn sum(&self, beginnings: &[&str]) -> u64 {
        let text = reqwest::get(&self.metrics).await.unwrap().text().await.unwrap();
        let samples = text.lines().filter(|line| beginnings.iter().any(|beginning| line.starts_with(beginning)));
        samples.map(|line| line.rsplit(' ').next().unwrap().parse::<u64>().unwrap()).sum()
    }

    /// Asks for two pages and three answers. Returns how many of them were made, not taken from a cache.
    async fn made_by_asking(&self) -> u64 {
        let made = [r#"catalogue_answers_total{source="made"#, r#"page_renders_total{outcome="rendered""#];
        let before = self.sum(&made).await;
        for path in ["/", "/contact", "/api/content", "/api/products", "/api/reviews"] {
            assert_eq!(self.server.get(path).send().await.unwrap().status(), 200, "{path}");
        }
        self.sum(&made).await - before
    }

    /// Notes of changes, by which the other instances learn that their caches are old.
    async fn notes(&self) -> i64 {
        count(&self.shop, "SELECT count(*) FROM catalogue_changes WHERE at <> 'infinity'").await
    }

    /// Asks until everything is in the caches.
    async fn warm_up(&self) {
        let deadline = Instant::now() + Duration::from_secs(30);
        while self.made_by_asking().await > 0 {
            assert!(Instant::now() < deadline, "the answers are made again and again");
        }
    }

    /// Fails if the call before this emptied a cache here or elsewhere.
    async fn left_alone(&self, notes: i64, call: &str) {
        assert_eq!(self.notes().await, notes, "{call} was noted as a change of what pages show");
        assert_eq!(self.made_by_asking().await, 0, "{call} emptied a cache");
    }

    /// The token of the link that verifies the address.
    async fn verification(&self) -> String {
        let start = format!("{PUBLIC_URL}/verify-email#token=");
        let deadline = Instant::now() + Duration::from_secs(60);
        loop {
            let files = fs::read_dir(self.shop.data_dir("a").join("mail")).into_iter().flatten().map(|file| file.unwrap().path());
            let mails = files.filter(|path| path.extension().is_some_and(|e| e == "eml")).map(|path| fs::read_to_string(path).unwrap());
            if let Some(token) =
                mails.into_iter().find_map(|mail| mail.lines().find_map(|line| line.strip_prefix(&start).map(str::to_owned)))
            {
                return token;
            }
            assert!(Instant::now() < deadline, "no link was mailed");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn calls_that_change_nothing_on_pages_leave_every_cache_alone() {
    let watched = Watched::start().await;
    let server = &watched.server;
    let owner = admin(&watched.shop).await;
    let person = register(server, EMAIL, PASSWORD).await;
    let verification = watched.verification().await;
    watched.warm_up().await;
    let notes = watched.notes().await;
    let quiet = async |call: &str| watched.left_alone(notes, call).await;

    let draft = json!({"body": {"text": "Sale"}, "revision": 0});
    server.put("/api/admin/content/announcement").signed_in_as(&owner).json(&draft).ask().await.expect_status(200);
    quiet("a saved draft").await;
    let colours = json!({"accent": "#224488", "support": "#1f5e5b", "paper": "#ffffff"});
    server.post("/api/admin/theme/derive").signed_in_as(&owner).json(&colours).ask().await.expect_status(200);
    quiet("derived colours").await;
    let invitation = json!({"email": "ruwan@example.com", "role": "support"});
    server.post("/api/admin/staff/invitations").signed_in_as(&owner).json(&invitation).ask().await.expect_status(201);
    quiet("an invitation").await;

    server.post("/api/users/verify-email").json(&json!({"token": verification})).ask().await.expect_status(200);
    quiet("a verified address").await;
    // Confirms, begins and enables.
    let (totp, _) = enrol(server, &person).await;
    quiet("a second factor").await;
    confirm(server, &person, Some(&code(&totp, 1))).await.expect_status(200);
    quiet("a confirmation").await;
    let remove = server.request(Method::DELETE, "/api/users/second-factor").signed_in_as(&person).ask().await;
    assert!(remove.status.is_success(), "{remove:?}");
    quiet("a removed second factor").await;
    let elsewhere = log_in(server, EMAIL, PASSWORD).await;
    quiet("a login").await;

    let sessions = server.get("/api/users/sessions").signed_in_as(&person).ask().await.expect_status(200);
    quiet("the list of sessions").await;
    let other = sessions.as_array().unwrap().iter().find(|session| session["current"] == false).unwrap();
    let path = format!("/api/users/sessions/{}", other["id"].as_str().unwrap());
    assert_eq!(server.request(Method::DELETE, &path).signed_in_as(&person).ask().await.status, 204);
    server.get("/api/users/userdetail").signed_in_as(&elsewhere).ask().await.expect_status(401);
    quiet("an ended session").await;

    // What pages show does empty them.
    publish(server, &owner, "announcement", |announcement| announcement["text"] = "Sale".into()).await;
    assert!(watched.notes().await > notes && watched.made_by_asking().await > 0);
}
