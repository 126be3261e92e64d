//! The words of a query that a product may lack: those that only join others, and signs that nobody searches for.

use crate::tokens::is_word;

/// English words that join others. `Bath & Body` is searched for as `bath and body`, and a `cream for the face` need not say so.
pub const JOINING: [&str; 14] = ["a", "an", "and", "at", "by", "for", "from", "in", "of", "on", "or", "the", "to", "with"];

/// Which words of a query are optional. All are required where nothing else would be.
pub fn optional_words(words: &[String]) -> Vec<bool> {
    let mut after_optional = true;
    let mut optional = Vec::with_capacity(words.len());
    for word in words {
        // A letter behind a word may be its kind: `vitamin a`. An article follows the beginning or another joining word.
        let is_article = matches!(word.as_str(), "a" | "an");
        let is_optional = if is_article { after_optional } else { is_joining(word) || is_decoration(word) };
        after_optional = is_optional;
        optional.push(is_optional);
    }
    if !optional.contains(&false) {
        optional.fill(false);
    }
    optional
}

fn is_joining(word: &str) -> bool {
    JOINING.contains(&word)
}

/// Signs that say nothing of a product: `#serum`, `SPF 30+`, an emoji. Signs of patterns (`%`, `.*`, `^`) are text to be found.
fn is_decoration(word: &str) -> bool {
    !is_word(word) && word.chars().all(|c| !c.is_ascii() || matches!(c, '+' | '#' | '@' | '=' | '<' | '>' | '|'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words_of_query;

    fn required(text: &str) -> Vec<String> {
        let words = words_of_query(text);
        let optional = optional_words(&words);
        words.into_iter().zip(optional).filter(|(_, optional)| !optional).map(|(word, _)| word).collect()
    }

    #[test]
    fn joining_words_are_optional_beside_others() {
        for (text, expected) in [
            ("bath and body works", &["bath", "body", "works"][..]),
            ("a cream for the face", &["cream", "face"]),
            ("cream for a man", &["cream", "man"]),
            ("vitamin a", &["vitamin", "a"]),
            ("the", &["the"]),
            ("for the", &["for", "the"]),
        ] {
            assert_eq!(required(text), expected, "{text}");
        }
    }

    #[test]
    fn signs_that_say_nothing_are_optional_beside_words() {
        assert_eq!(required("SPF 30+"), ["spf", "30"]);
        assert_eq!(required("#serum"), ["serum"]);
        assert_eq!(required("rose 🌸"), ["rose"]);
        assert_eq!(required("🌸"), ["🌸"]);
        assert_eq!(required("100%"), ["100", "%"]);
        assert_eq!(required("^glow$"), ["^", "glow", "$"]);
    }
}
