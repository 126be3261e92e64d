//! Amounts of money as spreadsheets write them.
//!
//! `1.200` is a rupee and twenty cents in one country and twelve hundred rupees in another, so three digits behind a sign are refused:
//! a price at a thousandth of what is meant would go on sale.

use domain::shared::money::Money;

const EXAMPLE: &str = "must be an amount such as 4500 or 4500.50";
/// The most decimals of an amount.
const DECIMALS: usize = 2;

/// Reads an amount. A comma is the decimal separator where semicolons or tabs separate the cells (`is_comma_decimal`).
///
/// # Errors
/// A sentence that continues the column's name.
pub(super) fn amount(text: &str, is_comma_decimal: bool) -> Result<Money, String> {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let signs: Vec<char> = text.strip_prefix('-').unwrap_or(text).chars().filter(|c| !c.is_ascii_digit()).collect();
    match signs.as_slice() {
        _ if digits == 0 => Err(EXAMPLE.to_owned()),
        [] => parse(text),
        [sign @ ('.' | ',')] => {
            let (whole, fraction) = text.split_once(*sign).unwrap_or((text, ""));
            match fraction.len() {
                3 => Err(format!(
                    "must have at most two decimals and no separator of thousands: write {whole}{fraction} or {whole}.{}",
                    first(fraction)
                )),
                n if n > DECIMALS => Err("must have at most two decimals".to_owned()),
                _ if *sign == ',' && !is_comma_decimal => Err(format!("must have a point before its decimals: write {whole}.{fraction}")),
                _ => parse(&text.replace(',', ".")),
            }
        }
        [first, .., last] if signs.iter().all(|c| matches!(c, '.' | ',' | ' ' | '\'' | '\u{a0}' | '\u{202f}')) && first != &'-' => {
            let (whole, fraction) = text.rsplit_once(*last).unwrap_or((text, ""));
            let whole: String = whole.chars().filter(char::is_ascii_digit).collect();
            let plain = if fraction.len() <= DECIMALS { format!("{whole}.{fraction}") } else { format!("{whole}{fraction}") };
            Err(format!("must have no separators of thousands: write {plain}"))
        }
        _ => Err(EXAMPLE.to_owned()),
    }
}

fn parse(text: &str) -> Result<Money, String> {
    Money::parse(text).map_err(|error| error.to_string())
}

/// The first two decimals.
fn first(fraction: &str) -> &str {
    fraction.get(..DECIMALS).unwrap_or(fraction)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cents(text: &str, is_comma_decimal: bool) -> Option<i64> {
        amount(text, is_comma_decimal).ok().map(Money::cents)
    }

    #[test]
    fn amounts_have_at_most_two_decimals() {
        for (text, expected) in
            [("4500", 450_000), ("4500.5", 450_050), ("4500.50", 450_050), ("0.05", 5), ("007", 700), ("4500.", 450_000)]
        {
            assert_eq!((cents(text, false), cents(text, true)), (Some(expected), Some(expected)), "{text}");
        }
        for text in ["4.500", "1.200", "4500.000", "4500.123", "4500.1234"] {
            assert_eq!((cents(text, false), cents(text, true)), (None, None), "{text}");
        }
    }

    #[test]
    fn a_comma_is_decimal_where_it_does_not_separate_cells() {
        assert_eq!((cents("12,5", true), cents("12,50", true)), (Some(1_250), Some(1_250)));
        assert_eq!(cents("12,50", false), None);
        assert_eq!((cents("1,200", true), cents("1,200", false)), (None, None));
    }

    #[test]
    fn the_sentence_says_what_to_write() {
        for (text, sentence) in [
            ("4.500", "must have at most two decimals and no separator of thousands: write 4500 or 4.50"),
            ("1,200", "must have at most two decimals and no separator of thousands: write 1200 or 1.20"),
            ("12,50", "must have a point before its decimals: write 12.50"),
            ("1,200.50", "must have no separators of thousands: write 1200.50"),
            ("1.200.500", "must have no separators of thousands: write 1200500"),
            ("LKR. 5", EXAMPLE),
            ("1e3", EXAMPLE),
            ("-5", "must not be negative"),
            ("-", EXAMPLE),
        ] {
            assert_eq!(amount(text, false).map(|_| ()), Err(sentence.to_owned()), "{text}");
        }
    }
}
