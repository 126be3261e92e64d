//! A shop with a name of its own: nothing that visitors, customers and staff get has the name of the program, and the sources have it
//! in the listed places alone.

use std::fs;
use std::path::{Path, PathBuf};

use test_harness::accounts::SignedInAs as _;
use test_harness::answer::Ask as _;

use crate::shop::Shop;
use crate::users::admin;

/// The name of the program, which is also the name of a shop that configures and publishes none.
const NAME: &str = "araliya";

/// What visitors get: pages that the server renders, pages that the browser renders, a missing one, files for crawlers, and answers.
const ADDRESSES: [&str; 16] = [
    "/",
    "/products",
    "/products/productinfo/NONE",
    "/contact",
    "/pages/about",
    "/no/such/page",
    "/preview/",
    "/login",
    "/cart",
    "/setup",
    "/admin",
    "/robots.txt",
    "/sitemap.xml",
    "/.well-known/security.txt",
    "/api/shop",
    "/api/content",
];

/// The lines that have the name.
fn naming(text: &str) -> Vec<&str> {
    text.lines().filter(|line| line.to_lowercase().contains(NAME)).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_and_mails_of_a_named_shop_do_not_name_the_program() {
    let shop = Shop::new().await.with("SHOP_NAME", "Nelum").with("SHOP_EMAIL", "hello@nelum.example");
    let server = shop.start("a").await;
    for address in ADDRESSES {
        let text = server.get(address).send().await.unwrap().text().await.unwrap();
        assert!(!text.is_empty() && naming(&text).is_empty(), "{address}: {:?}", naming(&text));
    }
    let named = server.get("/contact").send().await.unwrap().text().await.unwrap();
    assert!(named.contains("Nelum"), "{named}");

    let owner = admin(&shop).await;
    let mails = server.get("/api/admin/mails").signed_in_as(&owner).ask().await.expect_status(200);
    let kinds: Vec<&str> = mails.as_array().unwrap().iter().map(|mail| mail["kind"].as_str().unwrap()).collect();
    assert!(kinds.len() > 10, "{mails}");
    for kind in kinds {
        let mail = server.get(&format!("/api/admin/mails/{kind}")).signed_in_as(&owner).ask().await;
        assert!(mail.status == 200 && mail.text.contains("Nelum") && naming(&mail.text).is_empty(), "{kind}: {:?}", mail.text);
    }
}

/// The files that have the name, and why. A folder ends with a slash.
const NAMED: [(&str, &str); 17] = [
    ("crates/api/src/config.rs", "the service in traces"),
    ("crates/api/src/demo/", "the demo shop"),
    ("crates/api/src/process/traces.rs", "the service in traces"),
    ("crates/adapter-auth/src/access_keys.rs", "the purpose of a derived key, which nobody is shown"),
    ("crates/adapter-auth/src/data_key_cipher.rs", "the same"),
    ("crates/adapter-auth/src/jwt_tokens.rs", "the audience of a token, which nobody is shown"),
    ("crates/adapter-auth/src/link_tokens.rs", "the same"),
    ("crates/adapter-auth/src/signer.rs", "the issuer of tokens"),
    ("crates/adapter-mail/src/test_mail.rs", "samples of tests"),
    ("crates/adapter-postgres/src/connection/connector.rs", "the name of the program's connections"),
    ("crates/application/src/content/samples.rs", "samples of tests"),
    ("crates/domain/src/content/identity.rs", "the details of the demo shop"),
    ("crates/http/src/metrics/exposition.rs", "the metric of the release"),
    ("crates/http/src/response/problem.rs", "the identifiers of problems"),
    ("frontend/src/app/preview/preview-message.ts", "the messages between editor and preview"),
    ("frontend/src/features/admin-content/preview.tsx", "the same"),
    ("frontend/src/ui/page-meta.tsx", "a shop of this name alone has the drawn share picture"),
];

/// Tools of development and tests.
const TOOLS: [&str; 5] = ["bench", "faults", "fake-payhere", "test-harness", "testkit"];

fn files_below(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files_below(&path, found);
        } else {
            found.push(path);
        }
    }
}

/// The files that are part of the program and of the web app.
fn sources(root: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(root.join("crates")).unwrap() {
        let folder = entry.unwrap().path();
        if !TOOLS.iter().any(|tool| folder.ends_with(tool)) {
            for part in ["src", "texts", "templates"].map(|part| folder.join(part)) {
                if part.is_dir() {
                    files_below(&part, &mut found);
                }
            }
        }
    }
    for part in ["src", "public"] {
        files_below(&root.join("frontend").join(part), &mut found);
    }
    found.push(root.join("frontend/index.html"));
    let is_test = |path: &PathBuf| path.iter().any(|part| part == "tests" || part == "test") || path.to_string_lossy().contains("tests.rs");
    found.retain(|path| !is_test(path) && !path.to_string_lossy().contains(".test.ts"));
    found
}

/// The text of a source without comments and without the tests at its end.
fn code(text: &str) -> String {
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    let is_comment = |line: &&str| ["//", "/*", "* "].iter().any(|mark| line.trim_start().starts_with(mark));
    code.lines().filter(|line| !is_comment(line)).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_sources_name_the_program_in_known_places_alone() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
    let found = sources(root);
    assert!(found.len() > 1_000, "{} files", found.len());
    let named: Vec<String> = found
        .iter()
        // Pictures and fonts are no text.
        .filter(|path| fs::read_to_string(path).is_ok_and(|text| code(&text).to_lowercase().contains(NAME)))
        .map(|path| path.strip_prefix(root).unwrap().to_string_lossy().into_owned())
        .collect();
    let is_at = |path: &String, place: &str| if place.ends_with('/') { path.starts_with(place) } else { path == place };
    let unknown: Vec<&String> = named.iter().filter(|path| !NAMED.iter().any(|(place, _)| is_at(path, place))).collect();
    assert!(unknown.is_empty(), "take the name from the shop's identity, or list the file with its reason: {unknown:?}");
    for (place, _) in NAMED {
        assert!(named.iter().any(|path| is_at(path, place)), "{place} has the name no more");
    }
}
