//! Reads a sheet: the value of each cell, and all its mistakes.

use std::collections::{BTreeSet, HashSet};
use std::fmt::Display;

use actix_web::http::StatusCode;
use csv::{ReaderBuilder, StringRecord};
use domain::catalog::product::{DetailsEdit, MAX_IMAGES};
use domain::catalog::product_code::ProductCode;
use domain::catalog::product_import::{Cells, Column, ImportRow, MAX_ROWS, RowProblem};
use domain::shared::edit::Edit;
use domain::shared::money::Money;
use domain::shared::quantity::Stock;
use domain::shared::text::{Description, PictureUrl};

use super::amount::amount;
use super::list_cell::split;
use super::markup::plain_text;
use super::quotes::unclosed_quote;
use super::{BYTE_ORDER_MARK, unguarded, unguarded_within};
use crate::images::picture_url::parse_picture_url;
use crate::response::problem::Problem;
use crate::server::config::HttpConfig;

/// The length to which a problem quotes the first column, in characters.
const SHOWN: usize = 64;

/// A sheet as it was read.
#[derive(Debug, Default)]
pub(crate) struct CsvSheet {
    /// Rows whose product is known.
    pub(crate) rows: Vec<ImportRow>,
    /// The problems of single cells.
    pub(crate) problems: Vec<RowProblem>,
    /// Cells that were read otherwise than they are written.
    pub(crate) notices: Vec<RowProblem>,
    /// The number of rows that are not blank, with problems or without.
    pub(crate) count: usize,
}

/// Reads a file.
///
/// # Errors
/// 422 for a file that is no sheet of products. Mistakes of single rows are in the sheet.
pub(crate) fn read(bytes: &[u8], config: &HttpConfig) -> Result<CsvSheet, Problem> {
    let text = std::str::from_utf8(bytes).map_err(|_| unreadable("is not UTF-8 text. Save it as \"CSV UTF-8\"."))?;
    let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    let delimiter = delimiter_of(text);
    if let Some(row) = unclosed_quote(text, delimiter) {
        return Err(unreadable(&format!("has a quotation mark in row {row} that is not closed: the rows behind it cannot be told apart.")));
    }
    let mut reader = ReaderBuilder::new().has_headers(false).flexible(true).delimiter(delimiter).from_reader(text.as_bytes());
    let mut records = reader.records();
    let broken = |_| unreadable("is not a sheet of comma-separated values.");
    let header = records.next().transpose().map_err(broken)?.ok_or_else(|| unreadable("is empty."))?;
    let columns = columns_of(&header)?;
    let mut read = CsvSheet::default();
    let mut number = 1 + lines_skipped(text, &header);
    for record in records {
        let record = record.map_err(broken)?;
        number += 1 + lines_skipped(text, &record);
        if record.iter().all(|cell| cell.trim().is_empty()) {
            continue;
        }
        // The apostrophe at the beginning of a cell is taken off where the cell is read.
        let record: StringRecord = record.iter().map(unguarded_within).collect();
        read.count += 1;
        if read.count > MAX_ROWS {
            return Err(unreadable("has more than 10,000 rows. Import it in parts."));
        }
        let sheet = SheetForm { columns: &columns, is_comma_decimal: delimiter != b',', config };
        let row = Row::new(number, sheet, &record, &mut read).parse();
        read.rows.extend(row);
    }
    if read.count == 0 {
        return Err(unreadable("has no rows below its header."));
    }
    Ok(read)
}

/// The number of empty lines before a record. The reader skips them, but spreadsheets count them.
fn lines_skipped(text: &str, record: &StringRecord) -> u32 {
    let begin = record.position().and_then(|position| usize::try_from(position.byte()).ok()).unwrap_or_default();
    let Some((before, rest)) = text.split_at_checked(begin) else { return 0 };
    // Of a line break of two characters, the reader leaves the second one to the next record.
    let mut rest = if before.ends_with('\r') { rest.strip_prefix('\n').unwrap_or(rest) } else { rest };
    let mut lines = 0;
    while let Some(next) = rest.strip_prefix("\r\n").or_else(|| rest.strip_prefix(['\r', '\n'])) {
        (rest, lines) = (next, lines + 1);
    }
    lines
}

/// The separator: spreadsheet programs use a semicolon or tab where the comma is the decimal separator.
fn delimiter_of(text: &str) -> u8 {
    let header = text.lines().find(|line| !line.is_empty()).unwrap_or_default();
    let count = |delimiter: &u8| header.bytes().filter(|byte| byte == delimiter).count();
    // Among equal counts `max_by_key` takes the last one: the comma.
    [b'\t', b';', b','].into_iter().max_by_key(count).unwrap_or(b',')
}

fn columns_of(header: &StringRecord) -> Result<Vec<Column>, Problem> {
    // Spreadsheets leave columns without a name at the end.
    let mut names: Vec<&str> = header.iter().map(str::trim).collect();
    while names.last().is_some_and(|name| name.is_empty()) {
        names.pop();
    }
    let unknown: Vec<String> = names.iter().filter(|name| Column::parse(name).is_none()).map(|name| format!("\"{name}\"")).collect();
    let known = Column::ALL.map(Column::as_str).join(", ");
    if !unknown.is_empty() {
        return Err(unreadable(&format!("has columns that are not known: {}. These are: {known}.", unknown.join(", "))));
    }
    let columns: Vec<Column> = names.iter().filter_map(|name| Column::parse(name)).collect();
    let mut seen = HashSet::new();
    if let Some(twice) = columns.iter().find(|column| !seen.insert(**column)) {
        return Err(unreadable(&format!("has the column {} twice.", twice.as_str())));
    }
    if !seen.contains(&Column::ProductId) {
        return Err(unreadable("has no column productId."));
    }
    Ok(columns)
}

fn unreadable(sentence: &str) -> Problem {
    let sentence = format!("The file {sentence}");
    let errors = [("file".to_owned(), vec![sentence.clone()])].into();
    Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "import.unreadable", sentence).with_errors(errors)
}

/// What all rows of a sheet share.
#[derive(Clone, Copy)]
struct SheetForm<'a> {
    columns: &'a [Column],
    /// Whether a comma stands before the decimals of an amount.
    is_comma_decimal: bool,
    config: &'a HttpConfig,
}

/// One row that is being read.
struct Row<'a> {
    number: u32,
    form: SheetForm<'a>,
    record: &'a StringRecord,
    product: String,
    read: &'a mut CsvSheet,
    /// The columns whose cells break a rule.
    wrong: BTreeSet<Column>,
}

impl<'a> Row<'a> {
    fn new(number: u32, form: SheetForm<'a>, record: &'a StringRecord, read: &'a mut CsvSheet) -> Self {
        let mut row = Self { number, form, record, product: String::new(), read, wrong: BTreeSet::new() };
        row.product = row.text(Column::ProductId).unwrap_or_default().chars().take(SHOWN).collect();
        row
    }

    fn note(&mut self, column: Option<Column>, sentence: impl Display) {
        let problem = self.about(column, sentence);
        self.read.problems.push(problem);
    }

    fn about(&self, column: Option<Column>, sentence: impl Display) -> RowProblem {
        RowProblem { row: self.number, column, product: self.product.clone(), sentence: sentence.to_string() }
    }

    /// The cell of a column; empty if the row is short; `None` if there is no such column.
    fn text(&self, column: Column) -> Option<&'a str> {
        let index = self.form.columns.iter().position(|c| *c == column)?;
        Some(unguarded(self.record.get(index).unwrap_or_default()).trim())
    }

    /// The row, if its product is known.
    fn parse(mut self) -> Option<ImportRow> {
        if self.record.iter().skip(self.form.columns.len()).any(|cell| !cell.trim().is_empty()) {
            self.note(None, "has more cells than the header");
        }
        let code = self.cell(Column::ProductId, ProductCode::parse);
        if code == Edit::Clear {
            self.note(Some(Column::ProductId), "is required");
        }
        let details = DetailsEdit::read(&mut self);
        let (stock, expected_stock) = (self.cell(Column::Stock, units), self.cell(Column::ExpectedStock, units));
        let version = self.cell(Column::Version, |text| text.parse().map_err(|_| "must be a whole number"));
        let code = code.apply(None)?;
        Some(ImportRow { number: self.number, code, details, stock, expected_stock, version, wrong: self.wrong })
    }
}

impl Cells for Row<'_> {
    fn cell<T, E: Display>(&mut self, column: Column, parse: impl FnOnce(&str) -> Result<T, E>) -> Edit<T> {
        match self.text(column) {
            None => Edit::Keep,
            Some("") => Edit::Clear,
            Some(text) => match parse(text) {
                Ok(value) => Edit::Set(value),
                Err(error) => {
                    self.note(Some(column), error);
                    self.wrong.insert(column);
                    Edit::Keep
                }
            },
        }
    }

    fn list<T, E: Display>(&mut self, column: Column, most: usize, parse: impl Fn(&str) -> Result<T, E>) -> Edit<Vec<T>> {
        self.cell(column, |text| {
            let entries = split(text);
            if entries.len() > most {
                return Err(format!("must have at most {most} entries"));
            }
            let (mut values, mut wrong) = (Vec::new(), Vec::new());
            for entry in &entries {
                match parse(entry) {
                    Ok(value) => values.push(value),
                    Err(error) => wrong.push(format!("\"{entry}\" {error}")),
                }
            }
            if wrong.is_empty() { Ok(values) } else { Err(wrong.join("; ")) }
        })
    }

    fn amount(&mut self, column: Column) -> Edit<Money> {
        let is_comma_decimal = self.form.is_comma_decimal;
        self.cell(column, |text| amount(text, is_comma_decimal))
    }

    /// The description as plain text.
    fn description(&mut self) -> Edit<Description> {
        let plain = self.text(Column::Description).and_then(plain_text);
        if plain.is_some() {
            let notice = self.about(Some(Column::Description), "was HTML and is read as plain text");
            self.read.notices.push(notice);
        }
        self.cell(Column::Description, |text| Description::parse(plain.as_deref().unwrap_or(text)))
    }

    fn images(&mut self) -> Edit<Vec<PictureUrl>> {
        let config = self.form.config;
        self.list(Column::Images, MAX_IMAGES, |url| parse_picture_url(url, config))
    }
}

fn units(text: &str) -> Result<Stock, String> {
    let units = text.parse().map_err(|_| "must be a whole number".to_owned())?;
    Stock::parse(units).map_err(|error| error.to_string())
}
