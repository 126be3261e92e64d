//! Builds the binary anew when the web app was built anew: its files are embedded.

fn main() {
    println!("cargo:rerun-if-changed=../../frontend/dist");
    println!("cargo:rerun-if-changed=../../frontend/dist-ssr");
    println!("cargo:rerun-if-changed=demo");
}
