//! Parts of the load measurements: requests in their wire format, figures, and the document that has the tables.
//!
//! The program that runs the loads is behind the feature `run`: `make bench`.

pub mod document;
pub mod figures;
pub mod goals;
pub mod requests;
