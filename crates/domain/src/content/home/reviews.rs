//! Reviews of the shop on the home page.

use super::{Heading, Intro};
use crate::content::document_value::DocumentValue;
use crate::content::reader::{Field, Reader};
use crate::shared::text::Text;

/// The newest reviews of the shop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reviews {
    pub heading: Heading,
    /// The words that invite a review, beside those of others.
    pub invitation: Intro,
    /// The words that invite the first one.
    pub first_invitation: Intro,
}

impl Reviews {
    pub(super) fn read(reader: &mut Reader, field: &Field<'_>) -> Option<Self> {
        let heading = reader.parsed(&field.get("heading"), Text::parse);
        let invitation = reader.parsed(&field.get("invitation"), Text::parse);
        let first_invitation = reader.parsed(&field.get("firstInvitation"), Text::parse);
        Some(Self { heading: heading?, invitation: invitation?, first_invitation: first_invitation? })
    }

    pub(super) fn value(&self) -> DocumentValue {
        let [invitation, first] = [&self.invitation, &self.first_invitation].map(Into::into);
        DocumentValue::map([("heading", (&self.heading).into()), ("invitation", invitation), ("firstInvitation", first)])
    }
}
