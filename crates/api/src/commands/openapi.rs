//! `api openapi`: prints the OpenAPI document.

use crate::CommandError;
use crate::process::telemetry::say;

/// Prints the document.
///
/// # Errors
/// When it cannot be written as JSON.
pub(crate) fn run() -> Result<(), CommandError> {
    say(&shop_http::openapi::document().to_pretty_json()?);
    Ok(())
}
