//! `GET /api/content` and `GET /api/pages/{slug}`: what is published.

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use application::content::ContentUseCases;
use application::content::current_content::{Content, ShownDocument};
use domain::content::slug::PageSlug;
use domain::shared::ports::Clock;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use crate::cache::response_cache::{CachedResponse, ResponseCache};
use crate::content::document_parts::LinkJson;
use crate::content::documents::{ContactJson, FooterJson, IdentityJson, ThemeJson};
use crate::content::home_json::HomeJson;
use crate::content::rich_text_json::RichTextJson;
use crate::content::theme::stylesheet_of;
use crate::middleware::rate_limit::RateLimit;
use crate::response::problem::Problem;
use crate::response::refusals::NotFound;
use crate::routing::rules::{Access, Limit};
use crate::routing::table::{RouteTable, route};

/// The routes of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    route!(table, show, access: Access::Public, limit: Limit::PerAddress(RateLimit::Read), changes: None);
    route!(table, show_page, access: Access::Public, limit: Limit::PerAddress(RateLimit::Read), changes: None);
}

/// What visitors see. Documents that were never published have the shop's defaults.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Content)]
pub(crate) struct ContentJson {
    /// Name and contact details.
    #[schema(value_type = IdentityJson)]
    identity: Value,
    /// The colours.
    #[schema(value_type = ThemeJson)]
    theme: Value,
    /// The path of the style sheet of the colours; null for the default ones, which the web app has.
    #[schema(required = true, example = "/theme/9b2f4f1f5e5bfffbf7-0a1b2c3d.css")]
    stylesheet: Option<String>,
    /// The home page, with the sections that are not shown.
    #[schema(value_type = HomeJson)]
    home: Value,
    /// The foot of every page.
    #[schema(value_type = FooterJson)]
    footer: Value,
    /// The texts of the contact page.
    #[schema(value_type = ContactJson)]
    contact: Value,
    /// The line above every page; null where none is shown now.
    #[schema(required = true)]
    announcement: Option<ShownAnnouncementJson>,
    /// The published pages of text, by slug.
    pages: Vec<PageLinkJson>,
}

/// The line above every page.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ShownAnnouncement)]
pub(crate) struct ShownAnnouncementJson {
    /// Counts the publications: a visitor dismisses one version.
    version: u32,
    /// The text.
    #[schema(value_type = String)]
    text: Value,
    /// A link behind it.
    #[schema(value_type = Option<LinkJson>, required = true)]
    link: Value,
}

/// A page of text, without its text.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PageLink)]
pub(crate) struct PageLinkJson {
    /// The page is at `/pages/{slug}`.
    slug: String,
    /// Its title.
    #[schema(value_type = String)]
    title: Value,
}

/// A published page of text.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PublishedPage)]
pub(crate) struct PublishedPageJson {
    /// The page is at `/pages/{slug}`.
    slug: String,
    /// Counts its publications.
    version: u32,
    /// Its title.
    #[schema(value_type = String)]
    title: Value,
    /// Its description in search results.
    #[schema(value_type = String)]
    description: Value,
    /// Its text.
    #[schema(value_type = RichTextJson)]
    body: Value,
}

impl ContentJson {
    /// The content with the announcement that is shown now.
    pub(crate) fn of(content: &Content, announcement: Option<&ShownDocument>) -> Self {
        let page = |(slug, page): &(PageSlug, ShownDocument)| PageLinkJson { slug: slug.to_string(), title: field(&page.body, "title") };
        Self {
            identity: content.identity.body.clone(),
            theme: content.theme.body.clone(),
            stylesheet: stylesheet_of(content),
            home: content.home.body.clone(),
            footer: content.footer.body.clone(),
            contact: content.contact.body.clone(),
            announcement: announcement.map(|shown| ShownAnnouncementJson {
                version: shown.version.get(),
                text: field(&shown.body, "text"),
                link: field(&shown.body, "link"),
            }),
            pages: content.pages.iter().map(page).collect(),
        }
    }
}

/// A field of a document; null where it is absent.
pub(super) fn field(body: &Value, name: &str) -> Value {
    body.get(name).cloned().unwrap_or_default()
}

impl PublishedPageJson {
    /// Its title.
    pub(crate) fn title(&self) -> &str {
        self.title.as_str().unwrap_or_default()
    }

    /// A page.
    pub(crate) fn of(slug: &PageSlug, page: &ShownDocument) -> Self {
        let field = |name: &str| field(&page.body, name);
        Self {
            slug: slug.to_string(),
            version: page.version.get(),
            title: field("title"),
            description: field("description"),
            body: field("body"),
        }
    }
}

/// What is published: identity, look, home page, footer, texts of the contact page, announcement, and the titles of pages.
#[utoipa::path(get, path = "/api/content", tag = "content", operation_id = "showContent",
    responses((status = 200, body = ContentJson, headers(("ETag" = String))), (status = 304, description = "Not changed")))]
async fn show(
    content: web::Data<ContentUseCases>,
    clock: web::Data<dyn Clock>,
    responses: web::Data<ResponseCache>,
    request: HttpRequest,
) -> Result<HttpResponse, Problem> {
    let make = async {
        let content = content.current.show().await?;
        CachedResponse::json(&ContentJson::of(&content, content.announcement_at(clock.now())), Vec::new())
    };
    responses.answer(&request, "content".to_owned(), make).await
}

/// A published page of text.
#[utoipa::path(get, path = "/api/pages/{slug}", tag = "content", operation_id = "showPage",
    params(("slug" = String, Path, max_length = 60, pattern = "^[a-z0-9]+(-[a-z0-9]+)*$")),
    responses((status = 200, body = PublishedPageJson, headers(("ETag" = String))), (status = 304, description = "Not changed"), NotFound))]
async fn show_page(
    content: web::Data<ContentUseCases>,
    responses: web::Data<ResponseCache>,
    request: HttpRequest,
    slug: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    let slug = PageSlug::parse(&slug).map_err(|_| no_page())?;
    let make = async {
        let content = content.current.show().await?;
        let page = content.page(&slug).ok_or_else(no_page)?;
        CachedResponse::json(&PublishedPageJson::of(&slug, page), Vec::new())
    };
    responses.answer(&request, format!("page {slug}"), make).await
}

fn no_page() -> Problem {
    Problem::new(StatusCode::NOT_FOUND, "content.no_page", "There is no page at this address.")
}
