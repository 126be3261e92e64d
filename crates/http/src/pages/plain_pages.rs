//! The plain pages: the shell with a title and the data that all pages share, without markup. The browser renders them.

use std::collections::HashMap;

use domain::content::identity::is_demo_shop;

use super::shell::{Content, Shell};
use super::shown_content::{Look, ShownContent};
use super::web_pages::HOME_TAGLINE;
use super::{address, page_data};
use crate::response::encoded_body::EncodedBody;
use crate::server::config::HttpConfig;

/// The plain pages of one state of the content.
#[derive(Default)]
pub(super) struct PlainPages {
    /// The content that they were made from; `None` for the configured details.
    content: Option<ShownContent>,
    /// The page under each title; `None` is the shop's own title.
    pages: HashMap<Option<&'static str>, EncodedBody>,
}

impl PlainPages {
    /// Makes all of them, which takes a few milliseconds.
    pub(super) fn make(shell: &Shell, configured: &HttpConfig, content: Option<ShownContent>) -> Self {
        let config = content.as_ref().map_or_else(|| configured.clone(), |content| content.config(configured));
        let common = page_data::common(&config, content.as_ref());
        let configured = Look { has_made_icons: !is_demo_shop(&config.shop.name), ..Look::default() };
        let look = content.as_ref().map_or(configured, ShownContent::look);
        let page = |title| {
            let full = full_title(&config.shop.name, content.as_ref(), title);
            let page =
                Content { title: Some(&full), seed: common.as_deref(), shop: Some(&config.shop), look: look.clone(), ..Content::default() };
            (title, html(shell.page(&page)))
        };
        let pages = address::titles().map(Some).chain([None]).map(page).collect();
        Self { content, pages }
    }

    /// The page under a title; `None` where the web app has no shell.
    pub(super) fn page(&self, title: Option<&'static str>) -> Option<&EncodedBody> {
        self.pages.get(&title)
    }

    /// Whether they were made from this content.
    pub(super) fn are_of(&self, content: &ShownContent) -> bool {
        self.content.as_ref() == Some(content)
    }
}

/// A page's title as the web app writes it.
pub(super) fn full_title(shop: &str, content: Option<&ShownContent>, title: Option<&str>) -> String {
    let tagline = content.map_or(if is_demo_shop(shop) { HOME_TAGLINE } else { "" }, ShownContent::tagline);
    let home_title = content.map_or("", ShownContent::home_title);
    match title {
        Some(title) => format!("{title} — {shop}"),
        None if !home_title.is_empty() => home_title.to_owned(),
        None if tagline.is_empty() => shop.to_owned(),
        None => format!("{shop} — {tagline}"),
    }
}

/// A finished page.
pub(super) fn html(page: String) -> EncodedBody {
    EncodedBody::compress("text/html; charset=utf-8", page)
}
