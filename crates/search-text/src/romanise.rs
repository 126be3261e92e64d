//! Sinhala and Tamil words in Latin letters, as people of Sri Lanka write them: `අරලිය` as `araliya`.
//!
//! The tables cover the letters that names of products use. Lengths of vowels are not written, as most people leave them out.

/// A letter of an Indic script.
enum Letter {
    /// A consonant, which is followed by `a` unless a vowel sign or the mark of no vowel follows.
    Consonant(&'static str),
    /// A vowel at the beginning of a syllable, or a sign that replaces the `a` of a consonant.
    Vowel(&'static str),
    Sign(&'static str),
    /// The consonant has no vowel.
    NoVowel,
    /// A consonant that ends a syllable.
    Final(&'static str),
}

/// Whether a word has a letter of the Sinhala or the Tamil script.
pub fn is_indic(word: &str) -> bool {
    !word.is_ascii() && word.chars().any(|c| matches!(c, '\u{b80}'..='\u{bff}' | '\u{d80}'..='\u{dff}'))
}

/// Whether a word has a letter of the Tamil script, which writes voiced and voiceless consonants alike.
pub(crate) fn is_tamil(word: &str) -> bool {
    word.chars().any(|c| matches!(c, '\u{b80}'..='\u{bff}'))
}

/// The spellings of a folded word in Latin letters: two where it has the Sinhala vowel `æ`, which is written `a` (`pani`) or `e`
/// (`Ella`). None for a word without letters of these scripts.
pub fn romanised(word: &str) -> Vec<String> {
    if !is_indic(word) {
        return Vec::new();
    }
    let latin = latin(word);
    if !latin.contains('æ') {
        return vec![latin];
    }
    vec![latin.replace('æ', "a"), latin.replace('æ', "e")]
}

fn latin(word: &str) -> String {
    let mut latin = String::with_capacity(word.len());
    // Whether the last letter is a consonant whose vowel is not known yet.
    let mut is_open = false;
    for c in word.chars() {
        let letter = letter(c);
        if is_open && !matches!(letter, Some(Letter::Sign(_) | Letter::NoVowel)) {
            latin.push('a');
        }
        is_open = matches!(letter, Some(Letter::Consonant(_)));
        match letter {
            Some(Letter::Consonant(text) | Letter::Vowel(text) | Letter::Sign(text) | Letter::Final(text)) => latin.push_str(text),
            Some(Letter::NoVowel) => {}
            None => latin.push(c),
        }
    }
    if is_open {
        latin.push('a');
    }
    latin
}

fn letter(c: char) -> Option<Letter> {
    match c {
        '\u{d80}'..='\u{dff}' => sinhala(c),
        '\u{b80}'..='\u{bff}' => tamil(c),
        _ => None,
    }
}

#[rustfmt::skip]
const fn sinhala(c: char) -> Option<Letter> {
    use Letter::{Consonant, Final, NoVowel, Sign, Vowel};
    Some(match c {
        'අ' | 'ආ' => Vowel("a"), 'ඇ' | 'ඈ' => Vowel("æ"), 'ඉ' | 'ඊ' => Vowel("i"), 'උ' | 'ඌ' => Vowel("u"), 'ඍ' | 'ඎ' => Vowel("ru"),
        'එ' | 'ඒ' => Vowel("e"), 'ඓ' => Vowel("ai"), 'ඔ' | 'ඕ' => Vowel("o"), 'ඖ' => Vowel("au"),
        'ක' | 'ඛ' => Consonant("k"), 'ග' | 'ඝ' => Consonant("g"), 'ඞ' | 'ඤ' | 'ණ' | 'න' => Consonant("n"), 'ඟ' => Consonant("ng"),
        'ච' | 'ඡ' => Consonant("ch"), 'ජ' | 'ඣ' => Consonant("j"), 'ඥ' => Consonant("gn"), 'ඦ' => Consonant("nj"),
        'ට' | 'ඨ' => Consonant("t"), 'ඩ' | 'ඪ' => Consonant("d"), 'ඬ' | 'ඳ' => Consonant("nd"),
        'ත' | 'ථ' => Consonant("th"), 'ද' | 'ධ' => Consonant("d"), 'ප' | 'ඵ' => Consonant("p"), 'බ' | 'භ' => Consonant("b"),
        'ම' => Consonant("m"), 'ඹ' => Consonant("mb"), 'ය' => Consonant("y"), 'ර' => Consonant("r"), 'ල' | 'ළ' => Consonant("l"),
        'ව' => Consonant("w"), 'ශ' | 'ෂ' => Consonant("sh"), 'ස' => Consonant("s"), 'හ' => Consonant("h"), 'ෆ' => Consonant("f"),
        '\u{dcf}' => Sign("a"), '\u{dd0}' | '\u{dd1}' => Sign("æ"), '\u{dd2}' | '\u{dd3}' => Sign("i"), '\u{dd4}' | '\u{dd6}' => Sign("u"),
        '\u{dd8}' | '\u{df2}' => Sign("ru"), '\u{dd9}' | '\u{dda}' => Sign("e"), '\u{ddb}' => Sign("ai"), '\u{ddc}' | '\u{ddd}' => Sign("o"),
        '\u{dde}' => Sign("au"), '\u{dca}' => NoVowel, '\u{d82}' => Final("n"), '\u{d83}' => Final(""),
        _ => return None,
    })
}

#[rustfmt::skip]
const fn tamil(c: char) -> Option<Letter> {
    use Letter::{Consonant, Final, NoVowel, Sign, Vowel};
    Some(match c {
        'அ' | 'ஆ' => Vowel("a"), 'இ' | 'ஈ' => Vowel("i"), 'உ' | 'ஊ' => Vowel("u"), 'எ' | 'ஏ' => Vowel("e"), 'ஐ' => Vowel("ai"),
        'ஒ' | 'ஓ' => Vowel("o"), 'ஔ' => Vowel("au"),
        'க' => Consonant("k"), 'ங' => Consonant("ng"), 'ச' | 'ஸ' => Consonant("s"), 'ஜ' => Consonant("j"), 'ட' => Consonant("t"),
        'ஞ' | 'ண' | 'ந' | 'ன' => Consonant("n"), 'த' => Consonant("th"), 'ப' => Consonant("p"), 'ம' => Consonant("m"),
        'ய' => Consonant("y"), 'ர' | 'ற' => Consonant("r"), 'ல' | 'ள' | 'ழ' => Consonant("l"), 'வ' => Consonant("v"),
        'ஶ' | 'ஷ' => Consonant("sh"), 'ஹ' => Consonant("h"),
        '\u{bbe}' => Sign("a"), '\u{bbf}' | '\u{bc0}' => Sign("i"), '\u{bc1}' | '\u{bc2}' => Sign("u"), '\u{bc6}' | '\u{bc7}' => Sign("e"),
        '\u{bc8}' => Sign("ai"), '\u{bca}' | '\u{bcb}' => Sign("o"), '\u{bcc}' => Sign("au"), '\u{bcd}' => NoVowel, '\u{b83}' => Final(""),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fold;

    #[test]
    fn names_are_written_as_people_write_them() {
        for (word, latin) in [
            ("අරලිය", "araliya"),
            ("කොහොඹ", "kohomba"),
            ("සඳුන්", "sandun"),
            ("ගොටුකොළ", "gotukola"),
            ("සීගිරිය", "sigiriya"),
            ("රත්මල්", "rathmal"),
            ("ශ්\u{200d}රී", "shri"),
            ("අ", "a"),
            ("சந்தனம்", "santhanam"),
            ("அரலியா", "araliya"),
            ("மல்லிகை", "mallikai"),
        ] {
            assert_eq!(romanised(&fold(word)), [latin], "{word}");
        }
        assert_eq!(romanised(&fold("ඇල්ල")), ["alla", "ella"]);
        assert!(romanised("araliya").is_empty() && romanised("café").is_empty());
    }
}
