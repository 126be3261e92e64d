//! Checks which crate uses which, and which technology belongs to which crate (docs/architecture.md).
#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::{BTreeMap, BTreeSet};

use cargo_metadata::{DependencyKind, Metadata, MetadataCommand, Package};

/// The crates of the workspace that each crate may use in its library or binary. A crate without a row fails the test.
const MAY_USE: &[(&str, &[&str])] = &[
    ("domain", &[]),
    ("application", &["domain"]),
    ("adapter-postgres", &["domain", "search-text"]),
    ("adapter-search", &["bounded-executor", "domain", "search-text"]),
    ("adapter-storage", &["bounded-executor", "domain", "picture-codec"]),
    ("adapter-auth", &["bounded-executor", "domain"]),
    ("adapter-mail", &["domain"]),
    ("adapter-payhere", &["domain"]),
    ("backup-file", &[]),
    ("bounded-executor", &[]),
    ("picture-codec", &[]),
    ("search-text", &[]),
    ("embedded-postgres", &[]),
    ("page-renderer", &[]),
    ("shop-http", &["application", "domain", "page-renderer"]),
    (
        "api",
        &[
            "adapter-auth",
            "adapter-mail",
            "adapter-payhere",
            "adapter-postgres",
            "adapter-search",
            "adapter-storage",
            "application",
            "backup-file",
            "domain",
            "embedded-postgres",
            "shop-http",
        ],
    ),
    ("bench", &["adapter-auth", "adapter-postgres", "domain", "embedded-postgres", "test-harness"]),
    // It knows the program from outside alone; of testkit it uses the servers for pictures and mail.
    ("faults", &["embedded-postgres", "test-harness", "testkit"]),
    // It checks the shop's signatures by its own code.
    ("fake-payhere", &[]),
    ("test-harness", &[]),
    ("testkit", &["adapter-postgres", "adapter-search", "domain", "embedded-postgres"]),
];

/// The crates that may use these external crates in their library or binary.
const ONLY_IN: &[(&str, &[&str])] = &[
    ("diesel", &["adapter-postgres"]),
    ("diesel-async", &["adapter-postgres"]),
    ("diesel_migrations", &["adapter-postgres"]),
    ("actix-web", &["shop-http", "api", "bench", "fake-payhere"]),
    ("actix-http", &["shop-http"]),
    ("actix-server", &["shop-http"]),
    ("actix-service", &["shop-http"]),
    ("utoipa", &["shop-http"]),
    ("jsonwebtoken", &["adapter-auth"]),
    ("argon2", &["adapter-auth"]),
    ("oauth2", &["adapter-auth"]),
    ("aws-lc-rs", &["adapter-auth", "backup-file"]),
    ("totp-rs", &["adapter-auth"]),
    ("qrcodegen", &["shop-http"]),
    ("object_store", &["adapter-storage"]),
    ("image", &["picture-codec"]),
    ("lettre", &["adapter-mail"]),
    ("askama", &["adapter-mail"]),
    ("md-5", &["adapter-payhere", "fake-payhere"]),
    ("tantivy", &["adapter-search"]),
    ("rquickjs", &["page-renderer"]),
    ("scrypt", &["backup-file"]),
    ("tar", &["backup-file"]),
    ("clap", &["api", "bench"]),
    ("opentelemetry", &["api"]),
    ("opentelemetry_sdk", &["api"]),
    ("tracing-opentelemetry", &["api"]),
];

/// The external crates of the domain: none does I/O or reads the clock.
const DOMAIN_USES: &[&str] =
    &["async-trait", "chrono", "chrono-tz", "idna", "mockall", "serde", "serde_json", "thiserror", "unicode-normalization", "uuid"];

fn metadata() -> Metadata {
    MetadataCommand::new().manifest_path(concat!(env!("CARGO_MANIFEST_DIR"), "/../../Cargo.toml")).no_deps().exec().unwrap()
}

/// The names of the dependencies of a package's library or binary.
fn uses(package: &Package) -> BTreeSet<String> {
    package.dependencies.iter().filter(|d| d.kind != DependencyKind::Development).map(|d| d.name.clone()).collect()
}

#[test]
fn crates_use_only_what_they_may() {
    let metadata = metadata();
    let table: BTreeMap<&str, &[&str]> = MAY_USE.iter().copied().collect();
    let ours: BTreeSet<String> = metadata.workspace_packages().iter().map(|p| p.name.to_string()).collect();
    for name in table.keys() {
        assert!(ours.contains(*name), "{name} has a row but is no crate");
    }
    for package in metadata.workspace_packages() {
        let name = package.name.as_str();
        let allowed = table.get(name).unwrap_or_else(|| panic!("{name} has no row in MAY_USE"));
        for used in uses(package).intersection(&ours) {
            assert!(allowed.contains(&used.as_str()), "{name} must not use {used}");
        }
    }
}

#[test]
fn each_technology_stays_in_its_place() {
    for package in metadata().workspace_packages() {
        for used in uses(package) {
            if let Some((_, places)) = ONLY_IN.iter().find(|(name, _)| *name == used) {
                assert!(places.contains(&package.name.as_str()), "{} must not use {used}", package.name);
            }
        }
    }
}

#[test]
fn the_domain_uses_nothing_that_reaches_outside() {
    let metadata = metadata();
    let domain = metadata.workspace_packages().into_iter().find(|p| p.name.as_str() == "domain").unwrap();
    for used in uses(domain) {
        assert!(DOMAIN_USES.contains(&used.as_str()), "the domain must not use {used}");
    }
}
