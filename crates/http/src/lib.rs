//! The shop's HTTP interface: routes, wire formats, access, problems, OpenAPI and the web app's files.
//!
//! One file per call or small family of calls holds its wire types, its OpenAPI annotations, its handlers and the rules of its
//! routes. A handler parses, calls one use case and maps the answer. [`routing::table`] makes the router and the OpenAPI document
//! from the same annotations.

pub mod accounts;
pub mod backups;
pub mod cache;
pub mod catalog;
pub mod connections;
pub mod content;
pub mod delivery;
pub mod extract;
pub mod images;
pub mod invoices;
pub mod messages;
pub mod metrics;
pub mod middleware;
pub mod openapi;
pub mod operations;
pub mod orders;
pub mod pages;
pub mod payments;
pub mod promotions;
pub mod reports;
pub mod response;
pub mod reviews;
pub mod routing;
pub mod server;
pub mod settings;
pub mod setup;
