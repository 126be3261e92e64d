//! The untyped form of a document: what is sent, stored and compared. Documents are read from it and written to it, so that the wire
//! and the database share one form, and neither format is known here.

use std::collections::BTreeMap;

use crate::shared::text::Text;

/// A value of a document.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum DocumentValue {
    /// Nothing; an absent field is the same.
    #[default]
    Null,
    Flag(bool),
    Number(f64),
    Text(String),
    List(Vec<Self>),
    /// Values by the names of their fields.
    Map(BTreeMap<String, Self>),
}

impl DocumentValue {
    /// A map with these fields.
    #[must_use]
    pub fn map<const N: usize>(fields: [(&str, Self); N]) -> Self {
        Self::Map(fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
    }

    /// A list of what `write` makes of each item.
    pub(super) fn list<'a, T: 'a>(items: impl IntoIterator<Item = &'a T>, write: impl Fn(&T) -> Self) -> Self {
        Self::List(items.into_iter().map(write).collect())
    }

    /// The field of this name; nothing where it is absent or this is no map.
    #[must_use]
    pub fn get(&self, name: &str) -> &Self {
        match self {
            Self::Map(fields) => fields.get(name).unwrap_or(&Self::Null),
            _ => &Self::Null,
        }
    }
}

impl From<bool> for DocumentValue {
    fn from(flag: bool) -> Self {
        Self::Flag(flag)
    }
}

impl From<&str> for DocumentValue {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for DocumentValue {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl<const MIN: usize, const MAX: usize, const LINES: bool> From<&Text<MIN, MAX, LINES>> for DocumentValue {
    fn from(text: &Text<MIN, MAX, LINES>) -> Self {
        Self::Text(text.as_str().to_owned())
    }
}

impl<T: Into<Self>> From<Option<T>> for DocumentValue {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}
