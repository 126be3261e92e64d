//! The words by which people are searched for, in any order: `Perera N.` finds Nimal Perera.

use crate::query::sql::Sql;

/// A part of a search for names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NamePart {
    /// The text that a name contains.
    pub(crate) text: String,
    /// Whether it is an initial, with which a word of the name begins.
    is_initial: bool,
}

/// The words of a folded text, without the signs behind initials and family names. A single word stays as it is.
pub(crate) fn name_parts(folded: &str) -> Vec<NamePart> {
    let words: Vec<&str> =
        folded.split_whitespace().map(|word| word.trim_end_matches(['.', ','])).filter(|word| !word.is_empty()).collect();
    if words.len() < 2 {
        return vec![NamePart { text: folded.to_owned(), is_initial: false }];
    }
    let part = |word: &str| NamePart { text: word.to_owned(), is_initial: word.chars().count() == 1 };
    words.into_iter().map(part).collect()
}

/// Whether a column contains the folded text `wanted`, or each of its parts.
pub(crate) fn contains_parts(column: &'static str, wanted: &str, parts: &[NamePart]) -> Sql {
    let whole = Sql::new("(strpos(").sql(column).sql(", ").bind(wanted.to_owned()).sql(") > 0");
    if parts.len() < 2 {
        return whole.sql(")");
    }
    let contained = parts.iter().enumerate().fold(whole.sql(" OR ("), |sql, (index, part)| {
        let sql = if index == 0 { sql } else { sql.sql(" AND ") };
        let sql = if part.is_initial { sql.sql("strpos(' ' || ").sql(column) } else { sql.sql("strpos(").sql(column) };
        let wanted = if part.is_initial { format!(" {}", part.text) } else { part.text.clone() };
        sql.sql(", ").bind(wanted).sql(") > 0")
    });
    contained.sql("))")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_parts_and_initials_begin_one() {
        let parts = |text: &str| name_parts(text).into_iter().map(|part| (part.text, part.is_initial)).collect::<Vec<_>>();
        assert_eq!(parts("perera n."), [("perera".to_owned(), false), ("n".to_owned(), true)]);
        assert_eq!(parts("perera, nimal"), [("perera".to_owned(), false), ("nimal".to_owned(), false)]);
        for single in ["n", "n.", "perera", ".*", ""] {
            assert_eq!(parts(single), [(single.to_owned(), false)], "{single}");
        }
    }
}
