//! The parsers of single variables. Each refusal says what the value must be.

use std::ops::RangeInclusive;

use adapter_postgres::{AddressError, check_address};
use tracing_subscriber::EnvFilter;
use url::Url;

/// The allowed factors of the rate limits; beyond them the time between two requests is out of a clock's range.
const SCALES: RangeInclusive<f64> = 1e-6..=1e6;

/// How log lines look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LogFormat {
    Pretty,
    Json,
}

/// A share, from 0 to 1.
pub(super) fn parse_ratio(text: &str) -> Result<f64, &'static str> {
    text.parse().ok().filter(|ratio| (0.0..=1.0).contains(ratio)).ok_or("must be a number from 0 to 1")
}

/// An http or https URL without a path; a trailing slash is removed.
pub(super) fn parse_public_url(text: &str) -> Result<String, &'static str> {
    let refusal = "must be an http or https URL without a path, such as https://shop.example";
    let url = Url::parse(text).map_err(|_| refusal)?;
    let bare = matches!(url.scheme(), "http" | "https")
        && url.has_host()
        && url.path() == "/"
        && url.query().is_none()
        && url.fragment().is_none();
    if bare && url.username().is_empty() && url.password().is_none() {
        Ok(url.as_str().trim_end_matches('/').to_owned())
    } else {
        Err(refusal)
    }
}

/// An http or https URL, with or without a path; a trailing slash is removed.
pub(super) fn parse_folder_url(text: &str) -> Result<String, &'static str> {
    let refusal = "must be an http or https URL, such as https://cdn.shop.example/images";
    let url = Url::parse(text).map_err(|_| refusal)?;
    let plain = matches!(url.scheme(), "http" | "https") && url.has_host() && url.query().is_none() && url.fragment().is_none();
    if plain && url.username().is_empty() && url.password().is_none() {
        Ok(url.as_str().trim_end_matches('/').to_owned())
    } else {
        Err(refusal)
    }
}

/// An exact origin: scheme, host and port.
pub(super) fn parse_origin(text: &str) -> Result<String, &'static str> {
    parse_public_url(text).map_err(|_| "must be exact origins such as https://shop.example, with commas in between")
}

/// A host name; it is folded to lower case.
pub(super) fn parse_host(text: &str) -> Result<String, &'static str> {
    let plain = text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'.' || b == b'-');
    if plain { Ok(text.to_ascii_lowercase()) } else { Err("must be host names with commas in between") }
}

/// The factor of the rate limits; 0 turns them off.
pub(super) fn parse_scale(text: &str) -> Result<f64, &'static str> {
    let scale = text.parse().ok().filter(|scale| *scale == 0.0 || SCALES.contains(scale));
    scale.ok_or("must be 0, or a number from 0.000001 to 1000000")
}

/// The look of log lines.
pub(super) fn parse_log_format(text: &str) -> Result<LogFormat, &'static str> {
    match text {
        "pretty" => Ok(LogFormat::Pretty),
        "json" => Ok(LogFormat::Json),
        _ => Err("must be pretty or json"),
    }
}

/// A filter of log lines, as `tracing-subscriber` reads it.
pub(super) fn parse_log_filter(text: &str) -> Result<String, &'static str> {
    let refusal = "must be a filter such as info or info,access=off";
    EnvFilter::builder().parse(text).map(|_| text.to_owned()).map_err(|_| refusal)
}

/// A signing key of at least 32 bytes.
pub(super) fn parse_secret(text: &str) -> Result<String, &'static str> {
    if text.len() < 32 { Err("must have at least 32 bytes") } else { Ok(text.to_owned()) }
}

/// The address of a PostgreSQL server.
pub(super) fn parse_database_url(text: &str) -> Result<String, AddressError> {
    check_address(text).map(|()| text.to_owned())
}
