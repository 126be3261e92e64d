//! Files for crawlers: `/robots.txt`, `/sitemap.xml` and `/.well-known/security.txt`.

use std::fmt::Write as _;
use std::time::Duration;

use chrono::{Days, NaiveDate};
use domain::catalog::product_query::{ProductFilter, ProductQuery, ProductSort};
use domain::shared::page::{PageLimit, PageRequest};
use moka::future::Cache;

use super::page_data::{NoData, refused};
use super::sources::PageSources;
use crate::config::HttpConfig;
use crate::response::encoded_body::EncodedBody;

/// Personal pages and the back-office, which search engines must not index.
const PRIVATE: &[&str] =
    &["/admin", "/cart", "/shipping", "/order-success", "/orders", "/pay/", "/user", "/reset-password", "/verify-email"];
/// Products read at a time.
const STEP: i64 = 500;
/// The most addresses a sitemap may hold (sitemaps.org).
const MAX_PRODUCTS: usize = 50_000 - PUBLIC.len();
/// Public pages besides the products'.
const PUBLIC: [&str; 3] = ["/", "/products", "/contact"];
/// The characters that stay unescaped in a `mailto:` (RFC 6068 §2).
const MAILTO: &percent_encoding::AsciiSet =
    &percent_encoding::NON_ALPHANUMERIC.remove(b'@').remove(b'.').remove(b'-').remove(b'_').remove(b'+');
/// The longest time the sitemap is cached: crawlers read it rarely.
const KEPT: Duration = Duration::from_secs(600);

/// The sitemap, made on request and cached.
#[derive(Clone)]
pub(super) struct Sitemap(Cache<(), EncodedBody>);

impl Sitemap {
    pub(super) fn new() -> Self {
        Self(Cache::builder().max_capacity(1).time_to_live(KEPT).build())
    }

    /// The sitemap.
    ///
    /// # Errors
    /// When the catalogue does not answer.
    pub(super) async fn body(&self, state: &PageSources) -> Result<EncodedBody, NoData> {
        self.0.try_get_with((), write(state)).await.map_err(|refused| *refused)
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

/// For how many days security.txt is good: under a year, as RFC 9116 §2.5.5 recommends.
const SECURITY_TXT_DAYS: Days = Days::new(180);

/// `security.txt`: the contact for reports of vulnerabilities (RFC 9116).
pub(super) fn security_txt(config: &HttpConfig, today: NaiveDate) -> String {
    let expires = today.checked_add_days(SECURITY_TXT_DAYS).unwrap_or(today);
    format!(
        "Contact: mailto:{}\nExpires: {expires}T00:00:00Z\nPreferred-Languages: en, si, ta\nCanonical: {}/.well-known/security.txt\n",
        percent_encoding::utf8_percent_encode(&config.shop.email, MAILTO),
        config.public_url
    )
}

async fn write(state: &PageSources) -> Result<EncodedBody, NoData> {
    let origin = &state.config.public_url;
    let mut xml =
        String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n");
    for path in PUBLIC {
        let _ = writeln!(xml, "<url><loc>{}</loc></url>", escape(&format!("{origin}{path}")));
    }
    let mut page = PageRequest { limit: PageLimit::parse(STEP).unwrap_or_default(), after: None };
    let mut listed = 0;
    loop {
        let query = ProductQuery { text: None, filter: ProductFilter::default(), alert: None, sort: ProductSort::Newest, page };
        let found = state.catalog.browse_products.run(&query).await.map_err(refused)?.page;
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
