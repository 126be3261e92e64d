//! Telephone numbers in statements.

use domain::shared::phone::PhoneDigits;

use crate::query::sql::Sql;

/// Sorts behind every text that begins with the text before it.
pub(crate) const LAST: char = char::MAX;

/// Whether the telephone number in a column has these digits, or begins with them. The indexes have the same expression, with the
/// number of [`PhoneDigits::COMPARED`] digits.
pub(crate) fn has_phone(column: &'static str, digits: &PhoneDigits) -> Sql {
    let mut upto = digits.as_str().to_owned();
    if !digits.is_whole() {
        upto.push(LAST);
    }
    let compared = Sql::new("right(ltrim(translate(").sql(column).sql(", ' +()-', ''), '0'), 9) COLLATE \"C\"");
    compared.sql(" BETWEEN ").bind(digits.as_str().to_owned()).sql(" AND ").bind(upto)
}
