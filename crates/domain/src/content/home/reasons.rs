//! Reasons to choose the shop.

use super::Heading;
use crate::content::document_value::DocumentValue;
use crate::content::reader::{Field, Reader};
use crate::shared::text::Text;

/// The most reasons.
pub const MAX_REASONS: usize = 6;

/// Reasons to choose the shop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reasons {
    pub heading: Heading,
    /// At most [`MAX_REASONS`].
    pub reasons: Vec<Reason>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    pub icon: ReasonIcon,
    pub title: Heading,
    pub text: Text<1, 300>,
}

/// A picture of the web app's own, by what it shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReasonIcon {
    Flower,
    Droplets,
    Truck,
    Leaf,
    Heart,
    Shield,
    Sparkles,
    Gift,
    Sun,
    Star,
    Recycle,
    Hand,
}

/// The icons as they are spelled.
const ICONS: [(&str, ReasonIcon); 12] = [
    ("flower", ReasonIcon::Flower),
    ("droplets", ReasonIcon::Droplets),
    ("truck", ReasonIcon::Truck),
    ("leaf", ReasonIcon::Leaf),
    ("heart", ReasonIcon::Heart),
    ("shield", ReasonIcon::Shield),
    ("sparkles", ReasonIcon::Sparkles),
    ("gift", ReasonIcon::Gift),
    ("sun", ReasonIcon::Sun),
    ("star", ReasonIcon::Star),
    ("recycle", ReasonIcon::Recycle),
    ("hand", ReasonIcon::Hand),
];

impl Reasons {
    pub(super) fn read(reader: &mut Reader, field: &Field<'_>) -> Option<Self> {
        let heading = reader.parsed(&field.get("heading"), Text::parse);
        let reasons = reader.list(&field.get("reasons"), (1, MAX_REASONS), reason);
        Some(Self { heading: heading?, reasons: reasons? })
    }

    pub(super) fn value(&self) -> DocumentValue {
        let reason = |reason: &Reason| {
            let icon = ICONS.iter().find(|(_, icon)| *icon == reason.icon).map(|(word, _)| *word);
            DocumentValue::map([("icon", icon.into()), ("title", (&reason.title).into()), ("text", (&reason.text).into())])
        };
        DocumentValue::map([("heading", (&self.heading).into()), ("reasons", DocumentValue::list(&self.reasons, reason))])
    }
}

fn reason(reader: &mut Reader, field: &Field<'_>) -> Option<Reason> {
    let icon = reader.word(&field.get("icon"), &ICONS);
    let title = reader.parsed(&field.get("title"), Text::parse);
    let text = reader.parsed(&field.get("text"), Text::parse);
    Some(Reason { icon: icon?, title: title?, text: text? })
}
