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

/// A typed word with which others are compared.
#[derive(Clone, Debug)]
pub struct TypedWord {
    letters: Vec<char>,
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
        Self { letters: typed.chars().collect(), allowed: u8::try_from(allowed.min(MOST_TYPOS)).unwrap_or(0) }
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
        if before.is_similar {
            return next;
        }
        let mut shorter = TOO_MANY;
        for index in 0..WIDTH {
            shorter = self.typos(before, letter, index, shorter);
            if let Some(number) = next.band.get_mut(index) {
                *number = shorter;
            }
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

    /// The number at `index` of the band behind `letter`; `shorter` is the one before it.
    fn typos(&self, before: &Similarity, letter: char, index: usize, shorter: u8) -> u8 {
        let Some(typed) = (before.read + 1 + index).checked_sub(MOST_TYPOS).filter(|typed| *typed <= self.letters.len()) else {
            return TOO_MANY;
        };
        let of = |band: &Band, index: usize| band.get(index).copied().unwrap_or(TOO_MANY);
        let added = of(&before.band, index + 1).saturating_add(1);
        let Some(last) = typed.checked_sub(1) else { return added.min(TOO_MANY) };
        let typed_letter = self.letters.get(last).copied();
        let replaced = of(&before.band, index).saturating_add(u8::from(typed_letter != Some(letter)));
        let left_out = shorter.saturating_add(1);
        let previous = last.checked_sub(1).and_then(|previous| self.letters.get(previous).copied());
        let is_swapped = previous == Some(letter) && before.last_letter.is_some() && before.last_letter == typed_letter;
        let swapped = if is_swapped { of(&before.former, index).saturating_add(1) } else { TOO_MANY };
        added.min(replaced).min(left_out).min(swapped).min(TOO_MANY)
    }

    /// Whether all typed letters lead to the letters read.
    fn reaches_end(&self, similarity: &Similarity) -> bool {
        let index = (self.letters.len() + MOST_TYPOS).checked_sub(similarity.read);
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
