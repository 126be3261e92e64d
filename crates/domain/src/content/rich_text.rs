//! Formatted text: a tree of a closed list of nodes, in the untyped form that the editor (Tiptap) reads and writes. There is no HTML in
//! it, and none is made from it on the server.

mod read;
mod write;

use serde_json::Value;

use crate::content::link::LinkTarget;
use crate::content::reader::{Part as _, Reader};
use crate::shared::faults::Faults;

/// The most characters of one formatted text.
pub const MAX_CHARACTERS: usize = 20_000;
/// The most nodes of one formatted text.
pub const MAX_NODES: usize = 5_000;
/// How deep lists may lie in each other.
pub const MAX_DEPTH: usize = 4;

/// Formatted text: blocks from top to bottom.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RichText(Vec<Block>);

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    Paragraph(Vec<Inline>),
    Heading(HeadingLevel, Vec<Inline>),
    /// A list; each item holds paragraphs and lists.
    List(ListKind, Vec<Vec<Self>>),
}

/// The level of a heading. The page's title is the first level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeadingLevel {
    /// `h2`
    Second,
    /// `h3`
    Third,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListKind {
    Bullets,
    Numbers,
}

/// A part of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Inline {
    /// Text with one look.
    Text(Run),
    /// A break of the line.
    Break,
}

/// Text with one look.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Run {
    /// The characters, without control characters; at least one.
    pub text: String,
    pub bold: bool,
    pub italic: bool,
    /// Where it leads, if it is a link.
    pub link: Option<LinkTarget>,
}

impl RichText {
    /// Reads a text in the editor's form.
    ///
    /// # Errors
    /// [`Faults`] with the path of each node that is unknown or wrong.
    pub fn parse(value: &Value) -> Result<Self, Faults> {
        Reader::read(value, Self::read)
    }

    #[must_use]
    pub fn blocks(&self) -> &[Block] {
        &self.0
    }

    /// The number of characters.
    #[must_use]
    pub fn characters(&self) -> usize {
        self.0.iter().map(Block::characters).sum()
    }

    /// Whether it shows nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.characters() == 0
    }
}

impl Block {
    fn characters(&self) -> usize {
        match self {
            Self::Paragraph(line) | Self::Heading(_, line) => line.iter().map(Inline::characters).sum(),
            Self::List(_, items) => items.iter().flatten().map(Self::characters).sum(),
        }
    }
}

impl Inline {
    fn characters(&self) -> usize {
        match self {
            Self::Text(run) => run.text.chars().count(),
            Self::Break => 1,
        }
    }
}

/// Builds the texts of the program itself.
pub(super) mod build {
    use super::{Block, HeadingLevel, Inline, ListKind, RichText, Run};

    pub(in crate::content) fn rich<const N: usize>(blocks: [Block; N]) -> RichText {
        RichText(blocks.into())
    }

    pub(in crate::content) fn p(text: impl Into<String>) -> Block {
        Block::Paragraph(line(text))
    }

    pub(in crate::content) fn h2(text: &str) -> Block {
        Block::Heading(HeadingLevel::Second, line(text))
    }

    pub(in crate::content) fn bullets<const N: usize>(items: [&str; N]) -> Block {
        Block::List(ListKind::Bullets, items.map(|text| vec![p(text)]).into())
    }

    fn line(text: impl Into<String>) -> Vec<Inline> {
        vec![Inline::Text(Run { text: text.into(), ..Run::default() })]
    }
}

#[cfg(test)]
mod tests;
