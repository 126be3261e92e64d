//! Which characters of a text can be seen.

/// Whether a character shows nothing: white space, control characters, and those that Unicode lets programs ignore (joiners, fillers,
/// variation selectors, tags).
#[must_use]
pub fn is_invisible(c: char) -> bool {
    c.is_whitespace()
        || c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// Whether a text shows nothing at all.
#[must_use]
pub fn is_blank(text: &str) -> bool {
    text.chars().all(is_invisible)
}

/// Whether a character turns the direction of the text behind it, also of the text of others that follows: a name with one makes the
/// line around it unreadable.
#[must_use]
pub const fn turns_direction(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A text that was copied from a page or a mail, as it is typed: without marks that show nothing, with plain spaces and hyphens, trimmed.
#[must_use]
pub fn without_marks(text: &str) -> String {
    let plain = text.chars().filter_map(|c| match c {
        c if c.is_whitespace() => Some(' '),
        c if is_invisible(c) => None,
        '\u{2010}'..='\u{2015}' | '\u{2212}' => Some('-'),
        c => Some(c),
    });
    plain.collect::<String>().trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_invisible_letters_are_blank() {
        for text in [
            "",
            " ",
            "\u{200b}",
            "\u{2060}\u{2060}",
            "\u{3164}",
            "\u{ffa0} \u{115f}",
            "\u{ad}",
            "\u{2800}",
            "\u{fe0f}",
            "\u{e0041}",
            "\n\t",
        ] {
            assert!(is_blank(text), "{text:?}");
        }
        for text in ["a", "\u{200b}a", ".", "🌸", "❤\u{fe0f}", "ශ්\u{200d}රී"] {
            assert!(!is_blank(text), "{text:?}");
        }
    }

    #[test]
    fn copied_texts_are_as_typed() {
        assert_eq!(without_marks("\u{202a}ft\u{2011}2026\u{a0}0042\u{202c}\u{200b} "), "ft-2026 0042");
        assert_eq!(without_marks("Counter 17/A"), "Counter 17/A");
    }
}
