//! Text made ready for searching: folded, cut into words, and cut into hashed n-grams.
//!
//! All of it happens here and not in the database, so that it is the same in every locale and knows Sinhala and Tamil.

mod fold;
mod grams;
mod typo;
mod words;

pub(crate) use fold::fold;
pub(crate) use grams::{grams_of_part, grams_of_text, grams_of_word};
pub(crate) use typo::{allowed_typos, typos_to_prefix};
pub(crate) use words::{words_of_query, words_of_text};
