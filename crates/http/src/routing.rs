//! Routes: the table of handlers, and the rules that each route declares: access, rate limit, effect on the catalogue.

pub mod pattern;
pub mod rules;
pub mod table;
