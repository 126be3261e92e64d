//! The built web app inside the binary. A debug build reads the files from the source tree instead.

use std::borrow::Cow;

use actix_web::web::Bytes;
use rust_embed::RustEmbed;
use shop_http::pages::web_app::{WebApp, WebFile};

#[derive(RustEmbed)]
#[folder = "../../frontend/dist"]
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
