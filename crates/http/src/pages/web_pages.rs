//! What the web app says of its pages. Generated from its routes by `npm --prefix frontend run gen:pages`; a test of the
//! web app fails when it is out of date. Do not edit.

use serde_json::{Value, json};

/// A page that the server renders.
#[derive(Debug)]
pub(super) struct RenderedPage {
    /// The route's pattern.
    pub(super) path: &'static str,
    /// The title; `None` where it is the shop's.
    pub(super) title: Option<&'static str>,
    /// The source of the page's chunk, a key of the build's manifest.
    pub(super) chunk: &'static str,
}

/// `/`
pub(super) const HOME: RenderedPage = RenderedPage { path: "/", title: None, chunk: "src/app/shop/home-route.tsx" };

/// `/products`
pub(super) const PRODUCTS: RenderedPage = RenderedPage { path: "/products", title: Some("Products"), chunk: "src/features/catalog/products-page.tsx" };

/// `/products/productinfo/:id`
pub(super) const PRODUCT: RenderedPage = RenderedPage { path: "/products/productinfo/:id", title: Some("Product"), chunk: "src/features/catalog/product-page.tsx" };

/// `/contact`
pub(super) const CONTACT: RenderedPage = RenderedPage { path: "/contact", title: Some("Contact"), chunk: "src/features/messages/contact-page.tsx" };

/// `/pages/:slug`
pub(super) const PAGE: RenderedPage = RenderedPage { path: "/pages/:slug", title: Some("Page"), chunk: "src/app/shop/page-route.tsx" };

/// The pages that the server renders.
pub(super) const RENDERED_PAGES: [RenderedPage; 5] = [HOME, PRODUCTS, PRODUCT, CONTACT, PAGE];

/// The pages that the browser renders: pattern and title. `{}` stands for one segment of the path.
pub(super) const BROWSER_PAGES: &[(&str, &str)] = &[
    ("/cart", "Cart"),
    ("/shipping", "Checkout"),
    ("/order-success", "Order placed"),
    ("/orders", "Orders"),
    ("/orders/{}", "Order"),
    ("/orders/{}/invoice/{}", "Invoice"),
    ("/pay/return", "Your payment"),
    ("/pay/cancelled", "Your payment"),
    ("/login", "Login"),
    ("/register", "Create Account"),
    ("/forgot-password", "Forgot password?"),
    ("/reset-password", "Set a new password"),
    ("/verify-email", "Confirm your email"),
    ("/accept-invitation", "Accept your invitation"),
    ("/sessions-ended", "Was this not you?"),
    ("/setup", "Set up your shop"),
    ("/user", "Your profile"),
    ("/admin", "Dashboard"),
    ("/admin/dashboard", "Dashboard"),
    ("/admin/products", "Admin Products Page"),
    ("/admin/products/addProducts", "Add Product"),
    ("/admin/products/updateProducts", "Update Product"),
    ("/admin/products/import", "Import Products"),
    ("/admin/products/stock", "Stock History"),
    ("/admin/orders", "Admin Orders Page"),
    ("/admin/customers", "Customers"),
    ("/admin/audit", "Audit log"),
    ("/admin/reviews", "User Reviews"),
    ("/admin/mails", "Mails"),
    ("/admin/calls", "Calls before packing"),
    ("/admin/payments", "Payments to check"),
    ("/admin/returns", "Returns"),
    ("/admin/refunds", "Refunds"),
    ("/admin/attention", "Attention"),
    ("/admin/promotions", "Promotions"),
    ("/admin/promotions/new", "New promotion"),
    ("/admin/promotions/{}", "Promotion"),
    ("/admin/messages", "Messages"),
    ("/admin/staff", "Staff"),
    ("/admin/look", "Look"),
    ("/admin/look/identity", "Identity"),
    ("/admin/look/theme", "Colours"),
    ("/admin/look/home", "Home page"),
    ("/admin/look/footer", "Footer"),
    ("/admin/look/contact", "Contact page"),
    ("/admin/look/announcement", "Announcement"),
    ("/admin/look/pages", "Pages"),
    ("/admin/look/pages/{}", "Page"),
    ("/admin/settings", "Settings"),
    ("/admin/settings/delivery", "Delivery settings"),
    ("/admin/settings/payments", "Payment settings"),
    ("/admin/settings/orders", "Order settings"),
    ("/admin/settings/tax", "Tax settings"),
    ("/admin/settings/mails", "Mail settings"),
    ("/admin/settings/security", "Security settings"),
    ("/admin/settings/backups", "Backups"),
    ("/admin/orders/invoice/{}", "Invoice"),
    ("/admin/orders/packing-slip/{}", "Packing slip"),
];

/// The title of an unknown page.
pub(super) const NOT_FOUND_TITLE: &str = "Page not found";

/// The title of an unknown product's page.
pub(super) const PRODUCT_NOT_FOUND_TITLE: &str = "Product not found";

/// Follows the shop's name in the home page's title.
pub(super) const HOME_TAGLINE: &str = "Cosmetics and perfumes, island-wide";

/// First segments of the paths that the header links to: their links are marked as current on every page below them.
pub(super) const LINKED_SECTIONS: [&str; 4] = ["products", "orders", "contact", "cart"];

/// Products on the home page.
pub(super) const FEATURED_COUNT: u16 = 8;

/// Reviews on the home page.
pub(super) const LATEST_REVIEWS_COUNT: u16 = 5;

/// Products on one page of a list.
pub(super) const PAGE_SIZE: u16 = 24;

/// The most products of a search that are looked through for a family.
pub(super) const FAMILY_LIMIT: u16 = 50;

/// Parameters of the product list's address.
#[cfg(test)]
pub(super) const LIST_PARAMETERS: [&str; 9] = ["q", "sort", "category", "brand", "discounted", "inStock", "minPrice", "maxPrice", "after"];

/// Parameters of the product list's address that its facets depend on.
pub(super) const FACET_PARAMETERS: [&str; 7] = ["q", "category", "brand", "discounted", "inStock", "minPrice", "maxPrice"];

/// The query key of the shop's details.
pub(super) fn shop_key() -> Value {
    json!(["shop"])
}

/// The query key of the installation's facts.
pub(super) fn site_key() -> Value {
    json!(["site"])
}

/// The query key of the home page's products.
pub(super) fn featured_key() -> Value {
    json!(["products","some",{"discounted":true,"limit":8}])
}

/// The query key of the home page's reviews.
pub(super) fn latest_reviews_key() -> Value {
    json!(["reviews","latest",5])
}

/// The query key of a list of products.
pub(super) fn product_list_key(value: &Value) -> Value {
    json!(["products","list",value])
}

/// The query key of the facets of a list.
pub(super) fn product_facets_key(value: &Value) -> Value {
    json!(["products","facets",value])
}

/// The query key of one product.
pub(super) fn product_detail_key(value: &str) -> Value {
    json!(["products","detail",value])
}

/// The query key of a family of shades.
pub(super) fn product_family_key(value: &str) -> Value {
    json!(["products","family",value])
}
