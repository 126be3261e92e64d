//! Amounts and times in mails. They have one form in all languages.

use chrono::{DateTime, Utc};
use domain::shared::calendar::ShopCalendar;

/// A time as the shop's clocks show it: `Friday, 6 March 2026, 14:30`.
pub(super) fn time_of(at: DateTime<Utc>, calendar: ShopCalendar) -> String {
    format!("{}, {}", calendar.day_of(at).format("%A, %-d %B %Y"), calendar.time_of(at).format("%H:%M"))
}

/// An amount as the shop shows it: `LKR. 4,500.00`.
pub(super) fn amount(cents: i64) -> String {
    let (sign, cents) = (if cents < 0 { "-" } else { "" }, cents.unsigned_abs());
    let rupees = (cents / 100).to_string();
    let digits = rupees.len();
    let mut grouped = String::new();
    for (place, digit) in rupees.chars().enumerate() {
        if place > 0 && (digits - place).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    format!("{sign}LKR. {grouped}.{:02}", cents % 100)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_that_of_the_shops_clocks() {
        let at = DateTime::from_timestamp(1_772_739_000, 0).unwrap();
        assert_eq!(at.to_rfc3339(), "2026-03-05T19:30:00+00:00");
        assert_eq!(time_of(at, ShopCalendar::parse("Asia/Colombo").unwrap()), "Friday, 6 March 2026, 01:00");
    }

    #[test]
    fn amounts_are_grouped_by_thousands() {
        for (cents, text) in [
            (0, "LKR. 0.00"),
            (5, "LKR. 0.05"),
            (99_900, "LKR. 999.00"),
            (100_000, "LKR. 1,000.00"),
            (450_050, "LKR. 4,500.50"),
            (100_000_000_000, "LKR. 1,000,000,000.00"),
            (-40_000, "-LKR. 400.00"),
            (i64::MIN, "-LKR. 92,233,720,368,547,758.08"),
        ] {
            assert_eq!(amount(cents), text);
        }
    }
}
