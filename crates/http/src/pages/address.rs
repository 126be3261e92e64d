//! Which page an address means (`spec.md` §2), and the one address of each public page.

use domain::catalog::product_code::ProductCode;

use super::list_params::ListParams;

/// Pages that the browser renders, with their titles; `{}` stands for anything that is not a slash.
const BROWSER_PAGES: &[(&str, &str)] = &[
    ("/cart", "Cart"),
    ("/shipping", "Checkout"),
    ("/order-success", "Order placed"),
    ("/orders", "Orders"),
    ("/login", "Login"),
    ("/register", "Create Account"),
    ("/forgot-password", "Forgot password?"),
    ("/reset-password", "Set a new password"),
    ("/user", "Your profile"),
    ("/admin", "Dashboard"),
    ("/admin/dashboard", "Dashboard"),
    ("/admin/products", "Admin Products Page"),
    ("/admin/products/addProducts", "Add Product"),
    ("/admin/products/updateProducts", "Update Product"),
    ("/admin/products/import", "Import Products"),
    ("/admin/products/stock", "Stock History"),
    ("/admin/orders", "Admin Orders Page"),
    ("/admin/orders/invoice/{}", "Invoice"),
    ("/admin/orders/packing-slip/{}", "Packing slip"),
    ("/admin/customers", "Customers"),
    ("/admin/reviews", "User Reviews"),
    ("/admin/audit", "Audit log"),
];

const HOME_CHUNK: &str = "src/app/shop/home-route.tsx";
const PRODUCTS_CHUNK: &str = "src/features/catalog/products-page.tsx";
const PRODUCT_CHUNK: &str = "src/features/catalog/product-page.tsx";
const CONTACT_CHUNK: &str = "src/features/messages/contact-page.tsx";

/// The title of a product's page while the product is not known.
const PRODUCT_TITLE: &str = "Product";
/// The title of what is not there.
pub(super) const NOT_FOUND_TITLE: &str = "Page not found";

/// First parts of an address under which a link of the page's frame shows that one is there.
const SECTIONS: &[&str] = &["products", "orders", "contact", "cart"];

/// What an address means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Address {
    /// A page that the server renders.
    Public(PublicPage),
    /// A page that the browser renders, with its title.
    Browser(&'static str),
    /// The back-office's own page for what is not there, which the browser renders.
    NothingInAdmin,
}

/// A page that the server renders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PublicPage {
    /// The home page.
    Home,
    /// The list of products.
    Products(ListParams),
    /// The page of one product, under the code as the address has it.
    Product(ProductCode),
    /// The page of a product that is not there.
    MissingProduct,
    /// How to reach the shop.
    Contact,
    /// Nothing is there; what the address begins with, where the page's frame shows it.
    NotFound(Option<&'static str>),
}

impl Address {
    /// Reads an address; `path` and `query` as they were sent.
    pub(super) fn of(path: &str, query: &str) -> Self {
        let path = path.strip_suffix('/').unwrap_or(path);
        if let Some((_, title)) = BROWSER_PAGES.iter().find(|(page, _)| fits(page, path)) {
            return Self::Browser(title);
        }
        let parts: Vec<&str> = path.split('/').skip(1).collect();
        match *parts.as_slice() {
            [] => Self::Public(PublicPage::Home),
            ["products"] => ListParams::parse(query).map_or(Self::Browser("Products"), |params| Self::Public(PublicPage::Products(params))),
            ["products", "productinfo", code] if !code.is_empty() => Self::Public(PublicPage::of_product(code)),
            ["contact"] => Self::Public(PublicPage::Contact),
            ["admin", ..] => Self::NothingInAdmin,
            [first, ..] => Self::Public(PublicPage::NotFound(SECTIONS.iter().find(|s| **s == first).copied())),
        }
    }
}

/// Whether a path is of the form of a page's address.
fn fits(page: &str, path: &str) -> bool {
    page == path
        || page.strip_suffix("{}").and_then(|start| path.strip_prefix(start)).is_some_and(|end| !end.is_empty() && !end.contains('/'))
}

impl PublicPage {
    fn of_product(segment: &str) -> Self {
        let code = percent_encoding::percent_decode_str(segment).decode_utf8().ok();
        code.and_then(|code| ProductCode::parse(&code).ok()).map_or(Self::MissingProduct, Self::Product)
    }

    /// What kind of page it is, for the log: its address would tell what is searched for.
    pub(super) const fn pattern(&self) -> &'static str {
        match self {
            Self::Home => "/",
            Self::Products(_) => "/products",
            Self::Product(_) | Self::MissingProduct => "/products/productinfo/{productId}",
            Self::Contact => "/contact",
            Self::NotFound(_) => "-",
        }
    }

    /// Path and query of the page, without what it does not know: what is rendered, and what it is kept under. Only
    /// browsers and links differ in more.
    pub(super) fn url(&self) -> String {
        match self {
            Self::Home => "/".to_owned(),
            Self::Products(params) if params.is_empty() => "/products".to_owned(),
            Self::Products(params) => format!("/products?{}", params.query()),
            Self::Product(code) => format!("/products/productinfo/{}", code.as_str()),
            // No code begins with a dash.
            Self::MissingProduct => "/products/productinfo/-".to_owned(),
            Self::Contact => "/contact".to_owned(),
            Self::NotFound(None) => "/-".to_owned(),
            Self::NotFound(Some(section)) => format!("/{section}/-"),
        }
    }

    /// The source of the page's own chunk, in the build's manifest.
    pub(super) fn chunk(&self) -> Option<&'static str> {
        match self {
            Self::Home => Some(HOME_CHUNK),
            Self::Products(_) => Some(PRODUCTS_CHUNK),
            Self::Product(_) => Some(PRODUCT_CHUNK),
            Self::Contact => Some(CONTACT_CHUNK),
            Self::MissingProduct | Self::NotFound(_) => None,
        }
    }

    /// The page's title where only the server gives one; `None` for the home page, whose title is the shop's.
    pub(super) fn title(&self) -> Option<&'static str> {
        match self {
            Self::Home => None,
            Self::Products(_) => Some("Products"),
            Self::Product(_) => Some(PRODUCT_TITLE),
            Self::Contact => Some("Contact"),
            Self::MissingProduct => Some("Product not found"),
            Self::NotFound(_) => Some(NOT_FOUND_TITLE),
        }
    }

    /// Whether there are as many such pages as one likes: a product's address may be written in any case.
    pub(super) fn is_one_of_many(&self) -> bool {
        matches!(self, Self::Product(_)) || matches!(self, Self::Products(params) if !params.is_empty())
    }

    /// Whether anything is there.
    pub(super) fn is_found(&self) -> bool {
        !matches!(self, Self::MissingProduct | Self::NotFound(_))
    }
}

/// The sources of the pages' own chunks.
pub(super) const CHUNKS: [&str; 4] = [HOME_CHUNK, PRODUCTS_CHUNK, PRODUCT_CHUNK, CONTACT_CHUNK];

/// The titles of all pages but the home page.
pub(super) fn titles() -> impl Iterator<Item = &'static str> {
    let public = [PublicPage::Products(ListParams::default()), PublicPage::Contact, PublicPage::MissingProduct, PublicPage::NotFound(None)];
    BROWSER_PAGES.iter().map(|(_, title)| *title).chain([PRODUCT_TITLE]).chain(public.into_iter().filter_map(|page| page.title()))
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
        ] {
            let page = public(path, query);
            assert_eq!(page.url(), url, "{path}?{query}");
            assert!(page.is_found());
        }
    }

    #[test]
    fn what_is_not_there_shares_few_pages() {
        for (path, url) in [
            ("/nope", "/-"),
            ("/nope/at/all", "/-"),
            ("/index.html", "/-"),
            ("/.vite/manifest.json", "/-"),
            ("//", "/-"),
            ("/cart/x", "/cart/-"),
            ("/products/productinfo", "/products/-"),
            ("/products/productinfo/", "/products/-"),
            ("/products/productinfo/a/b", "/products/-"),
            ("/products/productinfo/no%20code", "/products/productinfo/-"),
            ("/products/productinfo/%FF", "/products/productinfo/-"),
            ("/products/productinfo/search", "/products/productinfo/-"),
        ] {
            let page = public(path, "");
            assert_eq!((page.url().as_str(), page.is_found()), (url, false), "{path}");
        }
    }

    #[test]
    fn pages_of_people_and_of_the_back_office_are_the_browsers() {
        for (path, title) in [("/cart", "Cart"), ("/cart/", "Cart"), ("/login", "Login"), ("/admin/orders", "Admin Orders Page")] {
            assert_eq!(Address::of(path, "x=1"), Address::Browser(title), "{path}");
        }
        for path in ["/admin/orders/invoice/ARA-1", "/admin/orders/invoice/ARA-1/"] {
            assert_eq!(Address::of(path, ""), Address::Browser("Invoice"), "{path}");
        }
        for path in ["/admin/nope", "/admin/orders/invoice", "/admin/orders/invoice/", "/admin/orders/invoice/a/b", "/admin/orders/x"] {
            assert_eq!(Address::of(path, ""), Address::NothingInAdmin, "{path}");
        }
        assert_eq!(Address::of("/products", "minPrice=1e3"), Address::Browser("Products"), "what only a browser reads");
    }
}
