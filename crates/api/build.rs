//! Rebuilds the binary when the web app has changed: its files are embedded. Has addresses that the loader must correct
//! written in short, which saves 1.7 MB of the binary and of what a start reads.

use std::env;

fn main() {
    println!("cargo:rerun-if-changed=../../frontend/dist");
    println!("cargo:rerun-if-changed=../../frontend/dist-ssr");
    println!("cargo:rerun-if-changed=demo");
    let target = |part: &str| env::var(format!("CARGO_CFG_TARGET_{part}")).unwrap_or_default();
    if target("OS") == "linux" && target("ENV") == "gnu" {
        // glibc reads them from 2.36 on, which Debian 12 has.
        println!("cargo:rustc-link-arg-bins=-Wl,-z,pack-relative-relocs");
    }
}
