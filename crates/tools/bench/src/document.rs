//! The document of the figures: generated sections within a written page.

use std::time::Duration;

/// A table in Markdown; all columns but the first are numbers.
#[must_use]
pub fn table(head: &[&str], rows: &[Vec<String>]) -> String {
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let rules: Vec<String> = (0..head.len()).map(|column| if column == 0 { "---".into() } else { "--:".into() }).collect();
    let head: Vec<String> = head.iter().map(|&cell| cell.to_owned()).collect();
    line(&head) + &line(&rules) + &rows.iter().map(|row| line(row)).collect::<String>()
}

/// `document` with `text` between the marks `<!-- begin NAME -->` and `<!-- end NAME -->`; `None` when it has no such marks.
#[must_use]
pub fn with_section(document: &str, name: &str, text: &str) -> Option<String> {
    let (begin, end) = (format!("<!-- begin {name} -->\n"), format!("<!-- end {name} -->"));
    let (before, rest) = document.split_once(&begin)?;
    let (_, after) = rest.split_once(&end)?;
    Some(format!("{before}{begin}\n{}\n\n{end}{after}", text.trim()))
}

/// `1,234`; below 100 with one decimal.
#[must_use]
pub fn number(value: f64) -> String {
    if value.abs() < 99.95 {
        return format!("{value:.1}");
    }
    let digits = format!("{value:.0}");
    let first = digits.len() % 3;
    let groups = digits.as_bytes().iter().enumerate().map(|(place, digit)| {
        let comma = place > 0 && place % 3 == first % 3;
        format!("{}{}", if comma { "," } else { "" }, char::from(*digit))
    });
    groups.collect()
}

/// Milliseconds with two decimals, whole ones from 100 on.
#[must_use]
pub fn millis(time: Duration) -> String {
    let millis = time.as_secs_f64() * 1_000.0;
    if millis < 99.995 { format!("{millis:.2}") } else { number(millis) }
}

/// `12.3` for bytes, in MiB.
#[must_use]
pub fn mebibytes(bytes: f64) -> String {
    format!("{:.1}", bytes / f64::from(1 << 20))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_section_is_replaced_and_nothing_else() {
        let document = "# Title\n<!-- begin load -->\nold\n<!-- end load -->\nwords\n";
        let written = with_section(document, "load", "new\n").unwrap();
        assert_eq!(written, "# Title\n<!-- begin load -->\n\nnew\n\n<!-- end load -->\nwords\n");
        assert_eq!(with_section(&written, "load", "new").as_deref(), Some(written.as_str()));
        assert_eq!(with_section(document, "growth", "new"), None);
    }

    #[test]
    fn numbers_are_read_easily() {
        let shown: Vec<String> = [0.0, 9.96, 99.94, 100.0, 999.6, 12_345.4, 1_234_567.0].into_iter().map(number).collect();
        assert_eq!(shown, ["0.0", "10.0", "99.9", "100", "1,000", "12,345", "1,234,567"]);
        assert_eq!([millis(Duration::from_micros(1_234)), millis(Duration::from_millis(2_500))], ["1.23", "2,500"]);
    }

    #[test]
    fn tables_align_numbers_to_the_right() {
        assert_eq!(table(&["a", "b"], &[vec!["x".into(), "1".into()]]), "| a | b |\n| --- | --: |\n| x | 1 |\n");
    }
}
