//! How customers word what they want: brands with `&` and apostrophes, signs, numbers with units, categories, plurals, and names in
//! Sinhala and Tamil script.

use std::collections::BTreeSet;

use domain::catalog::ports::ProductSearch as _;
use domain::catalog::product::Product;
use domain::shared::text::SearchText;
use testkit::sample_products;

use crate::search_table::{Sold, fill_demo, product};
use crate::shop::Shop;

/// What is sold beside the demo catalogue: code, name, brand, category, description.
const MORE: [(&str, &str, &str, &str, &str); 8] = [
    ("BBW-001", "Cherry Blossom Mist", "Bath & Body Works", "Fragrance", "A fine mist for the evening."),
    ("HNS-001", "Classic Clean Wash", "Head & Shoulders", "Hair", "Against dandruff, 400 ml."),
    ("JNJ-001", "Baby Powder", "Johnson & Johnson", "Body", "Soft and mild, 200 g."),
    ("BUR-001", "Beeswax Balm", "Burt's Bees®", "Skincare", "With peppermint."),
    ("PAL-001", "Cocoa Butter Formula", "Palmer’s", "Body", "In a jar, 270 g."),
    ("MEN-001", "Fresh Deodorant", "Dove Men+Care", "Body", "Lasts for 48 hours."),
    ("GEL-001", "Aqua Gel SPF 50+ PA+++", "Biore", "Skincare", "Light and watery, 90 ml."),
    ("VIT-001", "Vitamin A Drops", "Nutri", "Skincare", "For the night."),
];

/// What is typed, and the code of the product that comes first (`ARA-` left off); nothing where nothing is found.
#[rustfmt::skip]
const FIRST: &[(&str, &str)] = &[
    // brands with '&', however it is said
    ("bath and body works", "BBW-001"), ("bath & body works", "BBW-001"), ("Bath&Body Works mist", "BBW-001"), ("bath and body wor", "BBW-001"),
    ("bath and body works cherry blossom", "BBW-001"), ("head and shoulders", "HNS-001"), ("head & shoulders wash", "HNS-001"),
    ("Head&Shoulders", "HNS-001"), ("head and", "HNS-001"), ("hed and shoulders", "HNS-001"), ("johnson and johnson", "JNJ-001"),
    ("J&J", "JNJ-001"), ("kumbuk and clay soap", "BDY-003"), ("Kumbuk&Clay oil", "SER-002"), ("kumbuk and clay face mask", "MSK-001"),
    // apostrophes and marks
    ("burt's bees", "BUR-001"), ("burts bees", "BUR-001"), ("burt`s bees balm", "BUR-001"), ("burt’s bees®", "BUR-001"), ("palmers", "PAL-001"),
    ("palmer's cocoa butter", "PAL-001"), ("palmer cocoa", "PAL-001"), ("men+care", "MEN-001"), ("dove men and care", "MEN-001"),
    // words that join others
    ("the milk and honey hand cream", "BDY-001"), ("cream for hands", "BDY-001"), ("oil for the hair", "HAR-001"), ("a mask with green tea", "MSK-002"),
    ("conditioner with aloe vera", "HAR-003"), ("salts for a bath", "BDY-005"), ("vitamin a", "VIT-001"), ("pol the", "HAR-001"),
    // signs beside words
    ("SPF 30+", "SUN-001"), ("spf30+", "SUN-001"), ("spf 50+", "GEL-001"), ("SPF 50+ PA+++", "GEL-001"), ("#serum", "SER-001"), ("serum 🌸", "SER-001"),
    ("❤️ red lipstick ❤️", "LIP-001"), ("candle!!!", "CND-001"), ("nilmala roll ✨", "ROL-001"), ("mascara™", "EYE-003"),
    // numbers and units
    ("spf25", ""), ("spf 25", ""), ("500ml", ""), ("500 ml", ""), ("5 ml", ""), ("ara-ser-009", ""), ("ara ser 009", ""), ("araser009", ""),
    ("350ml", "BDY-004"), ("350 ml lotion", "BDY-004"), ("400ml", "HNS-001"), ("400 ml wash", "HNS-001"), ("kiri 10", "FND-001"), ("pani30", "FND-002"),
    ("foundation kithul 50", "FND-003"), ("spf50", "GEL-001"),
    // plurals
    ("berries", "LIP-004"), ("red lipsticks", "LIP-001"), ("pencils", "EYE-004"), ("eyeshadow palettes", "EYE-001"), ("body lotions", "BDY-004"),
    ("hand creams", "BDY-001"), ("conditioners", "HAR-003"), ("brushs", "NAI-004"),
    // a category beside other words
    ("skincare serum", "SER-001"), ("makeup red lipstick", "LIP-001"), ("make-up mascara", "EYE-003"), ("nails teal", "NAI-003"),
    // scripts mixed
    ("අරලිය serum", "SER-001"), ("araliya සීරම්", "SER-001"), ("honey ක්‍රීම්", "BDY-001"), ("රත්මල් lipstick red", "LIP-001"),
    ("சந்தன", ""), ("சோப்பு sandun", "BDY-003"), ("ෂැම්පු", "HAR-002"), ("ලිප්ස්ටික් berry", "LIP-004"), ("நெலும் nail pink", "NAI-001"),
];

/// A text that finds products of one category first.
const CATEGORIES: [(&str, &str); 10] = [
    ("Skincare", "Skincare"),
    ("skin care", "Skincare"),
    ("Makeup", "Makeup"),
    ("make-up", "Makeup"),
    ("make up", "Makeup"),
    ("fragrances", "Fragrance"),
    ("Nails", "Nails"),
    ("skincre", "Skincare"),
    ("hair", "Hair"),
    ("body", "Body"),
];

/// Names in another script and in Latin letters: the first finds first what the second does, and all of it.
const SCRIPTS: [(&str, &str); 22] = [
    ("අරලිය", "araliya"),
    ("අරලි", "araliya"),
    ("කොහොඹ", "kohomba"),
    ("ගොටුකොළ", "gotukola"),
    ("සීගිරිය", "sigiriya"),
    ("කුරුඳු", "kurundu"),
    ("ජම්බු", "jambu"),
    ("පිච්ච", "pichcha"),
    ("නිල් මානෙල්", "nil manel"),
    ("නුවරඑළිය", "nuwara eliya"),
    ("සඳුන් සබන්", "sandun saban"),
    ("පොල් තෙල්", "pol thel"),
    ("ඇල්ල", "ella"),
    ("රත්මල්", "rathmal"),
    ("අරලියා", "araliya"),
    ("அரலியா", "araliya"),
    ("சிகிரியா", "sigiriya"),
    ("கொஹொம்ப", "kohomba"),
    ("ஜம்பு", "jambu"),
    ("குருந்து", "kurundu"),
    ("நுவரெலியா", "nuwara eliya"),
    ("சந்துன்", "sandun"),
];

async fn shop() -> Shop {
    let shop = Shop::empty().await;
    let demo = fill_demo(&shop);
    for (place, (code, name, brand, category, description)) in MORE.iter().enumerate() {
        shop.catalogue.add(product(demo + place, &Sold { code, name, alt_names: &[], brand, category: Some(category), description }));
    }
    shop
}

async fn found(shop: &Shop, text: &str) -> Vec<Product> {
    shop.products(&sample_products::search(text)).await.items
}

fn codes(products: &[Product]) -> Vec<&str> {
    products.iter().map(|product| product.code.as_str().trim_start_matches("ARA-")).collect()
}

#[tokio::test]
async fn what_is_meant_comes_first() {
    let (shop, mut wrong) = (shop().await, Vec::new());
    for (typed, expected) in FIRST {
        let products = found(&shop, typed).await;
        let codes = codes(&products);
        if codes.first().copied().unwrap_or_default() != *expected {
            wrong.push(format!("{typed:?}: {expected:?} expected, found {:?}", &codes[..codes.len().min(4)]));
        }
    }
    assert!(wrong.is_empty(), "{} of {} searches:\n{}", wrong.len(), FIRST.len(), wrong.join("\n"));
}

#[tokio::test]
async fn a_category_is_a_word_to_search_for() {
    let (shop, mut wrong) = (shop().await, Vec::new());
    for (typed, category) in CATEGORIES {
        let products = found(&shop, typed).await;
        let of_category = |product: &Product| product.details.category.as_ref().is_some_and(|label| label.as_str() == category);
        let all = shop.catalogue.products().iter().filter(|product| of_category(product)).count();
        let (first, found) = (products.first().is_some_and(of_category), products.iter().filter(|product| of_category(product)).count());
        if !first || found < all {
            wrong.push(format!("{typed:?}: {found} of {all} products of {category}, {:?} first", codes(&products).first()));
        }
    }
    assert!(wrong.is_empty(), "{} of {} searches:\n{}", wrong.len(), CATEGORIES.len(), wrong.join("\n"));
}

#[tokio::test]
async fn a_name_is_found_in_each_script() {
    let (shop, mut wrong) = (shop().await, Vec::new());
    for (typed, latin) in SCRIPTS {
        let (of_script, of_latin) = (found(&shop, typed).await, found(&shop, latin).await);
        let (of_script, of_latin) = (codes(&of_script), codes(&of_latin));
        let all: BTreeSet<&&str> = of_script.iter().collect();
        // Words of descriptions are found by their letters alone.
        let missing: Vec<_> = of_latin.iter().take(3).filter(|code| !all.contains(code)).collect();
        if of_script.first() != of_latin.first() || !missing.is_empty() {
            wrong.push(format!("{typed:?}: {:?} first, {latin:?}: {:?}, missing {missing:?}", of_script.first(), of_latin.first()));
        }
    }
    assert!(wrong.is_empty(), "{} of {} searches:\n{}", wrong.len(), SCRIPTS.len(), wrong.join("\n"));
}

#[tokio::test]
async fn a_brand_with_an_ampersand_is_suggested_by_its_words() {
    let shop = shop().await;
    shop.catch_up().await;
    for text in ["bath and bo", "bath & body", "#bath"] {
        let found = shop.index.suggest(&SearchText::parse(text).unwrap()).await.unwrap();
        assert_eq!(found.brands.iter().map(domain::shared::text::Label::as_str).collect::<Vec<_>>(), ["Bath & Body Works"], "{text}");
    }
}
