//! The HTTP interface on mocked ports: what goes over the wire, and who may send it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "a test says what it expects")]

mod access;
mod audit;
mod contact;
mod documentation;
mod failure_log;
mod google_sign_in;
mod image_uploads;
mod limits;
mod open_shop;
mod operations;
mod order_life;
mod order_placing;
mod orders;
mod overview;
mod page_log;
mod pages;
mod password_resets;
mod people;
mod product_edits;
mod product_facets;
mod product_sheets;
mod product_suggestions;
mod products;
mod profiles;
mod protocol;
mod response_cache;
mod reviews;
mod search_cache;
mod sessions;
mod shop;
mod site;
mod socket;
mod stock;
mod users;
mod wire;
