//! The sections of the home page as they are sent, for the OpenAPI document (see `documents.rs`).

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::content::document_parts::{LinkJson, documents};
use crate::content::rich_text_json::RichTextJson;

documents! {
    /// The document `home`.
    HomeJson as HomeDocument {
        /// From top to bottom; at most one of each kind, and 3 of the kind `text`. A kind that is absent is not shown.
        sections: Vec<SectionJson>,
    }
    /// A picture of the hero with its text.
    SlideJson as HeroSlide {
        /// 1 to 60 characters.
        heading: String,
        /// At most 120 characters.
        text: String,
        /// The button; null shows none.
        #[schema(required = true)]
        link: Option<LinkJson>,
        /// The landscape picture; 1920 × 960 pixels fit best. `builtin:hero-1-wide` to `builtin:hero-4-wide` are the web app's.
        wide: String,
        /// The portrait picture of phones; 900 × 1100 pixels fit best. `builtin:hero-1-tall` to `builtin:hero-4-tall` are the web app's.
        tall: String,
        /// What the pictures show, at most 200 characters; null: they only decorate.
        #[schema(required = true)]
        alt: Option<String>,
        /// The shade between picture and text.
        scrim: ScrimJson,
    }
    /// A reason to choose the shop.
    ReasonJson as WhyUsReason {
        /// A picture of the web app, by what it shows.
        icon: ReasonIconJson,
        /// 1 to 60 characters.
        title: String,
        /// 1 to 300 characters.
        text: String,
    }
    /// A brand.
    PartnerJson as PartnerBrand {
        /// Its name, which is the text of its logo too; 1 to 100 characters.
        name: String,
        /// `builtin:brand-1` to `builtin:brand-8` are the web app's.
        logo: String,
        /// Where it leads.
        to: String,
    }
    /// A tip.
    TipJson as HomeTip {
        /// 1 to 60 characters.
        title: String,
        /// 1 to 300 characters.
        text: String,
    }
}

/// A section of the home page, by its `kind`. `isShown: false` keeps a section without showing it. Headings have 1 to 60 characters,
/// the lines below them (`text`, `intro`, `invitation`) at most 200.
#[derive(Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = HomeSection)]
pub enum SectionJson {
    /// 1 to 6 large pictures that take turns.
    #[serde(rename_all = "camelCase")]
    Hero { is_shown: bool, slides: Vec<SlideJson> },
    /// The title of the page.
    #[serde(rename_all = "camelCase")]
    Title { is_shown: bool, heading: String, text: String },
    /// At most 8 products.
    #[serde(rename_all = "camelCase")]
    Featured {
        is_shown: bool,
        heading: String,
        intro: String,
        source: FeaturedSourceJson,
        #[schema(required = true)]
        link: Option<LinkJson>,
    },
    /// 1 to 6 reasons.
    #[serde(rename_all = "camelCase")]
    WhyUs { is_shown: bool, heading: String, reasons: Vec<ReasonJson> },
    /// 1 to 24 brands.
    #[serde(rename_all = "camelCase")]
    Partners { is_shown: bool, heading: String, partners: Vec<PartnerJson> },
    /// The newest reviews of the shop; `firstInvitation` is shown while there is none.
    #[serde(rename_all = "camelCase")]
    Reviews { is_shown: bool, heading: String, invitation: String, first_invitation: String },
    /// 1 to 12 numbered tips.
    #[serde(rename_all = "camelCase")]
    Tips { is_shown: bool, heading: String, intro: String, tips: Vec<TipJson> },
    /// Formatted text.
    #[serde(rename_all = "camelCase")]
    Text { is_shown: bool, heading: String, body: RichTextJson },
}

/// Which products are featured.
#[derive(Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = FeaturedSource)]
pub enum FeaturedSourceJson {
    /// The newest of those with a discount.
    Discounted,
    /// The newest.
    Newest,
    /// Those that sold most in 30 days.
    Bestselling,
    /// The newest of a category.
    Category { name: String },
    /// The newest of a brand.
    Brand { name: String },
    /// 1 to 8 products in this order; those that are not sold are left out.
    #[serde(rename_all = "camelCase")]
    Chosen { product_ids: Vec<String> },
}

/// The shade between a picture and the text on it.
#[derive(Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = HeroScrim)]
pub enum ScrimJson {
    /// None.
    None,
    /// A light one.
    Light,
    /// A dark one, with light text.
    Dark,
}

/// A picture of the web app.
#[derive(Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = WhyUsIcon)]
pub enum ReasonIconJson {
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
