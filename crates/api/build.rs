//! Rebuilds the binary when the web app has changed: its files are embedded. Has addresses that the loader must correct
//! written in short, which saves 1.7 MB of the binary and of what a start reads, and functions of equal code kept once.

use std::env;

fn main() {
    println!("cargo:rerun-if-changed=../../frontend/dist");
    println!("cargo:rerun-if-changed=../../frontend/dist-ssr");
    println!("cargo:rerun-if-changed=demo");
    let target = |part: &str| env::var(format!("CARGO_CFG_TARGET_{part}")).unwrap_or_default();
    if target("OS") == "linux" && target("ENV") == "gnu" {
        // glibc reads them from 2.36 on, which Debian 12 has.
        println!("cargo:rustc-link-arg-bins=-Wl,-z,pack-relative-relocs");
        // Rust does not promise that two functions have two addresses. Here rustc links with LLD; GNU's linker lacks this option.
        if env::var("PROFILE").as_deref() == Ok("release") && target("ARCH") == "x86_64" {
            println!("cargo:rustc-link-arg-bins=-Wl,--icf=all");
        }
    }
}
