//! Counts that are kept beside their tables, for the heads of lists that nothing narrows.

use crate::query::sql::Sql;

/// A statement: how many rows there are of a kind, or of all kinds, as `n`; a handful of rows are read for it.
pub(crate) fn total_of(subject: &'static str, kind: Option<&'static str>) -> Sql {
    let all = Sql::new("SELECT coalesce(sum(n), 0)::bigint AS n FROM tallies WHERE subject = ").bind(subject.to_owned());
    match kind {
        Some(kind) => all.sql(" AND kind = ").bind(kind.to_owned()),
        None => all,
    }
}
