//! The stored numbers of rows (`tallies`), for the heads of lists without a filter.

use crate::query::sql::Sql;

/// A statement that answers the number of rows of a kind, or of all kinds, as `n`. It reads a few rows.
pub(crate) fn total_of(subject: &'static str, kind: Option<&'static str>) -> Sql {
    let all = Sql::new("SELECT coalesce(sum(n), 0)::bigint AS n FROM tallies WHERE subject = ").bind(subject.to_owned());
    match kind {
        Some(kind) => all.sql(" AND kind = ").bind(kind.to_owned()),
        None => all,
    }
}
