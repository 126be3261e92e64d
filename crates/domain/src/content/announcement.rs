//! The line above every page of the storefront.

use chrono::{DateTime, SecondsFormat, Utc};

use crate::content::document_value::DocumentValue;
use crate::content::footer::Link;
use crate::content::reader::{Field, Reader};
use crate::shared::text::Text;

/// The document `announcement`. Visitors dismiss it per published version.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Announcement {
    /// The text; empty shows none.
    pub text: Text<0, 120>,
    /// A link behind the text.
    pub link: Option<Link>,
    /// When it begins; `None`: at its publication.
    pub from: Option<DateTime<Utc>>,
    /// When it ends; `None`: when another one is published.
    pub until: Option<DateTime<Utc>>,
}

/// The text is no time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("must be a time such as 2026-12-24T18:00:00Z")]
struct TimeError;

impl Announcement {
    /// Whether it is shown at this time.
    #[must_use]
    pub fn is_shown(&self, now: DateTime<Utc>) -> bool {
        !self.text.is_empty() && self.from.is_none_or(|from| from <= now) && self.until.is_none_or(|until| now < until)
    }

    pub(super) fn read(reader: &mut Reader, field: &Field<'_>) -> Option<Self> {
        let text = reader.parsed(&field.get("text"), Text::parse);
        let link = Link::read_optional(reader, &field.get("link"));
        let from = reader.optional(&field.get("from"), time);
        let until = reader.optional(&field.get("until"), time);
        if let (Some(Some(from)), Some(Some(until))) = (from, until)
            && until <= from
        {
            return reader.fault(&field.get("until"), "must be after from");
        }
        Some(Self { text: text?, link: link?, from: from?, until: until? })
    }

    pub(super) fn value(&self) -> DocumentValue {
        let time = |time: DateTime<Utc>| time.to_rfc3339_opts(SecondsFormat::Secs, true);
        DocumentValue::map([
            ("text", (&self.text).into()),
            ("link", self.link.as_ref().map(Link::value).into()),
            ("from", self.from.map(time).into()),
            ("until", self.until.map(time).into()),
        ])
    }
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
