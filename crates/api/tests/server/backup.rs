//! Backups of an open shop, restored into another place by the real program.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde_json::json;
use test_harness::accounts::{SignedInAs as _, SignedInUser};
use test_harness::answer::Ask as _;
use test_harness::instance::Instance;
use test_harness::shop::Finished;

use crate::checkout::{count, fresh_key, order_of, place, product};
use crate::second_factor::{PASSWORD, code, enrol, log_in_with, make_owner};
use crate::shop::Shop;
use crate::uploads::{shown, uploaded};
use crate::users::{customers, log_in};

pub(crate) const PASSPHRASE: &str = "seven temple flowers";

async fn run(shop: &Shop, name: &str, arguments: &[&str], file: &Path) -> Finished {
    let arguments: Vec<&str> = arguments.iter().copied().chain([file.to_str().unwrap()]).collect();
    shop.run(name, &arguments).await
}

/// Runs a command that succeeds, and returns what it said.
pub(crate) async fn done(shop: &Shop, name: &str, arguments: &[&str], file: &Path) -> String {
    let finished = run(shop, name, arguments, file).await;
    assert!(finished.status.success(), "{arguments:?}: {finished:?}");
    finished.stdout
}

/// Runs a command that is refused, and returns why.
async fn refused(shop: &Shop, name: &str, arguments: &[&str], file: &Path) -> String {
    let finished = run(shop, name, arguments, file).await;
    assert_eq!(finished.status.code(), Some(1), "{arguments:?}: {finished:?}");
    finished.stderr
}

/// A copy of a file with one bit changed.
fn flipped(file: &Path, at: usize) -> PathBuf {
    let mut bytes = fs::read(file).unwrap();
    bytes[at] ^= 1;
    let changed = file.with_extension("flipped");
    fs::write(&changed, bytes).unwrap();
    changed
}

/// The mails that the shop has written to its data folder.
fn mails(shop: &Shop, name: &str) -> usize {
    fs::read_dir(shop.data_dir(name).join("mail")).map_or(0, Iterator::count)
}

pub(crate) async fn until(what: &str, mut happened: impl AsyncFnMut() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(60);
    while !happened().await {
        assert!(Instant::now() < deadline, "{what}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// Places orders with several clients while `work` runs. Returns what it returned, and the numbers of the orders that were acknowledged
/// before it began and of all of them.
async fn under_load<T>(shop: &Shop, server: &Instance, work: impl AsyncFnOnce() -> T) -> (T, Vec<String>, Vec<String>) {
    let (buyers, wanted) = (customers(shop, 4).await, product(shop, "Rose water", 100_000).await);
    let (order, stop, placed) = (order_of(&[(&wanted, 1)]), AtomicBool::new(false), Mutex::new(Vec::new()));
    let buy = async |buyer: &SignedInUser| {
        while !stop.load(Ordering::Relaxed) {
            let answer = place(server, buyer, &fresh_key(), &order).ask().await.expect_status(201);
            placed.lock().unwrap().push(answer["order"]["orderId"].as_str().unwrap().to_owned());
        }
    };
    let working = async {
        until("orders come in", async || placed.lock().unwrap().len() >= 20).await;
        let before = placed.lock().unwrap().clone();
        let outcome = work().await;
        stop.store(true, Ordering::Relaxed);
        (outcome, before)
    };
    let [one, two, three, four] = buyers.as_slice() else { panic!("four buyers") };
    let ((outcome, before), ..) = tokio::join!(working, buy(one), buy(two), buy(three), buy(four));
    let all = placed.lock().unwrap().clone();
    (outcome, before, all)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_of_an_open_shop_is_restored_elsewhere() {
    let shop = Shop::new().await.with("BACKUP_PASSPHRASE", PASSPHRASE).with("RATE_LIMIT_SCALE", "0");
    let server = shop.start("a").await;
    let owner = make_owner(&shop, &server).await;
    let (totp, _) = enrol(&server, &owner).await;
    let picture = uploaded(&server).await;
    let (_, length) = shown(&server, &picture).await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("shop.backup");
    let (said, before, all) = under_load(&shop, &server, async || done(&shop, "a", &["backup"], &file).await).await;
    assert!(said.contains("rows and 1 pictures"), "{said}");
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no draft is left");
    let keys = "SELECT secret FROM data_keys UNION ALL SELECT secret FROM signing_key";
    let content = fs::read(&file).unwrap();
    for row in shop.database().client().await.query(keys, &[]).await.unwrap() {
        let key: String = row.get(0);
        assert!(!content.windows(key.len()).any(|bytes| bytes == key.as_bytes()));
    }
    let verified = done(&shop, "a", &["backup", "--verify"], &file).await;
    assert!(verified.contains("everything is in order"), "{verified}");
    let scratch = "SELECT count(*) FROM pg_database WHERE datname LIKE 'backup_check_%'";
    until("the scratch database is dropped", async || count(&shop, scratch).await == 0).await;
    assert!(server.terminate().await.success());

    let other = Shop::new().await.with("RATE_LIMIT_SCALE", "0").with("BACKUP_PASSPHRASE", "another passphrase");
    assert!(refused(&other, "b", &["restore"], &file).await.contains("passphrase is wrong"));
    let other = other.with("BACKUP_PASSPHRASE", PASSPHRASE);
    for at in [60, content.len() / 2, content.len() - 1] {
        let why = refused(&other, "b", &["restore"], &flipped(&file, at)).await;
        assert!(why.contains("damaged") || why.contains("changed"), "byte {at}: {why}");
    }
    assert_eq!(count(&other, "SELECT count(*) FROM users").await, 0, "nothing was restored");
    done(&other, "b", &["restore"], &file).await;
    other.is_in_order("b").await;
    let client = other.database().client().await;
    let restored: Vec<String> = client.query("SELECT id FROM orders", &[]).await.unwrap().iter().map(|row| row.get(0)).collect();
    assert!(before.iter().all(|order| restored.contains(order)), "each order that was acknowledged before is there");
    assert!(restored.iter().all(|order| all.contains(order)) && !restored.is_empty());
    let again = refused(&other, "b", &["restore"], &file).await;
    assert!(again.contains("not empty") || again.contains("has pictures"), "{again}");

    let server = other.start("b").await;
    server.get("/api/users/userdetail").signed_in_as(&owner).ask().await.expect_status(401);
    let owner = log_in_with(&server, &code(&totp, 1)).await;
    assert_eq!(shown(&server, &picture).await, (200, length));
    let backups = server.get("/api/admin/backups").signed_in_as(&owner).ask().await.expect_status(200);
    let waiting = backups["heldMails"]["waiting"].as_u64().unwrap();
    assert!(waiting >= restored.len() as u64, "{waiting}");
    let dashboard = server.get("/api/admin/waiting").signed_in_as(&owner).ask().await.expect_status(200);
    assert_eq!(dashboard["backups"], json!(1));
    tokio::time::sleep(Duration::from_secs(3)).await;
    assert_eq!(mails(&other, "b"), 0, "mails are held");
    let released = server.post("/api/admin/outbox/release").signed_in_as(&owner).ask().await.expect_status(200);
    assert!(released["waiting"].as_u64().unwrap() >= waiting);
    until("mails are sent", async || mails(&other, "b") > 0).await;
    let again = other.run("b", &["outbox", "release"]).await;
    assert_eq!(again.stdout.trim(), "No mails were held.", "{again:?}");
    assert_eq!(count(&other, "SELECT count(*) FROM audit_log WHERE entity = 'outbox' AND action = 'release'").await, 1);
}

/// The default configuration: a private database and pictures in the data folder, keys in files.
#[tokio::test(flavor = "multi_thread")]
async fn a_private_shop_is_restored_into_another_data_folder() {
    let shop = Shop::embedded().with("JWT_SECRET", "").with("BACKUP_PASSPHRASE", PASSPHRASE);
    let shop = shop.with("ADMIN_EMAIL", "owner@shop.example").with("ADMIN_PASSWORD", PASSWORD);
    let server = shop.start("a").await;
    let person = log_in(&server, "owner@shop.example", PASSWORD).await;
    let (totp, _) = enrol(&server, &person).await;
    let file = shop.data_dir("files").with_extension("backup");
    done(&shop, "a", &["backup"], &file).await;
    assert!(refused(&shop, "a", &["restore"], &file).await.contains("in use"), "the shop is open");
    assert!(server.terminate().await.success());
    done(&shop, "b", &["restore"], &file).await;
    for key in ["jwt-secret", "data-key"] {
        let read = |name| fs::read_to_string(shop.data_dir(name).join(key)).unwrap();
        assert_eq!(read("a").trim(), read("b").trim(), "{key}");
    }
    assert!(refused(&shop, "b", &["restore"], &file).await.contains("not empty"));
    done(&shop, "b", &["backup", "--verify"], &file).await;
    assert!(!shop.data_dir("b").join("backup-check").exists());
    let server = shop.start("b").await;
    log_in_with(&server, &code(&totp, 1)).await;
    let released = shop.run("b", &["outbox", "release"]).await;
    assert!(released.stdout.starts_with("Mails are released."), "{released:?}");
    assert!(refused(&shop, "c", &["backup"], &file).await.contains("there is no shop"));
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_passphrase_second_factors_stay_out_of_the_backup_that_is_made() {
    let shop = Shop::new().await;
    let server = shop.start("a").await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("shop.backup");
    let plain = run(&shop, "a", &["backup"], &file).await;
    assert!(plain.status.success() && plain.stderr.contains("not encrypted"), "{plain:?}");
    assert!(!plain.stderr.contains("second factors are not in it"), "{plain:?}");
    let owner = make_owner(&shop, &server).await;
    enrol(&server, &owner).await;
    fs::remove_file(&file).unwrap();
    // Standard input has a passphrase.
    let mut command = tokio::process::Command::from(shop.program("a"));
    let mut child = command.args(["backup", file.to_str().unwrap()]).stdin(std::process::Stdio::piped()).spawn().unwrap();
    tokio::io::AsyncWriteExt::write_all(&mut child.stdin.take().unwrap(), format!("{PASSPHRASE}\n").as_bytes()).await.unwrap();
    assert!(child.wait().await.unwrap().success());
    assert!(refused(&shop, "a", &["restore"], &file).await.contains("a passphrase is needed"));
    fs::remove_file(&file).unwrap();
    // It has none.
    let plain = run(&shop, "a", &["backup"], &file).await;
    assert!(plain.status.success() && plain.stderr.contains("1 second factors are not in it"), "{plain:?}");
    let checked = run(&shop, "a", &["backup", "--verify"], &file).await;
    assert!(checked.status.success() && checked.stdout.contains("everything is in order"), "{checked:?}");
    let copy = Shop::new().await;
    let restored = run(&copy, "b", &["restore"], &file).await;
    assert!(restored.status.success() && restored.stderr.contains("1 second factors are not in it"), "{restored:?}");
    assert_eq!(count(&copy, "SELECT (SELECT count(*) FROM second_factors) + (SELECT count(*) FROM recovery_codes)").await, 0);
    // The password alone signs in, and a new second factor is set up.
    let restored = copy.start("b").await;
    enrol(&restored, &log_in(&restored, &owner.email, PASSWORD).await).await;
}

/// A backup is made, proved and noted by the schedule; surplus ones are deleted.
#[tokio::test(flavor = "multi_thread")]
async fn the_schedule_makes_verifies_and_deletes_backups() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("backups");
    let shop = Shop::new().await.with("BACKUP_TO", place.to_str().unwrap()).with("BACKUP_KEEP", "1").with("METRICS_BIND", "127.0.0.1:0");
    let (one, other) = tokio::join!(shop.start("a"), shop.start("b"));
    let files = || fs::read_dir(&place).map_or(0, Iterator::count);
    let verified = "SELECT count(*) FROM backup_runs WHERE verification = 'restored' AND error IS NULL";
    until("a backup is made", async || count(&shop, verified).await == 1).await;
    assert_eq!((count(&shop, "SELECT count(*) FROM backup_runs").await, files()), (1, 1), "one instance made it");
    let owner = make_owner(&shop, &one).await;
    let backups = one.get("/api/admin/backups").signed_in_as(&owner).ask().await.expect_status(200);
    assert_eq!((&backups["runs"][0]["state"], &backups["isOverdue"]), (&json!("succeeded"), &json!(false)));
    assert_eq!(backups["schedule"]["place"], json!(place.to_str().unwrap()));

    // A day later the next one is due, and the first one is surplus.
    drop(other);
    assert!(one.terminate().await.success());
    let client = shop.database().client().await;
    let a_day = "UPDATE backup_runs SET due_at = due_at - interval '1 day', started_at = started_at - interval '1 day',
        finished_at = finished_at - interval '1 day', verified_at = verified_at - interval '1 day'";
    client.execute(a_day, &[]).await.unwrap();
    let _server = shop.start("a").await;
    until("the next backup is made", async || count(&shop, "SELECT count(*) FROM backup_runs WHERE deleted_at IS NOT NULL").await == 1)
        .await;
    assert_eq!((count(&shop, verified).await, files()), (2, 1));
}
