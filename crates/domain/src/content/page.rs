//! A page of text at `/pages/{slug}`.

use crate::content::document_value::DocumentValue;
use crate::content::reader::{Field, Reader};
use crate::content::rich_text::RichText;
use crate::content::slug::PageSlug;
use crate::content::templates;
use crate::shared::text::Text;

/// The document `page:{slug}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    pub title: Text<1, 120>,
    /// Its description in search results.
    pub description: Text<0, 160>,
    /// Whether visitors see it; a page that is published hidden answers 404.
    pub is_shown: bool,
    pub body: RichText,
}

impl Page {
    /// The draft that the owner begins with: a template, or an empty page.
    pub(super) fn default_value(slug: &PageSlug, shop_name: &str) -> DocumentValue {
        let (title, description, body) = templates::of(slug, shop_name);
        DocumentValue::map([
            ("title", title.into()),
            ("description", description.into()),
            ("isShown", true.into()),
            ("body", (&body).into()),
        ])
    }

    pub(super) fn read(reader: &mut Reader, field: &Field<'_>) -> Option<Self> {
        let title = reader.parsed(&field.get("title"), Text::parse);
        let description = reader.parsed(&field.get("description"), Text::parse);
        let is_shown = reader.flag(&field.get("isShown"), true);
        let body = RichText::read(reader, &field.get("body"));
        Some(Self { title: title?, description: description?, is_shown: is_shown?, body: body? })
    }

    pub(super) fn value(&self) -> DocumentValue {
        DocumentValue::map([
            ("title", (&self.title).into()),
            ("description", (&self.description).into()),
            ("isShown", self.is_shown.into()),
            ("body", (&self.body).into()),
        ])
    }
}
