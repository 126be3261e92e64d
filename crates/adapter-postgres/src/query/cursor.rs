//! Cursors: the sort values of a page's last row, encoded so that clients do not depend on them.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::{DateTime, Utc};
use domain::shared::page::{Cursor, Page, PageAnswer, PageLimit, TotalCount};
use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::{Digest as _, Sha256};

/// A sort value of rows, carried by a cursor.
pub(crate) trait SortValue: Serialize + DeserializeOwned {
    /// Whether PostgreSQL accepts it as a parameter: a cursor comes from outside and may hold any value.
    fn is_storable(&self) -> bool;
}

/// A point in time, in microseconds since 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(crate) struct Micros(i64);

impl From<DateTime<Utc>> for Micros {
    fn from(at: DateTime<Utc>) -> Self {
        Self(at.timestamp_micros())
    }
}

impl Micros {
    /// From 1970 to the end of the year 9999, which PostgreSQL and chrono can both represent.
    const SENSIBLE: std::ops::Range<i64> = 0..253_402_300_800_000_000;

    /// The point in time.
    pub(crate) fn instant(self) -> DateTime<Utc> {
        DateTime::from_timestamp_micros(self.0).unwrap_or_default()
    }
}

impl SortValue for Micros {
    fn is_storable(&self) -> bool {
        Self::SENSIBLE.contains(&self.0)
    }
}

impl SortValue for i64 {
    fn is_storable(&self) -> bool {
        true
    }
}

impl SortValue for String {
    fn is_storable(&self) -> bool {
        self.len() <= 4_096 && !self.contains('\0')
    }
}

impl SortValue for uuid::Uuid {
    fn is_storable(&self) -> bool {
        true
    }
}

/// The name of the list `list` under a filter, a search text included. A cursor carries the name, so that the list of another
/// filter refuses it. The filter is represented by the first 64 bits of its SHA-256.
pub(crate) fn name_of(list: &str, filter: &impl Serialize) -> String {
    let json = serde_json::to_vec(filter).unwrap_or_default();
    let digest = Sha256::digest(json);
    let short: Vec<u8> = digest.iter().copied().take(8).collect();
    format!("{list}?{}", URL_SAFE_NO_PAD.encode(short))
}

/// A cursor with the sort values of a row of `list`.
pub(crate) fn write<K: Serialize, I: Serialize>(list: &str, key: &K, id: &I) -> Cursor {
    let json = serde_json::to_vec(&(list, key, id)).unwrap_or_default();
    Cursor(URL_SAFE_NO_PAD.encode(json))
}

/// The sort values of a cursor of `list`; `None` for a cursor of another list or order, or an invalid one.
pub(crate) fn read<K: SortValue, I: SortValue>(list: &str, cursor: &Cursor) -> Option<(K, I)> {
    let json = URL_SAFE_NO_PAD.decode(&cursor.0).ok()?;
    let (of, key, id): (String, K, I) = serde_json::from_slice(&json).ok()?;
    (of == list && key.is_storable() && id.is_storable()).then_some((key, id))
}

/// The number of rows to read: one more than the page has, to know whether another page follows.
pub(crate) fn rows_to_load(limit: PageLimit) -> i64 {
    i64::from(limit.get()) + 1
}

/// The most rows that are counted.
pub(crate) const COUNT_LIMIT: i64 = TotalCount::LIMIT as i64 + 1;

/// A page of the rows that [`rows_to_load`] asked for, and of the count, which stopped at [`COUNT_LIMIT`].
pub(crate) fn page_of<R, T, E>(
    mut rows: Vec<R>,
    limit: PageLimit,
    count: i64,
    cursor_of: impl Fn(&R) -> Cursor,
    item: impl FnMut(R) -> Result<T, E>,
) -> Result<Page<T>, E> {
    let wanted = usize::from(limit.get());
    let more = rows.len() > wanted;
    rows.truncate(wanted);
    let next = if more { rows.last().map(cursor_of) } else { None };
    let items = rows.into_iter().map(item).collect::<Result<_, _>>()?;
    Ok(Page { items, next, total: TotalCount::from_bounded(count) })
}

/// The same for lists that answer [`PageAnswer`].
pub(crate) fn page<R, T, E>(
    rows: Vec<R>,
    limit: PageLimit,
    count: i64,
    cursor_of: impl Fn(&R) -> Cursor,
    item: impl FnMut(R) -> Result<T, E>,
) -> Result<PageAnswer<T>, E> {
    page_of(rows, limit, count, cursor_of, item).map(PageAnswer::Page)
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    #[test]
    fn a_cursor_gives_back_what_it_was_made_of() {
        let id = Uuid::from_u128(7);
        let cursor = write("products:name", &"rose".to_owned(), &id);
        assert_eq!(read::<String, Uuid>("products:name", &cursor), Some(("rose".to_owned(), id)));
    }

    #[test]
    fn a_cursor_of_another_list_or_form_is_refused() {
        let cursor = write("products:price", &5_i64, &Uuid::from_u128(7));
        assert_eq!(read::<i64, Uuid>("products:-price", &cursor), None);
        assert_eq!(read::<String, Uuid>("products:price", &cursor), None);
        for junk in ["", "x", "AAAA", "bnVsbA", "ü"] {
            assert_eq!(read::<i64, Uuid>("products:price", &Cursor(junk.to_owned())), None, "{junk}");
        }
    }

    #[test]
    fn a_list_has_a_name_for_each_filter() {
        let of = |filter: (Option<&str>, Option<&str>)| name_of("orders", &filter);
        let names = [of((None, None)), of((Some("a"), None)), of((None, Some("a"))), of((Some("a"), Some("b"))), name_of("users", &())];
        let different: std::collections::BTreeSet<_> = names.iter().collect();
        assert_eq!(different.len(), names.len(), "{names:?}");
        assert_eq!(of((Some("a"), None)), names[1]);
    }

    #[test]
    fn a_cursor_never_carries_what_the_database_would_choke_on() {
        let id = Uuid::from_u128(7);
        assert_eq!(read::<String, Uuid>("l", &write("l", &"a\0b", &id)), None);
        assert_eq!(read::<Micros, Uuid>("l", &write("l", &i64::MAX, &id)), None);
        assert_eq!(read::<Micros, Uuid>("l", &write("l", &i64::MIN, &id)), None);
    }
}
