//! Trigrams, hashed to numbers: an index on them finds texts that contain, or resemble, another.

use std::collections::BTreeSet;

/// Stands before the first and behind the last letter of a word; never part of one.
const EDGE: char = '\u{1}';

/// The trigrams of a folded text. Whatever contains another text of three characters or more has all of its trigrams;
/// shorter texts have none.
pub(crate) fn grams_of_substring(folded: &str) -> Vec<i32> {
    grams(folded.chars())
}

/// The trigrams of a folded word and its edges, so that words with the same beginning or end share some.
pub(crate) fn grams_of_word(folded: &str) -> Vec<i32> {
    grams([EDGE, EDGE].into_iter().chain(folded.chars()).chain([EDGE]))
}

fn grams(chars: impl Iterator<Item = char>) -> Vec<i32> {
    let chars: Vec<char> = chars.collect();
    chars.windows(3).map(hash).collect::<BTreeSet<_>>().into_iter().collect()
}

/// FNV-1a of the code points. Stored: it must never change.
fn hash(gram: &[char]) -> i32 {
    let bytes = gram.iter().flat_map(|c| u32::from(*c).to_be_bytes());
    let hash = bytes.fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    i32::from_be_bytes(hash.to_be_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_of_a_text_has_no_gram_the_text_has_not() {
        let whole = grams_of_substring("ara-7k3m-q9tx nimal perera nimal@example.com");
        for part in ["7k3", "nimal", "l pe", "@example.c", "ra"] {
            assert!(grams_of_substring(part).iter().all(|g| whole.contains(g)), "{part}");
        }
    }

    #[test]
    fn the_stored_numbers_stay_what_they_are() {
        assert_eq!(grams_of_word("a"), [-2_057_973_486, 1_721_466_642]);
    }

    #[test]
    fn every_word_has_grams_and_no_gram_comes_twice() {
        assert_eq!(grams_of_word("මල්").len(), 4);
        assert_eq!(grams_of_substring("aaaaaa").len(), 1);
        assert!(grams_of_substring("ab").is_empty());
    }
}
