//! Text made ready for the searches of the database: folded, and cut into hashed n-grams for users.

mod name_parts;
mod ngrams;

pub(crate) use name_parts::{NamePart, contains_parts, name_parts};
pub(crate) use ngrams::{grams_of_part, grams_of_text};
pub(crate) use search_text::fold;

#[cfg(test)]
mod properties {
    use proptest::prelude::*;

    use super::*;

    /// Text as it comes in many scripts, with much of what separates and joins words.
    fn text() -> impl Strategy<Value = String> {
        proptest::string::string_regex("([a-zA-Z0-9À-ž඀-෿஀-௿αß€%_.*'’\"\\\\/&,;:()\\- ]|\\PC){0,60}").unwrap()
    }

    proptest! {
        #[test]
        fn a_part_has_no_gram_its_text_has_not(text in text(), from in 0..60_usize, length in 0..60_usize) {
            let folded = fold(&text);
            let part: String = folded.chars().skip(from).take(length).collect();
            let grams = grams_of_text(&folded);
            prop_assert!(grams_of_part(&part).iter().all(|gram| grams.contains(gram)));
        }
    }
}
