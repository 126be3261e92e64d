//! Runs of one to three characters, hashed to numbers: an index on them finds texts that contain another.

use std::collections::BTreeSet;

/// What a folded text is found by: all its runs of one, two and three characters.
pub(crate) fn grams_of_text(folded: &str) -> Vec<i32> {
    let chars: Vec<char> = folded.chars().collect();
    grams([1, 2, 3].into_iter().flat_map(|length| chars.windows(length)))
}

/// What every text that contains this one has: its runs of three characters, or all of it when it is shorter. Of an e-mail
/// address those before the sign: most people share what is behind it, and it would have to be read for all of them.
pub(crate) fn grams_of_part(folded: &str) -> Vec<i32> {
    let telling = folded.split_once('@').map(|(name, _)| name).filter(|name| name.chars().count() >= 3);
    let chars: Vec<char> = telling.unwrap_or(folded).chars().collect();
    grams(chars.windows(chars.len().clamp(1, 3)))
}

fn grams<'a>(runs: impl Iterator<Item = &'a [char]>) -> Vec<i32> {
    runs.map(hash).collect::<BTreeSet<_>>().into_iter().collect()
}

/// FNV-1a of the code points. Stored: it must never change.
pub(super) fn hash(gram: &[char]) -> i32 {
    let bytes = gram.iter().flat_map(|c| u32::from(*c).to_be_bytes());
    let hash = bytes.fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    i32::from_be_bytes(hash.to_be_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_of_a_text_has_no_gram_the_text_has_not() {
        let whole = grams_of_text("ara-7k3m-q9tx නිමල් perera nimal@example.com");
        for part in ["7k3", "නිමල්", "ල් pe", "@example.c", "ra", "k", "ම"] {
            let grams = grams_of_part(part);
            assert!(!grams.is_empty() && grams.iter().all(|g| whole.contains(g)), "{part}");
        }
        for other in ["7k4", "z", "lp"] {
            assert!(grams_of_part(other).iter().any(|g| !whole.contains(g)), "{other}");
        }
        assert!(grams_of_part("").is_empty());
    }

    #[test]
    fn an_address_is_found_by_its_name() {
        assert_eq!(grams_of_part("nimal@example.com"), grams_of_part("nimal"));
        assert_eq!(grams_of_part("ni@example.com").len(), grams("ni@example.com".chars().collect::<Vec<_>>().windows(3)).len());
        assert!(!grams_of_part("@example.com").is_empty());
    }

    #[test]
    fn the_stored_numbers_stay_what_they_are() {
        assert_eq!(grams_of_text("a"), [1_788_224_994]);
    }

    #[test]
    fn no_gram_comes_twice() {
        assert_eq!(grams_of_text("aaaaaa").len(), 3);
    }
}
