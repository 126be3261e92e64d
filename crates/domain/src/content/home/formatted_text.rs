//! Formatted text on the home page.

use super::Heading;
use crate::content::document_value::DocumentValue;
use crate::content::reader::{Field, Reader};
use crate::content::rich_text::RichText;
use crate::shared::text::Text;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextSection {
    pub heading: Heading,
    pub body: RichText,
}

impl TextSection {
    pub(super) fn read(reader: &mut Reader, field: &Field<'_>) -> Option<Self> {
        let heading = reader.parsed(&field.get("heading"), Text::parse);
        let body = RichText::read(reader, &field.get("body"));
        Some(Self { heading: heading?, body: body? })
    }

    pub(super) fn value(&self) -> DocumentValue {
        DocumentValue::map([("heading", (&self.heading).into()), ("body", (&self.body).into())])
    }
}
