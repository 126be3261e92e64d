//! The addresses of pictures that products and profiles may name: the shop's own, and https on configured hosts (contract,
//! Products). The server never fetches one.

use domain::shared::text::{PictureUrl, TextError};
use url::{Host, Url};

use crate::server::config::HttpConfig;

/// Why a picture address is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PictureUrlError {
    /// Empty, too long or with U+0000.
    #[error(transparent)]
    Text(#[from] TextError),
    /// Neither the shop's own nor on a configured host.
    #[error("must be a picture of this shop, or an https address on an allowed host")]
    Foreign,
}

/// The path of the shop's own pictures.
const IMAGES: &str = "/images/";

/// Checks a picture address and normalises it.
///
/// # Errors
/// [`PictureUrlError`] for an invalid or foreign address.
pub fn parse_picture_url(text: &str, config: &HttpConfig) -> Result<PictureUrl, PictureUrlError> {
    let text = PictureUrl::parse(text)?;
    let shop = Url::parse(&config.public_url).map_err(|_| PictureUrlError::Foreign)?;
    if text.as_str().starts_with(IMAGES) {
        let resolved = shop.join(text.as_str()).map_err(|_| PictureUrlError::Foreign)?;
        // Resolving changes a path with dots or backslashes.
        return if is_own(&resolved, &shop, IMAGES) && resolved.path() == text.as_str() { Ok(text) } else { Err(PictureUrlError::Foreign) };
    }
    let url = Url::parse(text.as_str()).map_err(|_| PictureUrlError::Foreign)?;
    let own_folder = format!("{}{IMAGES}", shop.path().trim_end_matches('/'));
    if is_own(&url, &shop, &own_folder) || is_served_elsewhere(&url, config) || is_on_named_host(&url, &config.image_url_hosts) {
        Ok(PictureUrl::parse(url.as_str())?)
    } else {
        Err(PictureUrlError::Foreign)
    }
}

/// Whether it is a file directly in the shop's picture folder.
fn is_own(url: &Url, shop: &Url, folder: &str) -> bool {
    let in_folder = url.path().strip_prefix(folder).is_some_and(|name| !name.is_empty() && !name.contains('/'));
    url.origin() == shop.origin() && in_folder && !has_credentials(url) && url.query().is_none() && url.fragment().is_none()
}

/// Whether it is the shop's own, served by a bucket or a CDN.
fn is_served_elsewhere(url: &Url, config: &HttpConfig) -> bool {
    let base = config.images_public_url.as_deref().and_then(|base| Url::parse(base).ok());
    base.is_some_and(|base| is_own(url, &base, &format!("{}/", base.path().trim_end_matches('/'))))
}

fn is_on_named_host(url: &Url, hosts: &[String]) -> bool {
    let Some(Host::Domain(host)) = url.host() else { return false };
    url.scheme() == "https" && url.port().is_none() && !has_credentials(url) && hosts.iter().any(|named| named.eq_ignore_ascii_case(host))
}

fn has_credentials(url: &Url) -> bool {
    !url.username().is_empty() || url.password().is_some()
}

#[cfg(test)]
mod tests {
    use application::content::current_content::ShopDetails;

    use super::*;

    fn parse(text: &str) -> Result<String, PictureUrlError> {
        let shop = ShopDetails {
            name: String::new(),
            phone: String::new(),
            email: String::new(),
            address: String::new(),
            opening_hours: String::new(),
            time_zone: String::new(),
        };
        let config = HttpConfig {
            public_url: "https://shop.example".into(),
            shop,
            cors_origins: Vec::new(),
            trusted_proxies: Vec::new(),
            rate_limit_scale: 0.0,
            image_url_hosts: vec!["cdn.example.net".into()],
            images_public_url: Some("http://pictures.example:9000/bucket".into()),
            google: None,
            payment_origin: None,
        };
        parse_picture_url(text, &config).map(PictureUrl::into_string)
    }

    #[test]
    fn the_shops_own_pictures_and_named_hosts_are_welcome() {
        for url in [
            "/images/1714-rose.webp",
            "/images/a%20b.png",
            "https://shop.example/images/1714-rose.webp",
            "https://cdn.example.net/a/b.jpg?w=1",
            "http://pictures.example:9000/bucket/1714-rose.webp",
        ] {
            assert_eq!(parse(url).as_deref(), Ok(url));
        }
        assert_eq!(parse(" /images/a.png ").as_deref(), Ok("/images/a.png"));
        assert_eq!(parse("HTTPS://CDN.Example.net/a.jpg").as_deref(), Ok("https://cdn.example.net/a.jpg"));
    }

    #[test]
    fn everything_else_is_refused() {
        for url in [
            "rose.webp",
            "/images/",
            "/images/../api/users",
            "/images/a/../../b",
            "/images/a\\b",
            "/images/a.png?x=1",
            "/images/a.png#x",
            "/images/a\".png",
            "//evil.example/images/a.png",
            "http://shop.example/images/a.png",
            "https://shop.example/api/users",
            "https://shop.example:8443/images/a.png",
            "https://shop.example@evil.example/images/a.png",
            "https://user@shop.example/images/a.png",
            "http://cdn.example.net/a.jpg",
            "https://cdn.example.net:8443/a.jpg",
            "http://pictures.example:9000/1714-rose.webp",
            "http://pictures.example:9000/bucket/",
            "http://pictures.example:9000/bucket/w320/1714-rose.webp",
            "http://pictures.example:9000/bucket/../1714-rose.webp",
            "http://pictures.example:9000/bucket/1714-rose.webp?acl",
            "https://pictures.example:9000/bucket/1714-rose.webp",
            "http://pictures.example/bucket/1714-rose.webp",
            "https://cdn.example.net.evil.example/a.jpg",
            "https://evil.example/cdn.example.net/a.jpg",
            "https://user:pass@cdn.example.net/a.jpg",
            "javascript:alert(1)",
            "data:image/png;base64,AAAA",
            "file:///etc/passwd",
        ] {
            assert_eq!(parse(url), Err(PictureUrlError::Foreign), "{url}");
        }
        assert_eq!(parse(""), Err(PictureUrlError::Text(TextError::Empty)));
        assert_eq!(parse("/images/\0"), Err(PictureUrlError::Text(TextError::Nul)));
        assert!(matches!(parse(&format!("/images/{}", "x".repeat(2_048))), Err(PictureUrlError::Text(TextError::TooLong { .. }))));
    }
}
