//! Writes formatted text in the editor's form.

use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use super::{Block, HeadingLevel, Inline, ListKind, RichText, Run};

impl Serialize for RichText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        node("doc", &self.0, block).serialize(serializer)
    }
}

fn node<T>(kind: &str, content: &[T], write: impl Fn(&T) -> Value) -> Value {
    json!({ "type": kind, "content": content.iter().map(write).collect::<Value>() })
}

fn block(block: &Block) -> Value {
    match block {
        Block::Paragraph(line) => node("paragraph", line, inline),
        Block::Heading(level, line) => {
            let level = match level {
                HeadingLevel::Second => 2,
                HeadingLevel::Third => 3,
            };
            json!({ "type": "heading", "attrs": { "level": level }, "content": line.iter().map(inline).collect::<Value>() })
        }
        Block::List(kind, items) => {
            let kind = match kind {
                ListKind::Bullets => "bulletList",
                ListKind::Numbers => "orderedList",
            };
            node(kind, items, |blocks| node("listItem", blocks, self::block))
        }
    }
}

fn inline(inline: &Inline) -> Value {
    match inline {
        Inline::Text(run) => text(run),
        Inline::Break => json!({ "type": "hardBreak" }),
    }
}

fn text(run: &Run) -> Value {
    let mut marks = Vec::new();
    if run.bold {
        marks.push(json!({ "type": "bold" }));
    }
    if run.italic {
        marks.push(json!({ "type": "italic" }));
    }
    if let Some(link) = &run.link {
        marks.push(json!({ "type": "link", "attrs": { "href": link } }));
    }
    if marks.is_empty() { json!({ "type": "text", "text": run.text }) } else { json!({ "type": "text", "text": run.text, "marks": marks }) }
}
