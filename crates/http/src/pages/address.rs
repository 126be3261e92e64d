//! Maps request addresses to pages, and each page that the server renders to the address under which it is cached: unknown
//! parameters are dropped, the spelling of a product code is kept (`spec.md` §2). Paths, titles and chunks come from the web app
//! (`web_pages.rs`).

use domain::catalog::product_code::ProductCode;
use domain::content::slug::PageSlug;

use super::list_params::ListParams;
use super::web_pages::{
    BROWSER_PAGES, CONTACT, HOME, LINKED_SECTIONS, NOT_FOUND_TITLE, PRODUCT, PRODUCT_NOT_FOUND_TITLE, PRODUCTS, RENDERED_PAGES,
    RenderedPage,
};

/// Where the back-office previews the shop (also in `middleware/security_headers.rs`).
pub(super) const PREVIEW: &str = "/preview/";
/// The title of the plain page in the preview.
pub(super) const PREVIEW_TITLE: &str = "Preview";
/// Where the pages of text are.
const TEXTS: &str = "/pages/";
/// The web app's route of the pages of text.
const TEXT_ROUTE: &str = "/pages/:slug";

/// The page of an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Address {
    /// A page that the server renders.
    Public(PublicPage),
    /// A page that the browser renders, with its title.
    Browser(&'static str),
    /// An unknown page of the back-office, which the browser renders.
    AdminNotFound,
    /// The shop with a draft of its content, in a frame of the back-office. The browser renders it.
    Preview,
}

/// A page that the server renders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PublicPage {
    /// The home page.
    Home,
    /// The list of products.
    Products(ListParams),
    /// The page of one product; the code is spelled as in the address.
    Product(ProductCode),
    /// The page for a text that cannot be a product code.
    MissingProduct,
    /// The contact page.
    Contact,
    /// A page of text.
    Text(PageSlug),
    /// An unknown page, with the menu entry that its address begins with.
    NotFound(Option<&'static str>),
}

impl Address {
    /// Reads an address. `path` and `query` are percent-encoded, as sent.
    pub(super) fn of(path: &str, query: &str) -> Self {
        if path.starts_with(PREVIEW) {
            return Self::Preview;
        }
        let path = path.strip_suffix('/').unwrap_or(path);
        if let Some((_, title)) = BROWSER_PAGES.iter().find(|(page, _)| fits(page, path)) {
            return Self::Browser(title);
        }
        if let Some(code) = path.strip_prefix(product_prefix()).filter(|code| is_segment(code)) {
            return Self::Public(PublicPage::of_product(code));
        }
        if let Some(slug) = path.strip_prefix(TEXTS).and_then(|slug| PageSlug::parse(slug).ok()) {
            return Self::Public(PublicPage::Text(slug));
        }
        let mut segments = path.split('/').skip(1);
        match (path, segments.next()) {
            ("", _) => Self::Public(PublicPage::Home),
            (path, _) if path == PRODUCTS.path => ListParams::parse(query)
                .map_or(Self::Browser(PRODUCTS.title.unwrap_or_default()), |params| Self::Public(PublicPage::Products(params))),
            (path, _) if path == CONTACT.path => Self::Public(PublicPage::Contact),
            (_, Some("admin")) => Self::AdminNotFound,
            (_, first) => Self::Public(PublicPage::NotFound(LINKED_SECTIONS.into_iter().find(|section| first == Some(section)))),
        }
    }
}

/// Whether `path` fits the pattern of a page, in which each `{}` stands for one segment.
fn fits(pattern: &str, path: &str) -> bool {
    let is_same = |(part, segment): (&str, &str)| part == segment || part == "{}" && !segment.is_empty();
    pattern.split('/').count() == path.split('/').count() && pattern.split('/').zip(path.split('/')).all(is_same)
}

fn is_segment(text: &str) -> bool {
    !text.is_empty() && !text.contains('/')
}

/// The path of a product's page without the product's code.
fn product_prefix() -> &'static str {
    PRODUCT.path.split(':').next().unwrap_or_default()
}

impl PublicPage {
    fn of_product(segment: &str) -> Self {
        let code = percent_encoding::percent_decode_str(segment).decode_utf8().ok();
        code.and_then(|code| ProductCode::parse(&code).ok()).map_or(Self::MissingProduct, Self::Product)
    }

    /// The kind of page for the log, without search texts.
    pub(super) const fn log_label(&self) -> &'static str {
        match self {
            Self::Home => "/",
            Self::Products(_) => "/products",
            Self::Product(_) | Self::MissingProduct => "/products/productinfo/{productId}",
            Self::Contact => "/contact",
            Self::Text(_) => TEXT_ROUTE,
            Self::NotFound(_) => "-",
        }
    }

    /// The path and query under which the page is rendered and cached. All unknown addresses of a section share one.
    pub(super) fn url(&self) -> String {
        match self {
            Self::Products(params) if !params.is_empty() => format!("{}?{}", PRODUCTS.path, params.query()),
            Self::Home | Self::Products(_) | Self::Contact => self.declared().map_or_else(String::new, |page| page.path.to_owned()),
            Self::Product(code) => format!("{}{}", product_prefix(), code.as_str()),
            Self::Text(slug) => format!("{TEXTS}{slug}"),
            // No product code begins with a dash, so this is the address of no product.
            Self::MissingProduct => format!("{}-", product_prefix()),
            Self::NotFound(None) => "/-".to_owned(),
            Self::NotFound(Some(section)) => format!("/{section}/-"),
        }
    }

    /// The page as the web app declares it; `None` for unknown pages and products.
    fn declared(&self) -> Option<RenderedPage> {
        match self {
            Self::Home => Some(HOME),
            Self::Products(_) => Some(PRODUCTS),
            Self::Product(_) => Some(PRODUCT),
            Self::Contact => Some(CONTACT),
            Self::Text(_) => RENDERED_PAGES.into_iter().find(|page| page.path == TEXT_ROUTE),
            Self::MissingProduct | Self::NotFound(_) => None,
        }
    }

    /// The source of the page's own chunk, a key of the build's manifest.
    pub(super) fn chunk(&self) -> Option<&'static str> {
        self.declared().map(|page| page.chunk)
    }

    /// The title of the plain page that is sent when rendering fails; `None` for the home page, whose title is the shop's.
    pub(super) fn title(&self) -> Option<&'static str> {
        match self {
            Self::MissingProduct => Some(PRODUCT_NOT_FOUND_TITLE),
            Self::NotFound(_) => Some(NOT_FOUND_TITLE),
            Self::Home | Self::Products(_) | Self::Product(_) | Self::Contact | Self::Text(_) => self.declared()?.title,
        }
    }

    /// Whether clients can make up any number of addresses of this kind: spellings of a code, parameters of the list.
    pub(super) fn has_unbounded_variants(&self) -> bool {
        matches!(self, Self::Product(_)) || matches!(self, Self::Products(params) if !params.is_empty())
    }

    /// The page in place of this one where there is no such product or text.
    pub(super) const fn when_missing(&self) -> Self {
        match self {
            Self::Text(_) => Self::NotFound(None),
            _ => Self::MissingProduct,
        }
    }

    /// Whether the address can have a page; a product of a possible code, or a text, may still be unknown.
    pub(super) fn may_exist(&self) -> bool {
        !matches!(self, Self::MissingProduct | Self::NotFound(_))
    }
}

/// The titles of all pages but the home page.
pub(super) fn titles() -> impl Iterator<Item = &'static str> {
    let rendered = RENDERED_PAGES.into_iter().filter_map(|page| page.title);
    BROWSER_PAGES.iter().map(|(_, title)| *title).chain(rendered).chain([PRODUCT_NOT_FOUND_TITLE, NOT_FOUND_TITLE, PREVIEW_TITLE])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn public(path: &str, query: &str) -> PublicPage {
        match Address::of(path, query) {
            Address::Public(page) => page,
            other => panic!("{path} is {other:?}"),
        }
    }

    #[test]
    fn public_pages_have_one_address() {
        for (path, query, url) in [
            ("/", "", "/"),
            ("/", "utm_source=x", "/"),
            ("/products", "", "/products"),
            ("/products/", "page=2&q=", "/products"),
            ("/products", "utm=1&sort=price&q=night+oil", "/products?q=night+oil&sort=price"),
            ("/products/productinfo/ARA-1", "x=1", "/products/productinfo/ARA-1"),
            ("/products/productinfo/ARA%2D1/", "", "/products/productinfo/ARA-1"),
            ("/contact", "a=b", "/contact"),
            ("/pages/our-story", "a=b", "/pages/our-story"),
            ("/pages/about/", "", "/pages/about"),
        ] {
            let page = public(path, query);
            assert_eq!(page.url(), url, "{path}?{query}");
            assert!(page.may_exist());
        }
    }

    #[test]
    fn unknown_addresses_share_few_pages() {
        for (path, url) in [
            ("/nope", "/-"),
            ("/nope/at/all", "/-"),
            ("/index.html", "/-"),
            ("/.vite/manifest.json", "/-"),
            ("//", "/-"),
            ("/pages", "/-"),
            ("/pages/About", "/-"),
            ("/pages/a/b", "/-"),
            ("/preview", "/-"),
            ("/cart/x", "/cart/-"),
            ("/products/productinfo", "/products/-"),
            ("/products/productinfo/", "/products/-"),
            ("/products/productinfo/a/b", "/products/-"),
            ("/products/productinfo/no%20code", "/products/productinfo/-"),
            ("/products/productinfo/%FF", "/products/productinfo/-"),
            ("/products/productinfo/search", "/products/productinfo/-"),
        ] {
            let page = public(path, "");
            assert_eq!((page.url().as_str(), page.may_exist()), (url, false), "{path}");
        }
    }

    #[test]
    fn every_page_of_the_web_app_is_known() {
        for page in RENDERED_PAGES {
            let known = public(&page.path.replace(":id", "ARA-1").replace(":slug", "about"), "");
            assert_eq!(known.chunk(), Some(page.chunk), "{}", page.path);
        }
        for (path, title) in BROWSER_PAGES.iter().filter(|(path, _)| !path.starts_with(PREVIEW)) {
            assert_eq!(Address::of(&path.replace("{}", "ARA-1"), ""), Address::Browser(title), "{path}");
        }
    }

    #[test]
    fn personal_and_back_office_pages_are_rendered_by_the_browser() {
        for (path, title) in [("/cart", "Cart"), ("/cart/", "Cart"), ("/login", "Login"), ("/admin/orders", "Admin Orders Page")] {
            assert_eq!(Address::of(path, "x=1"), Address::Browser(title), "{path}");
        }
        for path in ["/admin/orders/invoice/ARA-1", "/admin/orders/invoice/ARA-1/"] {
            assert_eq!(Address::of(path, ""), Address::Browser("Invoice"), "{path}");
        }
        for path in ["/admin/nope", "/admin/orders/invoice", "/admin/orders/invoice/", "/admin/orders/invoice/a/b", "/admin/orders/x"] {
            assert_eq!(Address::of(path, ""), Address::AdminNotFound, "{path}");
        }
        for path in ["/preview/", "/preview/contact", "/preview/products/productinfo/ARA-1"] {
            assert_eq!(Address::of(path, "x=1"), Address::Preview, "{path}");
        }
        assert_eq!(Address::of("/products", "minPrice=1e3"), Address::Browser("Products"), "a spelling that only a browser reads");
    }
}
