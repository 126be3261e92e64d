//! What the documents have in common, for the OpenAPI document (see `documents.rs`).

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Declares documents or parts of them.
macro_rules! documents {
    ($($(#[$doc:meta])* $name:ident as $schema:ident { $($(#[$field_doc:meta])* $field:ident: $type:ty,)* })*) => {$(
        $(#[$doc])*
        #[derive(Debug, PartialEq, Serialize, Deserialize, ToSchema)]
        #[serde(rename_all = "camelCase", deny_unknown_fields)]
        #[schema(as = $schema)]
        pub struct $name {
            $($(#[$field_doc])* pub $field: $type,)*
        }
    )*};
}
pub(super) use documents;

documents! {
    /// A link with its words.
    LinkJson as ContentLink {
        /// At most 40 characters.
        label: String,
        /// Where it leads.
        to: String,
    }
}
