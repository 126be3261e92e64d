//! The built web app inside the binary. A debug build reads the files from the source tree instead.
//!
//! Scripts and styles are in it compressed alone, which saves 2 MB; the few clients that accept no compression get them unpacked.

use std::borrow::Cow;

use actix_web::web::Bytes;
use rust_embed::RustEmbed;
use shop_http::pages::web_app::{WebApp, WebFile};

#[derive(RustEmbed)]
#[folder = "../../frontend/dist"]
#[exclude = "assets/*.js"]
#[exclude = "assets/*.css"]
#[allow_missing = true]
struct WebFiles;

/// The bundle that renders the public pages.
#[derive(RustEmbed)]
#[folder = "../../frontend/dist-ssr"]
#[include = "ssr.js"]
#[allow_missing = true]
struct PageBundle;

/// The web app, empty when it was not built.
pub(crate) fn web_app() -> WebApp {
    let file = |name: Cow<'static, str>| {
        let file = WebFiles::get(&name)?;
        // A release build has worked the digests out.
        let digest = file.metadata.sha256_hash();
        Some(WebFile { name: name.into_owned(), bytes: bytes(file.data), digest })
    };
    WebApp::new(WebFiles::iter().filter_map(file)).with_page_bundle(PageBundle::get("ssr.js").map(|bundle| bytes(bundle.data)))
}

/// Embedded files are not copied.
fn bytes(data: Cow<'static, [u8]>) -> Bytes {
    match data {
        Cow::Borrowed(bytes) => bytes.into(),
        Cow::Owned(bytes) => bytes.into(),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    #[test]
    fn every_script_and_style_of_the_build_is_served_as_it_is() {
        let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../frontend/dist/assets");
        let app = web_app();
        let mut compared = 0;
        for entry in fs::read_dir(assets).unwrap().map(Result::unwrap) {
            let name = entry.file_name().into_string().unwrap();
            if name.ends_with(".js") || name.ends_with(".css") {
                let served = app.file(&format!("/assets/{name}")).unwrap_or_else(|| panic!("{name} is not served"));
                assert!(fs::read(entry.path()).unwrap() == *served.plain(), "{name}");
                compared += 1;
            }
        }
        assert!(compared > 50, "{compared} files");
    }
}
