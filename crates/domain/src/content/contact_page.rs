//! The texts of the contact page. Telephone, address and hours on it are those of the identity.

use crate::content::document_value::DocumentValue;
use crate::content::identity::is_demo_shop;
use crate::content::reader::{Field, Reader};
use crate::content::rich_text::RichText;
use crate::content::rich_text::build::{p, rich};
use crate::shared::text::Text;

/// The document `contact`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContactPage {
    /// The title of the page.
    pub title: Text<1, 60>,
    /// The line below the title.
    pub intro: Text<0, 200>,
    /// The description in search results; the opening hours are appended.
    pub description: Text<0, 160>,
    /// The heading of the contact details.
    pub details_heading: Text<1, 60>,
    /// The line about delivery among the details.
    pub delivery: Text<0, 100>,
    /// The heading of the form.
    pub form_heading: Text<1, 60>,
    /// The heading of the text about the shop.
    pub about_heading: Text<1, 60>,
    /// The text about the shop; empty shows none.
    pub about: RichText,
}

/// Intro, description, line about delivery and text about the demo shop.
fn demo_texts(shop_name: &str) -> (&'static str, &'static str, &'static str, RichText) {
    let house = format!(
        "{shop_name} is a Sri Lankan house of cosmetics and perfumes. We choose honest skincare, colour and scent made on the island."
    );
    let about = rich([
        p(house),
        p("Whatever you order is packed by people who use it themselves, and brought to every doorstep from Point Pedro to Dondra Head."),
    ]);
    ("Call, write or drop in. A person answers.", "Call, write or visit us. Island-wide delivery.", "Island-wide delivery", about)
}

impl ContactPage {
    /// The texts of a shop that has published none: those of the demo shop, or headings alone.
    pub(super) fn default_value(shop_name: &str) -> DocumentValue {
        let (intro, description, delivery, about) = if is_demo_shop(shop_name) { demo_texts(shop_name) } else { Default::default() };
        DocumentValue::map([
            ("title", "Contact".into()),
            ("intro", intro.into()),
            ("description", description.into()),
            ("detailsHeading", "Store Details".into()),
            ("delivery", delivery.into()),
            ("formHeading", "Get in Touch".into()),
            ("aboutHeading", "About Us".into()),
            ("about", (&about).into()),
        ])
    }

    pub(super) fn read(reader: &mut Reader, field: &Field<'_>) -> Option<Self> {
        let [title, details_heading, form_heading, about_heading] =
            ["title", "detailsHeading", "formHeading", "aboutHeading"].map(|name| reader.parsed(&field.get(name), Text::parse));
        let intro = reader.parsed(&field.get("intro"), Text::parse);
        let description = reader.parsed(&field.get("description"), Text::parse);
        let delivery = reader.parsed(&field.get("delivery"), Text::parse);
        let about = RichText::read(reader, &field.get("about"));
        Some(Self {
            title: title?,
            intro: intro?,
            description: description?,
            details_heading: details_heading?,
            delivery: delivery?,
            form_heading: form_heading?,
            about_heading: about_heading?,
            about: about?,
        })
    }

    pub(super) fn value(&self) -> DocumentValue {
        DocumentValue::map([
            ("title", (&self.title).into()),
            ("intro", (&self.intro).into()),
            ("description", (&self.description).into()),
            ("detailsHeading", (&self.details_heading).into()),
            ("delivery", (&self.delivery).into()),
            ("formHeading", (&self.form_heading).into()),
            ("aboutHeading", (&self.about_heading).into()),
            ("about", (&self.about).into()),
        ])
    }
}
