//! Keyset pages: how a long list is read piece by piece at the same cost everywhere.

use crate::shared::error::{ErrorKind, FeatureError, feature_error};
use crate::shared::json::number;

number! {
    /// The number of rows of a page, 100 by default (contract, Conventions). A value is never clamped.
    pub struct PageLimit: u16 = 1..=500, or "must be a whole number from 1 to 500"
}

impl Default for PageLimit {
    fn default() -> Self {
        Self(100)
    }
}

/// The position where the next page begins; only the adapter that made it can read it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Cursor(pub String);

/// The cursor was not made by this list in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("This page of the list does not exist.")]
pub struct InvalidCursor;

impl FeatureError for InvalidCursor {
    fn kind(&self) -> ErrorKind {
        ErrorKind::Invalid
    }

    fn code(&self) -> &'static str {
        "list.invalid_cursor"
    }

    fn field(&self) -> Option<&'static str> {
        Some("after")
    }
}

feature_error! {
    /// The error of reading a page of a list.
    pub enum ListError {} or InvalidCursor(InvalidCursor)
}

/// The requested page of a list.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct PageRequest {
    pub limit: PageLimit,
    /// Behind which row; `None` for the first page.
    pub after: Option<Cursor>,
}

/// How many rows a list has in all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TotalCount {
    Exactly(u32),
    /// More than [`TotalCount::LIMIT`]; the exact number is not counted.
    MoreThanLimit,
}

impl TotalCount {
    /// Up to here a list is counted exactly (contract, Conventions).
    pub const LIMIT: u32 = 10_000;

    /// From a count that stopped at one past the limit.
    #[must_use]
    pub fn from_bounded(count: i64) -> Self {
        match u32::try_from(count) {
            Ok(n) if n <= Self::LIMIT => Self::Exactly(n),
            Ok(_) => Self::MoreThanLimit,
            Err(_) if count < 0 => Self::Exactly(0),
            Err(_) => Self::MoreThanLimit,
        }
    }
}

/// One piece of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page<T> {
    pub items: Vec<T>,
    /// Where the next page begins; `None` when this is the last.
    pub next: Option<Cursor>,
    /// How many rows the whole list has.
    pub total: TotalCount,
}

/// The outcome of asking for a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PageAnswer<T> {
    Page(Page<T>),
    /// The cursor was not made by this list in this order.
    InvalidCursor,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_has_1_to_500_rows_and_100_by_default() {
        assert_eq!(PageLimit::default().get(), 100);
        for rows in [1_u16, 24, 500] {
            assert_eq!(PageLimit::parse(i64::from(rows)).map(PageLimit::get), Ok(rows));
        }
        for rows in [i64::MIN, -1, 0, 501, 65_536 + 24, i64::MAX] {
            assert_eq!(PageLimit::parse(rows), Err(PageLimit::INVALID), "{rows}");
        }
    }

    #[test]
    fn lists_are_counted_up_to_ten_thousand() {
        for (count, total) in [
            (0, TotalCount::Exactly(0)),
            (10_000, TotalCount::Exactly(10_000)),
            (10_001, TotalCount::MoreThanLimit),
            (i64::MAX, TotalCount::MoreThanLimit),
            (-1, TotalCount::Exactly(0)),
        ] {
            assert_eq!(TotalCount::from_bounded(count), total, "{count}");
        }
    }
}
