//! Calls about the shop itself: its name, address and limits, and its content.

pub mod document_parts;
pub mod documents;
pub mod drafts;
pub mod home_json;
pub(crate) mod limits_json;
pub(crate) mod public_content;
pub mod publishing;
pub mod rich_text_json;
pub mod shop;
pub(crate) mod shop_terms_json;
pub(crate) mod theme;

use crate::routing::table::RouteTable;

/// The routes of this feature.
pub(crate) fn routes(table: &mut RouteTable) {
    shop::routes(table);
    public_content::routes(table);
    drafts::routes(table);
    publishing::routes(table);
    theme::routes(table);
}
