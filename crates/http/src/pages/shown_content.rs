//! The published content as pages need it.

use std::sync::Arc;

use application::content::current_content::{Content, ShopDetails, ShownDocument};
use application::error::ReadError;
use domain::content::document::{ContentDoc, DocumentName};
use domain::content::home::SectionContent;
use domain::content::identity::Identity;
use domain::content::palette::Theme;
use domain::content::slug::PageSlug;

use super::sources::PageSources;
use crate::content::public_content::{ContentJson, PublishedPageJson};
use crate::content::shop::published_details;
use crate::content::theme::stylesheet_of;
use crate::server::config::HttpConfig;

/// The content, and the shop's details that it publishes.
#[derive(Clone, Debug)]
pub(super) struct ShownContent {
    content: Arc<Content>,
    announcement: Option<ShownDocument>,
}

/// Every plain page compares: the same content in memory is not compared field by field.
impl PartialEq for ShownContent {
    fn eq(&self, other: &Self) -> bool {
        (Arc::ptr_eq(&self.content, &other.content) || self.content == other.content) && self.announcement == other.announcement
    }
}

/// How the head of a page differs from the built one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Look {
    /// The style sheet of the published colours.
    pub(super) stylesheet: Option<String>,
    /// The colour of the page, for the browser's own parts.
    pub(super) paper: Option<String>,
    /// The address of the published icon.
    pub(super) icon: Option<String>,
    /// Whether the icons are made for the shop; else they are the built ones.
    pub(super) has_made_icons: bool,
}

impl ShownContent {
    /// The content now.
    ///
    /// # Errors
    /// When the store fails.
    pub(super) async fn load(sources: &PageSources) -> Result<Self, ReadError> {
        let content = sources.content.current.show().await?;
        let announcement = content.announcement_at(sources.clock.now()).cloned();
        Ok(Self { content, announcement })
    }

    /// The answer of `GET /api/content`.
    pub(super) fn json(&self) -> ContentJson {
        ContentJson::of(&self.content, self.announcement.as_ref())
    }

    /// The configuration with the published details.
    pub(super) fn config(&self, configured: &HttpConfig) -> HttpConfig {
        HttpConfig { shop: self.details(&configured.shop), ..configured.clone() }
    }

    /// The published details.
    pub(super) fn details(&self, configured: &ShopDetails) -> ShopDetails {
        published_details(configured, &self.content)
    }

    /// The published identity, or the configured one where it keeps the rules of a document.
    pub(super) fn identity(&self) -> Option<Identity> {
        match ContentDoc::parse(&DocumentName::Identity, &self.content.identity.body) {
            Ok(ContentDoc::Identity(identity)) => Some(identity),
            _ => None,
        }
    }

    /// The title of the home page in search results; empty where name and tagline are the title.
    pub(super) fn home_title(&self) -> &str {
        self.content.identity_text("seoTitle")
    }

    /// What follows the shop's name in the title of the home page.
    pub(super) fn tagline(&self) -> &str {
        self.content.identity_text("tagline")
    }

    /// The sections of the home page that visitors see.
    pub(super) fn home_sections(&self) -> Vec<SectionContent> {
        match ContentDoc::parse(&DocumentName::Home, &self.content.home.body) {
            Ok(ContentDoc::Home(home)) => {
                home.sections.into_iter().filter(|section| section.is_shown).map(|section| section.content).collect()
            }
            _ => Vec::new(),
        }
    }

    /// A published page of text, as `GET /api/pages/{slug}` answers it.
    pub(super) fn page(&self, slug: &PageSlug) -> Option<PublishedPageJson> {
        self.content.page(slug).map(|page| PublishedPageJson::of(slug, page))
    }

    /// The published pages of text.
    pub(super) fn page_paths(&self) -> impl Iterator<Item = String> {
        self.content.pages.iter().map(|(slug, _)| format!("/pages/{slug}"))
    }

    /// How pages look.
    pub(super) fn look(&self) -> Look {
        let stylesheet = stylesheet_of(&self.content);
        let paper = match ContentDoc::parse(&DocumentName::Theme, &self.content.theme.body) {
            Ok(ContentDoc::Theme(theme)) if theme != Theme::default() => Some(theme.paper.to_string()),
            _ => None,
        };
        let icon = Some(self.content.identity_text("favicon")).filter(|icon| !icon.is_empty()).map(ToOwned::to_owned);
        Look { stylesheet, paper, icon, has_made_icons: self.content.has_made_icons() }
    }
}
