//! Roles and invitations of staff, on two instances and through a real mail server.

use futures_util::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};
use test_harness::accounts::{SignedInAs as _, SignedInUser};
use test_harness::answer::{Answer, Ask as _};
use test_harness::instance::{Instance, free_port};
use test_harness::shop::PUBLIC_URL;
use testkit::smtp_server::SmtpServer;

use crate::shop::Shop;
use crate::users::{admin, customer, log_in};

const PASSWORD: &str = "frangipani by the sea";

async fn invite(server: &Instance, owner: &SignedInUser, email: &str, role: &str) -> Value {
    let body = json!({"email": email, "role": role});
    server.post("/api/admin/staff/invitations").signed_in_as(owner).json(&body).ask().await.expect_status(201)
}

fn token_of(invitation: &Value) -> String {
    let start = format!("{PUBLIC_URL}/accept-invitation#token=");
    invitation["link"].as_str().unwrap().strip_prefix(&start).unwrap().to_owned()
}

async fn set_role(server: &Instance, by: &SignedInUser, whom: &SignedInUser, role: &str) -> Answer {
    server.put(&format!("/api/admin/staff/{}", whom.email)).signed_in_as(by).json(&json!({"role": role})).ask().await
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invitation_used_ten_times_at_once_makes_one_account() {
    let smtp = SmtpServer::start(free_port());
    let shop = Shop::new().await.with("SMTP_URL", &smtp.url());
    let (one, other) = tokio::join!(shop.start("a"), shop.start("b"));
    let owner = admin(&shop).await;
    let token = token_of(&invite(&one, &owner, "ruwan@example.com", "support").await);
    let deadline = std::time::Instant::now() + std::time::Duration::from_secs(60);
    while !smtp.mails().iter().any(|mail| mail.contains(&token)) {
        assert!(std::time::Instant::now() < deadline, "the mail has another link: {:?}", smtp.mails());
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    let kept = "SELECT count(*) FROM mail_outbox WHERE position($1 IN data::text) > 0";
    assert_eq!(
        shop.database().client().await.query_one(kept, &[&token]).await.unwrap().get::<_, i64>(0),
        0,
        "the token itself is not kept"
    );

    let offer = other.post("/api/staff/invitation").json(&json!({"token": token})).ask().await.expect_status(200);
    assert_eq!(offer, json!({"email": "ruwan@example.com", "role": "support", "account": "new"}));
    let body = json!({"token": token, "firstName": "Ruwan", "lastName": "Silva", "password": PASSWORD});
    let accept = |server: &Instance| server.post("/api/staff/accept").json(&body).ask();
    let answers = join_all((0..10).map(|n| accept(if n % 2 == 0 { &one } else { &other }))).await;
    let statuses: Vec<u16> = answers.iter().map(|answer| answer.status.as_u16()).collect();
    assert_eq!(statuses.iter().filter(|status| **status == 200).count(), 1, "{statuses:?}");
    assert_eq!(statuses.iter().filter(|status| **status == 422).count(), 9, "{statuses:?}");

    let member = log_in(&other, "ruwan@example.com", PASSWORD).await;
    other.get("/api/users").signed_in_as(&member).ask().await.expect_status(200);
    other.get("/api/admin/audit").signed_in_as(&member).ask().await.expect_problem(403, "auth.role_forbidden");
    let staff = one.get("/api/admin/staff").signed_in_as(&owner).ask().await.expect_status(200);
    assert_eq!(staff.as_array().unwrap().iter().map(|row| row["role"].as_str().unwrap()).collect::<Vec<_>>(), ["owner", "support"]);

    set_role(&one, &owner, &member, "manager").await.expect_status(200);
    other.get("/api/users").signed_in_as(&member).ask().await.expect_status(401);
    let member = log_in(&one, "ruwan@example.com", PASSWORD).await;
    one.get("/api/admin/audit").signed_in_as(&member).ask().await.expect_status(200);
    let path = "/api/admin/staff/ruwan@example.com";
    assert_eq!(one.request(Method::DELETE, path).signed_in_as(&owner).ask().await.status, 204);
    other.get("/api/users").signed_in_as(&member).ask().await.expect_status(401);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_customer_accepts_with_their_own_account() {
    let shop = Shop::new().await;
    let server = shop.start("a").await;
    let (owner, buyer) = (admin(&shop).await, customer(&shop).await);
    let token = token_of(&invite(&server, &owner, &buyer.email, "content").await);
    let accept = || server.post("/api/staff/accept").json(&json!({"token": token}));
    accept().ask().await.expect_problem(403, "staff.sign_in_first");
    accept().signed_in_as(&customer(&shop).await).ask().await.expect_problem(403, "staff.sign_in_first");
    let login = accept().signed_in_as(&buyer).ask().await.expect_status(200);
    assert_eq!((&login["user"]["role"], &login["user"]["email"]), (&json!("content"), &json!(buyer.email)));
    server.get("/api/users/userdetail").signed_in_as(&buyer).ask().await.expect_status(401);
    let member = SignedInUser { token: login["token"].as_str().unwrap().to_owned(), ..buyer };
    assert_eq!(server.get("/api/products/export").signed_in_as(&member).ask().await.status, 200);
    accept().signed_in_as(&member).ask().await.expect_problem(422, "staff.invitation_invalid");
}

#[tokio::test(flavor = "multi_thread")]
async fn two_owners_demoting_each_other_at_once_leave_one() {
    let shop = Shop::new().await;
    let (one, other) = tokio::join!(shop.start("a"), shop.start("b"));
    let (first, second) = (admin(&shop).await, admin(&shop).await);
    let mutual = tokio::join!(set_role(&one, &first, &second, "manager"), set_role(&other, &second, &first, "manager"));
    let statuses = [mutual.0.status.as_u16(), mutual.1.status.as_u16()];
    assert!(statuses.contains(&200) && statuses.iter().any(|status| [401, 403].contains(status)), "{statuses:?}");
    let left = if statuses[0] == 200 { &first } else { &second };
    let staff = other.get("/api/admin/staff").signed_in_as(left).ask().await.expect_status(200);
    let owners: Vec<&Value> = staff.as_array().unwrap().iter().filter(|row| row["role"] == "owner").collect();
    assert_eq!((owners.len(), &owners[0]["isYou"]), (1, &json!(true)));
    set_role(&one, left, left, "manager").await.expect_problem(409, "staff.last_owner");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_command_line_makes_owners_unless_it_names_a_role() {
    let shop = Shop::new().await;
    let server = shop.start("a").await;
    let create = ["admin", "create", "--password", PASSWORD, "--email"];
    assert!(shop.run("b", &[&create[..], &["owner@shop.example"]].concat()).await.status.success());
    assert!(shop.run("b", &[&create[..], &["helper@shop.example", "--role", "support"]].concat()).await.status.success());
    let wrong = shop.run("b", &[&create[..], &["x@shop.example", "--role", "admin"]].concat()).await;
    assert!(!wrong.status.success() && wrong.stderr.contains("owner, manager, fulfilment, support, content"), "{wrong:?}");
    for (email, role) in [("owner@shop.example", "owner"), ("helper@shop.example", "support")] {
        let user = log_in(&server, email, PASSWORD).await;
        let detail = server.get("/api/users/userdetail").signed_in_as(&user).ask().await.expect_status(200);
        assert_eq!((&detail["type"], &detail["role"]), (&json!("admin"), &json!(role)));
    }
}
