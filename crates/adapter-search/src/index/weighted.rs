//! Words with weights, in the form in which the index takes them: a word's weight becomes its term frequency.
//!
//! A score is then a sum of whole numbers, the same in every segment and on every instance. BM25 depends on the segments, so a
//! cursor would not continue on another instance or after a commit.

use std::collections::BTreeMap;

use tantivy::tokenizer::{Token, TokenStream, Tokenizer};

/// The name under which the tokenizer is registered.
pub(crate) const TOKENIZER: &str = "weighted";

/// Words, each with its weight.
pub(crate) type Weights = BTreeMap<String, i16>;

/// Writes words as lines: the character '0' plus the weight, then the word, which has no line break.
pub(crate) fn to_lines(words: &Weights) -> String {
    let mut lines = String::with_capacity(words.keys().map(|word| word.len() + 2).sum());
    for (word, weight) in words {
        lines.push(char::from(b'0'.saturating_add(u8::try_from(*weight).unwrap_or(0))));
        lines.push_str(word);
        lines.push('\n');
    }
    lines
}

/// Repeats the word of each line as often as it weighs.
#[derive(Clone, Default)]
pub(crate) struct WeightedTokenizer(Token);

/// The words of one text.
pub(crate) struct WeightedStream<'a> {
    lines: std::str::Split<'a, char>,
    /// How often the present word is still to be repeated.
    repeats: u8,
    token: &'a mut Token,
}

impl Tokenizer for WeightedTokenizer {
    type TokenStream<'a> = WeightedStream<'a>;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> WeightedStream<'a> {
        self.0.reset();
        WeightedStream { lines: text.split('\n'), repeats: 0, token: &mut self.0 }
    }
}

impl TokenStream for WeightedStream<'_> {
    fn advance(&mut self) -> bool {
        while self.repeats == 0 {
            let Some(line) = self.lines.next() else { return false };
            let (Some(weight), Some(word)) = (line.as_bytes().first(), line.get(1..)) else { continue };
            self.repeats = weight.saturating_sub(b'0');
            self.token.text.clear();
            self.token.text.push_str(word);
            self.token.position = self.token.position.wrapping_add(1);
        }
        self.repeats -= 1;
        true
    }

    fn token(&self) -> &Token {
        self.token
    }

    fn token_mut(&mut self) -> &mut Token {
        self.token
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_repeated_as_often_as_it_weighs() {
        let words = Weights::from([("rose".to_owned(), 11), ("සබන්".to_owned(), 1)]);
        let (mut tokenizer, lines) = (WeightedTokenizer::default(), to_lines(&words));
        let mut stream = tokenizer.token_stream(&lines);
        let mut seen = Vec::new();
        while stream.advance() {
            seen.push(stream.token().text.clone());
        }
        assert_eq!(seen.iter().filter(|word| *word == "rose").count(), 11);
        assert_eq!(seen.iter().filter(|word| *word == "සබන්").count(), 1);
        assert_eq!(seen.len(), 12);
    }
}
