//! Lists in one cell.

use csv::{ReaderBuilder, StringRecord, Terminator, Trim, WriterBuilder};

/// The entries, separated by commas.
pub(super) fn join<'a>(entries: impl Iterator<Item = &'a str>) -> String {
    let mut bytes = Vec::new();
    let mut writer = WriterBuilder::new().terminator(Terminator::Any(b'\n')).from_writer(&mut bytes);
    // Writing to a vector cannot fail.
    let written = writer.write_record(entries).and_then(|()| Ok(writer.flush()?));
    drop(writer);
    let text = written.ok().and_then(|()| String::from_utf8(bytes).ok()).unwrap_or_default();
    let text = text.strip_suffix('\n').unwrap_or_default();
    // CSV writes an empty record as `""`.
    if text == "\"\"" { String::new() } else { text.to_owned() }
}

/// The entries of a cell, separated by commas or line breaks, without empty ones.
pub(super) fn split(cell: &str) -> Vec<String> {
    let mut reader = ReaderBuilder::new().has_headers(false).flexible(true).trim(Trim::All).from_reader(cell.as_bytes());
    let records = reader.records().filter_map(Result::ok);
    let entries = records.flat_map(|record: StringRecord| record.iter().map(ToOwned::to_owned).collect::<Vec<_>>());
    entries.filter(|entry| !entry.is_empty()).collect()
}
