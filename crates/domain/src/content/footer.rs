//! The foot of every page of the storefront.

use serde_json::{Value, json};

use crate::content::identity::is_demo_shop;
use crate::content::link::LinkTarget;
use crate::content::reader::document;
use crate::shared::text::Text;

/// The most links of the footer.
pub const MAX_LINKS: usize = 12;

document! {
    /// A link with its words.
    pub struct Link {
        pub label: Text<1, 40>,
        pub to: LinkTarget,
    }

    /// The last line of the footer, such as «Powered by Rust».
    pub struct Credit {
        /// The words before the link.
        pub text: Text<0, 60>,
        pub link: Link,
    }

    /// The document `footer`.
    pub struct Footer {
        /// The heading of the text about the shop.
        pub about_heading: Text<1, 60>,
        /// The text about the shop.
        pub about: Text<0, 600>,
        pub links_heading: Text<1, 60>,
        pub links: Vec<Link> [0, MAX_LINKS],
        /// The heading of the contact details.
        pub contact_heading: Text<1, 60>,
        /// The line about delivery below the contact details.
        pub delivery: Text<0, 100>,
        /// What stands behind year and name of the shop in the line of the copyright.
        pub rights: Text<0, 100>,
        /// The credit; `None` shows none.
        pub credit: Option<Credit>,
    }
}

/// What follows the name of the demo shop in its text about itself.
const DEMO_ABOUT: &str = " is a Sri Lankan house of cosmetics and perfumes. We choose honest skincare, colour and scent made on the island, \
                          and bring them to every doorstep in it.";

impl Footer {
    /// The footer of a shop that has published none: that of the demo shop, or one without promises.
    pub(super) fn default_value(shop_name: &str) -> Value {
        let (about, delivery) =
            if is_demo_shop(shop_name) { (format!("{shop_name}{DEMO_ABOUT}"), "Island-wide delivery") } else { Default::default() };
        json!({
            "aboutHeading": "About Us",
            "about": about,
            "linksHeading": "Quick Links",
            "links": [
                { "label": "Home", "to": "/" },
                { "label": "Products", "to": "/products" },
                { "label": "Contact", "to": "/contact" },
            ],
            "contactHeading": "Contact Us",
            "delivery": delivery,
            "rights": "All rights reserved.",
            "credit": { "text": "Powered by", "link": { "label": "Rust", "to": "https://www.rust-lang.org" } },
        })
    }
}
