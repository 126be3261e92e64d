//! Building answers: problems, JSON values, encodings and conditional answers.

pub mod conditional;
pub mod encoded_body;
pub(crate) mod failure;
pub(crate) mod json_lines;
pub mod message_json;
pub mod money_json;
pub(crate) mod private;
pub mod problem;
pub mod refusals;
pub(crate) mod word_json;
