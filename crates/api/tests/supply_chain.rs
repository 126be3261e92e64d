//! Dependencies: licences, bans, lowest versions and sources of `.config/deny.toml`. The file is cargo-deny's; this test checks the
//! parts that need no network.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use std::collections::BTreeSet;

use cargo_metadata::semver::VersionReq;
use cargo_metadata::{Metadata, MetadataCommand, Package};
use spdx::{Expression, Licensee, ParseMode};
use toml::{Table, Value};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// All packages of the build, tests and tools included.
fn metadata() -> Metadata {
    let mut command = MetadataCommand::new();
    command.manifest_path(format!("{ROOT}/Cargo.toml"));
    // Packages of other systems were never downloaded.
    command.other_options(["--locked", "--filter-platform", "x86_64-unknown-linux-gnu"].map(str::to_owned));
    command.exec().unwrap()
}

/// External packages.
fn packages(metadata: &Metadata) -> Vec<&Package> {
    let resolved: BTreeSet<_> = metadata.resolve.as_ref().unwrap().nodes.iter().map(|node| &node.id).collect();
    let others = metadata.packages.iter().filter(|package| resolved.contains(&package.id) && package.source.is_some());
    let others: Vec<_> = others.collect();
    assert!(others.len() > 100, "only {} packages", others.len());
    others
}

fn rules(section: &str) -> Table {
    let text = std::fs::read_to_string(format!("{ROOT}/.config/deny.toml")).unwrap();
    text.parse::<Table>().unwrap()[section].as_table().unwrap().clone()
}

fn texts(list: &Value) -> Vec<String> {
    list.as_array().unwrap().iter().map(|text| text.as_str().unwrap().to_owned()).collect()
}

/// Whether a licence is allowed. Old manifests write a slash for OR.
fn is_allowed(license: &str, allowed: &[Licensee]) -> bool {
    let expression = Expression::parse_mode(license, ParseMode::LAX).unwrap_or_else(|error| panic!("{license}: {error}"));
    expression.evaluate(|requirement| allowed.iter().any(|licensee| licensee.satisfies(requirement)))
}

fn allowed_licenses() -> Vec<Licensee> {
    texts(&rules("licenses")["allow"]).iter().map(|name| Licensee::parse(name).unwrap()).collect()
}

#[test]
fn every_licence_is_one_of_those_allowed() {
    let (metadata, allowed) = (metadata(), allowed_licenses());
    for package in packages(&metadata) {
        let license = package.license.as_deref().unwrap_or_else(|| panic!("{} names no licence", package.name));
        assert!(is_allowed(license, &allowed), "{} {} is under {license}", package.name, package.version);
    }
}

/// The bans of the file: a name and its versions.
fn bans() -> Vec<(String, VersionReq)> {
    let entries = rules("bans")["deny"].as_array().unwrap().clone();
    let ban = |entry: &Value| {
        let spec = entry["crate"].as_str().unwrap();
        assert!(!spec.contains('@'), "{spec} bans one version, not those below it");
        let (name, versions) = spec.split_once(':').unwrap_or((spec, "*"));
        assert!(!entry["reason"].as_str().unwrap().is_empty(), "{spec} is banned without a reason");
        (name.to_owned(), VersionReq::parse(versions).unwrap())
    };
    entries.iter().map(ban).collect()
}

fn is_banned(name: &str, version: &cargo_metadata::semver::Version, bans: &[(String, VersionReq)]) -> bool {
    bans.iter().any(|(banned, versions)| banned == name && versions.matches(version))
}

#[test]
fn nothing_banned_is_built_and_nothing_below_its_floor() {
    let (metadata, bans) = (metadata(), bans());
    for package in packages(&metadata) {
        assert!(!is_banned(package.name.as_str(), &package.version, &bans), "{} {} is banned", package.name, package.version);
    }
}

#[test]
fn everything_comes_from_the_public_registry() {
    let metadata = metadata();
    let allowed = texts(&rules("sources")["allow-registry"]);
    for package in packages(&metadata) {
        let source = &package.source.as_ref().unwrap().repr;
        let known = source.strip_prefix("registry+").is_some_and(|registry| allowed.iter().any(|one| one == registry));
        assert!(known, "{} comes from {source}", package.name);
    }
}

#[test]
fn the_rules_can_be_broken() {
    let (allowed, bans) = (allowed_licenses(), bans());
    for license in ["GPL-3.0-only", "AGPL-3.0-or-later", "LGPL-2.1-or-later", "MIT AND GPL-2.0-only", "MPL-2.0", "SSPL-1.0"] {
        assert!(!is_allowed(license, &allowed), "{license}");
    }
    for license in ["MIT/Apache-2.0", "MIT OR GPL-3.0-only", "Apache-2.0 WITH LLVM-exception"] {
        assert!(is_allowed(license, &allowed), "{license}");
    }
    for (name, version, banned) in
        [("openssl", "99.0.0", true), ("tokio", "1.20.0", true), ("tokio", "1.54.1", false), ("serde", "1.0.0", false)]
    {
        assert_eq!(is_banned(name, &version.parse().unwrap(), &bans), banned, "{name} {version}");
    }
}
