//! Cutting text into the words it is found by.
//!
//! Words are runs of letters, digits and the marks that belong to them. What joins them inside one chunk (`L'Oréal`,
//! `ARA-SER-001`, `50.5`) is looked past: such a chunk is found by its parts and by all of it written together, from
//! any part on. Other signs are words of their own, so that `100%` or `.*` is searched for as it stands.

use std::collections::{BTreeMap, BTreeSet};

use unicode_normalization::char::is_combining_mark;

use super::fold;

/// Longer words are found by their beginning only.
pub const MAX_CHARS: usize = 64;
/// From this many words on a query is cut off: names are shorter, and every word costs.
const MAX_QUERY_WORDS: usize = 10;

/// A text as products are searched for: without the signs of trade marks, and with each sign that is typed for an apostrophe as one.
/// [`fold`] leaves them alone, because other searches store what it makes.
fn folded(text: &str) -> String {
    if !text.contains(|c| is_trade_mark(c) || is_apostrophe(c)) {
        return fold(text); // as most texts
    }
    fold(&text.chars().filter(|c| !is_trade_mark(*c)).map(|c| if is_apostrophe(c) { '\'' } else { c }).collect::<String>())
}

const fn is_trade_mark(c: char) -> bool {
    matches!(c, '™' | '℠' | '®' | '©')
}

const fn is_apostrophe(c: char) -> bool {
    matches!(c, '`' | '\u{b4}' | '\u{2032}')
}

/// The words `text` is found by, each with `weight`, added to `words`; the greater weight stands.
pub fn words_of_text(text: &str, weight: i16, words: &mut BTreeMap<String, i16>) {
    let folded = folded(text);
    let mut add = |word: String| {
        let entry = words.entry(cut(&word)).or_insert(weight);
        *entry = weight.max(*entry);
    };
    for chunk in folded.split(' ') {
        for run in runs(chunk) {
            if let Run::Word(parts) = run {
                suffixes(&parts).for_each(&mut add);
            }
        }
        // Joiners too: `_` finds `A_1`.
        chunk.split(is_word_char).flat_map(tails).for_each(&mut add);
    }
}

/// The words in `text`, in their order, without signs; those of one chunk (`L'Oréal`) as one.
pub fn singles_of_text(text: &str) -> Vec<String> {
    folded(text).split(' ').flat_map(runs).filter_map(|run| if let Run::Word(parts) = run { Some(parts.concat()) } else { None }).collect()
}

/// The neighbours in `text`, which many write as one word: `Lip Balm`.
pub fn pairs_of_text(text: &str) -> Vec<(String, String)> {
    let words = singles_of_text(text);
    words.iter().zip(words.iter().skip(1)).map(|(left, right)| (left.clone(), right.clone())).collect()
}

/// The words of a query as [`words_of_query`] has them, those with a hyphen or a slash cut apart: `night-cream` as `night`
/// and `cream`.
pub fn words_apart(text: &str) -> Vec<String> {
    words_of_query(&folded(text).replace(['-', '/'], " "))
}

/// The words that are searched for; every one must be found but the optional ones (`optional.rs`). Signs count where they are no mere
/// punctuation at the edge of a word or between words.
pub fn words_of_query(text: &str) -> Vec<String> {
    let folded = folded(text);
    let mut words = Vec::new();
    let any_word = folded.chars().any(is_word_char);
    for chunk in folded.split(' ').filter(|chunk| !any_word || !chunk.chars().all(is_punctuation)) {
        let has_word = chunk.chars().any(is_word_char);
        for run in runs(chunk) {
            match run {
                Run::Word(parts) => words.push(cut(&parts.concat())),
                Run::Signs(signs) if has_word => {
                    let meant = signs.trim_matches(is_punctuation);
                    if !meant.is_empty() {
                        words.push(cut(meant));
                    }
                }
                Run::Signs(signs) => words.push(cut(signs)),
            }
        }
    }
    let mut seen = BTreeSet::new();
    words.retain(|word| seen.insert(word.clone()));
    words.truncate(MAX_QUERY_WORDS);
    words
}

/// Whether a word of a query is one of letters and digits, and not a sign.
pub fn is_word(word: &str) -> bool {
    word.chars().all(is_word_char)
}

/// A stretch of a chunk.
enum Run<'a> {
    /// The parts of a word.
    Word(Vec<&'a str>),
    Signs(&'a str),
}

/// Cuts a chunk without white space into words and signs.
fn runs(chunk: &str) -> Vec<Run<'_>> {
    let mut runs = Vec::new();
    let mut rest = chunk;
    while let Some(first) = rest.chars().next() {
        let of_words = is_word_char(first);
        let end = rest.find(|c| is_word_char(c) != of_words).unwrap_or(rest.len());
        let (run, tail) = rest.split_at(end);
        rest = tail;
        if of_words {
            match runs.last_mut() {
                Some(Run::Word(parts)) => parts.push(run),
                _ => runs.push(Run::Word(vec![run])),
            }
        } else if !(is_joiner(run) && matches!(runs.last(), Some(Run::Word(_))) && !rest.is_empty()) {
            runs.push(Run::Signs(run));
        }
    }
    runs
}

/// Whether a sign between two parts makes one word of them.
fn is_joiner(signs: &str) -> bool {
    matches!(signs, "'" | "-" | "." | "_" | "," | "·" | "&" | "/" | ":")
}

/// Signs that end or enclose a word without meaning anything in a search.
fn is_punctuation(c: char) -> bool {
    matches!(c, '.' | ',' | ';' | ':' | '!' | '?' | '\'' | '"' | '-' | '(' | ')' | '[' | ']' | '…' | '/' | '&')
}

fn is_word_char(c: char) -> bool {
    c.is_alphanumeric() || is_combining_mark(c)
}

/// A joined word from each of its parts on, and each part alone.
fn suffixes<'a>(parts: &'a [&'a str]) -> impl Iterator<Item = String> + 'a {
    let joined = (0..parts.len()).filter_map(|from| parts.get(from..)).map(<[&str]>::concat);
    joined.chain(parts.iter().map(|p| (*p).to_owned()))
}

/// A run of signs from each sign on.
fn tails(signs: &str) -> impl Iterator<Item = String> + '_ {
    signs.char_indices().take(MAX_CHARS).filter_map(|(at, _)| signs.get(at..)).map(str::to_owned)
}

fn cut(word: &str) -> String {
    word.chars().take(MAX_CHARS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> Vec<String> {
        let mut words = BTreeMap::new();
        words_of_text(text, 1, &mut words);
        words.into_keys().collect()
    }

    #[test]
    fn plain_words_are_found_as_they_are() {
        assert_eq!(text("Araliya Glow Serum"), ["araliya", "glow", "serum"]);
        assert_eq!(words_of_query("  glow   SERUM "), ["glow", "serum"]);
    }

    #[test]
    fn joined_words_are_found_by_part_and_together() {
        assert_eq!(text("ARA-SER-001"), ["-", "001", "ara", "araser001", "ser", "ser001"]);
        assert_eq!(words_of_query("ara-ser-001"), ["araser001"]);
        assert_eq!(words_of_query("L’Oréal"), ["loreal"]);
    }

    #[test]
    fn signs_are_searched_for_as_they_stand() {
        assert_eq!(words_of_query("%"), ["%"]);
        assert_eq!(words_of_query("_"), ["_"]);
        assert_eq!(words_of_query(".*"), [".*"]);
        assert_eq!(words_of_query("100%"), ["100", "%"]);
        assert_eq!(words_of_query("a%b"), ["a", "%", "b"]);
        assert!(text("100%").contains(&"%".to_owned()));
        assert!(text("find x.*y").contains(&".*".to_owned()));
    }

    #[test]
    fn trade_marks_and_typed_apostrophes_are_those_of_the_name() {
        for text in ["Burt's Bees", "Burt`s® Bees™", "Burt´s Bees", "Burt’s Bees"] {
            assert_eq!(words_of_query(text), ["burts", "bees"], "{text}");
        }
        assert_eq!(words_of_query("`"), ["'"]);
    }

    #[test]
    fn punctuation_at_the_edge_of_a_word_means_nothing() {
        assert_eq!(words_of_query("serum, \"glow\"!"), ["serum", "glow"]);
    }

    #[test]
    fn punctuation_between_words_means_nothing() {
        assert_eq!(words_of_query("milk & honey"), ["milk", "honey"]);
        assert_eq!(words_of_query("face - neck"), ["face", "neck"]);
        assert_eq!(words_of_query("&"), ["&"]);
        assert_eq!(words_of_query("% serum"), ["%", "serum"]);
    }

    #[test]
    fn neighbours_are_paired_whatever_stands_between() {
        let pairs: Vec<String> = pairs_of_text("Kumbuk & Clay, L'Oréal 50%").iter().map(|(a, b)| format!("{a}+{b}")).collect();
        assert_eq!(pairs, ["kumbuk+clay", "clay+loreal", "loreal+50"]);
        assert!(pairs_of_text("rose").is_empty() && pairs_of_text("").is_empty());
    }

    #[test]
    fn hyphens_can_be_cut_at() {
        assert_eq!(words_apart("Night\u{2010}Cream and/or a_b"), ["night", "cream", "and", "or", "ab"]);
    }

    #[test]
    fn sinhala_and_tamil_words_stay_whole() {
        assert_eq!(words_of_query("සුවඳ මල්"), ["සුවඳ", "මල්"]);
        assert_eq!(words_of_query("சந்தனம்"), ["சந்தனம்"]);
    }

    #[test]
    fn the_greater_weight_stands() {
        let mut words = BTreeMap::new();
        words_of_text("rose oil", 8, &mut words);
        words_of_text("with rose", 1, &mut words);
        assert_eq!(words.get("rose"), Some(&8));
        assert_eq!(words.get("with"), Some(&1));
    }

    #[test]
    fn no_word_is_empty_or_too_long() {
        let long = "x".repeat(500);
        for word in text(&format!("{long} {long}-{long} {}", "%".repeat(300))).into_iter().chain(words_of_query(&long)) {
            assert!((1..=MAX_CHARS).contains(&word.chars().count()));
        }
    }
}
