//! The words by which people are searched for, in any order: `Perera N.` finds Nimal Perera.

use crate::query::sql::Sql;

/// A part of a search for names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NamePart {
    /// A text that a name contains.
    Word(String),
    /// A letter with which a word of the name begins.
    Initial(String),
    /// Letters that a name contains, or that each begin a word of it: `KM`.
    Initials(String),
}

impl NamePart {
    fn of(word: &str) -> Self {
        let letters = word.chars().count();
        let has_vowel = || word.contains(['a', 'e', 'i', 'o', 'u']);
        match letters {
            1 => Self::Initial(word.to_owned()),
            2 => Self::Initials(word.to_owned()),
            3..=4 if word.chars().all(char::is_alphabetic) && !has_vowel() => Self::Initials(word.to_owned()),
            _ => Self::Word(word.to_owned()),
        }
    }

    /// The texts that each name with this part contains.
    pub(crate) fn contained(&self) -> Vec<String> {
        match self {
            Self::Word(text) | Self::Initial(text) => vec![text.clone()],
            Self::Initials(letters) => letters.chars().map(String::from).collect(),
        }
    }

    /// Whether a column has this part.
    fn is_in(&self, column: &'static str) -> Sql {
        match self {
            Self::Word(text) => contains(column, text),
            Self::Initial(letter) => has_initial(column, letter),
            Self::Initials(letters) => {
                let each = letters.chars().map(|letter| has_initial(column, &letter.to_string()));
                Sql::new("(").append(contains(column, letters)).sql(" OR (").append(all(each)).sql("))")
            }
        }
    }
}

/// The words of a folded text, without the signs behind initials and family names. A single word stays as it is.
pub(crate) fn name_parts(folded: &str) -> Vec<NamePart> {
    let words = || folded.split(|c: char| c.is_whitespace() || matches!(c, '.' | ',')).filter(|word| !word.is_empty());
    if folded.split_whitespace().filter(|word| !word.trim_matches(['.', ',']).is_empty()).count() < 2 {
        return vec![NamePart::Word(folded.to_owned())];
    }
    words().map(NamePart::of).collect()
}

/// Whether a column contains the folded text `wanted`, or each of its parts.
pub(crate) fn contains_parts(column: &'static str, wanted: &str, parts: &[NamePart]) -> Sql {
    let whole = contains(column, wanted);
    if parts.len() < 2 {
        return whole;
    }
    Sql::new("(").append(whole).sql(" OR (").append(all(parts.iter().map(|part| part.is_in(column)))).sql("))")
}

fn contains(column: &'static str, text: &str) -> Sql {
    Sql::new("strpos(").sql(column).sql(", ").bind(text.to_owned()).sql(") > 0")
}

/// Whether a word of a column begins with `letter`; a dot ends a word too.
fn has_initial(column: &'static str, letter: &str) -> Sql {
    Sql::new("strpos(' ' || translate(").sql(column).sql(", '.', ' '), ").bind(format!(" {letter}")).sql(") > 0")
}

fn all(conditions: impl Iterator<Item = Sql>) -> Sql {
    conditions.enumerate().fold(Sql::new(""), |sql, (index, condition)| {
        let sql = if index == 0 { sql } else { sql.sql(" AND ") };
        sql.append(condition)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_parts_and_initials_begin_one() {
        let [word, initial, initials] =
            [NamePart::Word, NamePart::Initial, NamePart::Initials].map(|part| move |text: &str| part(text.to_owned()));
        assert_eq!(name_parts("perera n."), [word("perera"), initial("n")]);
        assert_eq!(name_parts("perera, nimal"), [word("perera"), word("nimal")]);
        assert_eq!(name_parts("k.m. perera"), [initial("k"), initial("m"), word("perera")]);
        assert_eq!(name_parts("wms perera"), [initials("wms"), word("perera")]);
        assert_eq!(name_parts("de silva"), [initials("de"), word("silva")]);
        assert_eq!(name_parts("nim per"), [word("nim"), word("per")]);
        for single in ["n", "n.", "perera", ".*", "", "a@b.lk"] {
            assert_eq!(name_parts(single), [word(single)], "{single}");
        }
    }
}
