//! The set-up of a new shop in the browser: its link, its first owner and what it begins with; and the owner's first steps after it.

pub mod checklist;
pub mod new_shop;
pub mod ports;
pub mod setup_link;
