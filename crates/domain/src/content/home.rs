//! The home page: sections from top to bottom, each of which can be switched off.

mod default;
mod featured;
mod formatted_text;
mod hero;
mod partners;
mod reasons;
mod reviews;
mod tips;
mod title;

pub use self::featured::{Featured, FeaturedSource, MAX_CHOSEN};
pub use self::formatted_text::TextSection;
pub use self::hero::{Hero, MAX_SLIDES, Scrim, Slide};
pub use self::partners::{MAX_PARTNERS, Partner, Partners};
pub use self::reasons::{MAX_REASONS, Reason, ReasonIcon, Reasons};
pub use self::reviews::Reviews;
pub use self::tips::{MAX_TIPS, Tip, Tips};
pub use self::title::TitleSection;
use crate::content::document_value::DocumentValue;
use crate::content::picture::Picture;
use crate::content::reader::{Field, Reader};
use crate::shared::text::Text;

/// The most sections of formatted text.
pub const MAX_TEXT_SECTIONS: usize = 3;
/// The most sections: one of each kind, and those of formatted text.
pub const MAX_SECTIONS: usize = 7 + MAX_TEXT_SECTIONS;

/// The heading of a section.
type Heading = Text<1, 60>;
/// The line below a heading.
type Intro = Text<0, 200>;

/// The document `home`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Home {
    /// The sections, at most one of each kind but formatted text.
    pub sections: Vec<Section>,
}

/// A section of the home page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// Whether visitors see it.
    pub is_shown: bool,
    pub content: SectionContent,
}

/// What a section shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SectionContent {
    /// Large pictures that take turns.
    Hero(Hero),
    /// The title of the page.
    Title(TitleSection),
    Featured(Featured),
    /// Reasons to choose the shop.
    WhyUs(Reasons),
    Partners(Partners),
    /// The newest reviews of the shop.
    Reviews(Reviews),
    Tips(Tips),
    Text(TextSection),
}

impl SectionContent {
    /// Its kind, as it is spelled.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Hero(_) => "hero",
            Self::Title(_) => "title",
            Self::Featured(_) => "featured",
            Self::WhyUs(_) => "whyUs",
            Self::Partners(_) => "partners",
            Self::Reviews(_) => "reviews",
            Self::Tips(_) => "tips",
            Self::Text(_) => "text",
        }
    }

    fn read(reader: &mut Reader, field: &Field<'_>) -> Option<Self> {
        match field.get("kind").text() {
            Some("hero") => Hero::read(reader, field).map(Self::Hero),
            Some("title") => TitleSection::read(reader, field).map(Self::Title),
            Some("featured") => Featured::read(reader, field).map(Self::Featured),
            Some("whyUs") => Reasons::read(reader, field).map(Self::WhyUs),
            Some("partners") => Partners::read(reader, field).map(Self::Partners),
            Some("reviews") => Reviews::read(reader, field).map(Self::Reviews),
            Some("tips") => Tips::read(reader, field).map(Self::Tips),
            Some("text") => TextSection::read(reader, field).map(Self::Text),
            _ => reader.fault(&field.get("kind"), "must be one of hero, title, featured, whyUs, partners, reviews, tips, text"),
        }
    }

    fn value(&self) -> DocumentValue {
        match self {
            Self::Hero(section) => section.value(),
            Self::Title(section) => section.value(),
            Self::Featured(section) => section.value(),
            Self::WhyUs(section) => section.value(),
            Self::Partners(section) => section.value(),
            Self::Reviews(section) => section.value(),
            Self::Tips(section) => section.value(),
            Self::Text(section) => section.value(),
        }
    }
}

impl Section {
    fn read(reader: &mut Reader, field: &Field<'_>) -> Option<Self> {
        let is_shown = reader.flag(&field.get("isShown"), true);
        let content = SectionContent::read(reader, field);
        Some(Self { is_shown: is_shown?, content: content? })
    }

    fn value(&self) -> DocumentValue {
        let DocumentValue::Map(mut fields) = self.content.value() else { return DocumentValue::Null };
        fields.insert("kind".to_owned(), self.content.kind().into());
        fields.insert("isShown".to_owned(), self.is_shown.into());
        DocumentValue::Map(fields)
    }
}

impl Home {
    pub(super) fn read(reader: &mut Reader, field: &Field<'_>) -> Option<Self> {
        let list = field.get("sections");
        let sections = reader.list(&list, (0, MAX_SECTIONS), Section::read)?;
        let items = reader.items(&list)?;
        for (index, (section, item)) in sections.iter().zip(&items).enumerate() {
            let kind = section.content.kind();
            let most = if kind == "text" { MAX_TEXT_SECTIONS } else { 1 };
            if sections.iter().take(index + 1).filter(|other| other.content.kind() == kind).count() > most {
                reader.fault::<()>(&item.get("kind"), format!("must be there at most {most} times"));
            }
        }
        Some(Self { sections })
    }

    pub(super) fn value(&self) -> DocumentValue {
        DocumentValue::map([("sections", DocumentValue::list(&self.sections, Section::value))])
    }

    /// Its pictures, with their fields.
    pub(super) fn pictures(&self) -> Vec<(String, &Picture)> {
        self.sections.iter().enumerate().flat_map(|(index, section)| section_pictures(index, section)).collect()
    }
}

fn section_pictures(index: usize, section: &Section) -> Vec<(String, &Picture)> {
    let path = |list: &str, item: usize, field: &str| format!("sections[{index}].{list}[{item}].{field}");
    match &section.content {
        SectionContent::Hero(hero) => {
            let both = |(item, slide)| two_pictures(|field| path("slides", item, field), slide);
            hero.slides.iter().enumerate().flat_map(both).collect()
        }
        SectionContent::Partners(partners) => {
            partners.partners.iter().enumerate().map(|(item, partner)| (path("partners", item, "logo"), &partner.logo)).collect()
        }
        _ => Vec::new(),
    }
}

fn two_pictures(path: impl Fn(&str) -> String, slide: &Slide) -> [(String, &Picture); 2] {
    [(path("wide"), &slide.wide), (path("tall"), &slide.tall)]
}
