//! Prepares text for searching: folds it and cuts it into words.
//!
//! The result depends on no locale. Sinhala and Tamil are supported (docs/adr/0022-search-index.md).

mod fold;
mod optional;
mod romanise;
mod sound;
mod tokens;
mod typo;
mod typo_band;

pub use fold::fold;
pub use optional::{JOINING, optional_words};
pub use romanise::{is_indic, romanised};
pub use sound::{sounds_of_query, sounds_of_text};
pub use tokens::{MAX_CHARS, is_word, pairs_of_text, singles_of_text, words_apart, words_of_query, words_of_text};
pub use typo::{allowed_typos, typos_to_prefix};
pub use typo_band::{MOST_TYPOS, Similarity, TypedWord};

#[cfg(test)]
mod properties {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    /// Text of several scripts, with many signs that separate or join words.
    fn text() -> impl Strategy<Value = String> {
        proptest::string::string_regex("([a-zA-Z0-9À-ž඀-෿஀-௿αß€%_.*'’\"\\\\/&,;:()\\- ]|\\PC){0,60}").unwrap()
    }

    proptest! {
        #[test]
        fn folding_is_idempotent(text in text()) {
            prop_assert_eq!(fold(&fold(&text)), fold(&text));
        }

        #[test]
        fn each_word_of_a_query_is_the_beginning_of_a_stored_word_of_the_same_text(text in text()) {
            let mut words = BTreeMap::new();
            words_of_text(&text, 1, &mut words);
            for word in words_of_query(&text) {
                prop_assert!(words.keys().any(|known| known.starts_with(&word)), "{word:?} of {text:?} in {words:?}");
            }
        }

        #[test]
        fn stored_words_have_1_to_64_visible_characters(text in text()) {
            let mut words = BTreeMap::new();
            words_of_text(&text, 1, &mut words);
            for word in words.keys() {
                prop_assert!((1..=MAX_CHARS).contains(&word.chars().count()));
                prop_assert!(!word.chars().any(|c| c.is_control() || c.is_whitespace()), "{word:?}");
            }
        }

        #[test]
        fn one_edit_costs_at_most_one(word in "[a-zක-ෆ]{4,20}", at in 0..20_usize) {
            let chars: Vec<char> = word.chars().collect();
            let at = at % chars.len();
            let mut without = chars.clone();
            without.remove(at);
            let mut with = chars.clone();
            with.insert(at, '#');
            let mut replaced = chars.clone();
            replaced[at] = '#';
            let mut swapped = chars.clone();
            swapped.swap(at, (at + 1) % chars.len());
            let near = |chars: &[char]| typos_to_prefix(&chars.iter().collect::<String>(), &word);
            prop_assert!(near(&without) <= 1 && near(&with) <= 1 && near(&replaced) <= 1);
            prop_assert!(at + 1 == chars.len() || near(&swapped) <= 1);
            prop_assert_eq!(near(&chars), 0);
        }
    }
}
