//! The texts of the contact page. Telephone, address and hours on it are those of the identity.

use serde_json::{Value, json};

use crate::content::identity::is_demo_shop;
use crate::content::reader::document;
use crate::content::rich_text::RichText;
use crate::content::rich_text::build::{p, rich};
use crate::shared::text::Text;

document! {
    /// The document `contact`.
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
        pub form_heading: Text<1, 60>,
        /// The heading of the text about the shop.
        pub about_heading: Text<1, 60>,
        /// The text about the shop; empty shows none.
        pub about: RichText,
    }
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
    pub(super) fn default_value(shop_name: &str) -> Value {
        let (intro, description, delivery, about) = if is_demo_shop(shop_name) { demo_texts(shop_name) } else { Default::default() };
        json!({
            "title": "Contact",
            "intro": intro,
            "description": description,
            "detailsHeading": "Store Details",
            "delivery": delivery,
            "formHeading": "Get in Touch",
            "aboutHeading": "About Us",
            "about": about,
        })
    }
}
