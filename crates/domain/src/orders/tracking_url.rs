//! The address of a courier's page about a parcel.

use std::fmt;

use crate::shared::text::{Text, TextError};

/// An `https` address of at most 2,048 characters (contract-commerce, section 4). Customers get it as a link, so no other scheme is
/// taken.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TrackingUrl(Text<1, 2_048>);

/// Why an address is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TrackingUrlError {
    /// Too long, empty or of several lines.
    #[error(transparent)]
    Text(#[from] TextError),
    /// Not an `https` address.
    #[error("must be an https:// address")]
    NotHttps,
}

impl TrackingUrl {
    /// Checks an address: `https://`, a host without a user name before it, and no white space.
    ///
    /// # Errors
    /// [`TrackingUrlError`] for any other text.
    pub fn parse(text: &str) -> Result<Self, TrackingUrlError> {
        let text = Text::parse(text)?;
        let (scheme, rest) = text.as_str().split_at_checked("https://".len()).unwrap_or_default();
        let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
        // `https://www.courier.lk@elsewhere.lk` leads elsewhere.
        let is_host = rest.starts_with(|c: char| c.is_alphanumeric()) && !authority.contains(['@', '\\']);
        if !scheme.eq_ignore_ascii_case("https://") || !is_host || rest.contains(char::is_whitespace) {
            return Err(TrackingUrlError::NotHttps);
        }
        Ok(Self(text))
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }
}

impl fmt::Display for TrackingUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_https_with_a_host() {
        for good in ["https://domex.example/track?n=D-1", " https://x.lk ", "HTTPS://x.lk/"] {
            assert_eq!(TrackingUrl::parse(good).unwrap().as_str(), good.trim());
        }
        for bad in [
            "http://x.lk",
            "javascript:alert(1)",
            "x.lk",
            "https://",
            "https:///x",
            "https://x.lk/a b",
            "ftp://x.lk",
            "ü",
            "https://a@x.lk",
            "https://x.lk:p@y.lk/",
            "https://x.lk\\@y.lk",
        ] {
            assert_eq!(TrackingUrl::parse(bad), Err(TrackingUrlError::NotHttps), "{bad:?}");
        }
        assert_eq!(TrackingUrl::parse(" "), Err(TrackingUrlError::Text(TextError::Empty)));
        let long = format!("https://x.lk/{}", "x".repeat(2_048));
        assert_eq!(TrackingUrl::parse(&long), Err(TrackingUrlError::Text(TextError::TooLong { max: 2_048 })));
    }
}
