use proptest::prelude::*;
use serde_json::json;

use super::build::{bullets, h2, p, rich};
use super::*;

fn doc(blocks: Vec<Value>) -> Value {
    json!({ "type": "doc", "content": blocks })
}

fn paragraph(children: Vec<Value>) -> Value {
    json!({ "type": "paragraph", "content": children })
}

fn text(text: &str, marks: Vec<Value>) -> Value {
    json!({ "type": "text", "text": text, "marks": marks })
}

fn link(href: &str) -> Value {
    json!({ "type": "link", "attrs": { "href": href, "target": "_blank" } })
}

/// Each fault as `field sentence`.
fn faults(value: &Value) -> Vec<String> {
    RichText::parse(value).unwrap_err().iter().map(|fault| format!("{} {}", fault.field, fault.sentence)).collect()
}

#[test]
fn every_node_of_the_list_is_read_and_written() {
    let made = rich([h2("Story"), p("We sell."), bullets(["one", "two"])]);
    assert_eq!(RichText::parse(&json!(made)), Ok(made.clone()));
    assert_eq!(made.characters(), 19);
    let value = doc(vec![paragraph(vec![text("a", vec![link("/about"), json!({ "type": "bold" })]), json!({ "type": "hardBreak" })])]);
    let run = Run { text: "a".into(), bold: true, italic: false, link: Some(LinkTarget::parse("/about").unwrap()) };
    assert_eq!(RichText::parse(&value).unwrap().blocks(), [Block::Paragraph(vec![Inline::Text(run), Inline::Break])]);
}

#[test]
fn an_unknown_node_or_mark_is_named() {
    let image = json!({ "type": "image" });
    assert_eq!(faults(&doc(vec![paragraph(vec![]), image.clone()])), ["content[1] must not be a node of the type image"]);
    assert_eq!(faults(&doc(vec![paragraph(vec![image])])), ["content[0].content[0] must not be a node of the type image"]);
    let code = text("x", vec![json!({ "type": "code" })]);
    assert_eq!(faults(&doc(vec![paragraph(vec![code])])), ["content[0].content[0].marks[0] must not have the mark code"]);
    assert_eq!(faults(&Value::Null), ["body must be formatted text: a node of the type doc"]);
    assert_eq!(faults(&doc(vec![Value::Null])), ["content[0] must be a node"]);
    let first = json!({ "type": "heading", "attrs": { "level": 1 } });
    assert_eq!(faults(&doc(vec![first])), ["content[0].attrs.level must be 2 or 3"]);
}

#[test]
fn content_that_is_no_list_is_a_fault_and_not_lost() {
    let with = |kind: &str, content: Value| json!({ "type": kind, "content": content });
    let words = json!("Our whole story");
    assert_eq!(faults(&with("doc", words.clone())), ["content must be a list"]);
    assert_eq!(faults(&with("doc", paragraph(vec![]))), ["content must be a list"], "a node in place of a list of one");
    assert_eq!(faults(&doc(vec![with("paragraph", words.clone())])), ["content[0].content must be a list"]);
    assert_eq!(faults(&doc(vec![with("bulletList", words.clone())])), ["content[0].content must be a list"]);
    assert_eq!(faults(&doc(vec![with("bulletList", json!([with("listItem", words.clone())]))])).len(), 1);
    let marked = json!({ "type": "text", "text": "x", "marks": "bold" });
    assert_eq!(faults(&doc(vec![paragraph(vec![marked])])), ["content[0].content[0].marks must be a list"]);
    assert!(RichText::parse(&with("doc", Value::Null)).is_ok(), "an empty document has no content");
}

#[test]
fn words_in_a_part_that_a_node_does_not_have_are_a_fault_and_not_lost() {
    let lost = |part: &str| format!("{part} must not stand at a node of this type");
    let text = json!("Our whole story");
    for kind in ["paragraph", "bulletList"] {
        assert_eq!(faults(&doc(vec![json!({ "type": kind, "text": text })])), [lost("content[0].text")]);
    }
    assert_eq!(faults(&json!({ "type": "doc", "text": text })), [lost("text")]);
    let line = |node: Value| doc(vec![paragraph(vec![node])]);
    let words = json!([{ "type": "text", "text": text }]);
    assert_eq!(faults(&line(json!({ "type": "hardBreak", "text": text }))), [lost("content[0].content[0].text")]);
    assert_eq!(faults(&line(json!({ "type": "hardBreak", "content": words }))), [lost("content[0].content[0].content")]);
    assert_eq!(faults(&line(json!({ "type": "text", "text": text, "content": words }))), [lost("content[0].content[0].content")]);
}

#[test]
fn a_link_that_runs_code_is_a_fault() {
    let value = doc(vec![paragraph(vec![text("x", vec![link("javascript:alert(1)")])])]);
    assert_eq!(
        faults(&value),
        ["content[0].content[0].marks[0].attrs.href must be a path of this shop, or an https, mailto or tel address, of at most 500 \
             characters"]
    );
}

#[test]
fn length_number_and_depth_are_limited() {
    let long = |length: usize| doc(vec![paragraph(vec![text(&"é".repeat(length), vec![])])]);
    assert!(RichText::parse(&long(MAX_CHARACTERS)).is_ok());
    assert_eq!(faults(&long(MAX_CHARACTERS + 1)), ["body must have at most 20000 characters"]);
    assert!(RichText::parse(&doc(vec![paragraph(vec![]); MAX_NODES - 2])).is_ok());
    assert_eq!(faults(&doc(vec![paragraph(vec![]); MAX_NODES])), ["body must have at most 5000 nodes"]);
    let nested = |depth: usize| {
        let mut block = paragraph(vec![]);
        for _ in 0..depth {
            block = json!({ "type": "bulletList", "content": [{ "type": "listItem", "content": [block] }] });
        }
        doc(vec![block])
    };
    assert!(RichText::parse(&nested(MAX_DEPTH)).is_ok());
    assert!(faults(&nested(MAX_DEPTH + 1))[0].ends_with("must have at most 4 lists in each other"));
}

fn any_inline() -> impl Strategy<Value = Inline> {
    let link = proptest::option::of("/[a-z]{0,8}|https://[a-z]{1,8}\\.lk|mailto:a@b\\.lk|tel:[0-9]{7}");
    let run = ("[^\\p{Cc}]{1,20}", any::<bool>(), any::<bool>(), link).prop_map(|(text, bold, italic, link)| {
        Inline::Text(Run { text, bold, italic, link: link.map(|link| LinkTarget::parse(&link).unwrap()) })
    });
    prop_oneof![5 => run, 1 => Just(Inline::Break)]
}

fn any_block() -> impl Strategy<Value = Block> {
    let line = || proptest::collection::vec(any_inline(), 0..4);
    let flat = prop_oneof![
        line().prop_map(Block::Paragraph),
        line().prop_map(|line| Block::Heading(HeadingLevel::Second, line)),
        line().prop_map(|line| Block::Heading(HeadingLevel::Third, line)),
    ];
    let within = line().prop_map(Block::Paragraph).prop_recursive(3, 12, 3, |inner| {
        let items = proptest::collection::vec(proptest::collection::vec(inner, 0..3), 1..3);
        (items, any::<bool>()).prop_map(|(items, bullets)| Block::List(if bullets { ListKind::Bullets } else { ListKind::Numbers }, items))
    });
    prop_oneof![flat, within]
}

proptest! {
    #[test]
    fn what_is_written_reads_back(blocks in proptest::collection::vec(any_block(), 0..5)) {
        let text = RichText(blocks);
        prop_assert_eq!(RichText::parse(&json!(text)), Ok(text));
    }
}
