//! Products as CSV for spreadsheet programs: UTF-8 with a byte order mark, one row per product, the columns of [`Column`].
//! Reading gives back the products that were written.
//!
//! - A text that a spreadsheet would take for a formula gets an apostrophe in front, which reading takes off again: at the beginning of a
//!   cell, and behind everything in it at which a program that expects another separator would cut it.
//! - Texts are quoted.
//! - Lists (other names, pictures) are one cell, separated by commas; an entry with a comma in it is quoted as in CSV.

mod amount;
mod list_cell;
mod markup;
mod quotes;
mod read;

use csv::{QuoteStyle, Terminator, WriterBuilder};
use domain::catalog::product::Product;
use domain::catalog::product_import::{Column, Content};

use self::list_cell::join;
pub(crate) use self::read::read;

/// Tells spreadsheet programs that UTF-8 follows.
const BYTE_ORDER_MARK: &str = "\u{feff}";

/// The first characters of formulas, and their wide forms, which some spreadsheets read alike.
const FORMULA_SIGNS: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

/// Whether a spreadsheet takes a text with this first character for a formula.
fn is_formula_sign(c: char) -> bool {
    FORMULA_SIGNS.contains(&c) || matches!(c, '\t' | '\r')
}

/// Whether a text is a formula, or one made harmless: apostrophes, then a sign.
fn is_formula(text: &str) -> bool {
    text.trim_start_matches('\'').starts_with(is_formula_sign) || may_begin_formula(text)
}

/// The text of a cell that no spreadsheet computes.
fn guarded(text: String) -> String {
    if is_formula(&text) { format!("'{text}") } else { text }
}

/// The original of a text from [`guarded`].
fn unguarded(cell: &str) -> &str {
    match cell.strip_prefix('\'') {
        Some(text) if is_formula(text) => text,
        _ => cell,
    }
}

/// Whether a program may cut a row at this character, whatever the separator of the sheet is.
fn is_separator(c: char) -> bool {
    matches!(c, ';' | ',' | '|' | '\t' | '\n' | '\r')
}

/// Whether a cell that begins with this text may be a formula, also behind quotation marks that a program takes off.
fn may_begin_formula(text: &str) -> bool {
    text.trim_start_matches(['\'', '"', ' ']).starts_with(FORMULA_SIGNS)
}

/// The text of a cell whose parts are no formulas either.
fn guarded_within(text: &str) -> String {
    let mut guarded = String::with_capacity(text.len());
    for (place, c) in text.char_indices() {
        guarded.push(c);
        let rest = text.get(place + c.len_utf8()..).unwrap_or_default();
        if is_separator(c) && may_begin_formula(rest) {
            guarded.push('\'');
        }
    }
    guarded
}

/// The original of a text from [`guarded_within`].
fn unguarded_within(cell: &str) -> String {
    let (mut text, mut rest) = (String::with_capacity(cell.len()), cell);
    while let Some(c) = rest.chars().next() {
        text.push(c);
        rest = rest.get(c.len_utf8()..).unwrap_or_default();
        if let Some(bare) = rest.strip_prefix('\'').filter(|bare| is_separator(c) && may_begin_formula(bare)) {
            rest = bare;
        }
    }
    text
}

/// The byte order mark and the header.
///
/// # Errors
/// Those of the writer.
pub(crate) fn head() -> Result<Vec<u8>, csv::Error> {
    let mut bytes = BYTE_ORDER_MARK.as_bytes().to_vec();
    write(&mut bytes, QuoteStyle::Necessary, [Column::ALL.map(|column| column.as_str().to_owned())])?;
    Ok(bytes)
}

/// Rows of these products.
///
/// # Errors
/// Whatever the writer says.
pub(crate) fn rows(products: &[Product]) -> Result<Vec<u8>, csv::Error> {
    let mut bytes = Vec::new();
    let rows = products.iter().map(|product| Column::ALL.map(|column| guarded(guarded_within(&cell(product, column)))));
    write(&mut bytes, QuoteStyle::NonNumeric, rows)?;
    Ok(bytes)
}

fn write(bytes: &mut Vec<u8>, quotes: QuoteStyle, rows: impl IntoIterator<Item = [String; Column::ALL.len()]>) -> Result<(), csv::Error> {
    let mut writer = WriterBuilder::new().terminator(Terminator::CRLF).quote_style(quotes).from_writer(bytes);
    for row in rows {
        writer.write_record(&row)?;
    }
    writer.flush()?;
    Ok(())
}

fn cell(product: &Product, column: Column) -> String {
    match column.content(product) {
        Content::Text(text) => text,
        Content::List(entries) => join(entries.iter().map(String::as_str)),
    }
}

#[cfg(test)]
mod tests;
