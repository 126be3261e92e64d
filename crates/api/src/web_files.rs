//! The built web app inside the binary. A debug build reads the files from the source tree instead.
//!
//! Scripts and styles are in it in brotli alone, which saves 3 MB; the few clients that do not accept it get them unpacked.

use std::borrow::Cow;

use actix_web::web::Bytes;
use rust_embed::RustEmbed;
use shop_http::pages::web_app::{WebApp, WebFile};
use shop_http::response::encoded_body::EncodedBody;

#[derive(RustEmbed)]
#[folder = "../../frontend/dist"]
#[exclude = "assets/*.js"]
#[exclude = "assets/*.css"]
#[exclude = ".vite/manifest.json"]
#[allow_missing = true]
struct WebFiles;

/// The bundle that renders the public pages.
#[derive(RustEmbed)]
#[folder = "../../frontend/dist-ssr"]
#[include = "ssr.js.br"]
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
    let page_bundle = PageBundle::get("ssr.js.br");
    let page_bundle = page_bundle.map(|file| EncodedBody::packed("text/javascript", bytes(file.data), &file.metadata.sha256_hash()));
    WebApp::new(WebFiles::iter().filter_map(file)).with_page_bundle(page_bundle)
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
