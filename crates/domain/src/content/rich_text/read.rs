//! Reads formatted text from the editor's form. A node or mark that is not in the list is a fault that names it.

use serde_json::Value;

use super::{Block, HeadingLevel, Inline, ListKind, MAX_CHARACTERS, MAX_DEPTH, MAX_NODES, RichText, Run};
use crate::content::link::LinkTarget;
use crate::content::reader::{Field, Part, Reader};

impl Part for RichText {
    fn read(reader: &mut Reader, field: &Field<'_>) -> Option<Self> {
        if kind(field) != Some("doc") {
            return reader.fault(field, "must be formatted text: a node of the type doc");
        }
        without(reader, field, "text")?;
        if nodes(field.value, MAX_NODES) == 0 {
            return reader.fault(field, format!("must have at most {MAX_NODES} nodes"));
        }
        let blocks = blocks(reader, field, 0)?;
        let text = Self(blocks);
        if text.characters() > MAX_CHARACTERS {
            return reader.fault(field, format!("must have at most {MAX_CHARACTERS} characters"));
        }
        Some(text)
    }
}

fn kind<'a>(field: &Field<'a>) -> Option<&'a str> {
    field.value.get("type")?.as_str()
}

/// How many of `left` nodes are left after this one and those inside, which no list of the tree is deeper than the form of the request
/// allows.
fn nodes(value: &Value, left: usize) -> usize {
    let Some(Value::Array(children)) = value.get("content") else { return left.saturating_sub(1) };
    children.iter().fold(left.saturating_sub(1), |left, child| if left == 0 { 0 } else { nodes(child, left) })
}

fn blocks(reader: &mut Reader, parent: &Field<'_>, depth: usize) -> Option<Vec<Block>> {
    let children = reader.items(&parent.get("content"))?;
    reader.each(&children, |reader, child| block(reader, child, depth))
}

fn block(reader: &mut Reader, field: &Field<'_>, depth: usize) -> Option<Block> {
    without(reader, field, "text")?;
    match kind(field) {
        Some("paragraph") => line(reader, field).map(Block::Paragraph),
        Some("heading") if depth == 0 => {
            let level = level(reader, field);
            let line = line(reader, field);
            Some(Block::Heading(level?, line?))
        }
        Some("bulletList") => list(reader, field, depth, ListKind::Bullets),
        Some("orderedList") => list(reader, field, depth, ListKind::Numbers),
        other => unknown(reader, field, other),
    }
}

fn level(reader: &mut Reader, field: &Field<'_>) -> Option<HeadingLevel> {
    let level = field.get("attrs").get("level");
    match level.value.as_f64() {
        Some(2.0) => Some(HeadingLevel::Second),
        Some(3.0) => Some(HeadingLevel::Third),
        _ => reader.fault(&level, "must be 2 or 3"),
    }
}

fn list(reader: &mut Reader, field: &Field<'_>, depth: usize, of: ListKind) -> Option<Block> {
    if depth == MAX_DEPTH {
        return reader.fault(field, format!("must have at most {MAX_DEPTH} lists in each other"));
    }
    let items = reader.items(&field.get("content"))?;
    reader.each(&items, |reader, item| list_item(reader, item, depth + 1)).map(|items| Block::List(of, items))
}

fn list_item(reader: &mut Reader, field: &Field<'_>, depth: usize) -> Option<Vec<Block>> {
    without(reader, field, "text")?;
    match kind(field) {
        Some("listItem") => blocks(reader, field, depth),
        other => unknown(reader, field, other),
    }
}

fn line(reader: &mut Reader, parent: &Field<'_>) -> Option<Vec<Inline>> {
    let children = reader.items(&parent.get("content"))?;
    reader.each(&children, inline)
}

fn inline(reader: &mut Reader, field: &Field<'_>) -> Option<Inline> {
    without(reader, field, "content")?;
    match kind(field) {
        Some("text") => run(reader, field).map(Inline::Text),
        Some("hardBreak") => without(reader, field, "text").map(|()| Inline::Break),
        other => unknown(reader, field, other),
    }
}

fn run(reader: &mut Reader, field: &Field<'_>) -> Option<Run> {
    let text = field.get("text");
    let characters = text.text().filter(|text| !text.is_empty() && !text.contains(char::is_control));
    let Some(characters) = characters else { return reader.fault(&text, "must be a text without control characters") };
    let mut run = Run { text: characters.to_owned(), ..Run::default() };
    let marks = reader.items(&field.get("marks"))?;
    reader.each(&marks, |reader, of| mark(reader, of, &mut run)).map(|_| run)
}

fn mark(reader: &mut Reader, field: &Field<'_>, run: &mut Run) -> Option<()> {
    match kind(field) {
        Some("bold") => run.bold = true,
        Some("italic") => run.italic = true,
        Some("link") => run.link = Some(reader.parsed(&field.get("attrs").get("href"), LinkTarget::parse)?),
        Some(other) => return reader.fault(field, format!("must not have the mark {}", shortened(other))),
        None => return reader.fault(field, "must be a mark"),
    }
    Some(())
}

fn unknown<T>(reader: &mut Reader, field: &Field<'_>, kind: Option<&str>) -> Option<T> {
    match kind {
        Some(kind) => reader.fault(field, format!("must not be a node of the type {}", shortened(kind))),
        None => reader.fault(field, "must be a node"),
    }
}

/// A fault where a node has a part that its kind does not have: the words in it would be lost in silence.
fn without(reader: &mut Reader, field: &Field<'_>, part: &str) -> Option<()> {
    let part = field.get(part);
    if part.value.is_null() { Some(()) } else { reader.fault(&part, "must not stand at a node of this type") }
}

/// A word of the caller, for a sentence.
fn shortened(word: &str) -> String {
    word.chars().filter(|c| !c.is_control()).take(40).collect()
}
