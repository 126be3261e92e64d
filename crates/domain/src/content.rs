//! What the owner writes and shows: identity, look, home page, footer, contact page, announcement and pages of text.

pub mod announcement;
pub mod colour;
pub mod contact_page;
pub mod document;
pub mod footer;
pub mod home;
pub mod identity;
pub mod link;
pub mod page;
pub mod palette;
pub mod picture;
mod reader;
pub mod repository;
pub mod rich_text;
pub mod slug;
mod templates;
pub mod tokens;
