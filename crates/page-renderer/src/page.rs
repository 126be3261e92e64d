//! The input and output of the bundle.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::error::RenderError;

/// A page to be rendered.
#[derive(Clone, Debug, Serialize)]
pub struct RenderInput {
    pub url: String,
    /// The data it shows, in the form the bundle knows.
    pub seed: Box<RawValue>,
}

#[derive(Clone, Debug, Deserialize)]
pub struct RenderedPage {
    /// The HTTP status of the page.
    pub status: u16,
    /// The content of `<head>`.
    pub head: String,
    /// The content of the app's root element.
    pub html: String,
    /// The data for hydration in the browser, as JSON.
    #[serde(rename = "ssr")]
    pub data: Box<RawValue>,
}

impl RenderInput {
    /// The argument of the bundle's `render`.
    pub(crate) fn to_json(&self) -> Result<String, RenderError> {
        serde_json::to_string(self).map_err(|error| RenderError::NotAPage(error.to_string()))
    }
}

impl RenderedPage {
    /// Parses the answer of `render`.
    pub(crate) fn parse(json: &str) -> Result<Self, RenderError> {
        let page: Self = serde_json::from_str(json).map_err(|error| RenderError::NotAPage(error.to_string()))?;
        match page.status {
            200..=599 => Ok(page),
            status => Err(RenderError::NotAPage(format!("status {status}"))),
        }
    }
}
