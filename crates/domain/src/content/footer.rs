//! The foot of every page of the storefront.

use crate::content::document_value::DocumentValue;
use crate::content::identity::is_demo_shop;
use crate::content::link::LinkTarget;
use crate::content::reader::{Field, Reader};
use crate::shared::text::Text;

/// The most links of the footer.
pub const MAX_LINKS: usize = 12;

/// A link with its words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    pub label: Text<1, 40>,
    pub to: LinkTarget,
}

impl Link {
    pub(super) fn read(reader: &mut Reader, field: &Field<'_>) -> Option<Self> {
        let label = reader.parsed(&field.get("label"), Text::parse);
        let to = reader.parsed(&field.get("to"), LinkTarget::parse);
        Some(Self { label: label?, to: to? })
    }

    /// A link, or none where the field is absent or null.
    pub(super) fn read_optional(reader: &mut Reader, field: &Field<'_>) -> Option<Option<Self>> {
        if field.is_null() { Some(None) } else { Self::read(reader, field).map(Some) }
    }

    pub(super) fn value(&self) -> DocumentValue {
        DocumentValue::map([("label", (&self.label).into()), ("to", (&self.to).into())])
    }
}

/// The last line of the footer, such as «Powered by Rust».
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Credit {
    /// The words before the link.
    pub text: Text<0, 60>,
    pub link: Link,
}

/// The document `footer`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Footer {
    /// The heading of the text about the shop.
    pub about_heading: Text<1, 60>,
    /// The text about the shop.
    pub about: Text<0, 600>,
    /// The heading of the links.
    pub links_heading: Text<1, 60>,
    pub links: Vec<Link>,
    /// The heading of the contact details.
    pub contact_heading: Text<1, 60>,
    /// The line about delivery below the contact details.
    pub delivery: Text<0, 100>,
    /// What stands behind year and name of the shop in the line of the copyright.
    pub rights: Text<0, 100>,
    /// The credit; `None` shows none.
    pub credit: Option<Credit>,
}

/// What follows the name of the demo shop in its text about itself.
const DEMO_ABOUT: &str = " is a Sri Lankan house of cosmetics and perfumes. We choose honest skincare, colour and scent made on the island, \
                          and bring them to every doorstep in it.";

impl Footer {
    /// The footer of a shop that has published none: that of the demo shop, or one without promises.
    pub(super) fn default_value(shop_name: &str) -> DocumentValue {
        let link = |(label, to): (&str, &str)| DocumentValue::map([("label", label.into()), ("to", to.into())]);
        let (about, delivery) =
            if is_demo_shop(shop_name) { (format!("{shop_name}{DEMO_ABOUT}"), "Island-wide delivery") } else { Default::default() };
        DocumentValue::map([
            ("aboutHeading", "About Us".into()),
            ("about", about.into()),
            ("linksHeading", "Quick Links".into()),
            ("links", DocumentValue::List([("Home", "/"), ("Products", "/products"), ("Contact", "/contact")].map(link).into())),
            ("contactHeading", "Contact Us".into()),
            ("delivery", delivery.into()),
            ("rights", "All rights reserved.".into()),
            ("credit", DocumentValue::map([("text", "Powered by".into()), ("link", link(("Rust", "https://www.rust-lang.org")))])),
        ])
    }

    pub(super) fn read(reader: &mut Reader, field: &Field<'_>) -> Option<Self> {
        let [about_heading, links_heading, contact_heading] =
            ["aboutHeading", "linksHeading", "contactHeading"].map(|name| reader.parsed(&field.get(name), Text::parse));
        let about = reader.parsed(&field.get("about"), Text::parse);
        let links = reader.list(&field.get("links"), (0, MAX_LINKS), Link::read);
        let [delivery, rights] = ["delivery", "rights"].map(|name| reader.parsed(&field.get(name), Text::parse));
        let credit = credit(reader, &field.get("credit"));
        Some(Self {
            about_heading: about_heading?,
            about: about?,
            links_heading: links_heading?,
            links: links?,
            contact_heading: contact_heading?,
            delivery: delivery?,
            rights: rights?,
            credit: credit?,
        })
    }

    pub(super) fn value(&self) -> DocumentValue {
        let credit = |credit: &Credit| DocumentValue::map([("text", (&credit.text).into()), ("link", credit.link.value())]);
        DocumentValue::map([
            ("aboutHeading", (&self.about_heading).into()),
            ("about", (&self.about).into()),
            ("linksHeading", (&self.links_heading).into()),
            ("links", DocumentValue::list(&self.links, Link::value)),
            ("contactHeading", (&self.contact_heading).into()),
            ("delivery", (&self.delivery).into()),
            ("rights", (&self.rights).into()),
            ("credit", self.credit.as_ref().map(credit).into()),
        ])
    }
}

fn credit(reader: &mut Reader, field: &Field<'_>) -> Option<Option<Credit>> {
    if field.is_null() {
        return Some(None);
    }
    let text = reader.parsed(&field.get("text"), Text::parse);
    let link = Link::read(reader, &field.get("link"));
    Some(Some(Credit { text: text?, link: link? }))
}
