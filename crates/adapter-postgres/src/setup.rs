//! The set-up of a new shop, and the owner's first steps after it.

mod checklist;
mod store;
