//! The texts of mails in a language, from the files in `texts/`, which translators read and correct.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use domain::shared::language::Language;

use super::phrase::Phrase;

/// The texts of a file by their keys.
type Catalogue = BTreeMap<&'static str, &'static str>;

static ENGLISH: LazyLock<Catalogue> = LazyLock::new(|| read(include_str!("../../texts/en.properties")));
static SINHALA: LazyLock<Catalogue> = LazyLock::new(|| read(include_str!("../../texts/si.properties")));
static TAMIL: LazyLock<Catalogue> = LazyLock::new(|| read(include_str!("../../texts/ta.properties")));

/// The labels of parts of a total that hold no name.
const FIXED_PARTS: [Phrase; 6] =
    [Phrase::PartGoods, Phrase::PartStandard, Phrase::PartExpress, Phrase::PartPickup, Phrase::PartFree, Phrase::PartCod];

/// The texts of a file. A line without text is left out: the text is in English then.
fn read(file: &'static str) -> Catalogue {
    let lines = file.lines().filter(|line| !line.starts_with('#'));
    let pairs = lines.filter_map(|line| line.split_once('=')).map(|(key, text)| (key.trim(), text.trim()));
    pairs.filter(|(_, text)| !text.is_empty()).collect()
}

fn catalogue(language: Language) -> &'static Catalogue {
    match language {
        Language::English => &ENGLISH,
        Language::Sinhala => &SINHALA,
        Language::Tamil => &TAMIL,
    }
}

/// A text around its place for a value.
fn around(text: &str) -> Option<(&str, &str)> {
    let (before, rest) = text.split_once('{')?;
    let (_, after) = rest.split_once('}')?;
    Some((before, after))
}

/// The texts in a language. A text that it lacks is in English.
#[derive(Clone, Copy, Debug)]
pub(super) struct Texts {
    own: &'static Catalogue,
    language: Language,
}

impl Texts {
    /// The texts in this language.
    pub(super) fn of(language: Language) -> Self {
        Self { own: catalogue(language), language }
    }

    /// The language in which a text is: its own, or English.
    pub(super) fn language_of(self, phrase: Phrase) -> Language {
        if self.own.contains_key(phrase.key()) { self.language } else { Language::English }
    }

    /// A text. A test proves that English lacks none.
    pub(super) fn text(self, phrase: Phrase) -> &'static str {
        let key = phrase.key();
        self.own.get(key).or_else(|| ENGLISH.get(key)).copied().unwrap_or(key)
    }

    /// A text with this value in its place.
    pub(super) fn with(self, phrase: Phrase, value: &str) -> String {
        let text = self.text(phrase);
        around(text).map_or_else(|| text.to_owned(), |(before, after)| format!("{before}{value}{after}"))
    }

    /// The label of a part of a total. Orders keep it in English. An unknown label, such as the one of a former release, stays.
    pub(super) fn part(self, label: &str) -> String {
        let english = Self::of(Language::English);
        if let Some(part) = FIXED_PARTS.into_iter().find(|part| english.text(*part) == label) {
            return self.text(part).to_owned();
        }
        let reduced = around(english.text(Phrase::PartReduced)).and_then(|(before, _)| label.strip_prefix(before));
        reduced.map_or_else(|| label.to_owned(), |product| self.with(Phrase::PartReduced, product))
    }
}

#[cfg(test)]
mod tests {
    use domain::delivery::delivery_method::DeliveryMethod;
    use domain::orders::explanation::ExplanationLine;

    use super::*;

    fn file(language: Language) -> &'static str {
        match language {
            Language::English => include_str!("../../texts/en.properties"),
            Language::Sinhala => include_str!("../../texts/si.properties"),
            Language::Tamil => include_str!("../../texts/ta.properties"),
        }
    }

    /// The place for a value in a text, such as `{amount}`.
    fn place(text: &str) -> Option<&str> {
        let (start, end) = (text.find('{')?, text.find('}')?);
        text.get(start..=end)
    }

    #[test]
    fn english_has_every_text_and_no_file_has_another_one() {
        for phrase in Phrase::ALL {
            assert!(ENGLISH.contains_key(phrase.key()), "{phrase:?}");
        }
        for language in Language::ALL {
            for key in catalogue(language).keys() {
                assert!(Phrase::ALL.iter().any(|phrase| phrase.key() == *key), "{language:?}: {key}");
            }
        }
    }

    #[test]
    fn every_line_of_a_file_is_a_note_or_one_text() {
        for language in Language::ALL {
            let texts = file(language).lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
            let keys: Vec<_> = texts.map(|line| line.split_once(" = ").unwrap_or_else(|| panic!("{language:?}: {line}")).0).collect();
            let different: std::collections::BTreeSet<_> = keys.iter().collect();
            assert_eq!(keys.len(), different.len(), "{language:?} has a text twice");
            assert_eq!(keys.len(), catalogue(language).len());
        }
    }

    #[test]
    fn a_translation_has_the_place_of_the_english_text_once() {
        for language in Language::ALL {
            for (key, text) in catalogue(language) {
                assert_eq!(place(text), place(ENGLISH[key]), "{language:?}: {key}");
                assert!(text.matches(['{', '}']).count() <= 2, "{language:?}: {key}");
            }
        }
    }

    #[test]
    fn a_translation_is_written_in_the_script_of_its_language() {
        for (language, script) in [(Language::Sinhala, '\u{0D80}'..='\u{0DFF}'), (Language::Tamil, '\u{0B80}'..='\u{0BFF}')] {
            for (key, text) in catalogue(language) {
                let of_the_place = place(text).unwrap_or_default();
                let words = text.replace(of_the_place, "");
                let of_another = words.chars().find(|c| c.is_alphabetic() && !script.contains(c));
                assert_eq!(of_another, None, "{language:?}: {key}");
            }
        }
    }

    #[test]
    fn a_text_that_a_language_lacks_is_in_english() {
        static LACKING: LazyLock<Catalogue> = LazyLock::new(|| read("# note\nlabel.order = ඇණවුම\nlabel.total =\n"));
        let texts = Texts { own: &LACKING, language: Language::Sinhala };
        assert_eq!((texts.text(Phrase::LabelOrder), texts.language_of(Phrase::LabelOrder)), ("ඇණවුම", Language::Sinhala));
        assert_eq!((texts.text(Phrase::LabelTotal), texts.language_of(Phrase::LabelTotal)), ("Total", Language::English));
        assert_eq!(texts.with(Phrase::PaidReceived, "LKR. 5.00"), "We received LKR. 5.00.");
    }

    #[test]
    fn a_value_is_not_read_as_a_text() {
        let texts = Texts::of(Language::English);
        assert_eq!(texts.with(Phrase::RefundedReference, "{amount} } {"), "Reference: {amount} } {");
        assert_eq!(texts.with(Phrase::LabelTotal, "LKR. 5.00"), "Total", "a text without a place has none for a value");
    }

    /// The labels of orders are those of the domain.
    #[test]
    fn every_part_of_a_total_has_a_translation() {
        let tamil = Texts::of(Language::Tamil);
        let labels = [ExplanationLine::goods(0).label, ExplanationLine::cod_fee(0).label, "Free delivery".to_owned()];
        let delivery = DeliveryMethod::ALL.map(|method| method.label().to_owned());
        for label in labels.into_iter().chain(delivery) {
            assert_ne!(tamil.part(&label), label);
            assert_eq!(Texts::of(Language::English).part(&label), label);
        }
        assert_eq!(tamil.part("Reduced: Rose {water}"), tamil.with(Phrase::PartReduced, "Rose {water}"));
        assert_eq!(tamil.part("Discount"), "Discount");
    }
}
