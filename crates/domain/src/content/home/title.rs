//! The title of the home page.

use super::{Heading, Intro};
use crate::content::document_value::DocumentValue;
use crate::content::reader::{Field, Reader};
use crate::shared::text::Text;

/// The title of the page, and the line below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TitleSection {
    pub heading: Heading,
    pub text: Intro,
}

impl TitleSection {
    pub(super) fn read(reader: &mut Reader, field: &Field<'_>) -> Option<Self> {
        let heading = reader.parsed(&field.get("heading"), Text::parse);
        let text = reader.parsed(&field.get("text"), Text::parse);
        Some(Self { heading: heading?, text: text? })
    }

    pub(super) fn value(&self) -> DocumentValue {
        DocumentValue::map([("heading", (&self.heading).into()), ("text", (&self.text).into())])
    }
}
