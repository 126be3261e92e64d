//! Finds a quotation mark that is not closed: all cells and rows behind it would be read as one cell.

/// The row in which the first quoted cell begins that is not closed properly, as spreadsheets count. A quoted cell ends with a quotation
/// mark before a separator, a line break or the end of the file.
pub(super) fn unclosed_quote(text: &str, delimiter: u8) -> Option<u32> {
    let mut row = 1;
    let mut bytes = text.bytes().peekable();
    let mut begins_cell = true;
    while let Some(byte) = bytes.next() {
        match byte {
            b'"' if begins_cell => {
                if !skip_quoted(&mut bytes, delimiter) {
                    return Some(row);
                }
                begins_cell = false;
            }
            b'\n' | b'\r' => {
                if byte == b'\r' && bytes.peek() == Some(&b'\n') {
                    bytes.next();
                }
                row += 1;
                begins_cell = true;
            }
            _ => begins_cell = byte == delimiter,
        }
    }
    None
}

/// Skips a quoted cell behind its first mark; whether it is closed.
fn skip_quoted(bytes: &mut std::iter::Peekable<std::str::Bytes<'_>>, delimiter: u8) -> bool {
    while let Some(byte) = bytes.next() {
        if byte != b'"' {
            continue;
        }
        match bytes.peek() {
            // Two marks are one that belongs to the text.
            Some(b'"') => {
                bytes.next();
            }
            None | Some(b'\n' | b'\r') => return true,
            Some(next) => return *next == delimiter,
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_row_of_the_mark_is_named() {
        for (text, row) in [
            ("a,b\n1,\"x\"\n2,\"y\"\"z\"\r\n3,\"two\nlines\"", None),
            ("a,b\n1,5\" brush\n2,x", None),
            ("a,b\n1,\"x\n2,y\n3,z\n", Some(2)),
            ("a,b\n\n1,x\n2,\"y\n3,\"z\"\n", Some(4)),
            ("a,b\n1,\"two\nlines\"\n2,\"x", Some(3)),
            ("a,b\r\n1,\"x\" y\r\n", Some(2)),
        ] {
            assert_eq!(unclosed_quote(text, b','), row, "{text:?}");
        }
        assert_eq!(unclosed_quote("a;b\n1;\"x\"\n", b';'), None);
    }
}
