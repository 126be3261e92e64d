//! The scheduled backups of a shop whose pictures are in a bucket: they go to the same bucket, and no further than the shop's own.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use test_harness::accounts::{SignedInAs as _, SignedInUser};
use test_harness::answer::Ask as _;
use test_harness::instance::Instance;
use testkit::s3_server::{self, S3Server};

use crate::backup::{PASSPHRASE, done, until};
use crate::checkout::count;
use crate::second_factor::make_owner;
use crate::shop::Shop;
use crate::uploads::{shown, uploaded};

const VERIFIED: &str = "SELECT count(*) FROM backup_runs WHERE verification = 'restored' AND error IS NULL";
const DELETED: &str = "SELECT count(*) FROM backup_runs WHERE deleted_at IS NOT NULL";
/// The next backup is due.
const A_DAY_LATER: &str = "UPDATE backup_runs SET due_at = due_at - interval '1 day', started_at = started_at - interval '1 day',
    finished_at = finished_at - interval '1 day', verified_at = verified_at - interval '1 day'";
/// What the shop did not make, in the folder of its backups and beside it.
const OF_OTHERS: [&str; 3] = ["backups/shop-2020-01-01T000000Z.backup", "backups/notes.txt", "shop-2020-01-01T000000Z.backup"];

async fn shop_in(bucket: &S3Server) -> Shop {
    let shop = Shop::new().await.with("BACKUP_TO", "bucket").with("BACKUP_KEEP", "1").with("BACKUP_PASSPHRASE", PASSPHRASE);
    shop.with("S3_BUCKET", s3_server::BUCKET)
        .with("S3_ENDPOINT", bucket.endpoint())
        .with("S3_REGION", "us-east-1")
        .with("S3_ACCESS_KEY_ID", s3_server::ACCESS_KEY_ID)
        .with("S3_SECRET_ACCESS_KEY", s3_server::SECRET_ACCESS_KEY)
}

/// The objects below `backups/`.
fn backups_in(bucket: &S3Server) -> Vec<String> {
    bucket.objects().into_iter().filter(|name| name.starts_with("backups/")).collect()
}

async fn told(server: &Instance, owner: &SignedInUser) -> Value {
    server.get("/api/admin/backups").signed_in_as(owner).ask().await.expect_status(200)
}

#[tokio::test(flavor = "multi_thread")]
async fn scheduled_backups_go_to_the_bucket_are_proved_from_it_and_deleted_there() {
    let bucket = S3Server::start();
    for name in OF_OTHERS {
        bucket.put(name, b"not the shop's");
    }
    let shop = shop_in(&bucket).await;
    let server = shop.start("a").await;
    until("a backup is made", async || count(&shop, VERIFIED).await == 1).await;
    let owner = make_owner(&shop, &server).await;
    let picture = uploaded(&server).await;
    let (_, length) = shown(&server, &picture).await;
    let first = told(&server, &owner).await;
    assert_eq!(first["schedule"]["place"], json!(format!("the bucket {}", s3_server::BUCKET)));
    let (run, name) = (&first["runs"][0], first["runs"][0]["file"].as_str().unwrap().to_owned());
    assert_eq!((&run["state"], &run["verification"]), (&json!("succeeded"), &json!("restored")), "{first}");
    assert!(backups_in(&bucket).contains(&format!("backups/{name}")), "{:?}", bucket.objects());
    assert!(server.terminate().await.success());

    shop.database().client().await.execute(A_DAY_LATER, &[]).await.unwrap();
    let server = shop.start("a").await;
    until("the first one is deleted", async || count(&shop, DELETED).await == 1).await;
    let second = told(&server, &owner).await;
    assert!(second["runs"][1]["deletedAt"].is_string(), "{second}");
    let newest = format!("backups/{}", second["runs"][0]["file"].as_str().unwrap());
    let mut expected = vec![OF_OTHERS[0].to_owned(), OF_OTHERS[1].to_owned(), newest.clone()];
    expected.sort();
    assert_eq!(backups_in(&bucket), expected, "its own old one is gone, and nothing else");
    assert!(bucket.objects().contains(&OF_OTHERS[2].to_owned()));
    let transfer = fs::read_dir(shop.data_dir("a").join("backup-transfer")).unwrap();
    assert_eq!(transfer.count(), 0, "no file is left on this machine");

    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("downloaded.backup");
    fs::write(&file, bucket.get(&newest)).unwrap();
    is_the_shop(&shop, &file, &owner, (&picture, length)).await;
}

/// A file that was downloaded with any program passes the check, and another shop is made of it.
async fn is_the_shop(shop: &Shop, file: &Path, owner: &SignedInUser, (picture, length): (&str, usize)) {
    let verified = done(shop, "a", &["backup", "--verify"], file).await;
    assert!(verified.contains("everything is in order"), "{verified}");
    let other = Shop::new().await.with("BACKUP_PASSPHRASE", PASSPHRASE);
    done(&other, "b", &["restore"], file).await;
    let server = other.start("b").await;
    assert_eq!(shown(&server, picture).await, (200, length));
    let owners = format!("SELECT count(*) FROM users WHERE email = '{}' AND staff_role = 'owner'", owner.email);
    assert_eq!(count(&other, &owners).await, 1);
}
