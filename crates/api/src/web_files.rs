//! The built web app inside the binary. A debug build reads the files from the source tree instead.

use std::borrow::Cow;

use rust_embed::RustEmbed;
use shop_http::web_app::WebApp;

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
    let bundle = PageBundle::get("ssr.js").and_then(|file| String::from_utf8(file.data.into_owned()).ok());
    let web_app = WebApp::new(WebFiles::iter().filter_map(|name| {
        let bytes = match WebFiles::get(&name)?.data {
            Cow::Borrowed(bytes) => bytes.into(),
            Cow::Owned(bytes) => bytes.into(),
        };
        Some((name.into_owned(), bytes))
    }));
    web_app.with_page_bundle(bundle)
}
