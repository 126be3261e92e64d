//! The line above every page of the storefront.

use chrono::{DateTime, SecondsFormat, Utc};
use serde::{Serialize as _, Serializer};

use crate::content::footer::Link;
use crate::content::reader::{Field, Part as _, Reader, document};
use crate::shared::text::Text;

document! {
    /// The document `announcement`. Visitors dismiss it per published version.
    #[derive(Default)]
    pub struct Announcement {
        /// The text; empty shows none.
        pub text: Text<0, 120>,
        /// A link behind the text.
        pub link: Option<Link>,
        /// When it begins; `None`: at its publication.
        #[serde(serialize_with = "in_seconds")]
        pub from: Option<DateTime<Utc>> => optional_time,
        /// When it ends; `None`: when another one is published.
        #[serde(serialize_with = "in_seconds")]
        pub until: Option<DateTime<Utc>> => optional_time,
    }
}

/// The text is no time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("must be a time such as 2026-12-24T18:00:00Z")]
struct TimeError;

impl Announcement {
    #[must_use]
    pub fn is_shown(&self, now: DateTime<Utc>) -> bool {
        !self.text.is_empty() && self.from.is_none_or(|from| from <= now) && self.until.is_none_or(|until| now < until)
    }

    /// Reads an announcement whose time ends after it begins.
    pub(super) fn read_in_order(reader: &mut Reader, field: &Field<'_>) -> Option<Self> {
        let read = Self::read(reader, field);
        let [from, until] = ["from", "until"].map(|name| field.get(name).text().and_then(|text| time(text).ok()));
        if from.zip(until).is_some_and(|(from, until)| until <= from) {
            return reader.fault(&field.get("until"), "must be after from");
        }
        read
    }
}

fn optional_time(reader: &mut Reader, field: &Field<'_>) -> Option<Option<DateTime<Utc>>> {
    reader.optional(field, time)
}

#[allow(clippy::ref_option, reason = "serde passes the field")]
fn in_seconds<S: Serializer>(time: &Option<DateTime<Utc>>, serializer: S) -> Result<S::Ok, S::Error> {
    time.map(|time| time.to_rfc3339_opts(SecondsFormat::Secs, true)).serialize(serializer)
}

/// A time, without the parts of its second.
fn time(text: &str) -> Result<DateTime<Utc>, TimeError> {
    let time = DateTime::parse_from_rfc3339(text).map_err(|_| TimeError)?.to_utc();
    DateTime::from_timestamp(time.timestamp(), 0).filter(|time| (2020..2100).contains(&chrono::Datelike::year(time))).ok_or(TimeError)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_announcement_has_its_time() {
        let at = |text: &str| time(text).unwrap();
        let (from, until) = (at("2026-12-01T00:00:00Z"), at("2026-12-24T18:00:00+05:30"));
        let shown = Announcement { text: Text::parse("Sale").unwrap(), link: None, from: Some(from), until: Some(until) };
        for (now, expected) in [
            ("2026-11-30T23:59:59Z", false),
            ("2026-12-01T00:00:00Z", true),
            ("2026-12-24T12:29:59Z", true),
            ("2026-12-24T12:30:00Z", false),
        ] {
            assert_eq!(shown.is_shown(at(now)), expected, "{now}");
        }
        assert!(!Announcement::default().is_shown(from));
        assert!(Announcement { from: None, until: None, ..shown }.is_shown(from));
        for text in ["", "2026-12-24", "tomorrow", "1969-01-01T00:00:00Z", "9999-01-01T00:00:00Z"] {
            assert_eq!(time(text), Err(TimeError), "{text}");
        }
    }
}
