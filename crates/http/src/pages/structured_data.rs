//! Structured data for search engines: JSON-LD in the vocabulary of schema.org.

use domain::catalog::product::Product;
use domain::content::identity::{Identity, is_demo_shop};
use domain::content::picture::Picture;
use serde_json::{Map, Value, json};

use crate::server::config::HttpConfig;

/// The longest description, in characters.
const MAX_DESCRIPTION: usize = 500;

/// The shop, with what its identity adds.
pub(super) fn organization(config: &HttpConfig, identity: Option<&Identity>) -> Value {
    let (shop, origin) = (&config.shop, &config.public_url);
    let mut about = json!({
        "@context": "https://schema.org",
        "@type": ["Organization", "OnlineStore"],
        "@id": format!("{origin}/#shop"),
        "name": shop.name,
        "url": format!("{origin}/"),
        "email": shop.email,
        "currenciesAccepted": "LKR",
    });
    if let Some(about) = about.as_object_mut() {
        let details = [("telephone", &shop.phone), ("address", &shop.address)];
        about.extend(details.into_iter().filter(|(_, text)| !text.is_empty()).map(|(name, text)| (name.to_owned(), text.as_str().into())));
        // The web app's flower is the logo of the demo shop alone.
        if is_demo_shop(&shop.name) {
            about.insert("logo".to_owned(), format!("{origin}/favicon.svg").into());
        }
        about.extend(identity.map(|identity| published(origin, identity)).unwrap_or_default());
    }
    about
}

/// The fields of the shop that only a published identity has.
fn published(origin: &str, identity: &Identity) -> Map<String, Value> {
    let mut fields = Map::new();
    let picture = |picture: &Option<Picture>| Some(absolute(origin, picture.as_ref()?.upload()?).into());
    let social: Vec<Value> = identity.social.iter().map(|link| link.to.as_str().into()).collect();
    let place = identity.map_point.map(|point| {
        let [latitude, longitude] = [point.latitude, point.longitude].map(|millionths| f64::from(millionths) / 1e6);
        json!({ "@type": "Place", "geo": { "@type": "GeoCoordinates", "latitude": latitude, "longitude": longitude } })
    });
    let social = (!social.is_empty()).then(|| social.into());
    for (name, value) in [
        ("logo", picture(&identity.logo).or_else(|| picture(&identity.favicon))),
        ("image", picture(&identity.share_picture)),
        ("sameAs", social),
        ("location", place),
    ] {
        fields.extend(value.map(|value| (name.to_owned(), value)));
    }
    fields
}

/// The site and how to search it.
pub(super) fn website(config: &HttpConfig) -> Value {
    let origin = &config.public_url;
    json!({
        "@context": "https://schema.org",
        "@type": "WebSite",
        "name": config.shop.name,
        "url": format!("{origin}/"),
        "publisher": { "@id": format!("{origin}/#shop") },
        "potentialAction": {
            "@type": "SearchAction",
            "target": { "@type": "EntryPoint", "urlTemplate": format!("{origin}/products?q={{search_term_string}}") },
            "query-input": "required name=search_term_string",
        },
    })
}

/// The breadcrumb from the home page to this page: names and paths.
pub(super) fn breadcrumb(config: &HttpConfig, way: &[(&str, &str)]) -> Value {
    let steps = [("Home", "/")].iter().chain(way).enumerate().map(|(index, (name, path))| {
        json!({ "@type": "ListItem", "position": index + 1, "name": name, "item": format!("{}{path}", config.public_url) })
    });
    json!({ "@context": "https://schema.org", "@type": "BreadcrumbList", "itemListElement": steps.collect::<Vec<_>>() })
}

/// A product with its offer, and its breadcrumb.
pub(super) fn product(config: &HttpConfig, product: &Product) -> Vec<Value> {
    let (origin, details) = (&config.public_url, &product.details);
    let path = format!("/products/productinfo/{}", product.code.as_str());
    let availability = if product.stock.get() > 0 { "InStock" } else { "OutOfStock" };
    let mut about = json!({
        "@context": "https://schema.org",
        "@type": "Product",
        "name": details.name.as_str(),
        "sku": product.code.as_str(),
        "url": format!("{origin}{path}"),
        "image": details.images.iter().map(|image| absolute(origin, image.as_str())).collect::<Vec<_>>(),
        "description": details.description.as_str().chars().take(MAX_DESCRIPTION).collect::<String>(),
        "offers": {
            "@type": "Offer",
            "url": format!("{origin}{path}"),
            "price": decimal(details.prices.last_price().cents()),
            "priceCurrency": "LKR",
            "availability": format!("https://schema.org/{availability}"),
            "itemCondition": "https://schema.org/NewCondition",
            "seller": { "@id": format!("{origin}/#shop"), "@type": "OnlineStore", "name": config.shop.name },
        },
    });
    if let (Some(brand), Some(about)) = (&details.brand, about.as_object_mut()) {
        about.insert("brand".to_owned(), json!({ "@type": "Brand", "name": brand.as_str() }));
    }
    vec![about, way_to(config, product, &path)]
}

/// Through the product's category, if it has one, as the page shows it.
fn way_to(config: &HttpConfig, product: &Product, path: &str) -> Value {
    let category = product.details.category.as_ref().map(|category| {
        let query = url::form_urlencoded::Serializer::new(String::new()).append_pair("category", category.as_str()).finish();
        (category.as_str(), format!("/products?{query}"))
    });
    let mut way = vec![("Products", "/products")];
    way.extend(category.as_ref().map(|(name, path)| (*name, path.as_str())));
    way.push((product.details.name.as_str(), path));
    breadcrumb(config, &way)
}

/// An amount as schema.org requires: digits and a point.
fn decimal(cents: i64) -> String {
    format!("{}.{:02}", cents / 100, cents % 100)
}

fn absolute(origin: &str, address: &str) -> String {
    if address.starts_with('/') { format!("{origin}{address}") } else { address.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_have_two_decimals() {
        assert_eq!([decimal(450_000), decimal(450_005), decimal(99)], ["4500.00", "4500.05", "0.99"]);
    }

    #[test]
    fn pictures_have_their_whole_address() {
        assert_eq!(absolute("https://shop.example", "/images/a.webp"), "https://shop.example/images/a.webp");
        assert_eq!(absolute("https://shop.example", "https://cdn.example/a.webp"), "https://cdn.example/a.webp");
    }
}
