//! The brands that the shop sells.

use super::Heading;
use crate::content::document_value::DocumentValue;
use crate::content::link::LinkTarget;
use crate::content::picture::Picture;
use crate::content::reader::{Field, Reader};
use crate::shared::text::{Label, Text};

/// The most brands.
pub const MAX_PARTNERS: usize = 24;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Partners {
    pub heading: Heading,
    /// At most [`MAX_PARTNERS`].
    pub partners: Vec<Partner>,
}

/// A brand with its logo, which has the name as its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Partner {
    pub name: Label,
    pub logo: Picture,
    pub to: LinkTarget,
}

impl Partners {
    pub(super) fn read(reader: &mut Reader, field: &Field<'_>) -> Option<Self> {
        let heading = reader.parsed(&field.get("heading"), Text::parse);
        let partners = reader.list(&field.get("partners"), (1, MAX_PARTNERS), partner);
        Some(Self { heading: heading?, partners: partners? })
    }

    pub(super) fn value(&self) -> DocumentValue {
        let partner = |partner: &Partner| {
            DocumentValue::map([("name", (&partner.name).into()), ("logo", (&partner.logo).into()), ("to", (&partner.to).into())])
        };
        DocumentValue::map([("heading", (&self.heading).into()), ("partners", DocumentValue::list(&self.partners, partner))])
    }
}

fn partner(reader: &mut Reader, field: &Field<'_>) -> Option<Partner> {
    let name = reader.parsed(&field.get("name"), Label::parse);
    let logo = Picture::read(reader, &field.get("logo"));
    let to = reader.parsed(&field.get("to"), LinkTarget::parse);
    Some(Partner { name: name?, logo: logo?, to: to? })
}
