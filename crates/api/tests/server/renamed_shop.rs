//! A shop of its own, set up in the browser and renamed afterwards: the name of the program and the prefix of the demo shop's numbers are
//! nowhere in what its visitors, customers and staff get.

use std::fs;
use std::time::{Duration, Instant};

use mail_parser::MessageParser;
use reqwest::Response;
use reqwest::header::HeaderMap;
use serde_json::{Value, json};
use test_harness::accounts::{SignedInAs as _, SignedInUser};
use test_harness::answer::Ask as _;
use test_harness::instance::Instance;

use crate::checkout::{fresh_key, order_of, place, product};
use crate::content::publish;
use crate::setup::{set_up, token};
use crate::shop::Shop;
use crate::users::customer;

const OWNER: &str = "owner@sumudu.example";
const PASSWORD: &str = "frangipani by the sea";
/// What must be nowhere: the program's name in any case, and the former prefix of order numbers.
const FOREIGN: [&str; 2] = ["araliya", "ara-"];
/// The identity of the software in the contract, which stays: the identifiers of problems. They begin with this.
const PROBLEM_TYPE: &str = "urn:araliya:problem:";

/// What anybody may request, but for the order's own pages. The addresses of `shop_name.rs`, and the files that name or draw the shop.
const PUBLIC: [&str; 26] = [
    "/",
    "/products",
    "/contact",
    "/pages/about",
    "/no/such/page",
    "/preview/",
    "/login",
    "/register",
    "/cart",
    "/shipping",
    "/orders",
    "/user",
    "/setup",
    "/admin",
    "/admin/orders",
    "/robots.txt",
    "/sitemap.xml",
    "/site.webmanifest",
    "/.well-known/security.txt",
    "/favicon.ico",
    "/apple-touch-icon.png",
    "/icon-512.png",
    "/favicon.svg",
    "/og.webp",
    "/api/openapi.json",
    "/api/no-such-call",
];
/// What the owner reads.
const OF_STAFF: [&str; 16] = [
    "/api/shop",
    "/api/content",
    "/api/products",
    "/api/products/export",
    "/api/orders",
    "/api/users",
    "/api/admin/audit",
    "/api/admin/overview",
    "/api/admin/waiting",
    "/api/admin/checklist",
    "/api/admin/content",
    "/api/admin/mails",
    "/api/admin/settings/orders",
    "/api/admin/settings/payments",
    "/api/admin/settings/delivery",
    "/api/admin/settings/mails",
];

/// Fails where a text has what must be nowhere. A random `ARA-` may be in the order's own number.
fn check(place: &str, text: &str, order: &str) {
    let text = text.replace(PROBLEM_TYPE, "").replace(order, "").to_lowercase();
    for foreign in FOREIGN {
        let lines: Vec<&str> = text.lines().filter(|line| line.contains(foreign)).collect();
        assert!(lines.is_empty(), "{place} has {foreign}: {lines:?}");
    }
}

fn check_headers(place: &str, headers: &HeaderMap, order: &str) {
    for (name, value) in headers {
        check(&format!("{place}, header {name}"), &format!("{name}: {}", String::from_utf8_lossy(value.as_bytes())), order);
    }
}

async fn check_answer(place: &str, answer: Response, order: &str) -> Vec<u8> {
    check_headers(place, answer.headers(), order);
    let bytes = answer.bytes().await.unwrap().to_vec();
    check(place, &String::from_utf8_lossy(&bytes), order);
    bytes
}

/// The shop after its set-up, its renaming and the choice of a prefix; its owner.
async fn renamed(shop: &Shop) -> (Instance, SignedInUser) {
    let server = shop.start("a").await;
    let token = token(&server, 1).await;
    let owner = json!({"email": OWNER, "firstName": "Ayesha", "lastName": "Silva", "password": PASSWORD});
    let lines = set_up(&server, &json!({"token": token, "owner": owner, "shopName": "Kiri", "data": "empty"})).await;
    let session = lines.last().unwrap()["token"].as_str().unwrap().to_owned();
    let owner = SignedInUser { email: OWNER.to_owned(), token: session };
    let prefix = async || server.get("/api/admin/settings/orders").signed_in_as(&owner).ask().await.expect_status(200);
    assert_eq!(prefix().await["orderPrefix"], "KIR", "the prefix is made of the name");
    publish(&server, &owner, "identity", |body| body["name"] = json!("Sumudu Beauty")).await;
    assert_eq!(prefix().await["orderPrefix"], "SUM");
    let chosen = json!({"version": 0, "orderPrefix": "SBC"});
    let saved = server.put("/api/admin/settings/orders").json(&chosen).signed_in_as(&owner).ask().await.expect_status(200);
    assert_eq!(saved["settings"]["orderPrefix"], "SBC");
    (server, owner)
}

/// The mails that the shop wrote, once there are this many.
async fn mails(shop: &Shop, number: usize) -> Vec<Vec<u8>> {
    let deadline = Instant::now() + Duration::from_secs(60);
    loop {
        let files = fs::read_dir(shop.data_dir("a").join("mail")).into_iter().flatten().map(|file| file.unwrap().path());
        let files: Vec<_> = files.filter(|path| path.extension().is_some_and(|ending| ending == "eml")).collect();
        if files.len() >= number {
            return files.iter().map(|path| fs::read(path).unwrap()).collect();
        }
        assert!(Instant::now() < deadline, "{files:?}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Checks a mail; the name that it is from.
fn check_mail(mail: &[u8], order: &str) -> String {
    let raw = String::from_utf8_lossy(mail).into_owned();
    check("the source of a mail", &raw, order);
    let read = MessageParser::default().parse(mail).unwrap();
    let from = read.from().and_then(|from| from.first()?.name().map(ToOwned::to_owned)).unwrap_or_default();
    assert!(["Kiri", "Sumudu Beauty"].contains(&from.as_str()), "{raw}");
    for text in [read.subject().unwrap_or_default(), &read.body_text(0).unwrap(), &read.body_html(0).unwrap()] {
        check("a mail", text, order);
    }
    from
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_of_a_renamed_shop_names_another() {
    let shop = Shop::new().await;
    let (server, owner) = renamed(&shop).await;
    let (buyer, code) = (customer(&shop).await, product(&shop, "Rose", 10).await);
    let placed = place(&server, &buyer, &fresh_key(), &order_of(&[(&code, 1)])).ask().await.expect_status(201);
    let order = placed["order"]["orderId"].as_str().unwrap().to_owned();
    assert!(order.starts_with("SBC-"), "{order}");

    let pages = [format!("/products/productinfo/{code}"), format!("/orders/{order}"), format!("/admin/orders/invoice/{order}")];
    for address in PUBLIC.into_iter().chain(pages.iter().map(String::as_str)) {
        let answer = server.get(address).send().await.unwrap();
        let bytes = check_answer(address, answer, &order).await;
        assert!(!bytes.is_empty(), "{address}");
    }
    for address in
        OF_STAFF.into_iter().chain([format!("/api/orders/{order}"), format!("/api/orders/{order}/events")].iter().map(String::as_str))
    {
        let answer = server.get(address).signed_in_as(&owner).send().await.unwrap();
        assert_eq!(answer.status(), 200, "{address}");
        check_answer(address, answer, &order).await;
    }
    let kinds = server.get("/api/admin/mails").signed_in_as(&owner).ask().await.expect_status(200);
    for kind in kinds.as_array().unwrap().iter().map(|mail| mail["kind"].as_str().unwrap()) {
        let preview = server.get(&format!("/api/admin/mails/{kind}")).signed_in_as(&owner).send().await.unwrap();
        check_answer(kind, preview, &order).await;
    }
    // The cookie of a known device.
    let login = server.post("/api/users/login").json(&json!({"email": OWNER, "password": PASSWORD})).send().await.unwrap();
    assert_eq!(login.status(), 200);
    check_headers("the login", login.headers(), &order);

    // The owner's first mail is from before the renaming.
    let senders: Vec<String> = mails(&shop, 3).await.iter().map(|mail| check_mail(mail, &order)).collect();
    assert!(senders.iter().filter(|sender| *sender == "Sumudu Beauty").count() >= 2, "{senders:?}");
    shop.is_in_order("a").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_is_found_by_its_number_after_the_prefix_changed() {
    let shop = Shop::new().await;
    let (server, owner) = renamed(&shop).await;
    let (buyer, code) = (customer(&shop).await, product(&shop, "Rose", 10).await);
    let order = async || {
        let placed = place(&server, &buyer, &fresh_key(), &order_of(&[(&code, 1)])).ask().await.expect_status(201);
        placed["order"]["orderId"].as_str().unwrap().to_owned()
    };
    let first = order().await;
    let chosen = json!({"version": 1, "orderPrefix": "NELUM"});
    server.put("/api/admin/settings/orders").json(&chosen).signed_in_as(&owner).ask().await.expect_status(200);
    let second = order().await;
    assert!(first.starts_with("SBC-") && second.starts_with("NELUM-"), "{first} {second}");
    for number in [&first, &second] {
        let found = server.get(&format!("/api/orders?q={}", number.to_lowercase())).signed_in_as(&owner).ask().await.expect_status(200);
        let found: Vec<&Value> = found.as_array().unwrap().iter().map(|order| &order["orderId"]).collect();
        assert_eq!(found, [number.as_str()]);
        for who in [&owner, &buyer] {
            let shown = server.get(&format!("/api/orders/{}", number.to_lowercase())).signed_in_as(who).ask().await.expect_status(200);
            assert_eq!(shown["orderId"], number.as_str());
        }
    }
    shop.is_in_order("a").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_icons_of_a_shop_of_its_own_have_their_formats_and_colours() {
    let shop = Shop::new().await;
    let (server, owner) = renamed(&shop).await;
    publish(&server, &owner, "theme", |body| body["accent"] = json!("#4c3a8c")).await;
    let icon = async |address: &str| {
        let answer = server.get(address).send().await.unwrap();
        let kind = answer.headers()["content-type"].to_str().unwrap().to_owned();
        (kind, answer.bytes().await.unwrap())
    };
    let (kind, png) = icon("/apple-touch-icon.png").await;
    let touch = image::load_from_memory_with_format(&png, image::ImageFormat::Png).unwrap().to_rgba8();
    assert_eq!((kind.as_str(), touch.dimensions()), ("image/png", (180, 180)));
    assert_eq!(touch.get_pixel(0, 0).0, [0x4c, 0x3a, 0x8c, 255], "the ground has the shop's colour");
    let (kind, ico) = icon("/favicon.ico").await;
    assert_eq!((kind.as_str(), &ico[..6], ico[6]), ("image/x-icon", &[0_u8, 0, 1, 0, 2, 0][..], 32));
    let page = server.get("/").send().await.unwrap().text().await.unwrap();
    for link in [r#"<link rel="icon" href="/favicon.ico""#, r#"<link rel="apple-touch-icon" href="/apple-touch-icon.png">"#] {
        assert!(page.contains(link) || !page.contains("<link rel=\"icon\""), "{link}: {page}");
    }
    let manifest = server.get("/site.webmanifest").ask().await.expect_status(200);
    assert_eq!((&manifest["name"], &manifest["icons"][1]["src"]), (&json!("Sumudu Beauty"), &json!("/icon-512.png")));
}
