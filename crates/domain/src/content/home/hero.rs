//! The large pictures at the top of the home page.

use crate::content::document_value::DocumentValue;
use crate::content::footer::Link;
use crate::content::picture::{AltText, Picture};
use crate::content::reader::{Field, Reader};
use crate::shared::text::Text;

/// The most slides.
pub const MAX_SLIDES: usize = 6;

/// A shade between a picture and the text on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scrim {
    /// None: the picture has room for the text.
    #[default]
    None,
    Light,
    /// A dark one, with light text.
    Dark,
}

const SCRIMS: [(&str, Scrim); 3] = [("none", Scrim::None), ("light", Scrim::Light), ("dark", Scrim::Dark)];

/// A picture with its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slide {
    pub heading: Text<1, 60>,
    pub text: Text<0, 120>,
    /// The button; `None` shows none.
    pub link: Option<Link>,
    /// The landscape picture, with room for the text at the left; 1920 × 960 pixels fit best.
    pub wide: Picture,
    /// The portrait picture of phones, with room for the text at the top; 900 × 1100 pixels fit best.
    pub tall: Picture,
    /// What the pictures show; `None`: they only decorate.
    pub alt: Option<AltText>,
    /// The shade between picture and text.
    pub scrim: Scrim,
}

/// Slides that take turns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hero {
    /// 1 to [`MAX_SLIDES`] slides.
    pub slides: Vec<Slide>,
}

impl Hero {
    pub(super) fn read(reader: &mut Reader, field: &Field<'_>) -> Option<Self> {
        reader.list(&field.get("slides"), (1, MAX_SLIDES), slide).map(|slides| Self { slides })
    }

    pub(super) fn value(&self) -> DocumentValue {
        DocumentValue::map([("slides", DocumentValue::list(&self.slides, slide_value))])
    }
}

fn slide(reader: &mut Reader, field: &Field<'_>) -> Option<Slide> {
    let heading = reader.parsed(&field.get("heading"), Text::parse);
    let text = reader.parsed(&field.get("text"), Text::parse);
    let link = Link::read_optional(reader, &field.get("link"));
    let [wide, tall] = ["wide", "tall"].map(|name| Picture::read(reader, &field.get(name)));
    let alt = reader.optional(&field.get("alt"), AltText::parse);
    let scrim = reader.word(&field.get("scrim"), &SCRIMS);
    Some(Slide { heading: heading?, text: text?, link: link?, wide: wide?, tall: tall?, alt: alt?, scrim: scrim? })
}

fn slide_value(slide: &Slide) -> DocumentValue {
    let scrim = SCRIMS.iter().find(|(_, scrim)| *scrim == slide.scrim).map(|(word, _)| *word);
    DocumentValue::map([
        ("heading", (&slide.heading).into()),
        ("text", (&slide.text).into()),
        ("link", slide.link.as_ref().map(Link::value).into()),
        ("wide", (&slide.wide).into()),
        ("tall", (&slide.tall).into()),
        ("alt", slide.alt.as_ref().into()),
        ("scrim", scrim.into()),
    ])
}
