//! The words a product is found by, and how much each counts (docs/adr/0022-search-index.md).

use domain::catalog::ports::SearchableProduct;
use domain::catalog::product_code::ProductCode;
use search_text::{MAX_CHARS, pairs_of_text, singles_of_text, sounds_of_text, words_of_query, words_of_text};

use crate::index::weighted::Weights;

const NAME: i16 = 10;
const ALT_NAME: i16 = 8;
const CODE: i16 = 8;
const BRAND: i16 = 6;
const CATEGORY: i16 = 4;
/// A part of a code. All codes of a shop may begin alike, so a part says little.
const CODE_PART: i16 = 3;
const DESCRIPTION: i16 = 1;
/// A number with its unit in a description: more than either of them alone.
const DESCRIPTION_PAIR: i16 = 2;
/// The greatest weight: of the first word of a name.
pub(crate) const MOST_WEIGHT: u32 = 11;

/// The longest beginning of a word of a name or brand that is indexed, in letters. Longer ones are ranges of words.
pub(crate) const LONGEST_BEGINNING: usize = 3;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ProductWords {
    /// Words of names, brand, category and description.
    pub(crate) words: Weights,
    /// Words of the code.
    pub(crate) codes: Weights,
    /// What words of names and brand (up to [`LONGEST_BEGINNING`] letters) and of the code (any length) begin with. Each code is
    /// another word, so a range of codes would be as long as the catalogue.
    pub(crate) beginnings: Weights,
    /// What words of names, brand and category sound like, so that they are found in other scripts.
    pub(crate) sounds: Weights,
}

impl ProductWords {
    /// The words of a product.
    pub(crate) fn of(product: &SearchableProduct) -> Self {
        let mut of = Self::default();
        add_code(&product.code, &mut of.codes);
        add_name(product.name.as_str(), NAME, &mut of.words);
        add_name_sounds(product.name.as_str(), NAME, &mut of.sounds);
        for name in &product.alt_names {
            add_name(name.as_str(), ALT_NAME, &mut of.words);
            add_name_sounds(name.as_str(), ALT_NAME, &mut of.sounds);
        }
        for (label, weight) in [(&product.brand, BRAND), (&product.category, CATEGORY)] {
            if let Some(label) = label {
                add_phrase(label.as_str(), weight, &mut of.words);
                add_sounds(label.as_str(), weight, &mut of.sounds);
            }
        }
        add_beginnings(&of.words, LONGEST_BEGINNING, &mut of.beginnings);
        add_beginnings(&of.codes, MAX_CHARS, &mut of.beginnings);
        add_description(product.description.as_str(), &mut of.words);
        of
    }
}

fn add_code(code: &ProductCode, words: &mut Weights) {
    words_of_text(code.as_str(), CODE_PART, words);
    for whole in words_of_query(code.as_str()) {
        add(whole, CODE, words);
    }
}

/// The words of a name; the first counts a little more.
fn add_name(name: &str, weight: i16, words: &mut Weights) {
    add_phrase(name, weight, words);
    words_of_text(first_word(name), weight.saturating_add(1), words);
}

fn first_word(name: &str) -> &str {
    name.split_whitespace().next().unwrap_or_default()
}

/// What the words of a name sound like; the first counts a little more.
fn add_name_sounds(name: &str, weight: i16, sounds: &mut Weights) {
    add_sounds(name, weight, sounds);
    add_sounds(first_word(name), weight.saturating_add(1), sounds);
}

/// What the words sound like, and neighbours as one word: names of places and plants are written as one or as two.
fn add_sounds(text: &str, weight: i16, sounds: &mut Weights) {
    let singles = singles_of_text(text).into_iter().map(|word| (word, weight));
    let pairs = pairs_of_text(text).into_iter().map(|(left, right)| (left + &right, weight / 2));
    for (word, weight) in singles.chain(pairs) {
        for sound in sounds_of_text(&word).into_iter().filter(|sound| sound.chars().count() <= MAX_CHARS) {
            add(sound, weight, sounds);
        }
    }
}

/// Neighbours that many write as one word (`Lip Balm`) are found as one too, for half of what they count.
fn add_phrase(text: &str, weight: i16, words: &mut Weights) {
    words_of_text(text, weight, words);
    for (left, right) in pairs_of_text(text) {
        add_pair(&left, &right, weight / 2, words);
    }
}

/// In running text only numbers are joined with their neighbours: `SPF 30`, `50 ml`.
fn add_description(text: &str, words: &mut Weights) {
    words_of_text(text, DESCRIPTION, words);
    if text.bytes().all(|byte| byte.is_ascii() && !byte.is_ascii_digit()) {
        return; // as most descriptions
    }
    let has_digit = |word: &str| word.chars().any(char::is_numeric);
    for (left, right) in pairs_of_text(text).into_iter().filter(|(left, right)| has_digit(left) || has_digit(right)) {
        add_pair(&left, &right, DESCRIPTION_PAIR, words);
    }
}

fn add_pair(left: &str, right: &str, weight: i16, words: &mut Weights) {
    let pair = [left, right].concat();
    if pair.chars().count() <= MAX_CHARS {
        add(pair, weight, words);
    }
}

fn add_beginnings(words: &Weights, longest: usize, beginnings: &mut Weights) {
    for (word, weight) in words {
        for end in word.char_indices().map(|(at, letter)| at + letter.len_utf8()).take(longest) {
            add(word.get(..end).unwrap_or(word).to_owned(), *weight, beginnings);
        }
    }
}

fn add(word: String, weight: i16, words: &mut Weights) {
    let entry = words.entry(word).or_insert(weight);
    *entry = weight.max(*entry);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weights<const N: usize>(words: [(&str, i16); N]) -> Weights {
        words.map(|(word, weight)| (word.to_owned(), weight)).into()
    }

    #[test]
    fn a_code_counts_whole_more_than_in_part() {
        let mut words = Weights::new();
        add_code(&ProductCode::parse("ARA-SER-001").unwrap(), &mut words);
        assert_eq!(words.get("araser001"), Some(&CODE));
        assert_eq!(words.get("ser001"), Some(&CODE_PART));
        assert_eq!(words.get("ara"), Some(&CODE_PART));
    }

    #[test]
    fn a_name_is_found_by_its_beginnings_and_in_one_word() {
        let (mut words, mut beginnings) = (Weights::new(), Weights::new());
        add_name("Lip Balm", NAME, &mut words);
        add_beginnings(&words, LONGEST_BEGINNING, &mut beginnings);
        assert_eq!(words, weights([("balm", 10), ("lip", 11), ("lipbalm", 5)]));
        assert_eq!(beginnings, weights([("b", 10), ("ba", 10), ("bal", 10), ("l", 11), ("li", 11), ("lip", 11)]));
    }

    #[test]
    fn a_description_is_found_by_its_numbers_with_their_units() {
        let mut words = Weights::new();
        add_description("Rose water, 50 ml", &mut words);
        assert_eq!(words.into_keys().collect::<Vec<_>>(), [",", "50", "50ml", "ml", "rose", "water", "water50"]);
    }

    #[test]
    fn no_weight_is_above_the_greatest() {
        for weight in [NAME + 1, ALT_NAME + 1, CODE, BRAND, CODE_PART, DESCRIPTION, DESCRIPTION_PAIR] {
            assert!(u32::try_from(weight).unwrap() <= MOST_WEIGHT, "{weight}");
        }
    }
}
