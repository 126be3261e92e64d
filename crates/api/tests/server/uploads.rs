//! Uploaded pictures: stored, served, and swept when no account or product takes them.

use std::time::Duration;

use reqwest::RequestBuilder;
use serde_json::json;
use test_harness::accounts::{SignedInAs as _, SignedInUser};
use test_harness::answer::Ask as _;
use test_harness::instance::Instance;
use testkit::s3_server::{self, S3Server};
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;

use crate::checkout::count;
use crate::shop::Shop;
use crate::users::{admin, customer};

/// A picture of the demo shop, 960 pixels wide.
pub(crate) const PICTURE: &[u8] = include_bytes!("../../demo/images/ara-bdy-001-1.webp");

fn upload(server: &Instance, purpose: &str) -> RequestBuilder {
    let head = format!(
        "--b\r\nContent-Disposition: form-data; name=\"purpose\"\r\n\r\n{purpose}\r\n\
         --b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"My face.png\"\r\nContent-Type: image/png\r\n\r\n"
    );
    let body = [head.as_bytes(), PICTURE, b"\r\n--b--\r\n"].concat();
    server.post("/api/images").header("Content-Type", "multipart/form-data; boundary=b").body(body)
}

pub(crate) async fn uploaded(server: &Instance) -> String {
    upload(server, "profile").ask().await.expect_status(201)["url"].as_str().unwrap().to_owned()
}

/// Status and length of a picture.
pub(crate) async fn shown(server: &Instance, address: &str) -> (u16, usize) {
    let answer = server.get(address).send().await.unwrap();
    if answer.status().is_success() {
        assert_eq!(answer.headers()["content-type"], "image/webp");
        assert_eq!(answer.headers()["x-content-type-options"], "nosniff");
        assert!(answer.headers()["cache-control"].to_str().unwrap().contains("max-age=3600"));
    }
    (answer.status().as_u16(), answer.bytes().await.unwrap().len())
}

async fn register(server: &Instance, email: &str, picture: &str) {
    let form =
        json!({"firstName": "Nimali", "lastName": "Perera", "email": email, "password": "temple flowers", "profilePicture": picture});
    server.post("/api/users").json(&form).ask().await.expect_status(201);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_face_is_kept_in_every_width_under_a_name_of_its_own() {
    let shop = Shop::new().await;
    let server = shop.start("a").await;
    let (first, second) = (uploaded(&server).await, uploaded(&server).await);
    assert_ne!(first, second);
    assert!(first.starts_with("/images/") && first.ends_with("-my-face.webp"), "{first}");
    let (status, whole) = shown(&server, &first).await;
    let mut narrower = 0;
    for width in [320, 640] {
        let (status, bytes) = shown(&server, &format!("{first}?w={width}")).await;
        assert_eq!(status, 200);
        assert!(narrower < bytes && bytes < whole, "{width}: {bytes} of {whole}");
        narrower = bytes;
    }
    assert_eq!(status, 200);
    register(&server, "nimali@example.com", &first).await;
    assert_eq!(upload(&server, "product").ask().await.status, 401);
    upload(&server, "product").signed_in_as(&customer(&shop).await).ask().await.expect_problem(403, "auth.not_an_admin");
    upload(&server, "product").signed_in_as(&admin(&shop).await).ask().await.expect_status(201);
}

/// Uploads three pictures and sweeps after a day: one that a customer took, one that no account took, and one of the end of that day.
/// Returns the first and the last, which are kept.
async fn are_swept(shop: &Shop) -> [String; 2] {
    let server = shop.start("a").await;
    let (taken, left, late) = (uploaded(&server).await, uploaded(&server).await, uploaded(&server).await);
    register(&server, "nimali@example.com", &taken).await;
    assert!(server.terminate().await.success());
    let name = |address: &str| address.rsplit('/').next().unwrap().to_owned();
    let age = "UPDATE uploads SET uploaded_at = now() - interval '25 hours' WHERE name <> $1";
    shop.database().client().await.execute(age, &[&name(&late)]).await.unwrap();

    // The first sweep runs at the start.
    let server = shop.start("a").await;
    while count(shop, "SELECT count(*) FROM uploads WHERE deleted_at IS NOT NULL").await < 1 {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert_eq!(shown(&server, &left).await.0, 404);
    assert_eq!(shown(&server, &format!("{left}?w=320")).await.0, 404);
    assert_eq!((shown(&server, &taken).await.0, shown(&server, &late).await.0), (200, 200));
    let form = json!({"firstName": "Kamal", "lastName": "Silva", "email": "kamal@example.com", "password": "temple flowers", "profilePicture": left});
    let refused = server.post("/api/users").json(&form).ask().await.expect_problem(422, "image.gone");
    assert!(refused["errors"]["profilePicture"].is_array(), "{refused}");
    [taken, late].map(|address| name(&address))
}

#[tokio::test(flavor = "multi_thread")]
async fn what_nobody_took_within_a_day_is_deleted_and_nothing_else() {
    are_swept(&Shop::new().await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pictures_are_kept_read_and_swept_in_a_real_bucket() {
    let bucket = S3Server::start();
    let shop = Shop::new()
        .await
        .with("S3_BUCKET", s3_server::BUCKET)
        .with("S3_ENDPOINT", bucket.endpoint())
        .with("S3_REGION", "us-east-1")
        .with("S3_ACCESS_KEY_ID", s3_server::ACCESS_KEY_ID)
        .with("S3_SECRET_ACCESS_KEY", s3_server::SECRET_ACCESS_KEY);
    let kept = are_swept(&shop).await;
    let mut files: Vec<String> = kept.iter().flat_map(|name| ["", "w320/", "w640/"].map(|width| format!("{width}{name}"))).collect();
    files.sort();
    assert_eq!(bucket.objects(), files, "a picture 960 pixels wide, in its own width and in two narrower ones");
    assert!(!shop.data_dir("a").join("images").exists(), "no picture is in the data folder");
    let server = shop.start("b").await;
    server.get("/readyz").ask().await.expect_status(200);
    drop(bucket);
    assert_eq!(server.get("/readyz").ask().await.expect_problem(503, "service.not_ready")["away"], json!(["images"]));
}

/// An upload whose last byte does not come.
async fn hold_one(server: &Instance, who: &SignedInUser) -> TcpStream {
    let head = format!(
        "POST /api/images HTTP/1.1\r\nHost: shop.test\r\nAuthorization: Bearer {}\r\nContent-Type: multipart/form-data; boundary=b\r\n\
         Content-Length: 1000\r\n\r\n--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.png\"\r\n\r\nx",
        who.token
    );
    let mut connection = TcpStream::connect(server.address()).await.unwrap();
    connection.write_all(head.as_bytes()).await.unwrap();
    connection
}

/// Rate limits are off; the limit of simultaneous uploads holds.
#[tokio::test(flavor = "multi_thread")]
async fn a_customer_has_two_uploads_at_once() {
    let shop = Shop::new().await;
    let (server, one, other) = (shop.start("a").await, customer(&shop).await, customer(&shop).await);
    let refused = loop {
        // New uploads each time: the server closes those that take too long.
        let held = [hold_one(&server, &one).await, hold_one(&server, &one).await];
        tokio::time::sleep(Duration::from_millis(200)).await;
        let answer = no_picture(&server).signed_in_as(&one).ask().await;
        assert_eq!(no_picture(&server).signed_in_as(&other).ask().await.status, 415, "others go on");
        drop(held);
        if answer.status != 415 {
            break answer;
        }
    };
    refused.expect_problem(429, "image.too_many_at_once");
    while no_picture(&server).signed_in_as(&one).ask().await.status != 415 {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

/// An upload that is refused before any picture is processed.
fn no_picture(server: &Instance) -> RequestBuilder {
    let body = "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.png\"\r\n\r\nno picture\r\n--b--\r\n";
    server.post("/api/images").header("Content-Type", "multipart/form-data; boundary=b").body(body)
}

/// Uploader and total length of a picture in the database.
#[tokio::test(flavor = "multi_thread")]
async fn an_upload_is_its_owners_and_a_full_account_is_refused() {
    let shop = Shop::new().await;
    let (server, one, other) = (shop.start("a").await, customer(&shop).await, customer(&shop).await);
    let owned =
        format!("SELECT count(*) FROM uploads u JOIN users p ON p.id = u.user_id WHERE p.email = '{}' AND u.bytes > 16384", one.email);
    let first = upload(&server, "profile").signed_in_as(&one).ask().await.expect_status(201)["url"].as_str().unwrap().to_owned();
    assert_eq!(count(&shop, &owned).await, 1);
    let full = "UPDATE uploads SET bytes = 50 * 1024 * 1024";
    assert_eq!(shop.database().client().await.execute(full, &[]).await.unwrap(), 1);
    upload(&server, "profile").signed_in_as(&one).ask().await.expect_problem(409, "image.too_many_pending");
    upload(&server, "profile").signed_in_as(&other).ask().await.expect_status(201);
    let change = json!({"profilePicture": first});
    server.put(&format!("/api/users/update/{}", one.email)).signed_in_as(&one).json(&change).ask().await.expect_status(200);
    upload(&server, "profile").signed_in_as(&one).ask().await.expect_status(201);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shop_whose_pictures_are_away_is_not_ready() {
    let shop = Shop::new().await;
    let server = shop.start("a").await;
    server.get("/readyz").ask().await.expect_status(200);
    let images = shop.data_dir("a").join("images");
    std::fs::rename(&images, images.with_extension("elsewhere")).unwrap();
    assert_eq!(server.get("/readyz").ask().await.expect_problem(503, "service.not_ready")["away"], json!(["images"]));
    std::fs::rename(images.with_extension("elsewhere"), &images).unwrap();
    server.get("/readyz").ask().await.expect_status(200);
}
