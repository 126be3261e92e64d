//! The built web app inside the binary. A debug build reads the files from the source tree instead.

use std::borrow::Cow;

use rust_embed::RustEmbed;
use shop_http::web_app::WebApp;

#[derive(RustEmbed)]
#[folder = "../../frontend/dist"]
#[allow_missing = true]
struct WebFiles;

/// The web app, empty when it was not built.
pub(crate) fn web_app() -> WebApp {
    WebApp::new(WebFiles::iter().filter_map(|name| {
        let bytes = match WebFiles::get(&name)?.data {
            Cow::Borrowed(bytes) => bytes.into(),
            Cow::Owned(bytes) => bytes.into(),
        };
        Some((name.into_owned(), bytes))
    }))
}
