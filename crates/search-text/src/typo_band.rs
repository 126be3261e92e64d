//! Counting typos letter by letter, for words that are read from a dictionary.
//!
//! [`typos_to_prefix`](crate::typos_to_prefix) fills a table for each word. Words that begin alike share the first columns of theirs,
//! and beyond [`MOST_TYPOS`] the numbers do not matter: a column is a band of five numbers around its diagonal.

/// The most typos that are counted.
pub const MOST_TYPOS: usize = 2;
/// The width of a band: the diagonal, and as many numbers on each side as there may be typos.
const WIDTH: usize = 2 * MOST_TYPOS + 1;
/// More typos than are counted.
const TOO_MANY: u8 = 3;

type Band = [u8; WIDTH];

/// Stands before and behind the letters of a typed word; no word has it.
const NO_LETTER: char = '\0';

/// A typed word with which others are compared.
#[derive(Clone, Debug)]
pub struct TypedWord {
    /// The letters with [`NO_LETTER`]s around them, so that a band at any place of the word has its letters: the letter at index `i` of
    /// the word is at index `i + 1 + MOST_TYPOS`.
    letters: Vec<char>,
    /// The number of letters.
    length: usize,
    allowed: u8,
}

/// How similar the beginning of a word is that has been read so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Similarity {
    /// The number of letters read.
    read: usize,
    last_letter: Option<char>,
    /// At index `k`: the typos that lead from the first `read + k - MOST_TYPOS` typed letters to the letters read.
    band: Band,
    /// The band one letter before.
    former: Band,
    is_similar: bool,
}

impl TypedWord {
    /// `typed` with at most `allowed` typos, and no more than [`MOST_TYPOS`].
    #[must_use]
    pub fn new(typed: &str, allowed: usize) -> Self {
        let around = |many| std::iter::repeat_n(NO_LETTER, many);
        let letters: Vec<char> = around(MOST_TYPOS + 1).chain(typed.chars()).chain(around(WIDTH)).collect();
        let length = letters.len() - (MOST_TYPOS + 1 + WIDTH);
        Self { letters, length, allowed: u8::try_from(allowed.min(MOST_TYPOS)).unwrap_or(0) }
    }

    /// The similarity of nothing read yet.
    #[must_use]
    pub fn start(&self) -> Similarity {
        let mut band = [TOO_MANY; WIDTH];
        for (typos, number) in (0_u8..).zip(band.iter_mut().skip(MOST_TYPOS)) {
            *number = typos;
        }
        let none = Similarity { read: 0, last_letter: None, band, former: [TOO_MANY; WIDTH], is_similar: false };
        Similarity { is_similar: self.reaches_end(&none), ..none }
    }

    /// The similarity after one more letter.
    #[must_use]
    pub fn read(&self, before: &Similarity, letter: char) -> Similarity {
        let mut next = Similarity {
            read: before.read + 1,
            last_letter: Some(letter),
            band: [TOO_MANY; WIDTH],
            former: before.band,
            is_similar: before.is_similar,
        };
        let typed = self.letters.get(before.read..).and_then(<[char]>::first_chunk::<{ WIDTH + 1 }>);
        let Some(typed) = typed.filter(|_| !before.is_similar) else { return next };
        // Beyond these there are no typed letters.
        let within = (self.length + MOST_TYPOS).saturating_sub(before.read);
        let last_letter = before.last_letter.unwrap_or(NO_LETTER);
        let [_, longer @ ..] = before.band;
        let longer = longer.into_iter().chain([TOO_MANY]);
        let mut shorter = TOO_MANY;
        let numbers = next.band.iter_mut().zip(longer).zip(before.band).zip(before.former).zip(typed.windows(2)).enumerate();
        for (index, ((((number, longer), same), former), typed)) in numbers {
            let &[previous, typed] = typed else { continue };
            let (added, left_out) = (longer + 1, shorter + 1);
            let replaced = same + u8::from(typed != letter);
            let is_swapped = (previous == letter) & (last_letter == typed);
            let swapped = if is_swapped { former + 1 } else { TOO_MANY };
            let least = added.min(replaced).min(left_out).min(swapped).min(TOO_MANY);
            shorter = if index < within { least } else { TOO_MANY };
            *number = shorter;
        }
        next.is_similar = self.reaches_end(&next);
        next
    }

    /// Whether the letters read, or the first of them, are similar to the typed word.
    #[must_use]
    pub const fn is_similar(&self, similarity: &Similarity) -> bool {
        similarity.is_similar
    }

    /// Whether further letters may make the word similar.
    #[must_use]
    pub fn can_become_similar(&self, similarity: &Similarity) -> bool {
        similarity.is_similar || similarity.band.iter().any(|typos| *typos <= self.allowed)
    }

    /// Whether all typed letters lead to the letters read.
    fn reaches_end(&self, similarity: &Similarity) -> bool {
        let index = (self.length + MOST_TYPOS).checked_sub(similarity.read);
        index.and_then(|index| similarity.band.get(index)).is_some_and(|typos| *typos <= self.allowed)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::typos_to_prefix;

    fn read(typed: &TypedWord, word: &str) -> Similarity {
        word.chars().fold(typed.start(), |similarity, letter| typed.read(&similarity, letter))
    }

    #[test]
    fn each_kind_of_typo_is_counted() {
        for (typed, word) in [("sunscren", "sunscreen"), ("sunskreen", "sunscreen"), ("susncreen", "sunscreen"), ("sunxcr", "sunscreens")] {
            let (one, none) = (TypedWord::new(typed, 1), TypedWord::new(typed, 0));
            assert!(one.is_similar(&read(&one, word)), "{typed} {word}");
            assert!(!none.is_similar(&read(&none, word)), "{typed} {word}");
        }
    }

    #[test]
    fn a_word_that_cannot_become_similar_is_given_up() {
        let typed = TypedWord::new("perfume", 1);
        assert!(typed.can_become_similar(&read(&typed, "pe")));
        assert!(!typed.can_become_similar(&read(&typed, "soa")));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4_096))]

        #[test]
        fn agrees_with_the_table(typed in "[abcක]{0,10}", word in "[abcක]{0,12}", allowed in 0..=MOST_TYPOS) {
            let band = TypedWord::new(&typed, allowed);
            let similarity = read(&band, &word);
            prop_assert_eq!(band.is_similar(&similarity), typos_to_prefix(&typed, &word) <= allowed);
        }

        #[test]
        fn only_hopeless_words_are_given_up(typed in "[abc]{0,8}", word in "[abc]{0,10}", allowed in 0..=MOST_TYPOS) {
            let band = TypedWord::new(&typed, allowed);
            let mut similarity = band.start();
            let mut is_given_up = false;
            for letter in word.chars() {
                is_given_up = is_given_up || !band.can_become_similar(&similarity);
                similarity = band.read(&similarity, letter);
            }
            prop_assert!(!(is_given_up && band.is_similar(&similarity)));
        }
    }
}
