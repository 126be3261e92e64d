//! A page of text at `/pages/{slug}`.

use serde_json::{Value, json};

use crate::content::reader::document;
use crate::content::rich_text::RichText;
use crate::content::slug::PageSlug;
use crate::content::templates;
use crate::shared::text::Text;

document! {
    /// The document `page:{slug}`.
    pub struct Page {
        pub title: Text<1, 120>,
        /// Its description in search results.
        pub description: Text<0, 160>,
        /// Whether visitors see it; a page that is published hidden answers 404.
        pub is_shown: bool = true,
        pub body: RichText,
    }
}

impl Page {
    /// The draft that the owner begins with: a template, or an empty page.
    pub(super) fn default_value(slug: &PageSlug, shop_name: &str) -> Value {
        let (title, description, body) = templates::of(slug, shop_name);
        json!({ "title": title, "description": description, "isShown": true, "body": body })
    }
}
