//! The shop's content on several instances: no instance shows a draft, and each shows a publication within a second.

use std::io::Cursor;
use std::time::Duration;

use domain::accounts::staff_role::StaffRole;
use image::{ImageFormat, RgbImage};
use reqwest::RequestBuilder;
use serde_json::{Value, json};
use test_harness::accounts::{SignedInAs as _, SignedInUser};
use test_harness::answer::Ask as _;
use test_harness::instance::Instance;

use crate::checkout::count;
use crate::shop::Shop;
use crate::users::{admin, customer, staff};

/// The longest time until all instances show a publication.
const SEEN: Duration = Duration::from_secs(1);

async fn draft(server: &Instance, admin: &SignedInUser, doc: &str) -> Value {
    server.get(&format!("/api/admin/content/{doc}")).signed_in_as(admin).ask().await.expect_status(200)
}

/// Saves what `edit` makes of the present draft, and answers its revision.
async fn save(server: &Instance, admin: &SignedInUser, doc: &str, edit: impl FnOnce(&mut Value)) -> Value {
    let mut present = draft(server, admin, doc).await;
    edit(&mut present["draft"]);
    let body = json!({"body": present["draft"], "revision": present["revision"]});
    let saved = server.put(&format!("/api/admin/content/{doc}")).signed_in_as(admin).json(&body).ask().await.expect_status(200);
    saved["content"]["revision"].clone()
}

/// Publishes what `edit` makes of the present draft.
pub(crate) async fn publish(server: &Instance, admin: &SignedInUser, doc: &str, edit: impl FnOnce(&mut Value)) {
    let revision = save(server, admin, doc, edit).await;
    publish_revision(server, admin, doc, &revision).await;
}

async fn publish_revision(server: &Instance, admin: &SignedInUser, doc: &str, revision: &Value) -> Value {
    let call = server.post(&format!("/api/admin/content/{doc}/publish")).signed_in_as(admin).json(&json!({"revision": revision}));
    call.ask().await.expect_status(200)
}

/// Name, title of the home page's first section of text, and pages, as an instance shows them.
async fn shown(server: &Instance) -> [Value; 3] {
    let content = server.get("/api/content").ask().await.expect_status(200);
    let shop = server.get("/api/shop").ask().await.expect_status(200);
    [shop["name"].clone(), content["home"]["sections"][1]["heading"].clone(), content["pages"].clone()]
}

/// The body of an answer or a page.
async fn text_of(server: &Instance, address: &str) -> String {
    server.get(address).send().await.unwrap().text().await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_publication_is_seen_everywhere_and_a_draft_nowhere() {
    let shop = Shop::new().await;
    let (one, other) = tokio::join!(shop.start("a"), shop.start("b"));
    let owner = admin(&shop).await;
    let before = shown(&one).await;
    for _ in 0..3 {
        assert_eq!((shown(&one).await, shown(&other).await), (before.clone(), before.clone()));
    }
    let name = save(&one, &owner, "identity", |identity| identity["name"] = "Nelum".into()).await;
    let home = save(&one, &owner, "home", |home| home["sections"][1]["heading"] = "Hello".into()).await;
    let about = save(&one, &owner, "page:about", |page| page["title"] = "Our story".into()).await;
    tokio::time::sleep(SEEN).await;
    assert_eq!((shown(&one).await, shown(&other).await), (before.clone(), before));
    assert_eq!(draft(&other, &owner, "home").await["isChanged"], true);
    for address in ["/", "/contact", "/pages/about", "/api/content", "/api/pages/about", "/api/shop", "/sitemap.xml"] {
        let text = text_of(&one, address).await;
        assert!(!["Nelum", "Hello", "Our story"].iter().any(|words| text.contains(words)), "{address} shows a draft: {text}");
    }

    assert!(!text_of(&other, "/sitemap.xml").await.contains("/pages/about"));

    for (doc, revision) in [("identity", &name), ("home", &home), ("page:about", &about)] {
        publish_revision(&one, &owner, doc, revision).await;
    }
    let expected = [json!("Nelum"), json!("Hello"), json!([{"slug": "about", "title": "Our story"}])];
    assert_eq!(shown(&one).await, expected, "at once where it was published");
    tokio::time::sleep(SEEN).await;
    assert_eq!(shown(&other).await, expected);
    for instance in [&one, &other] {
        assert!(text_of(instance, "/sitemap.xml").await.contains("/pages/about</loc>"), "a cached sitemap knows the page");
    }
    other.get("/api/pages/about").ask().await.expect_status(200);
    assert_eq!(other.get("/api/pages/terms").ask().await.status, 404);
    shop.is_in_order("a").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn versions_never_change() {
    let shop = Shop::new().await;
    let server = shop.start("a").await;
    let owner = admin(&shop).await;
    let revision = save(&server, &owner, "footer", |footer| footer["rights"] = "Mine.".into()).await;
    assert_eq!(publish_revision(&server, &owner, "footer", &revision).await["content"]["published"]["version"], 1);
    publish_revision(&server, &owner, "footer", &revision).await;
    let database = shop.database().client().await;
    for change in ["UPDATE content_versions SET version = 2", "DELETE FROM content_versions", "TRUNCATE content_versions"] {
        let refused = database.batch_execute(change).await.unwrap_err();
        assert!(format!("{refused:?}").contains("content_versions is append-only"), "{change}: {refused:?}");
    }
    save(&server, &owner, "footer", |footer| footer["rights"] = "Yours.".into()).await;
    let restored = server.post("/api/admin/content/footer/restore").signed_in_as(&owner).json(&json!({"version": 1}));
    let restored = restored.ask().await.expect_status(200)["content"]["draft"].clone();
    assert_eq!(restored["rights"], "Mine.");
    let versions = server.get("/api/admin/content/footer/versions").signed_in_as(&owner).ask().await.expect_status(200);
    assert_eq!(versions.as_array().unwrap().len(), 1);
    assert_eq!(restored.to_string(), versions[0]["body"].to_string(), "a restored version is what it was");
    shop.is_in_order("a").await;
}

/// The home page, the contact page and the content, as an instance sends them.
async fn bytes(server: &Instance) -> [String; 3] {
    [text_of(server, "/").await, text_of(server, "/contact").await, text_of(server, "/api/content").await]
}

#[tokio::test(flavor = "multi_thread")]
async fn a_version_that_is_restored_and_published_gives_the_former_bytes_everywhere() {
    let shop = Shop::new().await;
    let (one, other) = tokio::join!(shop.start("a"), shop.start("b"));
    let owner = admin(&shop).await;
    publish(&one, &owner, "footer", |footer| footer["rights"] = "Mine.".into()).await;
    tokio::time::sleep(SEEN).await;
    let former = bytes(&one).await;
    assert!(former[0].contains("Mine.") && former == bytes(&other).await);
    publish(&other, &owner, "footer", |footer| footer["rights"] = "Yours.".into()).await;
    assert!(bytes(&other).await.iter().all(|text| text.contains("Yours.") && !text.contains("Mine.")));

    let restore = one.post("/api/admin/content/footer/restore").signed_in_as(&owner).json(&json!({"version": 1}));
    let restored = restore.ask().await.expect_status(200);
    publish_revision(&one, &owner, "footer", &restored["content"]["revision"]).await;
    tokio::time::sleep(SEEN).await;
    assert_eq!(bytes(&one).await, former);
    assert_eq!(bytes(&other).await, former);
    let bodies = "SELECT count(DISTINCT body::text) FROM content_versions WHERE version IN (1, 3)";
    assert_eq!(count(&shop, bodies).await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn pictures_of_drafts_and_of_all_versions_survive_the_sweep() {
    let shop = Shop::new().await;
    let server = shop.start("a").await;
    let owner = admin(&shop).await;
    let mut pictures = Vec::new();
    for _ in 0..4 {
        let picture = upload(&server, 8, 8).signed_in_as(&owner).ask().await.expect_status(201);
        pictures.push(picture["url"].as_str().unwrap().to_owned());
    }
    for version in &pictures[..2] {
        publish(&server, &owner, "identity", |identity| identity["logo"] = version.as_str().into()).await;
    }
    save(&server, &owner, "identity", |identity| identity["logo"] = pictures[2].as_str().into()).await;
    assert!(server.terminate().await.success());
    let age = "UPDATE uploads SET uploaded_at = now() - interval '25 hours'";
    assert_eq!(shop.database().client().await.execute(age, &[]).await.unwrap(), 4);

    // The first sweep runs at the start.
    let server = shop.start("a").await;
    while count(&shop, "SELECT count(*) FROM uploads WHERE deleted_at IS NOT NULL").await < 1 {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let mut statuses = Vec::new();
    for picture in &pictures {
        statuses.push(server.get(picture).send().await.unwrap().status().as_u16());
    }
    assert_eq!(statuses, [200, 200, 200, 404], "of a former version, of the present one, of a draft, and of nothing");
    shop.is_in_order("a").await;
}

/// Uploads a picture of this size for the content.
fn upload(server: &Instance, width: u32, height: u32) -> RequestBuilder {
    let mut file = Cursor::new(Vec::new());
    RgbImage::new(width, height).write_to(&mut file, ImageFormat::Png).unwrap();
    let head = "--b\r\nContent-Disposition: form-data; name=\"purpose\"\r\n\r\ncontent\r\n\
                --b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"icon.png\"\r\nContent-Type: image/png\r\n\r\n";
    let body = [head.as_bytes(), file.get_ref(), b"\r\n--b--\r\n"].concat();
    server.post("/api/images").header("Content-Type", "multipart/form-data; boundary=b").body(body)
}

#[tokio::test(flavor = "multi_thread")]
async fn an_icon_is_an_upload_of_its_size() {
    let shop = Shop::new().await;
    let server = shop.start("a").await;
    let (owner, packer, buyer) = tokio::join!(admin(&shop), staff(&shop, StaffRole::Fulfilment), customer(&shop));
    for (who, status) in [(&owner, 201), (&packer, 403), (&buyer, 403)] {
        assert_eq!(upload(&server, 8, 8).signed_in_as(who).ask().await.status, status, "{}", who.email);
    }
    assert_eq!(upload(&server, 8, 8).ask().await.status, 401);
    let present = draft(&server, &owner, "identity").await;
    let with_icon = async |address: &str, revision: &Value| {
        let mut body = present["draft"].clone();
        body["favicon"] = address.into();
        let body = json!({"body": body, "revision": revision});
        server.put("/api/admin/content/identity").signed_in_as(&owner).json(&body).ask().await
    };
    for (width, height, fits) in [(512, 513, false), (511, 511, false), (512, 512, true), (700, 700, true)] {
        let icon = upload(&server, width, height).signed_in_as(&owner).ask().await.expect_status(201);
        let revision = draft(&server, &owner, "identity").await["revision"].clone();
        let saved = with_icon(icon["url"].as_str().unwrap(), &revision).await;
        if fits {
            saved.expect_status(200);
        } else {
            let refused = saved.expect_problem(422, "request.invalid");
            assert!(refused["errors"]["body.favicon"].is_array(), "{width} x {height}: {refused}");
        }
    }
    let revision = draft(&server, &owner, "identity").await["revision"].clone();
    with_icon("/images/1772586000000-never.webp", &revision).await.expect_problem(422, "image.gone");
    assert_eq!(revision, 2);
    publish_revision(&server, &owner, "identity", &revision).await;
    shop.is_in_order("a").await;
}
