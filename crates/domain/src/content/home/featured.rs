//! Products on the home page.

use super::{Heading, Intro};
use crate::catalog::product_code::ProductCode;
use crate::content::document_value::DocumentValue;
use crate::content::footer::Link;
use crate::content::reader::{Field, Reader};
use crate::shared::text::{Label, Text};

/// The most products that are chosen one by one.
pub const MAX_CHOSEN: usize = 8;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Featured {
    pub heading: Heading,
    /// The line below it.
    pub intro: Intro,
    pub source: FeaturedSource,
    /// The link to more of them; `None` shows none.
    pub link: Option<Link>,
}

/// Which products are featured: at most 8 of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FeaturedSource {
    /// The newest of those with a discount.
    Discounted,
    /// The newest.
    Newest,
    /// Those that sold most in 30 days.
    Bestselling,
    /// The newest of a category.
    Category(Label),
    /// The newest of a brand.
    Brand(Label),
    /// These, in this order; those that are not sold are left out.
    Chosen(Vec<ProductCode>),
}

impl Featured {
    pub(super) fn read(reader: &mut Reader, field: &Field<'_>) -> Option<Self> {
        let heading = reader.parsed(&field.get("heading"), Text::parse);
        let intro = reader.parsed(&field.get("intro"), Text::parse);
        let source = FeaturedSource::read(reader, &field.get("source"));
        let link = Link::read_optional(reader, &field.get("link"));
        Some(Self { heading: heading?, intro: intro?, source: source?, link: link? })
    }

    pub(super) fn value(&self) -> DocumentValue {
        DocumentValue::map([
            ("heading", (&self.heading).into()),
            ("intro", (&self.intro).into()),
            ("source", self.source.value()),
            ("link", self.link.as_ref().map(Link::value).into()),
        ])
    }
}

impl FeaturedSource {
    fn read(reader: &mut Reader, field: &Field<'_>) -> Option<Self> {
        match field.get("kind").text() {
            Some("discounted") => Some(Self::Discounted),
            Some("newest") => Some(Self::Newest),
            Some("bestselling") => Some(Self::Bestselling),
            Some("category") => reader.parsed(&field.get("name"), Label::parse).map(Self::Category),
            Some("brand") => reader.parsed(&field.get("name"), Label::parse).map(Self::Brand),
            Some("chosen") => {
                let chosen = |reader: &mut Reader, item: &Field<'_>| reader.parsed(item, ProductCode::parse);
                reader.list(&field.get("productIds"), (1, MAX_CHOSEN), chosen).map(Self::Chosen)
            }
            _ => reader.fault(&field.get("kind"), "must be one of discounted, newest, bestselling, category, brand, chosen"),
        }
    }

    fn value(&self) -> DocumentValue {
        let kind = |kind: &str| ("kind", kind.into());
        match self {
            Self::Discounted => DocumentValue::map([kind("discounted")]),
            Self::Newest => DocumentValue::map([kind("newest")]),
            Self::Bestselling => DocumentValue::map([kind("bestselling")]),
            Self::Category(name) => DocumentValue::map([kind("category"), ("name", name.into())]),
            Self::Brand(name) => DocumentValue::map([kind("brand"), ("name", name.into())]),
            Self::Chosen(codes) => {
                DocumentValue::map([kind("chosen"), ("productIds", DocumentValue::list(codes, |code| code.as_str().into()))])
            }
        }
    }
}
