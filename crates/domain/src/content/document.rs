//! The documents: their names, their defaults, and their typed and untyped forms.

use std::fmt;

use serde::Serialize;
use serde_json::{Value, json};

use crate::accounts::permission::Permission;
use crate::content::announcement::Announcement;
use crate::content::contact_page::ContactPage;
use crate::content::footer::Footer;
use crate::content::home::Home;
use crate::content::identity::{ConfiguredShop, Identity};
use crate::content::page::Page;
use crate::content::palette;
use crate::content::palette::Theme;
use crate::content::picture::Picture;
use crate::content::reader::{Part as _, Reader};
use crate::content::slug::PageSlug;
use crate::shared::faults::Faults;

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DocumentName {
    /// `identity`
    Identity,
    /// `theme`
    Theme,
    /// `home`
    Home,
    /// `footer`
    Footer,
    /// `contact`
    Contact,
    /// `announcement`
    Announcement,
    /// `page:{slug}`
    Page(PageSlug),
}

/// The text names no document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("must be identity, theme, home, footer, contact, announcement or page: and a slug")]
pub struct DocumentNameError;

impl DocumentName {
    /// The documents that every shop has.
    pub const ALL: [Self; 6] = [Self::Identity, Self::Theme, Self::Home, Self::Footer, Self::Contact, Self::Announcement];

    /// Reads a name.
    ///
    /// # Errors
    /// [`DocumentNameError`] for any other text.
    pub fn parse(text: &str) -> Result<Self, DocumentNameError> {
        if let Some(slug) = text.strip_prefix("page:") {
            return PageSlug::parse(slug).map(Self::Page).map_err(|_| DocumentNameError);
        }
        Self::ALL.into_iter().find(|name| name.to_string() == text).ok_or(DocumentNameError)
    }

    /// Whether it counts as one of the shop's own pages.
    #[must_use]
    pub fn is_own_page(&self) -> bool {
        matches!(self, Self::Page(slug) if !slug.is_template())
    }

    /// The permission to read its draft, change it and publish it.
    #[must_use]
    pub const fn permission(&self) -> Permission {
        match self {
            Self::Identity | Self::Theme => Permission::ManageBranding,
            Self::Home | Self::Footer | Self::Contact | Self::Announcement | Self::Page(_) => Permission::EditContent,
        }
    }
}

impl fmt::Display for DocumentName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Identity => f.write_str("identity"),
            Self::Theme => f.write_str("theme"),
            Self::Home => f.write_str("home"),
            Self::Footer => f.write_str("footer"),
            Self::Contact => f.write_str("contact"),
            Self::Announcement => f.write_str("announcement"),
            Self::Page(slug) => write!(f, "page:{slug}"),
        }
    }
}

/// A document whose every value is valid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum ContentDoc {
    /// Name, contact details and appearance in search results.
    Identity(Identity),
    Theme(Theme),
    Home(Home),
    /// The foot of every page.
    Footer(Footer),
    /// The texts of the contact page.
    Contact(ContactPage),
    /// The line above every page.
    Announcement(Announcement),
    /// A page of text.
    Page(Page),
}

impl ContentDoc {
    /// Reads a document from its untyped form. Fields that the document does not have are left out.
    ///
    /// # Errors
    /// Every [fault](Faults) with the path of its field.
    pub fn parse(name: &DocumentName, value: &Value) -> Result<Self, Faults> {
        match name {
            DocumentName::Identity => Reader::read(value, Identity::read).map(Self::Identity),
            DocumentName::Theme => Reader::read(value, palette::read_theme).map(Self::Theme),
            DocumentName::Home => Reader::read(value, Home::read_once).map(Self::Home),
            DocumentName::Footer => Reader::read(value, Footer::read).map(Self::Footer),
            DocumentName::Contact => Reader::read(value, ContactPage::read).map(Self::Contact),
            DocumentName::Announcement => Reader::read(value, Announcement::read_in_order).map(Self::Announcement),
            DocumentName::Page(_) => Reader::read(value, Page::read).map(Self::Page),
        }
    }

    /// Its untyped form.
    #[must_use]
    pub fn value(&self) -> Value {
        json!(self)
    }

    /// The uploads that it shows, with their fields.
    #[must_use]
    pub fn uploads(&self) -> Vec<(String, String)> {
        let pictures = match self {
            Self::Identity(document) => document.pictures(),
            Self::Home(document) => document.pictures(),
            Self::Theme(_) | Self::Footer(_) | Self::Contact(_) | Self::Announcement(_) | Self::Page(_) => Vec::new(),
        };
        pictures.into_iter().filter_map(|(field, picture)| Some((field, Picture::upload(picture)?.to_owned()))).collect()
    }

    /// The document of a shop that has published none: texts and pictures of the demo shop, or for a shop with another name a beginning that
    /// claims and promises nothing. Other documents than the identity name the shop as `shop_name`, which a published identity decides.
    #[must_use]
    pub fn default_value(name: &DocumentName, configured: &ConfiguredShop<'_>, shop_name: &str) -> Value {
        match name {
            DocumentName::Identity => configured.value(),
            DocumentName::Theme => json!(Theme::default()),
            DocumentName::Home => Home::default_value(shop_name),
            DocumentName::Footer => Footer::default_value(shop_name),
            DocumentName::Contact => ContactPage::default_value(shop_name),
            DocumentName::Announcement => json!(Announcement::default()),
            DocumentName::Page(slug) => Page::default_value(slug, shop_name),
        }
    }
}

#[cfg(test)]
mod tests;
