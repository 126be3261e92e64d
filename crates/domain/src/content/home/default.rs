//! The home page of a shop that has published none.

use super::Home;
use crate::content::document_value::DocumentValue;
use crate::content::identity::is_demo_shop;

/// Heading, text, and words and address of the button.
type Slide = (&'static str, &'static str, &'static str, &'static str);

const TITLE: &str = "Beauty that grows here";
const TITLE_TEXT: &str = "Honest skincare, colour and perfume from Sri Lanka, brought to every doorstep on the island.";
const DEALS: &str = "Featured Deals";
const DEALS_INTRO: &str = "Good things for a little less, while they last.";

const SLIDES: [Slide; 4] = [
    ("Pure beauty begins in nature", "Skincare, colour and perfume from the heart of our island.", "Shop everything", "/products"),
    (
        "Nature’s calm for your skin",
        "Lotus, coconut and gotukola, gentle as first light.",
        "Explore skincare",
        "/products?category=Skincare",
    ),
    ("Pure colour, soft as petals", "Lips, cheeks and eyes in the shades of a garden.", "Explore make-up", "/products?category=Makeup"),
    (
        "Nature’s beauty, worn as scent",
        "Sandalwood, cinnamon and night-blooming jasmine.",
        "Explore fragrance",
        "/products?category=Fragrance",
    ),
];

const REASONS: [(&str, &str, &str); 3] = [
    (
        "flower",
        "Rooted in the island",
        "Gotukola, cinnamon, coconut, frangipani: plants that have cared for skin here for centuries, made fresh in small batches.",
    ),
    (
        "droplets",
        "Honest to the last drop",
        "Every ingredient is on the label and every price is the price. What we would not use at home, we do not sell.",
    ),
    ("truck", "At every doorstep", "Packed by hand and delivered island-wide, from Jaffna to Matara. Questions are answered by people."),
];

const PARTNERS: [(&str, &str); 8] = [
    ("Pinibindu", "Pinibindu"),
    ("Kumbuk & Clay", "Kumbuk%20%26%20Clay"),
    ("Hiruwela", "Hiruwela"),
    ("Dumbara Studio", "Dumbara%20Studio"),
    ("Sandungiri", "Sandungiri"),
    ("Nilmala", "Nilmala"),
    ("Kiripol", "Kiripol"),
    ("Kurundu Row", "Kurundu%20Row"),
];

const TIPS: [(&str, &str); 6] = [
    ("Sleep 7 to 8 hours", "Skin mends itself at night. No cream can stand in for rest."),
    ("Wear SPF 30+ every day", "The sun is strong here in every season: apply it last, and again at noon."),
    ("Cleanse gently, twice", "Lukewarm water and a mild cleanser, in the morning and before bed."),
    ("Drink plenty of water", "Eight glasses a day, more when it is hot. King coconut counts."),
    ("Moisturise damp skin", "Within three minutes of washing it keeps the water where it belongs."),
    ("Try new things on your wrist", "Wait a day before a new product meets your face."),
];

impl Home {
    /// The sections of the demo shop, or of a shop that has yet to say anything of itself. The web app's large pictures show products of the
    /// demo shop, so another shop begins with them switched off.
    pub(in crate::content) fn default_value(shop_name: &str) -> DocumentValue {
        let sections = if is_demo_shop(shop_name) {
            let (title, featured) = (title(TITLE, TITLE_TEXT), featured(DEALS, DEALS_INTRO, "discounted"));
            vec![hero(&SLIDES), title, featured, why_us(), partners(), tips(), reviews("Every voice counts. Yours too.")]
        } else {
            let pictures = hidden(hero(&[("Welcome to our shop", "", "See all products", "/products")]));
            vec![pictures, title(shop_name, ""), featured("New in the shop", "", "newest"), reviews("Tell us how we do.")]
        };
        DocumentValue::map([("sections", DocumentValue::List(sections))])
    }
}

/// The section, which visitors do not see.
fn hidden(mut section: DocumentValue) -> DocumentValue {
    if let DocumentValue::Map(fields) = &mut section {
        fields.insert("isShown".to_owned(), false.into());
    }
    section
}

fn section<const N: usize>(kind: &str, fields: [(&str, DocumentValue); N]) -> DocumentValue {
    let DocumentValue::Map(mut map) = DocumentValue::map(fields) else { return DocumentValue::Null };
    map.insert("kind".to_owned(), kind.into());
    map.insert("isShown".to_owned(), true.into());
    DocumentValue::Map(map)
}

fn link(label: &str, to: &str) -> DocumentValue {
    DocumentValue::map([("label", label.into()), ("to", to.into())])
}

fn hero(slides: &[Slide]) -> DocumentValue {
    let slide = |(index, (heading, text, label, to)): (usize, Slide)| {
        let picture = |form: &str| DocumentValue::Text(format!("builtin:hero-{}-{form}", index + 1));
        DocumentValue::map([
            ("heading", heading.into()),
            ("text", text.into()),
            ("link", link(label, to)),
            ("wide", picture("wide")),
            ("tall", picture("tall")),
            ("alt", DocumentValue::Null),
            ("scrim", "none".into()),
        ])
    };
    section("hero", [("slides", DocumentValue::List(slides.iter().copied().enumerate().map(slide).collect()))])
}

fn title(heading: &str, text: &str) -> DocumentValue {
    section("title", [("heading", heading.into()), ("text", text.into())])
}

fn featured(heading: &str, intro: &str, source: &str) -> DocumentValue {
    section(
        "featured",
        [
            ("heading", heading.into()),
            ("intro", intro.into()),
            ("source", DocumentValue::map([("kind", source.into())])),
            ("link", link("View All Products", "/products")),
        ],
    )
}

fn why_us() -> DocumentValue {
    let reason = |(icon, title, text): (&str, &str, &str)| {
        DocumentValue::map([("icon", icon.into()), ("title", title.into()), ("text", text.into())])
    };
    section("whyUs", [("heading", "Why Choose Us".into()), ("reasons", DocumentValue::List(REASONS.map(reason).into()))])
}

fn partners() -> DocumentValue {
    let partner = |(index, (name, brand)): (usize, (&str, &str))| {
        DocumentValue::map([
            ("name", name.into()),
            ("logo", format!("builtin:brand-{}", index + 1).into()),
            ("to", format!("/products?brand={brand}").into()),
        ])
    };
    let partners = PARTNERS.into_iter().enumerate().map(partner).collect();
    section("partners", [("heading", "Our Trusted Partners".into()), ("partners", DocumentValue::List(partners))])
}

fn tips() -> DocumentValue {
    let tip = |(title, text): (&str, &str)| DocumentValue::map([("title", title.into()), ("text", text.into())]);
    section(
        "tips",
        [
            ("heading", "Skincare Tips".into()),
            ("intro", "Six small habits that do more than any shelf.".into()),
            ("tips", DocumentValue::List(TIPS.map(tip).into())),
        ],
    )
}

fn reviews(invitation: &str) -> DocumentValue {
    section(
        "reviews",
        [
            ("heading", "Customer Reviews".into()),
            ("invitation", invitation.into()),
            ("firstInvitation", "No reviews yet. Be the first to leave one!".into()),
        ],
    )
}
