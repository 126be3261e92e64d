//! Words that mean the same in this shop.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use search_text::words_of_query;

/// The synonyms of the file `synonyms.txt`, which explains its form.
pub(crate) static SYNONYMS: LazyLock<Synonyms> = LazyLock::new(|| Synonyms::read(include_str!("../../synonyms.txt")));

/// For each word, the words that it stands for as well. Two words are written as one here, as neighbours in the index are.
#[derive(Debug, Default)]
pub(crate) struct Synonyms(BTreeMap<String, BTreeSet<String>>);

impl Synonyms {
    fn read(file: &str) -> Self {
        let mut synonyms = Self::default();
        for line in file.lines().map(|line| line.split('#').next().unwrap_or_default()).filter(|line| !line.trim().is_empty()) {
            let (from, to) = line.split_once(':').map_or_else(|| (terms(line), terms(line)), |(from, to)| (terms(from), terms(to)));
            for word in from {
                synonyms.0.entry(word.clone()).or_default().extend(to.iter().filter(|other| **other != word).cloned());
            }
        }
        synonyms
    }

    /// The words that `word` stands for, without itself.
    pub(crate) fn of(&self, word: &str) -> impl Iterator<Item = &str> {
        self.0.get(word).into_iter().flatten().map(String::as_str)
    }
}

/// The terms between commas, folded, those of two words as one.
fn terms(list: &str) -> Vec<String> {
    list.split(',').map(|term| words_of_query(term).concat()).filter(|term| !term.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(synonyms: &Synonyms, word: &str) -> Vec<String> {
        synonyms.of(word).map(str::to_owned).collect()
    }

    #[test]
    fn groups_stand_for_each_other_and_lines_with_a_colon_one_way() {
        let synonyms = Synonyms::read("# form\nkohl, kajal , Nail Varnish # comment\n\nscent: perfume, attar\n");
        assert_eq!(of(&synonyms, "kohl"), ["kajal", "nailvarnish"]);
        assert_eq!(of(&synonyms, "nailvarnish"), ["kajal", "kohl"]);
        assert_eq!(of(&synonyms, "scent"), ["attar", "perfume"]);
        assert!(of(&synonyms, "perfume").is_empty() && of(&synonyms, "form").is_empty());
    }

    #[test]
    fn the_file_has_no_term_of_more_than_two_words_and_no_word_that_stands_for_itself() {
        let file = include_str!("../../synonyms.txt");
        for line in file.lines().map(|line| line.split('#').next().unwrap()).filter(|line| !line.trim().is_empty()) {
            for term in line.split([',', ':']) {
                assert!((1..=2).contains(&words_of_query(term).len()), "{line:?}");
            }
        }
        for (word, others) in &SYNONYMS.0 {
            assert!(!others.is_empty() && !others.contains(word), "{word}");
        }
    }
}
