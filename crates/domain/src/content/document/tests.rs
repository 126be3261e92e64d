use std::path::Path;

use super::*;
use crate::content::identity::DEMO_SHOP;
use crate::content::slug::TEMPLATES;

const OWN_SHOP: ConfiguredShop<'static> =
    ConfiguredShop { name: "Sumudu Beauty", phone: "", email: "owner@sumudu.example", address: "", opening_hours: "" };

fn every_name() -> Vec<DocumentName> {
    let pages = TEMPLATES.iter().copied().chain(["story"]).map(|slug| DocumentName::Page(PageSlug::parse(slug).unwrap()));
    DocumentName::ALL.into_iter().chain(pages).collect()
}

fn default_of(name: &DocumentName) -> Value {
    ContentDoc::default_value(name, &DEMO_SHOP, DEMO_SHOP.name)
}

/// A document with one field replaced, at a pointer such as `/sections/0/slides`.
fn with(name: &DocumentName, pointer: &str, replaced: Value) -> Value {
    let mut value = default_of(name);
    let (parent, field) = pointer.rsplit_once('/').unwrap();
    match value.pointer_mut(parent).unwrap() {
        Value::Array(items) => items[field.parse::<usize>().unwrap()] = replaced,
        Value::Object(fields) => drop(fields.insert(field.to_owned(), replaced)),
        other => panic!("{parent}: {other}"),
    }
    value
}

fn faults(name: &DocumentName, value: &Value) -> Vec<String> {
    ContentDoc::parse(name, value).unwrap_err().iter().map(|fault| fault.field.clone()).collect()
}

#[test]
fn names_are_read_and_written() {
    for name in every_name() {
        assert_eq!(DocumentName::parse(&name.to_string()), Ok(name.clone()));
    }
    for text in ["", "Home", "page", "page:", "page:A", "settings", "page:a/b"] {
        assert_eq!(DocumentName::parse(text), Err(DocumentNameError), "{text}");
    }
    let owners: Vec<_> = every_name().into_iter().filter(|name| name.permission() == Permission::ManageBranding).collect();
    assert_eq!(owners, [DocumentName::Identity, DocumentName::Theme]);
    assert_eq!(every_name().iter().filter(|name| name.is_own_page()).count(), 1);
}

#[test]
fn every_default_is_valid_and_reads_back() {
    for shop in [DEMO_SHOP, OWN_SHOP] {
        for name in every_name() {
            let value = ContentDoc::default_value(&name, &shop, shop.name);
            let read = ContentDoc::parse(&name, &value).unwrap_or_else(|faults| panic!("{name}: {faults}"));
            assert_eq!(ContentDoc::parse(&name, &read.value()), Ok(read.clone()), "{name}");
            assert_eq!(read.uploads(), [], "{name}");
        }
    }
}

/// Invented facts and promises of the demo shop are in no document that another shop shows before it publishes one.
#[test]
fn a_shop_of_its_own_begins_without_claims() {
    let words = ["araliya", "house of cosmetics", "island", "colombo", "doorstep", "honest", "person answers", "skincare", "pinibindu"];
    for name in every_name() {
        let value = ContentDoc::default_value(&name, &OWN_SHOP, OWN_SHOP.name);
        for text in texts(&value) {
            let found: Vec<_> = words.iter().filter(|word| text.to_lowercase().contains(**word)).collect();
            assert!(found.is_empty(), "{name}: {found:?} in {text}");
        }
    }
    let Ok(ContentDoc::Home(home)) =
        ContentDoc::parse(&DocumentName::Home, &ContentDoc::default_value(&DocumentName::Home, &OWN_SHOP, OWN_SHOP.name))
    else {
        panic!("no home")
    };
    let shown: Vec<_> = home.sections.iter().filter(|section| section.is_shown).map(|section| section.content.kind()).collect();
    assert_eq!(shown, ["title", "featured", "reviews"], "the large pictures of the web app show products of the demo shop");
}

/// Adds the sources of the web app in a folder, with one space for each break of lines and one spelling of the shop's name.
fn add_sources(folder: &Path, sources: &mut String) {
    for entry in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let path = entry.path();
        if path.is_dir() {
            add_sources(&path, sources);
        } else if path.extension().is_some_and(|extension| extension == "ts" || extension == "tsx") {
            let source = std::fs::read_to_string(&path).unwrap();
            let words: Vec<&str> = source.split_whitespace().collect();
            *sources += &words.join(" ").replace("${SHOP.name}", "{shopName}");
            sources.push('\n');
        }
    }
}

/// The web app's tests of its markup have these texts, so the pages of a shop that published nothing are those of the markup.
#[test]
fn the_defaults_are_the_texts_of_the_web_app() {
    let mut web_app = String::new();
    add_sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../frontend/src"), &mut web_app);
    for name in [DocumentName::Home, DocumentName::Footer, DocumentName::Contact] {
        for text in texts(&default_of(&name)).iter().map(|text| text.replace(DEMO_SHOP.name, "{shopName}")) {
            assert!(web_app.contains(&text), "{name}: {text}");
        }
    }
    for field in ["tagline", "seoDescription"] {
        let text = default_of(&DocumentName::Identity)[field].as_str().unwrap().to_owned();
        assert!(web_app.contains(&text), "{text}");
    }
}

/// All texts that visitors read.
fn texts(value: &Value) -> Vec<String> {
    match value {
        Value::String(text) => vec![text.clone()],
        Value::Array(items) => items.iter().flat_map(texts).collect(),
        Value::Object(fields) => {
            let technical = ["kind", "type", "icon", "scrim", "wide", "tall", "logo", "to"];
            fields.iter().filter(|(name, _)| !technical.contains(&name.as_str())).flat_map(|(_, value)| texts(value)).collect()
        }
        _ => Vec::new(),
    }
}

#[test]
fn the_order_of_the_home_page_is_todays() {
    let Ok(ContentDoc::Home(home)) = ContentDoc::parse(&DocumentName::Home, &default_of(&DocumentName::Home)) else { panic!("no home") };
    let kinds: Vec<_> = home.sections.iter().map(|section| (section.content.kind(), section.is_shown)).collect();
    let expected = ["hero", "title", "featured", "whyUs", "partners", "tips", "reviews"].map(|kind| (kind, true));
    assert_eq!(kinds, expected);
}

#[test]
fn each_limit_is_told_at_its_field() {
    let text = |length: usize| json!("é".repeat(length));
    let many = |count: usize, value: Value| json!(vec![value; count]);
    let home = default_of(&DocumentName::Home);
    let item = |section: usize, list: &str| home["sections"][section][list][0].clone();
    let (identity, footer) = (DocumentName::Identity, DocumentName::Footer);
    for (name, path, value, field) in [
        (&identity, "/name", text(61), "name"),
        (&identity, "/seoTitle", text(61), "seoTitle"),
        (&identity, "/seoDescription", text(161), "seoDescription"),
        (&identity, "/phone", "none".into(), "phone"),
        (&identity, "/email", "none".into(), "email"),
        (&identity, "/logo", "builtin:brand-1".into(), "logo"),
        (&identity, "/mapPoint", json!({ "latitude": 91, "longitude": 80 }), "mapPoint.latitude"),
        (&identity, "/social", many(9, json!({ "label": "A", "to": "https://a.lk" })), "social"),
        (&identity, "/social", many(1, json!({ "label": "A", "to": "/a" })), "social[0].to"),
        (&DocumentName::Home, "/sections/0/slides/0/heading", text(61), "sections[0].slides[0].heading"),
        (&DocumentName::Home, "/sections/0/slides/0/text", text(121), "sections[0].slides[0].text"),
        (&DocumentName::Home, "/sections/0/slides/0/link/to", "javascript:alert(1)".into(), "sections[0].slides[0].link.to"),
        (&DocumentName::Home, "/sections/0/slides/0/wide", "https://evil.example/a.png".into(), "sections[0].slides[0].wide"),
        (&DocumentName::Home, "/sections/0/slides", many(0, Value::Null), "sections[0].slides"),
        (&DocumentName::Home, "/sections/0/slides", many(7, item(0, "slides")), "sections[0].slides"),
        (&DocumentName::Home, "/sections/3/reasons", many(7, item(3, "reasons")), "sections[3].reasons"),
        (&DocumentName::Home, "/sections/4/partners", many(25, item(4, "partners")), "sections[4].partners"),
        (&DocumentName::Home, "/sections/5/tips", many(13, item(5, "tips")), "sections[5].tips"),
        (&DocumentName::Home, "/sections/2/source/kind", "all".into(), "sections[2].source.kind"),
        (&DocumentName::Home, "/sections/2/kind", "banner".into(), "sections[2].kind"),
        (&DocumentName::Home, "/sections/1", json!({ "kind": "title" }), "sections[1].heading"),
        (&footer, "/links", many(13, json!({ "label": "A", "to": "/a" })), "links"),
        (&footer, "/credit", json!({ "text": "By", "link": null }), "credit.link.label"),
        (&DocumentName::Announcement, "/text", text(121), "text"),
        (&DocumentName::Announcement, "/from", "tomorrow".into(), "from"),
        (&DocumentName::Theme, "/accent", "red".into(), "accent"),
        (&DocumentName::Theme, "/accent", "#ffd0d0".into(), "accent"),
        (&DocumentName::Theme, "/paper", "#303030".into(), "paper"),
    ] {
        assert_eq!(faults(name, &with(name, path, value)).first().map(String::as_str), Some(field), "{name} {path}");
    }
}

#[test]
fn a_section_is_there_once_and_formatted_text_thrice() {
    let sections = default_of(&DocumentName::Home)["sections"].as_array().unwrap().clone();
    let text = json!({ "kind": "text", "heading": "More", "body": { "type": "doc" } });
    let of = |sections: Vec<Value>| ContentDoc::parse(&DocumentName::Home, &json!({ "sections": sections }));
    let doubled = of([sections.clone(), vec![sections[1].clone()]].concat()).unwrap_err();
    assert_eq!(doubled.to_string(), "sections[7].kind must be there at most 1 times");
    assert!(of([sections.clone(), vec![text.clone(); 3]].concat()).is_ok());
    assert!(of(vec![text; 4]).is_err());
    assert!(of(Vec::new()).is_ok());
}

#[test]
fn uploads_are_told_with_their_fields() {
    let value = with(&DocumentName::Home, "/sections/0/slides/1/tall", "/images/1-a.webp".into());
    let uploads = ContentDoc::parse(&DocumentName::Home, &value).unwrap().uploads();
    assert_eq!(uploads, [("sections[0].slides[1].tall".to_owned(), "/images/1-a.webp".to_owned())]);
    let value = with(&DocumentName::Identity, "/logo", "/images/2-b.webp".into());
    assert_eq!(ContentDoc::parse(&DocumentName::Identity, &value).unwrap().uploads(), [("logo".to_owned(), "/images/2-b.webp".to_owned())]);
}
