//! What the load measurements are made of: requests as they go over the wire, figures, and the document they end up in.
//!
//! The program that runs the loads is behind the feature `run`: `make bench`.

pub mod document;
pub mod figures;
pub mod goals;
pub mod requests;
