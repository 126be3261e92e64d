//! The demo shop's pages of text.

use domain::accounts::actor::Actor;
use domain::content::document::{ContentDoc, DocumentName};
use domain::content::repository::{ContentRepository, DocumentChange};
use serde::Deserialize;
use serde_json::{Value, json};

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
    let store: &dyn ContentRepository = adapters.postgres.as_ref();
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
    let value = json!({ "title": page.title, "description": page.description, "isShown": true, "body": node("doc", text) });
    let document = ContentDoc::parse(&name, &value).map_err(|faults| format!("the demo page {name}: {faults:?}"))?;
    Ok(DocumentChange::of(&name, &document, &Actor::operator("demo"), adapters.clock.now()))
}

impl Block {
    /// The block in the form of the editor.
    fn value(self) -> Value {
        match self {
            Self::Paragraph(text) => paragraph(&text),
            Self::Bullets(items) => node("bulletList", items.iter().map(|text| node("listItem", vec![paragraph(text)])).collect()),
            Self::Heading { heading } => json!({ "type": "heading", "attrs": { "level": 2 }, "content": [run(&heading)] }),
        }
    }
}

fn paragraph(text: &str) -> Value {
    node("paragraph", vec![run(text)])
}

fn run(text: &str) -> Value {
    json!({ "type": "text", "text": text })
}

fn node(kind: &str, content: Vec<Value>) -> Value {
    json!({ "type": kind, "content": content })
}
