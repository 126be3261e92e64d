//! Numbers by which the words near a mistyped one are found without looking at all words.
//!
//! Two words within `n` typos of each other become the same when up to `n` letters of each are left out. So the beginnings
//! of every known word are kept with letters left out, and so is what is typed looked up: what is near has a key in common.

use std::collections::BTreeSet;

use super::ngrams::hash;
use search_text::allowed_typos;

/// The lengths of typed words that may have one typo.
const WITH_ONE: std::ops::RangeInclusive<usize> = 4..=7;
/// Of words that may have two typos, so many letters are looked at.
const WITH_TWO: usize = 8;
/// Shorter words are never within two typos of one of [`WITH_TWO`] letters.
const SHORTEST_WITH_TWO: usize = 6;

/// What a known, folded word is kept by: it shares a key with everything typed that is within the allowed typos of it or
/// of one of its beginnings.
pub(crate) fn keys_of_known(word: &str) -> Vec<i32> {
    let chars: Vec<char> = word.chars().collect();
    let mut keys = BTreeSet::new();
    for length in WITH_ONE {
        keys.extend(without(beginning(&chars, length), 1));
    }
    if chars.len() >= SHORTEST_WITH_TWO {
        keys.extend(without(beginning(&chars, WITH_TWO), 2));
    }
    keys.into_iter().collect()
}

/// What a typed, folded word is looked up by; nothing where no typo is allowed.
pub(crate) fn keys_of_typed(word: &str) -> Vec<i32> {
    let chars: Vec<char> = word.chars().collect();
    match allowed_typos(chars.len()) {
        0 => Vec::new(),
        typos => without(beginning(&chars, WITH_TWO), typos).into_iter().collect(),
    }
}

fn beginning(chars: &[char], length: usize) -> &[char] {
    chars.get(..length).unwrap_or(chars)
}

/// The keys of a text with up to so many letters left out.
fn without(chars: &[char], letters: usize) -> BTreeSet<i32> {
    let mut last = BTreeSet::from([chars.to_vec()]);
    let mut keys: BTreeSet<i32> = last.iter().map(|text| hash(text)).collect();
    for _ in 0..letters {
        last = last.iter().flat_map(|text| (0..text.len()).map(|at| without_one(text, at))).collect();
        keys.extend(last.iter().map(|text| hash(text)));
    }
    keys
}

fn without_one(chars: &[char], at: usize) -> Vec<char> {
    chars.iter().enumerate().filter(|(index, _)| *index != at).map(|(_, c)| *c).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::typos_to_prefix;
    use super::*;

    fn meet(typed: &str, known: &str) -> bool {
        let known = keys_of_known(known);
        keys_of_typed(typed).iter().any(|key| known.contains(key))
    }

    #[test]
    fn each_kind_of_typo_is_met() {
        for (typed, known) in [
            ("rsoe", "rose"),
            ("jose", "rose"),
            ("roses", "rose"),
            ("ros\u{1}", "rose"),
            ("sunzcr", "sunscreen"),
            ("snuscrene", "sunscreen"),
            ("gotokolla", "gotukola"),
            ("perfumme", "perfume"),
            ("සබම්", "සබන්"),
        ] {
            assert!(meet(typed, known), "{typed} {known}");
        }
        assert!(!meet("soap", "rose"));
        assert!(keys_of_typed("oil").is_empty());
    }

    #[test]
    fn a_word_has_some_dozens_of_keys_however_long() {
        assert!(keys_of_known(&"abcdefgh".repeat(8)).len() < 64);
        assert!(keys_of_typed(&"abcdefgh".repeat(8)).len() < 40);
    }

    proptest! {
        // Few letters, so that words are often near each other.
        #[test]
        fn whatever_is_near_is_met(typed in "[abc]{4,10}", known in "[abc]{1,12}") {
            let typos = typos_to_prefix(&typed, &known);
            prop_assert!(typos > allowed_typos(typed.len()) || meet(&typed, &known));
        }
    }
}
