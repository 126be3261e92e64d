//! Texts that the gateway takes: on one line, without `<`, `>` and emoji (contract-commerce, section 2).

use std::ops::RangeInclusive;

/// What the letters of emoji are made of, where they are no writing.
const EMOJI: [RangeInclusive<char>; 9] = [
    '\u{203C}'..='\u{203C}',
    '\u{2049}'..='\u{2049}',
    '\u{20E3}'..='\u{20E3}', // the key around a digit
    '\u{2190}'..='\u{2BFF}', // arrows, technical signs, symbols, dingbats
    '\u{3030}'..='\u{303D}',
    '\u{3297}'..='\u{3299}',
    '\u{FE00}'..='\u{FE0F}', // variation selectors
    '\u{1F000}'..='\u{1FAFF}',
    '\u{E0000}'..='\u{E01EF}', // tags and more variation selectors
];

/// Sinhala writes conjuncts with it; beside an emoji it joins two of them.
const JOINER: char = '\u{200D}';

/// The text, cleaned, with one space between words; `fallback` where nothing is left.
pub(crate) fn clean(text: &str, fallback: &str) -> String {
    let mut kept = String::new();
    let mut joins = false;
    for c in text.chars() {
        match c {
            JOINER => joins = true,
            c if is_dropped(c) => joins = false,
            c => {
                if joins && kept.ends_with(char::is_alphanumeric) | kept.ends_with('\u{0DCA}') {
                    kept.push(JOINER);
                }
                joins = false;
                kept.push(if c.is_control() { ' ' } else { c });
            }
        }
    }
    let words: Vec<&str> = kept.split_whitespace().collect();
    if words.is_empty() { fallback.to_owned() } else { words.join(" ") }
}

fn is_dropped(c: char) -> bool {
    matches!(c, '<' | '>') || EMOJI.iter().any(|range| range.contains(&c))
}

/// The last part of an address; parts end at commas and lines.
pub(crate) fn last_part(address: &str) -> &str {
    address.split([',', '\n', '\r']).map(str::trim).rfind(|part| !part.is_empty()).unwrap_or(address)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn angle_brackets_and_emoji_leave() {
        for (text, cleaned) in [
            ("Nimali Perera", "Nimali Perera"),
            ("<script>alert(1)</script>", "scriptalert(1)/script"),
            ("Rose 🌹 & Lily 👩\u{200D}🌾❤\u{FE0F}", "Rose & Lily"),
            ("27 Flower Road,\nColombo 07\t", "27 Flower Road, Colombo 07"),
            ("José D'Souza é ü", "José D'Souza é ü"),
            ("தமிழ்", "தமிழ்"),
            ("🌸", "-"),
            ("", "-"),
            ("\u{0}\u{1b}", "-"),
        ] {
            assert_eq!(clean(text, "-"), cleaned, "{text:?}");
        }
    }

    #[test]
    fn sinhala_keeps_its_joiners() {
        let lanka = "ශ්\u{200D}රී ලංකා";
        assert_eq!(clean(lanka, "-"), lanka);
        assert_eq!(clean("ශ්\u{200D}🌸රී", "-"), "ශ්රී");
    }

    #[test]
    fn a_missing_city_is_the_last_part() {
        for (address, city) in [
            ("27 Flower Road, Colombo 07, Sri Lanka", "Sri Lanka"),
            ("1 Temple Road\nKandy\n", "Kandy"),
            ("1 Temple Road, Kandy, ,", "Kandy"),
            ("Kandy", "Kandy"),
        ] {
            assert_eq!(last_part(address), city);
        }
    }

    proptest! {
        #[test]
        fn what_is_left_is_clean(text in "\\PC{0,40}") {
            let cleaned = clean(&text, "-");
            prop_assert!(!cleaned.is_empty() && !cleaned.contains(is_dropped) && !cleaned.contains(char::is_control), "{}", cleaned);
            prop_assert_eq!(clean(&cleaned, "-"), cleaned.clone());
        }
    }
}
