//! Writes formatted text in the editor's form.

use super::{Block, HeadingLevel, Inline, ListKind, RichText, Run};
use crate::content::document_value::DocumentValue;

impl From<&RichText> for DocumentValue {
    fn from(text: &RichText) -> Self {
        node("doc", Self::list(&text.0, block))
    }
}

fn node(kind: &str, content: DocumentValue) -> DocumentValue {
    DocumentValue::map([("type", kind.into()), ("content", content)])
}

fn block(block: &Block) -> DocumentValue {
    match block {
        Block::Paragraph(line) => node("paragraph", DocumentValue::list(line, inline)),
        Block::Heading(level, line) => {
            let level = match level {
                HeadingLevel::Second => 2.0,
                HeadingLevel::Third => 3.0,
            };
            let attrs = DocumentValue::map([("level", DocumentValue::Number(level))]);
            DocumentValue::map([("type", "heading".into()), ("attrs", attrs), ("content", DocumentValue::list(line, inline))])
        }
        Block::List(kind, items) => {
            let kind = match kind {
                ListKind::Bullets => "bulletList",
                ListKind::Numbers => "orderedList",
            };
            node(kind, DocumentValue::list(items, |blocks| node("listItem", DocumentValue::list(blocks, self::block))))
        }
    }
}

fn inline(inline: &Inline) -> DocumentValue {
    match inline {
        Inline::Text(run) => text(run),
        Inline::Break => DocumentValue::map([("type", "hardBreak".into())]),
    }
}

fn text(run: &Run) -> DocumentValue {
    let mark = |kind: &str| DocumentValue::map([("type", kind.into())]);
    let mut marks = Vec::new();
    if run.bold {
        marks.push(mark("bold"));
    }
    if run.italic {
        marks.push(mark("italic"));
    }
    if let Some(link) = &run.link {
        let attrs = DocumentValue::map([("href", link.into())]);
        marks.push(DocumentValue::map([("type", "link".into()), ("attrs", attrs)]));
    }
    let (kind, text) = ("text".into(), run.text.as_str().into());
    if marks.is_empty() {
        return DocumentValue::map([("type", kind), ("text", text)]);
    }
    DocumentValue::map([("type", kind), ("text", text), ("marks", DocumentValue::List(marks))])
}
