//! The documents as they are sent, for the OpenAPI document: the domain writes and reads them (`domain/src/content`), and a test compares
//! the two. An address of a picture is `/images/…` as `POST /api/images` answered it, or `builtin:<name>` for a picture of the web app.
//! A link is a path of the shop, or an https, mailto or tel address, of at most 500 characters.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::content::document_parts::{LinkJson, documents};
use crate::content::home_json::HomeJson;
use crate::content::rich_text_json::RichTextJson;

documents! {
    /// A place on the map.
    MapPointJson as ContentMapPoint {
        /// Degrees north, from −90 to 90, with 6 decimals.
        latitude: f64,
        /// Degrees east, from −180 to 180, with 6 decimals.
        longitude: f64,
    }
    /// The document `identity`, which the owner alone edits. A published one overrides the operator's configuration.
    IdentityJson as IdentityDocument {
        /// The shop's name, 1 to 60 characters.
        name: String,
        /// What follows the name in the title of the home page; at most 100 characters.
        tagline: String,
        /// An upload; null: the web app's flower.
        #[schema(required = true)]
        logo: Option<String>,
        /// An upload, square, of at least 512 pixels; null: icons are made of the logo, or of the initial and the accent.
        #[schema(required = true)]
        favicon: Option<String>,
        /// 7 to 20 digits, spaces, + - ( ); empty: none is shown.
        phone: String,
        /// Its e-mail address.
        email: String,
        /// At most 300 characters; empty: none is shown.
        address: String,
        /// At most 200 characters.
        opening_hours: String,
        /// Null: the map is found by the address.
        #[schema(required = true)]
        map_point: Option<MapPointJson>,
        /// At most 8 https links.
        social: Vec<LinkJson>,
        /// The title of the home page in search results, at most 60 characters; empty: name and tagline.
        seo_title: String,
        /// The description of the home page in search results, at most 160 characters.
        seo_description: String,
        /// An upload; null: the web app's.
        #[schema(required = true)]
        share_picture: Option<String>,
    }
    /// The document `theme`, which the owner alone edits: three colours, from which all others follow.
    ThemeJson as ThemeDocument {
        /// Of the call to action and links: 4.5:1 or more to white and paper.
        #[schema(example = "#9b2f4f")]
        accent: String,
        /// Of availability, delivery and notices: 4.5:1 or more to white and paper.
        #[schema(example = "#1f5e5b")]
        support: String,
        /// Of the page: text on it has 7:1 or more, controls 3:1 or more.
        #[schema(example = "#fffbf7")]
        paper: String,
    }
    /// The last line of the footer.
    CreditJson as FooterCredit {
        /// The words before the link; at most 60 characters.
        text: String,
        /// The link.
        link: LinkJson,
    }
    /// The document `footer`.
    FooterJson as FooterDocument {
        /// 1 to 60 characters.
        about_heading: String,
        /// At most 600 characters.
        about: String,
        /// 1 to 60 characters.
        links_heading: String,
        /// At most 12.
        links: Vec<LinkJson>,
        /// 1 to 60 characters.
        contact_heading: String,
        /// The line about delivery; at most 100 characters.
        delivery: String,
        /// What stands behind «© year name.»; at most 100 characters.
        rights: String,
        /// Null shows none.
        #[schema(required = true)]
        credit: Option<CreditJson>,
    }
    /// The document `contact`: the texts of the contact page.
    ContactJson as ContactDocument {
        /// 1 to 60 characters.
        title: String,
        /// The line below the title; at most 200 characters.
        intro: String,
        /// The description in search results, to which « Open {hours}.» is appended; at most 160 characters.
        description: String,
        /// 1 to 60 characters.
        details_heading: String,
        /// The line about delivery; at most 100 characters.
        delivery: String,
        /// 1 to 60 characters.
        form_heading: String,
        /// 1 to 60 characters.
        about_heading: String,
        /// The text about the shop.
        about: RichTextJson,
    }
    /// The document `announcement`: the line above every page.
    AnnouncementJson as AnnouncementDocument {
        /// At most 120 characters; empty shows none.
        text: String,
        /// Null shows none.
        #[schema(required = true)]
        link: Option<LinkJson>,
        /// When it begins; null: at once.
        #[schema(required = true, format = DateTime)]
        from: Option<String>,
        /// When it ends; null: never.
        #[schema(required = true, format = DateTime)]
        until: Option<String>,
    }
    /// The document `page:{slug}`.
    PageJson as PageDocument {
        /// 1 to 120 characters.
        title: String,
        /// The description in search results; at most 160 characters.
        description: String,
        /// Whether visitors see it: a page that is published hidden is 404.
        is_shown: bool,
        /// The text.
        body: RichTextJson,
    }
}

/// A document; its name says which one it is.
#[derive(Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
#[schema(as = ContentDocument)]
pub enum DocumentJson {
    /// `identity`
    Identity(Box<IdentityJson>),
    /// `theme`
    Theme(ThemeJson),
    /// `home`
    Home(HomeJson),
    /// `footer`
    Footer(FooterJson),
    /// `contact`
    Contact(ContactJson),
    /// `announcement`
    Announcement(AnnouncementJson),
    /// `page:{slug}`
    Page(PageJson),
}

#[cfg(test)]
mod tests {
    use domain::content::document::{ContentDoc, DocumentName};
    use domain::content::identity::ConfiguredShop;

    use super::*;

    #[test]
    fn the_documented_forms_are_those_of_the_domain() {
        let configured = ConfiguredShop { name: "A", phone: "0771234567", email: "a@b.lk", address: "1", opening_hours: "" };
        let pages = ["page:about", "page:delivery-returns"].map(|name| DocumentName::parse(name).unwrap());
        for name in DocumentName::ALL.into_iter().chain(pages) {
            let value = ContentDoc::default_value(&name, &configured, "A");
            let json = ContentDoc::parse(&name, &value).unwrap().value();
            let read: DocumentJson = serde_json::from_value(json.clone()).unwrap_or_else(|error| panic!("{name}: {error} {json}"));
            assert_eq!(serde_json::to_value(read).unwrap(), json, "{name}");
        }
    }
}
