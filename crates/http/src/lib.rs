//! The shop's HTTP interface: routes, wire formats, who may call what, problems, OpenAPI and the web app's files.
//!
//! One file per family of calls holds its wire types, its OpenAPI annotations and its handlers; a handler parses,
//! calls one use case and maps the answer. [`route_table`] turns the annotations into the router and into the
//! OpenAPI document at once, so the two cannot disagree.

pub mod app_state;
pub mod authentication;
pub mod background;
pub mod body;
pub mod body_by;
pub mod catalogue_version;
pub mod catalogue_watch;
pub mod client_address;
pub mod conditional;
pub mod contact;
pub mod cors;
pub mod encoded_body;
pub mod field_errors;
pub mod framework_refusals;
pub mod google_sign_in;
pub mod image_uploads;
pub mod images;
pub mod message_json;
mod json_null;
pub mod money_json;
pub mod openapi;
pub mod operations;
pub mod orders;
pub mod orders_json;
pub mod pages;
pub mod paging;
pub mod password_resets;
pub mod picture_url;
mod private;
pub mod problem;
pub mod product_edits;
pub mod product_edits_json;
pub mod products;
pub mod products_json;
pub mod query_params;
pub mod rate_limit;
pub mod refusals;
pub mod request_id;
pub mod response_cache;
pub mod reviews;
pub mod reviews_json;
pub mod route_table;
pub mod security_headers;
pub mod server;
pub mod shop;
pub mod upload_form;
pub mod upload_room;
pub mod users;
pub mod users_json;
pub mod web_app;
mod whole_json;
