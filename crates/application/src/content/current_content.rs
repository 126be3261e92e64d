//! The published content, from memory while nothing changed.
//!
//! It is read again once the version of the catalogue has changed, which counts publications too, so that a page of a new version is
//! never made from content of an earlier one. While changes of other instances are unknown, it is read every time.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use chrono::{DateTime, Utc};
use domain::content::document::{ContentDoc, DocumentName};
use domain::content::identity::{ConfiguredShop, DEMO_SHOP, ShopName, is_demo_shop};
use domain::content::repository::{ContentRepository, PublishedDocument};
use domain::content::slug::PageSlug;
use domain::messages::ports::MailSender;
use domain::messages::shop_card::ShopCard;
use domain::setup::ShopData;
use domain::shared::email::EmailAddress;
use domain::shared::ports::PortError;
use domain::shared::versioned::ContentVersion;
use serde_json::Value;

use crate::catalog::catalogue_follower::CatalogueVersion;
use crate::error::ReadError;

/// The shop's details as the operator configured them (`SHOP_*`): the identity of a shop that has published none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShopDetails {
    pub name: String,
    pub phone: String,
    pub email: String,
    pub address: String,
    pub opening_hours: String,
    /// The IANA name of the time zone whose calendar days are the shop's days.
    pub time_zone: String,
}

impl ShopDetails {
    /// Details of which those of the demo shop are blank, for a shop that has another name.
    fn without_demo_details(self) -> Self {
        let own = |text: String, demo: &str| if text == demo { String::new() } else { text };
        Self {
            name: self.name,
            phone: own(self.phone, DEMO_SHOP.phone),
            email: own(self.email, DEMO_SHOP.email),
            address: own(self.address, DEMO_SHOP.address),
            opening_hours: own(self.opening_hours, DEMO_SHOP.opening_hours),
            ..self
        }
    }

    fn shop(&self) -> ConfiguredShop<'_> {
        ConfiguredShop {
            name: &self.name,
            phone: &self.phone,
            email: &self.email,
            address: &self.address,
            opening_hours: &self.opening_hours,
        }
    }
}

/// A document as visitors see it.
#[derive(Clone, Debug, PartialEq)]
pub struct ShownDocument {
    /// Its version; 0 for the default.
    pub version: ContentVersion,
    pub body: Value,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Content {
    pub identity: ShownDocument,
    pub theme: ShownDocument,
    pub home: ShownDocument,
    pub footer: ShownDocument,
    pub contact: ShownDocument,
    pub announcement: ShownDocument,
    /// The pages that are published and not hidden, by their slugs.
    pub pages: Vec<(PageSlug, ShownDocument)>,
}

impl Content {
    /// A text of the identity, such as `name`; empty where it has none.
    #[must_use]
    pub fn identity_text(&self, field: &str) -> &str {
        text(&self.identity.body, field)
    }

    /// Whether the shop's icons are made for it: the demo shop has those of the web app until it publishes one.
    #[must_use]
    pub fn has_made_icons(&self) -> bool {
        !is_demo_shop(self.identity_text("name")) || !self.identity_text("favicon").is_empty()
    }

    /// The announcement, where it is shown at this time.
    #[must_use]
    pub fn announcement_at(&self, now: DateTime<Utc>) -> Option<&ShownDocument> {
        match ContentDoc::parse(&DocumentName::Announcement, &self.announcement.body) {
            Ok(ContentDoc::Announcement(announcement)) if announcement.is_shown(now) => Some(&self.announcement),
            _ => None,
        }
    }

    /// The page of this slug, if visitors see it.
    #[must_use]
    pub fn page(&self, slug: &PageSlug) -> Option<&ShownDocument> {
        self.pages.iter().find(|(of, _)| of == slug).map(|(_, page)| page)
    }

    fn of(published: Vec<PublishedDocument>, configured: &ShopDetails) -> Self {
        let find = |name: &DocumentName| published.iter().find(|document| document.name == *name).map(shown);
        let default = |name: &DocumentName, shop_name: &str| ShownDocument {
            version: ContentVersion::default(),
            body: ContentDoc::default_value(name, &configured.shop(), shop_name),
        };
        let identity = find(&DocumentName::Identity).unwrap_or_else(|| default(&DocumentName::Identity, &configured.name));
        let shop_name = text(&identity.body, "name").to_owned();
        let of = |name: DocumentName| find(&name).unwrap_or_else(|| default(&name, &shop_name));
        Self {
            theme: of(DocumentName::Theme),
            home: of(DocumentName::Home),
            footer: of(DocumentName::Footer),
            contact: of(DocumentName::Contact),
            announcement: of(DocumentName::Announcement),
            pages: published.iter().filter_map(page).collect(),
            identity,
        }
    }
}

/// A text of a document; empty where it has none.
fn text<'a>(body: &'a Value, field: &str) -> &'a str {
    body.get(field).and_then(Value::as_str).unwrap_or_default()
}

fn shown(document: &PublishedDocument) -> ShownDocument {
    ShownDocument { version: document.version, body: document.body.clone() }
}

fn page(document: &PublishedDocument) -> Option<(PageSlug, ShownDocument)> {
    let DocumentName::Page(slug) = &document.name else { return None };
    (document.body.get("isShown") != Some(&Value::Bool(false))).then(|| (slug.clone(), shown(document)))
}

/// The content that is in memory.
#[derive(Default)]
struct Kept {
    /// The content, and the version of the catalogue before it was read.
    content: Option<(Arc<Content>, u64)>,
    /// Counts the times that it was forgotten: content that was read before is not kept afterwards.
    forgotten: u64,
}

/// Reads the published content. Clones share the memory.
#[derive(Clone)]
pub struct CurrentContent {
    store: Arc<dyn ContentRepository>,
    version: CatalogueVersion,
    configured: Arc<ShopDetails>,
    kept: Arc<Mutex<Kept>>,
}

impl CurrentContent {
    /// Wires the use case, with nothing in memory.
    #[must_use]
    pub fn new(store: Arc<dyn ContentRepository>, version: CatalogueVersion, configured: ShopDetails) -> Self {
        Self { store, version, configured: Arc::new(configured), kept: Arc::default() }
    }

    /// The content, at least as new as the version of the catalogue.
    pub async fn get(&self) -> Result<Arc<Content>, PortError> {
        let (version, is_known) = (self.version.current().content, self.version.is_known());
        let forgotten = {
            let kept = self.kept();
            match &kept.content {
                Some((content, read)) if is_known && *read == version => return Ok(content.clone()),
                _ => kept.forgotten,
            }
        };
        let content = Arc::new(Content::of(self.store.published().await?, &self.configured));
        let mut kept = self.kept();
        if kept.forgotten == forgotten {
            kept.content = Some((content.clone(), version));
        }
        Ok(content)
    }

    /// The content, for a call that shows it.
    ///
    /// # Errors
    /// [`ReadError`] when the store fails.
    pub async fn show(&self) -> Result<Arc<Content>, ReadError> {
        Ok(self.get().await?)
    }

    /// The default of a document, with the shop's present name.
    pub async fn default_of(&self, name: &DocumentName) -> Result<Value, PortError> {
        let content = self.get().await?;
        Ok(ContentDoc::default_value(name, &self.configured.shop(), content.identity_text("name")))
    }

    /// The identity of a new shop: the configured details under the name that its owner chose, without those of the demo shop. A shop
    /// that begins empty, or for which no address is configured, has the owner's address.
    pub(crate) fn identity_of_new_shop(&self, name: &ShopName, owner: &EmailAddress, data: ShopData) -> Result<ContentDoc, PortError> {
        let mut details = ShopDetails { name: name.as_str().to_owned(), ..(*self.configured).clone() };
        if !is_demo_shop(&details.name) {
            details = details.without_demo_details();
        }
        if data == ShopData::Empty || details.email.is_empty() {
            details.email = owner.as_str().to_owned();
        }
        let value = ContentDoc::default_value(&DocumentName::Identity, &details.shop(), &details.name);
        ContentDoc::parse(&DocumentName::Identity, &value).map_err(PortError::internal)
    }

    /// The shop's details in mails, without its bank account.
    pub async fn shop_card(&self) -> Result<ShopCard, PortError> {
        let content = self.get().await?;
        let [name, phone, email, address] = ["name", "phone", "email", "address"].map(|field| content.identity_text(field).to_owned());
        let accent = text(&content.theme.body, "accent").to_owned();
        Ok(ShopCard { name, phone, email, address, accent, bank_account: None })
    }

    /// Who the shop's mails are from: the published identity, else the configured details.
    pub async fn mail_sender(&self) -> Result<MailSender, PortError> {
        let (content, address) = (self.get().await?, self.shop_address().await?);
        let is_published = content.identity.version != ContentVersion::default();
        Ok(MailSender { name: content.identity_text("name").to_owned(), address, is_published })
    }

    /// The address that receives the mails to the shop: that of the published identity, else the configured one.
    pub async fn shop_address(&self) -> Result<EmailAddress, PortError> {
        let content = self.get().await?;
        let published = EmailAddress::parse_known(content.identity_text("email"));
        published.or_else(|_| EmailAddress::parse_known(&self.configured.email)).map_err(PortError::internal)
    }

    /// Forgets the content in memory.
    pub fn forget(&self) {
        let mut kept = self.kept();
        kept.content = None;
        kept.forgotten = kept.forgotten.wrapping_add(1);
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests;
