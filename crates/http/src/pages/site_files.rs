//! Files for crawlers: `/robots.txt`, `/sitemap.xml` and `/.well-known/security.txt`.

use std::fmt::Write as _;
use std::time::Duration;

use actix_web::http::StatusCode;
use actix_web::http::header::{CACHE_CONTROL, HeaderName, HeaderValue};
use actix_web::{HttpRequest, HttpResponse, ResponseError as _};
use chrono::{Days, NaiveDate};
use domain::catalog::product_query::{ProductFilter, ProductQuery, ProductSort};
use domain::content::palette::Theme;
use domain::content::slug::{MAX_OWN_PAGES, TEMPLATES};
use domain::images::image::CONTENT_TYPE;
use domain::images::ports::IconFile;
use domain::shared::page::{PageLimit, PageRequest};
use serde_json::json;

use super::ASK_AGAIN;
use super::page_data::{NoData, refused};
use super::shown_content::ShownContent;
use super::sources::PageSources;
use crate::cache::shared_cache::{CacheLimits, SharedCache};
use crate::response::encoded_body::EncodedBody;
use crate::response::problem::Problem;
use crate::server::config::HttpConfig;

/// Personal pages and the back-office, which search engines must not index.
const PRIVATE: &[&str] = &[
    "/admin",
    "/cart",
    "/shipping",
    "/order-success",
    "/orders",
    "/pay/",
    "/user",
    "/reset-password",
    "/verify-email",
    "/accept-invitation",
    "/sessions-ended",
    "/preview/",
    "/setup",
];
/// Where the manifest is (also in `shell/look.rs`).
pub(super) const MANIFEST: &str = "/site.webmanifest";
/// The size in which an icon fits at least.
const ICON_SIZES: &str = "512x512";
/// Products read at a time.
const STEP: i64 = 500;
/// The most addresses a sitemap may hold (sitemaps.org).
const MAX_PRODUCTS: usize = 50_000 - PUBLIC.len() - MAX_PAGES;
/// The most pages of text: templates and own ones.
const MAX_PAGES: usize = MAX_OWN_PAGES + TEMPLATES.len();
/// Public pages besides the products'.
const PUBLIC: [&str; 3] = ["/", "/products", "/contact"];
/// The characters that stay unescaped in a `mailto:` (RFC 6068 §2).
const MAILTO: &percent_encoding::AsciiSet =
    &percent_encoding::NON_ALPHANUMERIC.remove(b'@').remove(b'.').remove(b'-').remove(b'_').remove(b'+');
/// The kept sitemap; crawlers read it rarely.
const LIMITS: CacheLimits = CacheLimits { room: 64 << 20, typical: 64 << 20, time: Duration::from_secs(600) };

/// The sitemap, made on request and cached for the pages of text that are published.
#[derive(Clone)]
pub(super) struct Sitemap(SharedCache<Vec<String>, EncodedBody, NoData>);

impl Sitemap {
    pub(super) fn new() -> Self {
        Self(SharedCache::new(LIMITS, |_: &Vec<String>, body: &EncodedBody| body.size()))
    }

    /// The sitemap.
    ///
    /// # Errors
    /// When the catalogue does not answer.
    pub(super) async fn body(&self, state: &PageSources) -> Result<EncodedBody, NoData> {
        let content = ShownContent::load(state).await.map_err(refused)?;
        let pages: Vec<String> = content.page_paths().collect();
        self.0.get_or_make(&pages, write(state, &pages)).await
    }
}

/// `robots.txt`: the excluded pages, and the address of the sitemap.
pub(super) fn robots(public_url: &str) -> String {
    let private = PRIVATE.iter().fold(String::new(), |mut rules, path| {
        let _ = writeln!(rules, "Disallow: {path}");
        rules
    });
    format!("User-agent: *\n{private}\nSitemap: {public_url}/sitemap.xml\n")
}

/// `security.txt` with the published address, or the configured one without the database.
pub(super) async fn security(state: &PageSources) -> HttpResponse {
    let content = ShownContent::load(state).await;
    let config = content.map_or_else(|_| state.config.clone(), |content| content.config(&state.config));
    HttpResponse::Ok()
        .content_type("text/plain; charset=utf-8")
        .insert_header((CACHE_CONTROL, ASK_AGAIN))
        .body(security_txt(&config, today()))
}

/// The date only limits the validity of the file.
#[allow(clippy::disallowed_methods)]
fn today() -> NaiveDate {
    chrono::Utc::now().date_naive()
}

/// An icon that browsers look for.
#[derive(Clone, Copy, Debug)]
pub(super) struct SiteIcon {
    path: &'static str,
    content_type: &'static str,
    file: IconFile,
}

const APPLE_TOUCH: SiteIcon = SiteIcon { path: "/apple-touch-icon.png", content_type: "image/png", file: IconFile::AppleTouch };
const LARGE: SiteIcon = SiteIcon { path: "/icon-512.png", content_type: "image/png", file: IconFile::Large };
const FAVICON: SiteIcon = SiteIcon { path: "/favicon.ico", content_type: "image/x-icon", file: IconFile::Favicon };
/// Files of the web app that show the name or the mark of the demo shop.
const DEMO_PICTURES: [&str; 2] = ["/favicon.svg", "/og.webp"];

/// The answer of a shop whose icons are made for it to a request for one, or for a picture of the demo shop, which it has not. `None` for
/// other requests, and for the demo shop.
pub(super) async fn icon(state: &PageSources, request: &HttpRequest) -> Option<HttpResponse> {
    let icon = [FAVICON, APPLE_TOUCH, LARGE].into_iter().find(|icon| icon.path == request.path());
    if icon.is_none() && !DEMO_PICTURES.contains(&request.path()) {
        return None;
    }
    let icons = &state.content.show_icon;
    match icons.is_made().await {
        Ok(true) => {}
        Ok(false) => return None,
        Err(error) => return Some(Problem::from(error).error_response()),
    }
    let Some(icon) = icon else { return Some(Problem::no_such_route().error_response()) };
    Some(match icons.run(icon.file).await {
        Ok(bytes) => EncodedBody::plain_only(icon.content_type, bytes.to_vec()).respond(request, StatusCode::OK, ASK_AGAIN),
        Err(error) => Problem::from(error).error_response(),
    })
}

/// The manifest of a shop whose icons are made for it, with which browsers install it; `None` for the demo shop.
pub(super) async fn manifest(state: &PageSources) -> Option<HttpResponse> {
    let content = ShownContent::load(state).await.ok()?;
    let (look, shop) = (content.look(), content.details(&state.config.shop));
    if !look.has_made_icons {
        return None;
    }
    let made = |icon: SiteIcon, side: u32| json!({ "src": icon.path, "sizes": format!("{side}x{side}"), "type": icon.content_type });
    let icons = match &look.icon {
        Some(icon) => json!([{ "src": icon, "sizes": ICON_SIZES, "type": CONTENT_TYPE, "purpose": "any" }]),
        None => json!([made(APPLE_TOUCH, 180), made(LARGE, 512)]),
    };
    let paper = look.paper.unwrap_or_else(|| Theme::default().paper.to_string());
    let manifest = json!({
        "name": shop.name,
        "short_name": shop.name,
        "start_url": "/",
        "display": "browser",
        "theme_color": paper,
        "background_color": paper,
        "icons": icons,
    });
    let body = manifest.to_string();
    Some(HttpResponse::Ok().content_type("application/manifest+json").insert_header((CACHE_CONTROL, ASK_AGAIN)).body(body))
}

/// For how many days security.txt is good: under a year, as RFC 9116 §2.5.5 recommends.
const SECURITY_TXT_DAYS: Days = Days::new(180);

/// `security.txt`: the contact for reports of vulnerabilities (RFC 9116).
fn security_txt(config: &HttpConfig, today: NaiveDate) -> String {
    let expires = today.checked_add_days(SECURITY_TXT_DAYS).unwrap_or(today);
    format!(
        "Contact: mailto:{}\nExpires: {expires}T00:00:00Z\nPreferred-Languages: en, si, ta\nCanonical: {}/.well-known/security.txt\n",
        percent_encoding::utf8_percent_encode(&config.shop.email, MAILTO),
        config.public_url
    )
}

/// Tells search engines not to index a page, even if other pages link to it.
pub(super) fn not_indexed(mut response: HttpResponse) -> HttpResponse {
    response.headers_mut().insert(HeaderName::from_static("x-robots-tag"), HeaderValue::from_static("noindex"));
    response
}

async fn write(state: &PageSources, pages: &[String]) -> Result<EncodedBody, NoData> {
    let origin = &state.config.public_url;
    let mut xml =
        String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n");
    for path in PUBLIC.into_iter().chain(pages.iter().map(String::as_str)) {
        let _ = writeln!(xml, "<url><loc>{}</loc></url>", escape(&format!("{origin}{path}")));
    }
    let mut page = PageRequest { limit: PageLimit::parse(STEP).unwrap_or_default(), after: None };
    let mut listed = 0;
    loop {
        let query = ProductQuery { text: None, filter: ProductFilter::default(), alert: None, sort: ProductSort::Newest, page };
        let found = state.catalog.list(&query).await.map_err(refused)?.page;
        for product in found.items.iter().take(MAX_PRODUCTS - listed) {
            let address = escape(&format!("{origin}/products/productinfo/{}", product.code.as_str()));
            let _ = writeln!(xml, "<url><loc>{address}</loc><lastmod>{}</lastmod></url>", product.updated_at.format("%Y-%m-%d"));
            listed += 1;
        }
        match found.next {
            Some(next) if listed < MAX_PRODUCTS => page = PageRequest { after: Some(next), ..query.page },
            _ => break,
        }
    }
    xml.push_str("</urlset>\n");
    let compressed = tokio::task::spawn_blocking(|| EncodedBody::compress("application/xml; charset=utf-8", xml));
    compressed.await.map_err(|_| NoData::Refused)
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
