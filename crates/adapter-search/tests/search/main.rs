//! The index of products, over a catalogue in memory.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod cursors;
mod folder;
mod kept_levels;
mod killed;
mod lists;
mod search_pages;
mod search_table;
mod shop;
mod upkeep;
mod wordings;
mod words;
