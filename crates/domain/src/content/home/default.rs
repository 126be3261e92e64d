//! The home page of a shop that has published none.

use serde_json::{Value, json};

use super::Home;
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
    pub(in crate::content) fn default_value(shop_name: &str) -> Value {
        let sections = if is_demo_shop(shop_name) {
            let (title, featured) = (title(TITLE, TITLE_TEXT), featured(DEALS, DEALS_INTRO, "discounted"));
            vec![hero(&SLIDES, true), title, featured, why_us(), partners(), tips(), reviews("Every voice counts. Yours too.")]
        } else {
            let pictures = hero(&[("Welcome to our shop", "", "See all products", "/products")], false);
            vec![pictures, title(shop_name, ""), featured("New in the shop", "", "newest"), reviews("Tell us how we do.")]
        };
        json!({ "sections": sections })
    }
}

fn hero(slides: &[Slide], is_shown: bool) -> Value {
    let slide = |(index, (heading, text, label, to)): (usize, &Slide)| {
        let picture = |form: &str| format!("builtin:hero-{}-{form}", index + 1);
        let (wide, tall, link) = (picture("wide"), picture("tall"), json!({ "label": label, "to": to }));
        json!({ "heading": heading, "text": text, "link": link, "wide": wide, "tall": tall, "alt": null, "scrim": "none" })
    };
    json!({ "kind": "hero", "isShown": is_shown, "slides": slides.iter().enumerate().map(slide).collect::<Value>() })
}

fn title(heading: &str, text: &str) -> Value {
    json!({ "kind": "title", "isShown": true, "heading": heading, "text": text })
}

fn featured(heading: &str, intro: &str, source: &str) -> Value {
    let link = json!({ "label": "View All Products", "to": "/products" });
    json!({ "kind": "featured", "isShown": true, "heading": heading, "intro": intro, "source": { "kind": source }, "link": link })
}

fn why_us() -> Value {
    let reasons: Value = REASONS.iter().map(|(icon, title, text)| json!({ "icon": icon, "title": title, "text": text })).collect();
    json!({ "kind": "whyUs", "isShown": true, "heading": "Why Choose Us", "reasons": reasons })
}

fn partners() -> Value {
    let partner = |(index, (name, brand)): (usize, &(&str, &str))| json!({ "name": name, "logo": format!("builtin:brand-{}", index + 1), "to": format!("/products?brand={brand}") });
    let partners: Value = PARTNERS.iter().enumerate().map(partner).collect();
    json!({ "kind": "partners", "isShown": true, "heading": "Our Trusted Partners", "partners": partners })
}

fn tips() -> Value {
    let tips: Value = TIPS.iter().map(|(title, text)| json!({ "title": title, "text": text })).collect();
    let intro = "Six small habits that do more than any shelf.";
    json!({ "kind": "tips", "isShown": true, "heading": "Skincare Tips", "intro": intro, "tips": tips })
}

fn reviews(invitation: &str) -> Value {
    let first = "No reviews yet. Be the first to leave one!";
    json!({ "kind": "reviews", "isShown": true, "heading": "Customer Reviews", "invitation": invitation, "firstInvitation": first })
}
