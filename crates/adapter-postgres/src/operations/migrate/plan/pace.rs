//! How fast the server reads and writes a table, measured with a small one in the scratch database.

use std::time::{Duration, Instant};

use diesel::connection::SimpleConnection as _;
use diesel::{QueryResult, RunQueryDsl as _};

use super::TableWork;
use crate::operations::migrate::Blocking;
use crate::query::sql::Number;

/// About 24 MB of rows.
const MAKE: &str = "CREATE TABLE pace AS SELECT n AS id, repeat(md5(n::text), 6) AS content FROM generate_series(1, 100000) AS n";
const SIZE: &str = "SELECT pg_table_size('pace') AS n";
const READ: &str = "ALTER TABLE pace ADD CONSTRAINT pace_id_check CHECK (id > 0)";
const INDEX: &str = "CREATE INDEX pace_id_idx ON pace (id)";
const REWRITE: &str = "ALTER TABLE pace ALTER COLUMN id TYPE bigint";
const DROP: &str = "DROP TABLE pace";

/// Bytes in a second.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    read: u64,
    index: u64,
    rewrite: u64,
}

impl Pace {
    /// Measures it, within a second or two. The table is in memory then: one that is not takes longer.
    pub(super) fn measure(connection: &mut Blocking) -> QueryResult<Self> {
        connection.batch_execute(MAKE)?;
        let size: Number = diesel::sql_query(SIZE).get_result(connection)?;
        let mut bytes_a_second = |statement| -> QueryResult<u64> {
            let begun = Instant::now();
            connection.batch_execute(statement)?;
            let millis = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX).max(1);
            Ok((size.n.unsigned_abs().saturating_mul(1_000) / millis).max(1))
        };
        let pace = Self { read: bytes_a_second(READ)?, index: bytes_a_second(INDEX)?, rewrite: bytes_a_second(REWRITE)? };
        connection.batch_execute(DROP)?;
        Ok(pace)
    }

    /// The time for this work on this number of bytes, in whole seconds and at least one.
    pub(super) fn of(self, work: &TableWork, bytes: u64) -> Duration {
        let (pace, times) = match work {
            TableWork::Indexed(indexes) => (self.index, u64::try_from(indexes.len()).unwrap_or(u64::MAX)),
            TableWork::Rewritten => (self.rewrite, 1),
            _ => (self.read, 1),
        };
        Duration::from_secs(bytes.saturating_mul(times).div_ceil(pace.max(1)).max(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_of_work_has_its_pace() {
        let pace = Pace { read: 100, index: 50, rewrite: 10 };
        let two = TableWork::Indexed(vec!["one".to_owned(), "two".to_owned()]);
        let seconds = [TableWork::Read, two, TableWork::Rewritten].map(|work| pace.of(&work, 1_001).as_secs());
        assert_eq!(seconds, [11, 41, 101]);
        assert_eq!(pace.of(&TableWork::Read, 1).as_secs(), 1);
    }
}
