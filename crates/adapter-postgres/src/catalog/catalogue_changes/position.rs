//! A position in the feed as text: the time, the first row of the notes, and the snapshot of the database.

use std::fmt;
use std::str::FromStr;

use chrono::{DateTime, Utc};
use uuid::Uuid;

/// The key of the row that tells that notes are complete since it was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FirstRow {
    pub(super) xid: i64,
    pub(super) id: Uuid,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Position {
    pub(super) at: DateTime<Utc>,
    pub(super) first_row: FirstRow,
    pub(super) snapshot: Snapshot,
}

impl Position {
    /// Reads what `to_string` wrote; `None` for any other text.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let mut words = text.split(' ');
        let position = Self {
            at: DateTime::from_timestamp_micros(words.next()?.parse().ok()?)?,
            first_row: FirstRow { xid: words.next()?.parse().ok()?, id: Uuid::from_str(words.next()?).ok()? },
            snapshot: Snapshot::parse(words.next()?)?,
        };
        words.next().is_none().then_some(position)
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {} {}", self.at.timestamp_micros(), self.first_row.xid, self.first_row.id, self.snapshot)
    }
}

/// A `pg_snapshot`: transactions from `xmin` on may have been open, those from `xmax` on had not begun, and these were open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Snapshot {
    xmin: u64,
    xmax: u64,
    open: Vec<u64>,
}

impl Snapshot {
    /// Reads PostgreSQL's form, `xmin:xmax:open,open`. Refuses what PostgreSQL would refuse.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split(':');
        let (xmin, xmax, open) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?, parts.next()?);
        let open: Vec<u64> = match open {
            "" => Vec::new(),
            open => open.split(',').map(|xid| xid.parse().ok()).collect::<Option<_>>()?,
        };
        let is_sound = 0 < xmin && xmin <= xmax && open.is_sorted() && open.iter().all(|xid| (xmin..xmax).contains(xid));
        (is_sound && parts.next().is_none()).then_some(Self { xmin, xmax, open })
    }

    /// Whether all transactions that this snapshot knows had begun at the other: the two are of one server, in this order.
    pub(super) fn is_before(&self, other: &Self) -> bool {
        self.xmin <= other.xmin && self.xmax <= other.xmax
    }
}

impl fmt::Display for Snapshot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let open: Vec<String> = self.open.iter().map(ToString::to_string).collect();
        write!(f, "{}:{}:{}", self.xmin, self.xmax, open.join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MARK: &str = "1795300000000000 750 6f1b0f3e-2c54-4a52-9d53-8f5c8a1f6d11 751:760:751,755";

    #[test]
    fn a_mark_is_read_as_it_was_written() {
        let position = Position::parse(MARK).unwrap();
        assert_eq!((position.first_row.xid, position.snapshot.open.as_slice()), (750, &[751, 755][..]));
        assert_eq!(position.to_string(), MARK);
        let quiet = MARK.replace("751,755", "");
        assert_eq!(Position::parse(&quiet).unwrap().to_string(), quiet);
    }

    #[test]
    fn other_texts_are_no_marks() {
        for (from, to) in [
            (" 750", ""),
            ("751:760", "0:760"),
            ("751:760", "761:760"),
            ("751,755", "755,751"),
            ("751,755", "750"),
            ("751,755", "760"),
            ("751,755", "751,"),
            ("751,755", "751:755"),
            ("751,755", "751,755 "),
            ("6f1b0f3e", "nonsense"),
            ("1795300000000000", "nonsense"),
            ("1795300000000000", "9223372036854775807"),
        ] {
            assert_eq!(Position::parse(&MARK.replacen(from, to, 1)), None, "{to} for {from}");
        }
    }

    #[test]
    fn a_snapshot_of_another_server_is_noticed() {
        let of = |text| Snapshot::parse(text).unwrap();
        assert!(of("751:760:751").is_before(&of("755:761:")) && of("751:760:").is_before(&of("751:760:")));
        assert!(!of("751:760:").is_before(&of("750:760:")) && !of("751:760:").is_before(&of("751:759:")));
    }
}
