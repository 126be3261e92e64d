//! An answer that is a sentence.

use serde::Serialize;
use utoipa::ToSchema;

/// What happened, for a person to read.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Message)]
pub struct MessageJson {
    /// The sentence to show.
    pub message: &'static str,
}
