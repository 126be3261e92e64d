//! Tips on the home page.

use super::{Heading, Intro};
use crate::content::document_value::DocumentValue;
use crate::content::reader::{Field, Reader};
use crate::shared::text::Text;

/// The most tips.
pub const MAX_TIPS: usize = 12;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tips {
    pub heading: Heading,
    /// The line below it.
    pub intro: Intro,
    /// At most [`MAX_TIPS`].
    pub tips: Vec<Tip>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tip {
    pub title: Heading,
    pub text: Text<1, 300>,
}

impl Tips {
    pub(super) fn read(reader: &mut Reader, field: &Field<'_>) -> Option<Self> {
        let heading = reader.parsed(&field.get("heading"), Text::parse);
        let intro = reader.parsed(&field.get("intro"), Text::parse);
        let tips = reader.list(&field.get("tips"), (1, MAX_TIPS), tip);
        Some(Self { heading: heading?, intro: intro?, tips: tips? })
    }

    pub(super) fn value(&self) -> DocumentValue {
        let tip = |tip: &Tip| DocumentValue::map([("title", (&tip.title).into()), ("text", (&tip.text).into())]);
        let tips = DocumentValue::list(&self.tips, tip);
        DocumentValue::map([("heading", (&self.heading).into()), ("intro", (&self.intro).into()), ("tips", tips)])
    }
}

fn tip(reader: &mut Reader, field: &Field<'_>) -> Option<Tip> {
    let title = reader.parsed(&field.get("title"), Text::parse);
    let text = reader.parsed(&field.get("text"), Text::parse);
    Some(Tip { title: title?, text: text? })
}
