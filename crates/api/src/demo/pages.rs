//! The demo shop's pages of text.

use domain::content::document::{ContentDoc, DocumentName};
use domain::content::document_value::DocumentValue;
use domain::content::ports::{ContentStore, DocumentChange};
use domain::reports::audit::Actor;
use serde::Deserialize;

use crate::CommandError;
use crate::wiring::adapters::Adapters;

const PAGES: &str = include_str!("../../demo/pages.json");

/// A page as the demo data has it.
#[derive(Debug, Deserialize)]
struct DemoPage {
    slug: String,
    title: String,
    description: String,
    text: Vec<Block>,
}

/// A heading, a list with bullets, or a paragraph.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Block {
    Heading { heading: String },
    Bullets(Vec<String>),
    Paragraph(String),
}

/// Publishes the pages; one that is published already stays.
///
/// # Errors
/// When the data is damaged or the store fails.
pub(crate) async fn fill(adapters: &Adapters) -> Result<(), CommandError> {
    let store: &dyn ContentStore = adapters.postgres.as_ref();
    for page in serde_json::from_str::<Vec<DemoPage>>(PAGES)? {
        let name = DocumentName::parse(&format!("page:{}", page.slug))?;
        if store.document(&name).await?.published.is_none() {
            store.publish(&change(name, page, adapters)?).await?;
        }
    }
    Ok(())
}

fn change(name: DocumentName, page: DemoPage, adapters: &Adapters) -> Result<DocumentChange, CommandError> {
    let text = page.text.into_iter().map(Block::value).collect();
    let value = DocumentValue::map([
        ("title", page.title.into()),
        ("description", page.description.into()),
        ("isShown", true.into()),
        ("body", node("doc", text)),
    ]);
    let document = ContentDoc::parse(&name, &value).map_err(|faults| format!("the demo page {name}: {faults:?}"))?;
    Ok(DocumentChange {
        name,
        body: document.value(),
        uploads: Vec::new(),
        seen: None,
        by: Actor::operator("demo"),
        at: adapters.clock.now(),
        shop_email: None,
    })
}

impl Block {
    /// The block in the form of the editor.
    fn value(self) -> DocumentValue {
        match self {
            Self::Paragraph(text) => paragraph(text),
            Self::Bullets(items) => node("bulletList", items.into_iter().map(|text| node("listItem", vec![paragraph(text)])).collect()),
            Self::Heading { heading } => DocumentValue::map([
                ("type", "heading".into()),
                ("attrs", DocumentValue::map([("level", DocumentValue::Number(2.0))])),
                ("content", DocumentValue::List(vec![run(heading)])),
            ]),
        }
    }
}

fn paragraph(text: String) -> DocumentValue {
    node("paragraph", vec![run(text)])
}

fn run(text: String) -> DocumentValue {
    DocumentValue::map([("type", "text".into()), ("text", text.into())])
}

fn node(kind: &str, content: Vec<DocumentValue>) -> DocumentValue {
    DocumentValue::map([("type", kind.into()), ("content", DocumentValue::List(content))])
}
