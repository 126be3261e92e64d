//! The home page: sections from top to bottom, each of which can be switched off.

mod default;
mod read;

use serde::Serialize;

use crate::catalog::product_code::ProductCode;
use crate::content::footer::Link;
use crate::content::link::LinkTarget;
use crate::content::picture::{AltText, Picture};
use crate::content::reader::document;
use crate::content::rich_text::RichText;
use crate::shared::json::words;
use crate::shared::text::{Label, Text};

/// The most slides.
pub const MAX_SLIDES: usize = 6;
/// The most products that are chosen one by one.
pub const MAX_CHOSEN: usize = 8;
pub const MAX_REASONS: usize = 6;
/// The most brands.
pub const MAX_PARTNERS: usize = 24;
pub const MAX_TIPS: usize = 12;
/// The most sections of formatted text.
pub const MAX_TEXT_SECTIONS: usize = 3;
/// The most sections: one of each kind, and those of formatted text.
pub const MAX_SECTIONS: usize = 7 + MAX_TEXT_SECTIONS;

/// The heading of a section.
type Heading = Text<1, 60>;
/// The line below a heading.
type Intro = Text<0, 200>;

document! {
    /// The document `home`.
    pub struct Home {
        /// The sections, at most one of each kind but formatted text.
        pub sections: Vec<Section> [0, MAX_SECTIONS],
    }

    /// Slides that take turns.
    pub struct Hero {
        pub slides: Vec<Slide> [1, MAX_SLIDES],
    }

    /// A picture with its text.
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

    /// The title of the page, and the line below it.
    pub struct TitleSection {
        pub heading: Heading,
        pub text: Intro,
    }

    /// Products on the home page.
    pub struct Featured {
        pub heading: Heading,
        /// The line below it.
        pub intro: Intro,
        pub source: FeaturedSource,
        /// The link to more of them; `None` shows none.
        pub link: Option<Link>,
    }

    /// Reasons to choose the shop.
    pub struct Reasons {
        pub heading: Heading,
        pub reasons: Vec<Reason> [1, MAX_REASONS],
    }

    pub struct Reason {
        pub icon: ReasonIcon,
        pub title: Heading,
        pub text: Text<1, 300>,
    }

    /// The brands that the shop sells.
    pub struct Partners {
        pub heading: Heading,
        pub partners: Vec<Partner> [1, MAX_PARTNERS],
    }

    /// A brand with its logo, which has the name as its text.
    pub struct Partner {
        pub name: Label,
        pub logo: Picture,
        pub to: LinkTarget,
    }

    /// The newest reviews of the shop.
    pub struct Reviews {
        pub heading: Heading,
        /// The words that invite a review, beside those of others.
        pub invitation: Intro,
        /// The words that invite the first one.
        pub first_invitation: Intro,
    }

    pub struct Tips {
        pub heading: Heading,
        /// The line below it.
        pub intro: Intro,
        pub tips: Vec<Tip> [1, MAX_TIPS],
    }

    pub struct Tip {
        pub title: Heading,
        pub text: Text<1, 300>,
    }

    /// Formatted text on the home page.
    pub struct TextSection {
        pub heading: Heading,
        pub body: RichText,
    }
}

/// A section of the home page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Section {
    /// Whether visitors see it.
    pub is_shown: bool,
    #[serde(flatten)]
    pub content: SectionContent,
}

/// What a section shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
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

/// Which products are featured: at most 8 of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum FeaturedSource {
    /// The newest of those with a discount.
    Discounted,
    Newest,
    /// Those that sold most in 30 days.
    Bestselling,
    /// The newest of a category.
    Category {
        name: Label,
    },
    /// The newest of a brand.
    Brand {
        name: Label,
    },
    /// These, in this order; those that are not sold are left out.
    Chosen {
        product_ids: Vec<ProductCode>,
    },
}

words! {
    /// A shade between a picture and the text on it.
    #[derive(Default)]
    pub enum Scrim {
        /// None: the picture has room for the text.
        #[default]
        None = "none",
        Light = "light",
        /// A dark one, with light text.
        Dark = "dark",
    }
}

words! {
    /// A picture of the web app's own, by what it shows.
    pub enum ReasonIcon {
        Flower = "flower",
        Droplets = "droplets",
        Truck = "truck",
        Leaf = "leaf",
        Heart = "heart",
        Shield = "shield",
        Sparkles = "sparkles",
        Gift = "gift",
        Sun = "sun",
        Star = "star",
        Recycle = "recycle",
        Hand = "hand",
    }
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
}
