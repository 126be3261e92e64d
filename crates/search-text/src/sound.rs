//! Keys of words that sound alike, by which words are found across scripts.
//!
//! Romanised names have no fixed spelling (`th` or `t`, `w` or `v`, one vowel or two), so a word of another script is not compared with
//! the letters but with what they sound like. The first letter of a key is its kind.

use crate::romanise::{is_indic, is_tamil, romanised};

/// A key of a word in Latin letters or of a Sinhala word: voiced and voiceless consonants differ.
const EXACT: char = 'p';
/// A key of a word in Latin letters with voiced and voiceless consonants alike, as Tamil writes them.
const LOOSE: char = 'l';
/// Such a key of a word in an Indic script.
const INDIC: char = 'n';
/// Words of fewer letters sound like too many others.
const SHORTEST: usize = 3;

/// The keys under which a folded word of a product is found from other scripts.
pub fn sounds_of_text(word: &str) -> Vec<String> {
    if is_indic(word) {
        let exact = |latin: &String| (!is_tamil(word)).then(|| key(EXACT, &exact(latin))).flatten();
        return romanised(word).iter().flat_map(|latin| [exact(latin), key(INDIC, &loose(latin))]).flatten().collect();
    }
    if !is_latin(word) {
        return Vec::new();
    }
    [key(EXACT, &exact(word)), key(LOOSE, &loose(word))].into_iter().flatten().collect()
}

/// The keys that a folded word of a query is looked up by.
pub fn sounds_of_query(word: &str) -> Vec<String> {
    if is_indic(word) {
        let same_script = |latin: &String| if is_tamil(word) { key(LOOSE, &loose(latin)) } else { key(EXACT, &exact(latin)) };
        return romanised(word).iter().flat_map(|latin| [same_script(latin), key(INDIC, &loose(latin))]).flatten().collect();
    }
    if is_latin(word) { key(INDIC, &loose(word)).into_iter().collect() } else { Vec::new() }
}

fn is_latin(word: &str) -> bool {
    word.len() >= SHORTEST && word.bytes().all(|byte| byte.is_ascii_lowercase())
}

fn key(kind: char, sound: &str) -> Option<String> {
    (sound.chars().count() >= SHORTEST).then(|| format!("{kind}{sound}"))
}

/// What a word in Latin letters sounds like, with one letter for each sound.
fn exact(word: &str) -> String {
    let letters: Vec<char> = word.chars().collect();
    let mut sound = String::with_capacity(word.len());
    for (index, letter) in letters.iter().copied().enumerate() {
        let last = index.checked_sub(1).and_then(|before| letters.get(before)).copied().unwrap_or(' ');
        let next = letters.get(index + 1).copied().unwrap_or(' ');
        let spoken = match letter {
            'h' if matches!(last, 'b' | 'c' | 'd' | 'g' | 'j' | 'k' | 'p' | 's' | 't') => continue,
            'y' if is_vowel(last) && is_vowel(next) => continue,
            'a' if next == 'e' => continue,
            'e' if next == 'e' || last == 'e' => 'i',
            'o' if next == 'o' || last == 'o' => 'u',
            'c' if next == 'h' => 'c',
            'c' if matches!(next, 'e' | 'i' | 'y') => 's',
            'c' | 'q' => 'k',
            'f' => 'p',
            'w' => 'v',
            'z' => 's',
            other => other,
        };
        if spoken == 'x' {
            sound.push_str("ks");
        } else if !sound.ends_with(spoken) {
            sound.push(spoken);
        }
    }
    // Written or not, the last vowel of a name is hardly heard.
    if sound.chars().count() > SHORTEST && sound.ends_with(['a', 'e']) {
        sound.pop();
    }
    sound
}

const fn is_vowel(letter: char) -> bool {
    matches!(letter, 'a' | 'e' | 'i' | 'o' | 'u')
}

/// What a word sounds like where voiced and voiceless consonants are one.
fn loose(word: &str) -> String {
    let mut sound = String::with_capacity(word.len());
    for letter in exact(word).chars() {
        let spoken = match letter {
            'g' | 'h' => 'k',
            'd' => 't',
            'b' => 'p',
            'c' => 's',
            // Tamil has a letter of its own for `j`, but behind `n` it is written as `s`.
            'j' if sound.ends_with('n') => 's',
            other => other,
        };
        if !sound.ends_with(spoken) {
            sound.push(spoken);
        }
    }
    sound
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fold;

    #[test]
    fn words_of_one_name_meet_across_scripts() {
        for (indic, latin) in [
            ("අරලිය", "araliya"),
            ("කොහොඹ", "kohomba"),
            ("කිතුල්", "kithul"),
            ("පිච්ච", "pichcha"),
            ("නුවරඑළිය", "nuwaraeliya"),
            ("ඇල්ල", "ella"),
            ("පැණි", "pani"),
            ("ලිප්ස්ටික්", "lipstick"),
            ("அரலியா", "araliya"),
            ("சிகிரியா", "sigiriya"),
            ("கொஹொம்ப", "kohomba"),
            ("ஜம்பு", "jambu"),
            ("குருந்து", "kurundu"),
            ("நுவரெலியா", "nuwaraeliya"),
            ("மல்லிகை", "malligai"),
        ] {
            let (indic, latin) = (fold(indic), fold(latin));
            let meets = |query: &str, text: &str| sounds_of_query(query).iter().any(|key| sounds_of_text(text).contains(key));
            assert!(meets(&indic, &latin), "{indic} does not find {latin}: {:?} {:?}", sounds_of_query(&indic), sounds_of_text(&latin));
            assert!(meets(&latin, &indic), "{latin} does not find {indic}");
        }
    }

    #[test]
    fn words_of_other_sounds_do_not_meet() {
        for (indic, latin) in [("ஜம்பு", "shampoo"), ("ஷாம்பு", "jambu"), ("කිරි", "giri"), ("සඳුන්", "sudu")]
        {
            let (keys, text) = (sounds_of_query(&fold(indic)), sounds_of_text(latin));
            assert!(!keys.iter().any(|key| text.contains(key)), "{indic} finds {latin}: {keys:?}");
        }
    }

    #[test]
    fn short_words_and_numbers_have_no_sound() {
        for word in ["na", "30", "spf30", "ම", ""] {
            assert!(sounds_of_text(word).is_empty() && sounds_of_query(word).is_empty(), "{word}");
        }
    }
}
