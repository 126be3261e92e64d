//! Where a link leads.

use std::fmt;

use crate::content::reader::text_parts;
use crate::shared::json::text_json;

/// A path of the shop, or an https, mailto or tel address. Nothing else is a link: `javascript:` and other schemes run code.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LinkTarget(String);

/// The text is no address that a link may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("must be a path of this shop, or an https, mailto or tel address, of at most 500 characters")]
pub struct LinkTargetError;

impl LinkTarget {
    /// The greatest number of characters.
    pub const MAX_LENGTH: usize = 500;

    /// Trims and checks an address.
    ///
    /// # Errors
    /// [`LinkTargetError`] for other schemes, an address of another host without a scheme, white space and control characters.
    pub fn parse(text: &str) -> Result<Self, LinkTargetError> {
        let text = text.trim();
        let is_clean = text.chars().all(|c| !c.is_control() && !c.is_whitespace() && !"\\<>\"^`{|}".contains(c));
        if !is_clean || text.chars().count() > Self::MAX_LENGTH || !has_known_form(text) {
            return Err(LinkTargetError);
        }
        Ok(Self(text.to_owned()))
    }

    /// An https address.
    ///
    /// # Errors
    /// [`LinkTargetError`] for any other one.
    pub fn parse_https(text: &str) -> Result<Self, LinkTargetError> {
        Self::parse(text).and_then(|target| if target.0.starts_with("https://") { Ok(target) } else { Err(LinkTargetError) })
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

fn has_known_form(text: &str) -> bool {
    if let Some(host) = text.strip_prefix("https://") {
        let host = host.split(['/', '?', '#']).next().unwrap_or_default();
        // What stands before an @ looks like a host and is none.
        return host.contains('.') && !host.starts_with('.') && !host.contains('@');
    }
    if let Some(address) = text.strip_prefix("mailto:") {
        return address.contains('@');
    }
    if let Some(number) = text.strip_prefix("tel:") {
        return number.bytes().any(|byte| byte.is_ascii_digit()) && number.bytes().all(|byte| b"0123456789+-()".contains(&byte));
    }
    // Two slashes would begin a host.
    text.starts_with('/') && !text.starts_with("//")
}

impl fmt::Display for LinkTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

text_json!(LinkTarget, Self::parse);
text_parts!(LinkTarget);

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn paths_and_three_schemes_are_links() {
        for text in [
            "/",
            "/products?brand=Kumbuk%20%26%20Clay",
            "/pages/about#top",
            "https://example.lk",
            "https://example.lk/a?b=c",
            "mailto:a@b.lk",
            "tel:+94112345678",
        ] {
            assert_eq!(LinkTarget::parse(text).map(|target| target.to_string()), Ok(text.to_owned()));
        }
    }

    #[test]
    fn everything_else_is_none() {
        for text in [
            "",
            "javascript:alert(1)",
            "JavaScript:alert(1)",
            "java\nscript:alert(1)",
            "data:text/html,x",
            "vbscript:x",
            "http://example.lk",
            "//evil.example",
            "/\\evil.example",
            "https://",
            "https://localhost",
            "https://shop.example@evil.example",
            "HTTPS://example.lk",
            "mailto:",
            "tel:",
            "tel:javascript",
            "products",
            "#top",
            "/a b",
            "/a\tb",
            "/a\"b",
            &format!("/{}", "x".repeat(500)),
        ] {
            assert_eq!(LinkTarget::parse(text), Err(LinkTargetError), "{text:?}");
        }
        assert!(LinkTarget::parse_https("/a").is_err() && LinkTarget::parse_https("https://a.lk").is_ok());
    }

    proptest! {
        #[test]
        fn an_accepted_link_runs_no_code(text in "\\PC{0,40}|[a-z]{0,12}:[ -~]{0,20}|[ -~]{0,30}") {
            if let Ok(target) = LinkTarget::parse(&text) {
                let text = target.as_str();
                prop_assert!(["/", "https://", "mailto:", "tel:"].iter().any(|start| text.starts_with(start)));
                prop_assert!(!text.starts_with("//") && !text.contains(['\\', '"', '<', '>']));
                prop_assert_eq!(LinkTarget::parse(text), Ok(target.clone()));
            }
        }
    }
}
