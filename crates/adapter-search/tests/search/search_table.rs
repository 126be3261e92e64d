//! What people type, and the product they mean: the demo catalogue and a few products with Sinhala and Tamil names.

use domain::catalog::product::NewProduct;
use domain::catalog::product_code::ProductCode;
use domain::shared::ids::ProductId;
use domain::shared::text::{AltName, Description};
use serde_json::Value;
use testkit::sample_products;
use uuid::Uuid;

use crate::shop::Shop;

const CATALOGUE: &str = include_str!("../../../api/demo/catalogue.json");

/// What else is on the shelf: code, name, other names, brand, description.
const MORE: [(&str, &str, &[&str], &str, &str); 5] = [
    ("SIN-001", "සඳුන් සබන්", &["சந்தன சோப்பு"], "සුවඳ", "සඳුන් සුවඳැති සබන් කැටය."),
    ("SIN-002", "රෝස මල් වතුර", &["ரோஜா நீர்"], "සුවඳ", "මුහුණට ඉසින්න."),
    ("TAM-001", "மல்லிகை எண்ணெய்", &["මල්ලිකා තෙල්"], "நறுமணம்", "தலைமுடிக்கு."),
    ("LOR_100", "Crème Brûlée Body Butter", &["Kiri Butter"], "L’Oréal", "100% shea; says a\\b and .* on the label."),
    ("EXT-AGE", "Anti Aging Night Gel", &["Anti-Wrinkle Gel"], "Clinique", "For tired days."),
];

/// What is typed, and the code of the product that comes first (`ARA-` left off); nothing where nothing is found.
#[rustfmt::skip]
const TABLE: &[(&str, &str)] = &[
    // while it is being typed
    ("q", "EYE-002"), ("j", "GLS-001"), ("ja", "GLS-001"), ("jam", "GLS-001"), ("jambu", "GLS-001"), ("jambu l", "GLS-001"),
    ("jambu lip", "GLS-001"), ("jambu lips", "LIP-004"), ("jambu lipstick", "LIP-004"), ("su", "EYE-003"), ("sun", "SUN-002"),
    ("sunsc", "SUN-001"), ("sunscreen", "SUN-001"), ("ara", "SER-001"), ("arali", "SER-001"), ("araliya", "SER-001"),
    ("si", "MSK-001"), ("sigir", "MSK-001"), ("masc", "EYE-003"), ("nuw", "BDY-005"), ("nuwara el", "BDY-005"), ("kohom", "CRM-001"),
    ("glow ser", "SER-001"), ("glow serum ", "SER-001"), ("wada", "HAR-002"), ("kajal", "EYE-004"), ("niacin", "SER-001"),
    // one typo in four letters or more
    ("aralia", "SER-001"), ("arliya", "SER-001"), ("araliyaa", "SER-001"), ("kohamba", "CRM-001"), ("mascra", "EYE-003"),
    ("macsara", "EYE-003"), ("shampu", "HAR-002"), ("jasmien", "ROL-001"), ("red lipstik", "LIP-001"), ("perfmue oil", "ROL-001"),
    ("saop sandalwood", "BDY-003"), ("nuwara elia", "BDY-005"), ("jmabu gloss", "GLS-001"), ("bals lip", "BLM-001"),
    ("sunzcr", "SUN-001"), ("rmape", "HAR-004"), ("rompe", "HAR-004"), ("xampe", "HAR-004"), ("kohll pencil", "EYE-004"),
    // two in eight or more
    ("sunscren", "SUN-001"), ("sunscreeen", "SUN-001"), ("snuscreen", "SUN-001"), ("zunscreen", "SUN-001"), ("sumscren", "SUN-001"),
    ("gotukolla", "SER-002"), ("gotokolla", "SER-002"), ("frangapani", "SER-001"), ("frnagipanni", "SER-001"),
    ("niacinimide", "SER-001"), ("conditoner", "HAR-003"), ("condishoner", "HAR-003"), ("highligter", "HIL-001"),
    ("hihglihgter", "HIL-001"), ("eyeshaddow", "EYE-001"), ("foundaton kiri", "FND-001"), ("sandlwood saop", "BDY-003"),
    // ids, with and without what joins them
    ("ARA-EDP-003", "EDP-003"), ("ara-edp-003", "EDP-003"), ("araedp003", "EDP-003"), ("ara edp 003", "EDP-003"), ("edp003", "EDP-003"),
    ("edp-003", "EDP-003"), ("EDP 003", "EDP-003"), ("araser001", "SER-001"), ("arasre001", "SER-001"), ("ara-ser-", "SER-002"),
    ("aradif", "DIF-001"), ("ARA_DIF_001", "DIF-001"), ("ara.dif.001", "DIF-001"), ("aradiff001", "DIF-001"), ("lor_100", "LOR_100"),
    // brands, alone and beside other words
    ("kiripol", "CLN-001"), ("kumbuk & clay", "MSK-001"), ("kumbuk and clay", "MSK-001"), ("kumbuk clay balm", "CRM-001"),
    ("pinibindu mist", "MST-001"), ("dumbara mascara", "EYE-003"), ("sandungiri candle", "CND-001"), ("hiruwela stick", "SUN-002"),
    ("nilmala roll", "ROL-001"), ("nilmla roll", "ROL-001"), ("kurundu row scrub", "BDY-002"), ("clinique", "EXT-AGE"),
    // other names, in any order
    ("frangipani", "SER-001"), ("neem", "CRM-001"), ("margosa balm", "CRM-001"), ("blue water lily", "EDP-001"),
    ("lily water blue", "EDP-001"), ("soap sandalwood", "BDY-003"), ("tea mask green", "MSK-002"), ("oil hair coconut", "HAR-001"),
    ("kes thel", "HAR-001"), ("shoe flower", "HAR-002"), ("berry lipstick", "LIP-004"), ("red nail polish", "NAI-002"),
    ("milk & honey", "BDY-001"), ("milk honey", "BDY-001"), ("jasmine", "ROL-001"), ("hambantota", "BDY-005"),
    // in one word, in two, with a hyphen, in the plural
    ("sun screen", "SUN-001"), ("sun-screen", "SUN-001"), ("sun scren", "SUN-002"), ("eye shadow", "EYE-001"), ("eye-shadow", "EYE-001"),
    ("face wash", "CLN-002"), ("facewash", "CLN-002"), ("face-wash", "CLN-002"), ("facewsh", "CLN-002"), ("handcream", "BDY-001"),
    ("hand-cream", "BDY-001"), ("lipbalm", "BLM-001"), ("lipglos", "GLS-001"), ("sheetmask", "MSK-002"), ("bath-salts", "BDY-005"),
    ("rollon", "ROL-001"), ("roll on", "ROL-001"), ("roll-on", "ROL-001"), ("spf30", "SUN-001"), ("SPF 30", "SUN-001"),
    ("spf-30", "SUN-001"), ("350ml", "BDY-004"), ("350 ml", "BDY-004"), ("nilmanel", "EDP-001"), ("anti aging", "EXT-AGE"),
    ("anti-aging", "EXT-AGE"), ("antiaging", "EXT-AGE"), ("anti agng", "EXT-AGE"), ("anti wrinkle", "EXT-AGE"), ("antiwrinkle", "EXT-AGE"),
    ("hair oils", "HAR-001"), ("mascaras", "EYE-003"), ("candles", "CND-001"), ("night-oil", "SER-002"), ("alcohol-free mist", "MST-001"),
    // however it is written
    ("KURUNDU NOIR", "EDP-005"), ("crème brûlée", "LOR_100"), ("CREME BRULEE", "LOR_100"), ("cremebrulee", "LOR_100"),
    ("cre\u{300}me", "LOR_100"), ("ｃｒｅｍｅ", "LOR_100"), ("l'oreal", "LOR_100"), ("L’ORÉAL", "LOR_100"), ("loreal butter", "LOR_100"),
    ("mascará", "EYE-003"), ("  glow   serum  ", "SER-001"), ("\"glow serum\"", "SER-001"), ("glow, serum!", "SER-001"), ("(glow)", "SER-001"),
    // signs are text
    ("%", "LOR_100"), ("100%", "LOR_100"), ("_", "LOR_100"), ("\\", "LOR_100"), ("a\\b", "LOR_100"), (".*", "LOR_100"), ("*", "LOR_100"),
    ("50%", ""), ("gl%w", ""), ("gl_w", ""), ("g.*w", ""), ("^glow$", ""), ("'; DROP TABLE products; --", ""), ("%%", ""), ("[a-z]", ""),
    // Sinhala and Tamil
    ("සඳුන්", "SIN-001"), ("සඳු", "SIN-001"), ("සබන", "SIN-001"), ("සබම්", "SIN-001"), ("සබන් සුවඳ", "SIN-001"), ("රෝ", "SIN-002"),
    ("රෝස", "SIN-002"), ("වතුර රෝස", "SIN-002"), ("මල් වතුර", "SIN-002"), ("රෝසමල්", "SIN-002"), ("මල්ලිකා", "TAM-001"), ("මල්ලිකෘ", "TAM-001"),
    ("மல்லிகை", "TAM-001"), ("மல்லி", "TAM-001"), ("மல்லிகே", "TAM-001"), ("எண்ணெய்", "TAM-001"), ("எண்ணைய்", "TAM-001"),
    ("சந்தன", "SIN-001"), ("சோப்பு சந்தன", "SIN-001"), ("ரோஜா நீர்", "SIN-002"), ("ர\u{bc6}\u{bbe}ஜா", "SIN-002"), ("rose apple", "GLS-001"),
    // nothing of the kind
    ("zzzz", ""), ("lawnmower", ""), ("toothbrush", ""), ("spg", ""), ("mss", ""), ("xylophone", ""), ("sunscreen lawnmower", ""),
    ("xqxqxqxq", ""), ("දුරකථනය", ""), ("தொலைபேசி", ""), ("🌸", ""), ("ara-zzz-999", ""),
];

/// What a product is found by: code, name, other names, brand, category and description.
pub(crate) struct Sold<'a> {
    pub(crate) code: &'a str,
    pub(crate) name: &'a str,
    pub(crate) alt_names: &'a [&'a str],
    pub(crate) brand: &'a str,
    pub(crate) category: Option<&'a str>,
    pub(crate) description: &'a str,
}

pub(crate) fn product(place: usize, sold: &Sold<'_>) -> NewProduct {
    let Sold { code, name, alt_names, brand, category, description } = *sold;
    let id = ProductId::new(Uuid::from_u128(place as u128 + 1));
    let mut product = NewProduct { id, code: ProductCode::parse(code).unwrap(), ..sample_products::product(name) };
    product.details.alt_names = alt_names.iter().map(|n| AltName::parse(n).unwrap()).collect();
    product.details.brand = Some(sample_products::label(brand));
    product.details.category = category.map(sample_products::label);
    product.details.description = Description::parse(description).unwrap();
    product
}

/// Adds the whole catalogue.
pub(crate) fn fill(shop: &Shop) {
    let demo = fill_demo(shop);
    for (place, (code, name, alt_names, brand, description)) in MORE.iter().enumerate() {
        shop.catalogue.add(product(demo + place, &Sold { code, name, alt_names, brand, category: None, description }));
    }
}

/// Adds the demo catalogue, and returns the number of its products.
pub(crate) fn fill_demo(shop: &Shop) -> usize {
    let catalogue: Vec<Value> = serde_json::from_str(CATALOGUE).unwrap();
    let text = |product: &Value, field: &str| product[field].as_str().unwrap().to_owned();
    for (place, item) in catalogue.iter().enumerate() {
        let alt_names: Vec<&str> = item["altNames"].as_array().unwrap().iter().map(|n| n.as_str().unwrap()).collect();
        let fields = ["productId", "productName", "brand", "category", "description"];
        let [code, name, brand, category, description] = fields.map(|f| text(item, f));
        let (alt_names, category) = (alt_names.as_slice(), Some(category.as_str()));
        shop.catalogue
            .add(product(place, &Sold { code: &code, name: &name, alt_names, brand: &brand, category, description: &description }));
    }
    catalogue.len()
}

#[tokio::test]
async fn what_is_meant_comes_first() {
    let shop = Shop::empty().await;
    fill(&shop);
    let mut wrong = Vec::new();
    for (typed, expected) in TABLE {
        let found = shop.products(&sample_products::search(typed)).await.items;
        let codes: Vec<&str> = found.iter().map(|p| p.code.as_str().trim_start_matches("ARA-")).collect();
        if codes.first().copied().unwrap_or_default() != *expected {
            wrong.push(format!("{typed:?}: {expected:?} expected, found {:?}", &codes[..codes.len().min(4)]));
        }
    }
    assert!(wrong.is_empty(), "{} of {} searches:\n{}", wrong.len(), TABLE.len(), wrong.join("\n"));
}
