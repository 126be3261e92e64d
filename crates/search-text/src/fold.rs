//! Folding: what makes `Crème` and `CREME` the same text.

use unicode_normalization::UnicodeNormalization;

/// A text without case, accents and surplus white space. Marks are removed only where they are accents (on Latin, Greek
/// and Cyrillic letters); the vowel signs of Sinhala, Tamil and other scripts are letters in all but name and stay.
/// Joiners that only steer how a syllable is drawn go.
pub fn fold(text: &str) -> String {
    if text.is_ascii() {
        // Nothing in it is composed. Most texts are so, and the tables of Unicode cost more than all else.
        return plain_letters(text.chars().map(|c| c.to_ascii_lowercase()), text.len());
    }
    plain_letters(text.nfkd().flat_map(char::to_lowercase).nfkd(), text.len()).nfc().collect()
}

/// The visible ones of decomposed small letters, without accents and surplus white space.
fn plain_letters(letters: impl Iterator<Item = char>, about: usize) -> String {
    let mut folded = String::with_capacity(about);
    let mut space = false;
    for c in letters {
        if c.is_whitespace() {
            space = !folded.is_empty();
        } else if !is_accent(c) && !is_invisible(c) {
            if space {
                folded.push(' ');
                space = false;
            }
            push_plain(&mut folded, c);
        }
    }
    folded
}

/// Accents that stand on their own after decomposition.
const fn is_accent(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}' | '\u{fe20}'..='\u{fe2f}')
}

/// Characters nobody sees: joiners, marks of direction, soft hyphens, variation selectors, control characters.
fn is_invisible(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}')
}

/// Writes the letters that have no decomposition as people without that key type them, and curly quotes and long dashes
/// as plain ones.
fn push_plain(folded: &mut String, c: char) {
    match c {
        'ß' => folded.push_str("ss"),
        'æ' => folded.push_str("ae"),
        'œ' => folded.push_str("oe"),
        'þ' => folded.push_str("th"),
        'ø' => folded.push('o'),
        'ł' => folded.push('l'),
        'đ' | 'ð' => folded.push('d'),
        'ı' => folded.push('i'),
        'ς' => folded.push('σ'),
        '\u{2018}' | '\u{2019}' | '\u{201b}' | '\u{2bc}' => folded.push('\''),
        '\u{201c}' | '\u{201d}' | '\u{201f}' => folded.push('"'),
        '\u{2010}'..='\u{2015}' | '\u{2212}' => folded.push('-'),
        _ => folded.push(c),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// What the short way leaves out changes nothing.
        #[test]
        fn ascii_is_folded_as_any_text_is(text in "[\\x00-\\x7f]{0,40}") {
            let long_way: String = plain_letters(text.nfkd().flat_map(char::to_lowercase).nfkd(), 0).nfc().collect();
            prop_assert_eq!(fold(&text), long_way);
        }
    }

    #[test]
    fn case_accents_and_surplus_space_go() {
        assert_eq!(fold("  Crème   BRÛLÉE\u{a0}Ő "), "creme brulee o");
        assert_eq!(fold("ＳＰＦ３０"), "spf30");
        assert_eq!(fold("Straße, Ærø, İstanbul"), "strasse, aero, istanbul");
        assert_eq!(fold("L’Oréal – “rouge”"), "l'oreal - \"rouge\"");
    }

    #[test]
    fn both_ways_of_writing_an_accent_are_one() {
        assert_eq!(fold("e\u{301}"), fold("é"));
    }

    #[test]
    fn sinhala_and_tamil_keep_their_vowel_signs() {
        assert_eq!(fold("සුවඳ මල්"), "සුවඳ මල්");
        assert_eq!(fold("சந்தனம்"), "சந்தனம்");
        // one vowel sign, written as one code point and as two
        assert_eq!(fold("\u{dc0}\u{dd9}\u{dcf}"), fold("\u{dc0}\u{ddc}"));
        // the joiner only asks for another shape of the same syllable
        assert_eq!(fold("ශ්\u{200d}රී"), fold("ශ්රී"));
    }

    #[test]
    fn folding_twice_changes_nothing() {
        for text in ["Crème ½ ﬁ Ⅷ", "සුවඳ", "İI ıi", "ΣΊΣΥΦΟΣ", "Å\u{327}"] {
            assert_eq!(fold(&fold(text)), fold(text), "{text}");
        }
    }
}
