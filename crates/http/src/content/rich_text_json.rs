//! Formatted text as it is sent, in the form of the editor Tiptap, for the OpenAPI document. The domain reads and writes it
//! (`domain/src/content/rich_text.rs`).

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Formatted text: a node of the type `doc`. At most 20,000 characters, 5,000 nodes, and 4 lists in each other. Any other node or mark
/// is 422 with its path. Attributes other than `level` and `href` are left out.
#[derive(Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RichText)]
pub struct RichTextJson {
    /// `doc`
    #[serde(rename = "type")]
    kind: DocKindJson,
    /// The blocks from top to bottom.
    #[serde(default)]
    content: Vec<BlockJson>,
}

/// The type of the outermost node.
#[derive(Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RichTextKind)]
pub enum DocKindJson {
    /// The only one.
    Doc,
}

/// A block.
#[derive(Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = RichTextBlock)]
pub enum BlockJson {
    /// A paragraph.
    Paragraph {
        #[serde(default)]
        content: Vec<InlineJson>,
    },
    /// A heading; not within lists.
    Heading {
        attrs: HeadingAttrsJson,
        #[serde(default)]
        content: Vec<InlineJson>,
    },
    /// A list with bullets.
    BulletList { content: Vec<ListItemJson> },
    /// A list with numbers.
    OrderedList { content: Vec<ListItemJson> },
}

/// An item of a list.
#[derive(Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = RichTextListItem)]
pub enum ListItemJson {
    /// Paragraphs and lists.
    ListItem {
        #[schema(no_recursion)]
        content: Vec<BlockJson>,
    },
}

/// The level of a heading.
#[derive(Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = RichTextHeadingAttrs)]
pub struct HeadingAttrsJson {
    /// 2 or 3.
    level: u8,
}

/// A part of a line.
#[derive(Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = RichTextInline)]
pub enum InlineJson {
    /// Characters.
    Text {
        text: String,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        marks: Vec<MarkJson>,
    },
    /// A break of the line.
    HardBreak,
}

/// The look of characters.
#[derive(Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = RichTextMark)]
pub enum MarkJson {
    /// Bold.
    Bold,
    /// Italic.
    Italic,
    /// A link.
    Link { attrs: LinkAttrsJson },
}

/// Where a link leads.
#[derive(Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = RichTextLinkAttrs)]
pub struct LinkAttrsJson {
    /// A path of the shop, or an https, mailto or tel address.
    href: String,
}
