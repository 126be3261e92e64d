//! The shop's HTTP interface: routes, wire formats, who may call what, problems, OpenAPI and the web app's files.
//!
//! One file per family of calls holds its wire types, its OpenAPI annotations and its handlers; a handler parses,
//! calls one use case and maps the answer. [`route_table`] turns the annotations into the router and into the
//! OpenAPI document at once, so the two cannot disagree.

pub mod accounts;
pub mod app_state;
pub mod background;
pub mod cache;
pub mod catalog;
pub mod connections;
pub mod content;
pub mod extract;
pub mod images;
pub mod messages;
pub mod middleware;
pub mod openapi;
pub mod operations;
pub mod orders;
pub mod pages;
pub mod reports;
pub mod response;
pub mod reviews;
pub mod route_table;
pub mod server;
