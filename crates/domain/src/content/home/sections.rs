//! The sections of the home page below its first view.

use crate::catalog::product_code::ProductCode;
use crate::content::document_value::DocumentValue;
use crate::content::footer::Link;
use crate::content::link::LinkTarget;
use crate::content::picture::Picture;
use crate::content::reader::{Field, Reader};
use crate::content::rich_text::RichText;
use crate::shared::text::{Label, Text};

/// The most reasons.
pub const MAX_REASONS: usize = 6;
/// The most brands.
pub const MAX_PARTNERS: usize = 24;
/// The most tips.
pub const MAX_TIPS: usize = 12;
/// The most products that are chosen one by one.
pub const MAX_CHOSEN: usize = 8;

/// The heading of a section.
type Heading = Text<1, 60>;
/// The line below a heading.
type Intro = Text<0, 200>;

/// The title of the page, and the line below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TitleSection {
    /// The title.
    pub heading: Heading,
    /// The line.
    pub text: Intro,
}

/// Products.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Featured {
    /// The heading.
    pub heading: Heading,
    /// The line below it.
    pub intro: Intro,
    /// Which products.
    pub source: FeaturedSource,
    /// The link to more of them; `None` shows none.
    pub link: Option<Link>,
}

/// Which products are featured: at most 8 of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FeaturedSource {
    /// The newest of those with a discount.
    Discounted,
    /// The newest.
    Newest,
    /// Those that sold most in 30 days.
    Bestselling,
    /// The newest of a category.
    Category(Label),
    /// The newest of a brand.
    Brand(Label),
    /// These, in this order; those that are not sold are left out.
    Chosen(Vec<ProductCode>),
}

/// Reasons to choose the shop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reasons {
    /// The heading.
    pub heading: Heading,
    /// At most [`MAX_REASONS`].
    pub reasons: Vec<Reason>,
}

/// A reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// Its picture.
    pub icon: ReasonIcon,
    /// Its title.
    pub title: Heading,
    /// Its text.
    pub text: Text<1, 300>,
}

/// A picture of the web app's own, by what it shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each is what its name says")]
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
pub(super) const ICONS: [(&str, ReasonIcon); 12] = [
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

/// Brands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Partners {
    /// The heading.
    pub heading: Heading,
    /// At most [`MAX_PARTNERS`].
    pub partners: Vec<Partner>,
}

/// A brand with its logo, which has the name as its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Partner {
    /// Its name.
    pub name: Label,
    /// Its logo.
    pub logo: Picture,
    /// Where it leads.
    pub to: LinkTarget,
}

/// The newest reviews of the shop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reviews {
    /// The heading.
    pub heading: Heading,
    /// The words that invite a review, beside those of others.
    pub invitation: Intro,
    /// The words that invite the first one.
    pub first_invitation: Intro,
}

/// Numbered tips.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tips {
    /// The heading.
    pub heading: Heading,
    /// The line below it.
    pub intro: Intro,
    /// At most [`MAX_TIPS`].
    pub tips: Vec<Tip>,
}

/// A tip.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tip {
    /// Its title.
    pub title: Heading,
    /// Its text.
    pub text: Text<1, 300>,
}

/// Formatted text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextSection {
    /// The heading.
    pub heading: Heading,
    /// The text.
    pub body: RichText,
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

impl Featured {
    pub(super) fn read(reader: &mut Reader, field: &Field<'_>) -> Option<Self> {
        let heading = reader.parsed(&field.get("heading"), Text::parse);
        let intro = reader.parsed(&field.get("intro"), Text::parse);
        let source = FeaturedSource::read(reader, &field.get("source"));
        let link = Link::read_optional(reader, &field.get("link"));
        Some(Self { heading: heading?, intro: intro?, source: source?, link: link? })
    }

    pub(super) fn value(&self) -> DocumentValue {
        DocumentValue::map([
            ("heading", (&self.heading).into()),
            ("intro", (&self.intro).into()),
            ("source", self.source.value()),
            ("link", self.link.as_ref().map(Link::value).into()),
        ])
    }
}

impl FeaturedSource {
    fn read(reader: &mut Reader, field: &Field<'_>) -> Option<Self> {
        match field.get("kind").text() {
            Some("discounted") => Some(Self::Discounted),
            Some("newest") => Some(Self::Newest),
            Some("bestselling") => Some(Self::Bestselling),
            Some("category") => reader.parsed(&field.get("name"), Label::parse).map(Self::Category),
            Some("brand") => reader.parsed(&field.get("name"), Label::parse).map(Self::Brand),
            Some("chosen") => {
                let chosen = |reader: &mut Reader, item: &Field<'_>| reader.parsed(item, ProductCode::parse);
                reader.list(&field.get("productIds"), (1, MAX_CHOSEN), chosen).map(Self::Chosen)
            }
            _ => reader.fault(&field.get("kind"), "must be one of discounted, newest, bestselling, category, brand, chosen"),
        }
    }

    fn value(&self) -> DocumentValue {
        let kind = |kind: &str| ("kind", kind.into());
        match self {
            Self::Discounted => DocumentValue::map([kind("discounted")]),
            Self::Newest => DocumentValue::map([kind("newest")]),
            Self::Bestselling => DocumentValue::map([kind("bestselling")]),
            Self::Category(name) => DocumentValue::map([kind("category"), ("name", name.into())]),
            Self::Brand(name) => DocumentValue::map([kind("brand"), ("name", name.into())]),
            Self::Chosen(codes) => {
                DocumentValue::map([kind("chosen"), ("productIds", DocumentValue::list(codes, |code| code.as_str().into()))])
            }
        }
    }
}

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
