//! Closed sets of words in JSON: a schema for an enum of the domain, whose spellings and order (`as_str`, `ALL`) it takes.

use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};

/// Declares the JSON of an enum of the domain, and names its schema.
macro_rules! word_json {
    ($(#[doc = $doc:literal])+ $visibility:vis $json:ident as $schema:ident of $word:ty) => {
        $(#[doc = $doc])+
        #[derive(Clone, Copy, Debug)]
        $visibility struct $json($word);

        impl From<$word> for $json {
            fn from(word: $word) -> Self {
                Self(word)
            }
        }

        impl serde::Serialize for $json {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.0.as_str())
            }
        }

        impl utoipa::PartialSchema for $json {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
                $crate::response::word_json::schema(&[$($doc),+], <$word>::ALL.map(<$word>::as_str))
            }
        }

        impl utoipa::ToSchema for $json {
            fn name() -> std::borrow::Cow<'static, str> {
                stringify!($schema).into()
            }
        }
    };
}
pub(crate) use word_json;

/// The schema of a text that is one of these words.
pub(crate) fn schema<const N: usize>(description: &[&str], words: [&str; N]) -> RefOr<Schema> {
    let description = description.iter().map(|line| line.trim()).collect::<Vec<_>>().join("\n");
    let object = ObjectBuilder::new().schema_type(Type::String).description(Some(description));
    object.enum_values(Some(words)).build().into()
}
