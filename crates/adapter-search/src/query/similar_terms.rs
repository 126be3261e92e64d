//! The automaton that finds words with typos in a dictionary.
//!
//! That of `tantivy` writes a table of 1 KiB for each of its states before it reads the first word: more work than the search itself.

use search_text::{Similarity, TypedWord};
use tantivy_fst::Automaton;

/// Accepts the words that begin like a typed word, apart from typos.
pub(crate) struct SimilarTerms(pub(crate) TypedWord);

/// The bytes read so far.
#[derive(Clone, Copy)]
pub(crate) struct Reading {
    similarity: Similarity,
    /// The bits of a letter of which some bytes are missing.
    bits: u32,
    missing: u8,
}

impl Automaton for SimilarTerms {
    type State = Reading;

    fn start(&self) -> Reading {
        Reading { similarity: self.0.start(), bits: 0, missing: 0 }
    }

    fn is_match(&self, state: &Reading) -> bool {
        self.0.is_similar(&state.similarity)
    }

    fn can_match(&self, state: &Reading) -> bool {
        self.0.can_become_similar(&state.similarity)
    }

    fn will_always_match(&self, state: &Reading) -> bool {
        self.0.is_similar(&state.similarity)
    }

    fn accept(&self, state: &Reading, byte: u8) -> Reading {
        let (bits, missing) = match byte {
            0x00..=0x7f => (u32::from(byte), 0),
            0x80..=0xbf => (state.bits << 6 | u32::from(byte & 0x3f), state.missing.saturating_sub(1)),
            0xc0..=0xdf => (u32::from(byte & 0x1f), 1),
            0xe0..=0xef => (u32::from(byte & 0x0f), 2),
            0xf0..=0xff => (u32::from(byte & 0x07), 3),
        };
        match char::from_u32(bits).filter(|_| missing == 0) {
            Some(letter) => Reading { similarity: self.0.read(&state.similarity, letter), bits: 0, missing: 0 },
            None => Reading { similarity: state.similarity, bits, missing },
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use search_text::typos_to_prefix;

    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1_024))]

        /// Letters of one to four bytes.
        #[test]
        fn accepts_what_has_few_typos(typed in "[aéක𝄞]{0,9}", word in "[aéක𝄞]{0,11}", allowed in 0_usize..=2) {
            let automaton = SimilarTerms(TypedWord::new(&typed, allowed));
            let state = word.bytes().fold(automaton.start(), |state, byte| automaton.accept(&state, byte));
            prop_assert_eq!(automaton.is_match(&state), typos_to_prefix(&typed, &word) <= allowed);
        }
    }
}
