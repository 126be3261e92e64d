//! `api config check`: all mistakes together, the connections, and no secret.

use test_harness::instance::free_port;
use testkit::s3_server::{ACCESS_KEY_ID, BUCKET, S3Server, SECRET_ACCESS_KEY};
use testkit::smtp_server::SmtpServer;

use crate::shop::Shop;

/// Each variable that holds a secret, with a value that is accepted. Every one has the word `hunter2`, in base64 for the data key.
const SECRETS: [(&str, &str); 10] = [
    ("JWT_SECRET", "hunter2-hunter2-hunter2-hunter2-hunter2"),
    ("DATA_KEY", "aHVudGVyMmh1bnRlcjJodW50ZXIyaHVudGVyMmh1bnQ="),
    ("ADMIN_EMAIL", "owner@example.com"),
    ("ADMIN_PASSWORD", "hunter2 by the sea"),
    ("OAUTH_CLIENT_ID", "shop"),
    ("OAUTH_CLIENT_SECRET", "hunter2-oauth"),
    ("PAYHERE_MERCHANT_SECRET", "hunter2-merchant"),
    ("PAYHERE_APP_ID", "app"),
    ("PAYHERE_APP_SECRET", "hunter2-app"),
    ("PAYHERE_MERCHANT_ID", "1211149"),
];

fn shows_no_secret(output: &str) {
    for secret in ["hunter2", "aHVudGVyMmh1", SECRET_ACCESS_KEY] {
        assert!(!output.contains(secret), "{secret} is shown:\n{output}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_good_configuration_is_shown_without_its_secrets_and_its_servers_answer() {
    let (smtp, s3) = (SmtpServer::start(free_port()), S3Server::start());
    let shop = SECRETS.iter().fold(Shop::new().await, |shop, (name, value)| shop.with(name, value));
    let shop = shop
        .with("SMTP_URL", &smtp.url())
        .with("S3_BUCKET", BUCKET)
        .with("S3_ENDPOINT", s3.endpoint())
        .with("S3_ACCESS_KEY_ID", ACCESS_KEY_ID)
        .with("S3_SECRET_ACCESS_KEY", SECRET_ACCESS_KEY)
        .with("SHOP_NAME", "Nelum");
    let checked = shop.run("a", &["config", "check"]).await;
    assert!(checked.status.success(), "{checked:?}");
    shows_no_secret(&format!("{}{}", checked.stdout, checked.stderr));
    for line in [
        "  JWT_SECRET=(set, hidden)\n",
        "  S3_SECRET_ACCESS_KEY=(set, hidden)\n",
        "  SHOP_NAME=Nelum\n",
        "  TIME_ZONE=Asia/Colombo  (default)\n",
        "  METRICS_BIND  (not set)\n",
        "  database: answers\n",
        "  pictures: the bucket answers\n",
        "  mail: the server greets",
    ] {
        assert!(checked.stdout.contains(line), "{line} in:\n{}", checked.stdout);
    }
    assert!(!shop.data_dir("a").join("search").exists(), "nothing is started");
}

#[tokio::test(flavor = "multi_thread")]
async fn servers_that_do_not_answer_fail_the_check_and_are_named() {
    let away = free_port();
    let shop = Shop::embedded()
        .with("DATABASE_URL", &format!("postgres://shop:hunter2@127.0.0.1:{away}/shop"))
        .with("S3_BUCKET", "images")
        .with("S3_ENDPOINT", &format!("http://127.0.0.1:{away}"))
        .with("S3_ACCESS_KEY_ID", "hunter2-id")
        .with("S3_SECRET_ACCESS_KEY", "hunter2-key")
        .with("SMTP_URL", &format!("smtp://shop:hunter2@127.0.0.1:{away}"));
    let checked = shop.run("a", &["config", "check"]).await;
    assert_eq!(checked.status.code(), Some(1), "{checked:?}");
    for name in ["database", "pictures", "mail"] {
        assert!(checked.stdout.contains(&format!("  {name}: FAILED: ")), "{name}: {checked:?}");
    }
    assert!(checked.stderr.contains("3 of the connections failed"), "{checked:?}");
    shows_no_secret(&format!("{}{}", checked.stdout, checked.stderr));
}

#[tokio::test(flavor = "multi_thread")]
async fn all_mistakes_are_told_together() {
    let shop = Shop::embedded().with("BIND", "hunter2").with("JWT_SECRET", "hunter2").with("LOG_FORMAT", "xml");
    let checked = shop.run("a", &["config", "check"]).await;
    assert_eq!(checked.status.code(), Some(1), "{checked:?}");
    for name in ["  BIND must", "  JWT_SECRET must", "  LOG_FORMAT must"] {
        assert!(checked.stderr.contains(name), "{name}: {checked:?}");
    }
    shows_no_secret(&format!("{}{}", checked.stdout, checked.stderr));
}
